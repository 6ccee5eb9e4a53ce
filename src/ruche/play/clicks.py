"""The clicks that spell each legal action, so that the page needs no rules.

A token is `hand:w:ant` (an entry of the mover's hand), `hex:q,r` (a hex and its top), `face:fly`, or
`do:...`. Every sequence is unique and none is the beginning of another; a last `do:` or `face:` is added only
where the clicks before it could mean more than one action. Choices before the first turn, of faces and of
Swarm's hand, are not spelled: they are asked for by themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from ruche import Action, Hex, Piece, Position

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
    """Return the legal actions, each with its clicks."""
    actions = position.legal_actions() if position.choosing is None else []
    tops = {stack[-1].id: hex_token(place) for place, stack in position.stacks.items()}
    shortest = [_first_clicks(action, tops) for action in actions]
    meanings = Counter(shortest)
    return [
        SpelledAction(action, (*clicks, _last_click(action)) if meanings[clicks] > 1 else clicks)
        for action, clicks in zip(actions, shortest, strict=True)
    ]


def _first_clicks(action: Action, tops: dict[int, str]) -> Clicks:
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
    return (_in_hand(action, piece) if kind == "place" else tops[piece.id], hex_token(to))


def _in_hand(action: Action, piece: Piece) -> str:
    """Return the token of a piece that is placed: where faces are fixed, it has that face in the hand too."""
    fixed = action.game_type.faces_fixed
    return hand_token(piece if fixed else action.game_type.pieces[piece.id])


def _last_click(action: Action) -> str:
    """Return the token that tells an action apart from others with the same first clicks."""
    if action.kind == "place":
        assert action.piece is not None
        return f"face:{action.piece.bug.name}"
    if action.kind == "move":
        return "do:climb" if action.onto is not None else "do:move"
    return f"do:{action.kind}"
