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
from collections.abc import Iterable
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
    hand = Hand(actions)
    ways = [Way(action, _first_clicks(action, tops, hand), _last_click(action)) for action in actions]
    ways += _other_ways(position, ways, tops)
    # Two actions of one kind with the same clicks: the later spelling is left out, it has another.
    first = {(clicks, last): action for action, clicks, last in reversed(ways)}
    ways = [way for way in ways if first[way.clicks, way.last] is way.action]
    meanings = Counter([way.clicks for way in ways])
    beginnings = {clicks[:n] for clicks in meanings for n in range(1, len(clicks))}
    return [
        SpelledAction(action, (*clicks, last) if meanings[clicks] > 1 or clicks in beginnings else clicks)
        for action, clicks, last in ways
    ]


class Way(NamedTuple):
    """One way to spell an action, and the token that tells it apart from others with the same clicks."""

    action: Action
    clicks: Clicks
    last: str


class Hand:
    """The tokens of the pieces that can enter, by their ids, and the faces that each token can show."""

    def __init__(self, actions: list[Action]) -> None:
        self.tokens: dict[int, str] = {}
        self.faces: dict[str, set[str]] = {}
        for action in actions:
            if action.kind == "place":
                self._note(action)

    def _note(self, action: Action) -> None:
        piece = action.piece
        assert piece is not None
        token = self.tokens.get(piece.id)
        if token is None:  # where faces are fixed, a piece has its face in the hand too
            fixed = action.game_type.faces_fixed
            token = self.tokens[piece.id] = hand_token(piece if fixed else action.game_type.pieces[piece.id])
            self.faces.setdefault(token, set())
        self.faces[token].add(piece.bug.name)

    def clicks(self, piece: Piece, to: str) -> Clicks:
        """Return the clicks that let a piece enter: with its face, where it could show another."""
        token = self.tokens[piece.id]
        return (token, f"face:{piece.bug.name}", to) if len(self.faces[token]) > 1 else (token, to)


def _first_clicks(action: Action, tops: dict[int, str], hand: Hand) -> Clicks:
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
    return hand.clicks(piece, hex_token(to)) if kind == "place" else (tops[piece.id], hex_token(to))


def _other_ways(position: Position, ways: list[Way], tops: dict[int, str]) -> list[Way]:
    """Return other clicks that spell actions: from the victim, or from who makes a piece act."""
    actors = Actors(position)
    found = []
    for action, clicks, last in ways:
        if action.target is not None:
            found.append(Way(action, clicks[::-1], last))
        if actors.throwers or actors.ticks:
            found += [Way(action, (tops[actor], *clicks), last) for actor in actors.of(action)]
    return found


def _last_click(action: Action) -> str:
    """Return the token that tells an action apart from others with the same first clicks."""
    kind = action.kind
    return "do:climb" if kind == "move" and action.onto is not None else f"do:{kind}"
