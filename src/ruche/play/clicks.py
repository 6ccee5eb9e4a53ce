"""The clicks that spell each legal action, so that the page needs no rules.

A token is `hand:w:ant` (an entry of the mover's hand), `hex:q,r` (a hex and its top), `face:fly`, or
`do:...`. Every sequence is unique and none is the beginning of another. A face follows its entry of the hand
where more than one can be shown; a last `do:` is added only where the clicks before it could mean more than
one action. What one piece does to another can be clicked from either: the pillbug, the piece it throws, where
to; or that piece and where to. Choices before the first turn, of faces and of Swarm's hand, are not spelled:
they are asked for by themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from ruche import Action, Hex, Piece, Position
from ruche.rules.explain.actors import Actors

Clicks = tuple[str, ...]


class TokenError(ValueError):
    """A text that is not a token."""


class SpelledAction(NamedTuple):
    """A legal action and the clicks that spell it."""

    action: Action
    clicks: Clicks

    @property
    def text(self) -> str:
        return str(self.action)


@lru_cache(maxsize=4096)
def hex_token(place: Hex) -> str:
    return f"hex:{place.q},{place.r}"


def hex_of(token: str) -> Hex:
    """Return the hex of a token; raise `TokenError` if it names none."""
    kind, _, place = token.partition(":")
    q, _, r = place.partition(",")
    try:
        if kind == "hex":
            return Hex(int(q), int(r))
    except ValueError:
        pass
    raise TokenError(token)


def hand_token(piece: Piece) -> str:
    """Return the token of a piece in a hand, the same for all that are identical to it; named as there."""
    assert piece.colour is not None
    return f"hand:{piece.colour.letter}:{piece.bug.name}"


def next_tokens(spelled: Iterable[SpelledAction], clicks: Clicks) -> list[str]:
    """Return what may be clicked after these clicks, each token once."""
    n = len(clicks)
    return list(
        dict.fromkeys(
            action.clicks[n] for action in spelled if action.clicks[:n] == clicks and len(action.clicks) > n
        )
    )


def spell(position: Position) -> list[SpelledAction]:
    """Return the legal actions, each with its clicks; then the actions that other clicks spell too."""
    actions = position.legal_actions() if position.choosing is None else []
    tops = {stack[-1].id: hex_token(place) for place, stack in position.stacks.items()}
    faces = _faces(actions)
    ways = [(action, _first_clicks(action, tops, faces)) for action in actions]
    actors = Actors(position)
    ways += [
        (action, clicks) for action, first in ways for clicks in _other_clicks(actors, action, first, tops)
    ]
    # Two actions of one kind with the same clicks: the later spelling is left out, it has another.
    unique = {(clicks, _last_click(action)): action for action, clicks in reversed(ways)}
    ways = [
        (action, clicks) for action, clicks in ways if unique.get((clicks, _last_click(action))) is action
    ]
    meanings = Counter(clicks for _, clicks in ways)
    beginnings = {clicks[:n] for _, clicks in ways for n in range(1, len(clicks))}
    return [
        SpelledAction(
            action,
            (*clicks, _last_click(action)) if meanings[clicks] > 1 or clicks in beginnings else clicks,
        )
        for action, clicks in ways
    ]


def _faces(actions: list[Action]) -> dict[str, set[str]]:
    """Return the tokens of the faces that each entry of the hand can show."""
    faces: dict[str, set[str]] = {}
    for action in actions:
        if action.kind == "place":
            faces.setdefault(_entry(action), set()).add(_face(action))
    return faces


def _entry(action: Action) -> str:
    """Return the token of the piece that enters: where faces are fixed, it has that face in the hand too."""
    assert action.piece is not None
    fixed = action.game_type.faces_fixed
    return hand_token(action.piece if fixed else action.game_type.pieces[action.piece.id])


def _face(action: Action) -> str:
    """Return the token of the face that enters."""
    assert action.piece is not None
    return f"face:{action.piece.bug.name}"


def _first_clicks(action: Action, tops: dict[int, str], faces: dict[str, set[str]]) -> Clicks:
    """Return the clicks of an action, before it is distinguished from others with the same clicks."""
    kind, piece = action.kind, action.piece
    if kind == "turn":
        return ("do:hc",)
    if piece is None:
        return (f"do:{kind}",)
    if kind == "steal":
        return (f"do:steal:{piece}",)
    if kind == "flip":
        return (tops[piece.id], "do:flip")
    if (target := action.target) is not None:
        return (tops[piece.id], tops[target.id])
    to = action.to
    assert to is not None
    if kind != "place":
        return (tops[piece.id], hex_token(to))
    entry = _entry(action)
    return (entry, _face(action), hex_token(to)) if len(faces[entry]) > 1 else (entry, hex_token(to))


def _other_clicks(actors: Actors, action: Action, first: Clicks, tops: dict[int, str]) -> Iterator[Clicks]:
    """Return other clicks that spell an action: from its victim, or from who makes its piece act."""
    if action.target is not None:
        yield first[::-1]
    for actor in actors.of(action):
        yield (tops[actor], *first)


def _last_click(action: Action) -> str:
    """Return the token that tells an action apart from others with the same first clicks."""
    if action.kind == "move":
        return "do:climb" if action.onto is not None else "do:move"
    return f"do:{action.kind}"
