"""The clicks that spell each legal action, so that the page needs no rules.

A token is `hand:w:ant` (an entry of the mover's hand), `hex:q,r` (a hex and its top), `face:fly`, or
`do:...`. Every sequence is unique and none is the beginning of another; a last `do:` or `face:` is added only
where the clicks before it could mean more than one action. Swarm's choice of a hand is not spelled: the page
asks for it by itself.
"""

from __future__ import annotations

from collections import Counter

from ruche import Action, Hex, Position
from ruche.server.course import hexes_of
from ruche.server.wire.messages import SpelledAction


def hex_token(place: Hex | tuple[int, int]) -> str:
    """Return the token of a hex."""
    return f"hex:{place[0]},{place[1]}"


def spell(position: Position) -> list[SpelledAction]:
    """Return the legal actions, each with its clicks."""
    actions = [action for action in position.legal_actions() if action.kind != "hand"]
    hexes = hexes_of(position)
    occupied = set(hexes.values())
    shortest = [_first_clicks(position, action, hexes) for action in actions]
    meanings = Counter(shortest)
    spelled = []
    for action, clicks in zip(actions, shortest, strict=True):
        last = [_telling_apart(action, occupied)] if meanings[clicks] > 1 else []
        spelled.append(SpelledAction(text=str(action), clicks=[*clicks, *last]))
    return spelled


def _first_clicks(position: Position, action: Action, hexes: dict[int, Hex]) -> tuple[str, ...]:
    """Return the clicks of an action, before it is told apart from others with the same."""
    piece, target = action.piece, action.target
    if action.kind == "place":
        assert piece is not None
        assert piece.colour is not None
        assert action.to is not None
        kind = position.game_type.pieces[piece.id].bug.name
        return (f"hand:{piece.colour.letter}:{kind}", hex_token(action.to))
    if action.kind == "steal":
        return (f"do:steal:{piece}",)
    if action.kind == "turn":
        return ("do:hc",)
    if action.origin is None:
        return (f"do:{action.kind}",)
    if action.kind == "flip":
        return (hex_token(action.origin), "do:flip")
    goal = hexes[target.id] if target is not None else action.to
    assert goal is not None
    return (hex_token(action.origin), hex_token(goal))


def _telling_apart(action: Action, occupied: set[Hex]) -> str:
    if action.kind == "place":
        assert action.piece is not None
        return f"face:{action.piece.bug.name}"
    if action.kind == "move":
        return "do:climb" if action.to in occupied else "do:move"
    return f"do:{action.kind}"
