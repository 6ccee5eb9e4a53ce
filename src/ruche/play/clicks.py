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

from ruche import Hex, Piece, Position
from ruche.rules.action import ON_TOP, Action
from ruche.rules.core.codes import CELL, KIND, MOVE, PLACE
from ruche.rules.explain import probe
from ruche.rules.explain.actors import Actors
from ruche.rules.facts import bugs
from ruche.rules.facts.hexes import hex_seen_from
from ruche.rules.facts.pieces import NEUTRAL_NAME

Clicks = tuple[str, ...]
ACTING_ON_ANOTHER = {f"do:{kind}" for kind in bugs.ACTION_KINDS.values()}


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


@lru_cache(maxsize=1 << 16)
def cell_token(anchor: int, cell: int) -> str:
    return hex_token(hex_seen_from(anchor, cell))


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
    return [SpelledAction(action, clicks) for action, clicks in spellings(position)]


def spellings(position: Position) -> list[tuple[Action, Clicks]]:
    """Return what `spell` returns, as plain pairs: for those who do so with every action that is played."""
    speller = Speller(position)
    ways = speller.first_ways()
    ways += speller.other_ways(ways)
    meanings = Counter([clicks for _, clicks, _ in ways])
    if len(meanings) < len(ways):
        # Two actions of one kind with the same clicks: the later spelling is left out, it has another.
        first = {(clicks, last): action for action, clicks, last in reversed(ways)}
        if len(first) < len(ways):
            ways = [way for way in ways if first[way[1], way[2]] is way[0]]
            meanings = Counter([clicks for _, clicks, _ in ways])
    unclear = _beginnings(meanings) & meanings.keys()
    if len(meanings) < len(ways):
        unclear |= {clicks for clicks, count in meanings.items() if count > 1}
    if not unclear:
        return [(action, clicks) for action, clicks, _ in ways]
    return [(action, (*clicks, last) if clicks in unclear else clicks) for action, clicks, last in ways]


# One way to spell an action: its clicks, and the token that tells it apart from others with the same clicks.
Way = tuple[Action, Clicks, str]


def _beginnings(spellings: Iterable[Clicks]) -> set[Clicks]:
    """Return with what longer clicks begin, as far as shorter ones could be just that."""
    lengths = {len(clicks) for clicks in spellings}
    if len(lengths) < 2:
        return set()
    shortest = min(lengths)
    return {clicks[:n] for clicks in spellings for n in range(shortest, len(clicks))}


class Speller:
    """The clicks of the actions of one position. Tokens of hexes and of pieces in the hand are made once."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.actions: list[Action] = position.legal_actions() if position.choosing is None else []
        self.hexes: dict[int, str] = {}  # by cell
        self.tokens: dict[int, str] = {}  # of pieces that can enter, by their ids
        self.faces: dict[str, set[str]] = {}  # that each of these tokens can show
        self.entering: dict[int, Clicks] = {}  # the clicks before the hex, by piece and face
        self.note_faces()

    def note_faces(self) -> None:
        """Learn which faces each piece of the hand can show."""
        noted: set[int] = set()
        for action in self.actions:
            if action.code & KIND != PLACE or action.shown in noted:
                continue
            noted.add(action.shown)
            piece = action.piece
            assert piece is not None
            token = self.tokens.get(piece.id)
            if token is None:  # where faces are fixed, a piece has its face in the hand too
                shown = piece if action.game_type.faces_fixed else action.game_type.pieces[piece.id]
                token = self.tokens[piece.id] = hand_token(shown)
                self.faces.setdefault(token, set())
            self.faces[token].add(piece.bug.name)

    def hex(self, action: Action, cell: int) -> str:
        """Return the token of a cell in the position of an action."""
        token = self.hexes.get(cell)
        if token is None:
            compact = action.hex_by_cell is None
            token = cell_token(action.anchor, cell) if compact else hex_token(action.hex_of(cell))
            self.hexes[cell] = token
        return token

    def first_ways(self) -> list[Way]:
        """Return the clicks of each action, before it is distinguished from others with the same clicks."""
        ways: list[Way] = []
        clicks: Clicks
        for action in self.actions:
            kind = action.code & KIND
            if kind == MOVE:
                clicks = (self.hex(action, action.start), self.hex(action, action.code & CELL))
                ways.append((action, clicks, "do:climb" if action.way == ON_TOP else "do:move"))
            elif kind == PLACE:
                clicks = (*self.choosing(action), self.hex(action, action.code & CELL))
                ways.append((action, clicks, "do:place"))
            else:
                ways.append((action, self.special(action), f"do:{action.kind}"))
        return ways

    def choosing(self, action: Action) -> Clicks:
        """Return the clicks that choose a piece of the hand: with its face, where it could show another."""
        clicks = self.entering.get(action.shown)
        if clicks is None:
            piece = action.piece
            assert piece is not None
            token = self.tokens[piece.id]
            clicks = (token, f"face:{piece.bug.name}") if len(self.faces[token]) > 1 else (token,)
            self.entering[action.shown] = clicks
        return clicks

    def special(self, action: Action) -> Clicks:
        """Return the clicks of an action that is neither a move nor a placing."""
        kind, piece = action.kind, action.piece
        if kind == "turn":
            return (f"do:{NEUTRAL_NAME}",)
        if piece is None:
            return (f"do:{kind}",)
        if kind == "steal":
            return (f"do:steal:{piece}",)
        if kind == "flip":
            return (self.hex(action, action.start), "do:flip")
        target = action.target
        assert target is not None
        return (self.hex(action, action.start), self.hex(action, probe.cell(self.position, target.id)))

    def other_ways(self, ways: list[Way]) -> list[Way]:
        """Return other clicks that spell actions: from the victim, or from who makes a piece act."""
        actors = Actors(self.position)
        reached, controls = actors.reached, bool(actors.ticks)
        found: list[Way] = []
        for action, clicks, last in ways:
            kind = action.code & KIND
            if kind != MOVE and kind != PLACE and last in ACTING_ON_ANOTHER:
                found.append((action, clicks[::-1], last))
            if controls or (kind == MOVE and action.code & CELL in reached):
                by = [self.hex(action, probe.cell(self.position, actor)) for actor in actors.of(action)]
                found += [(action, (token, *clicks), last) for token in by]
        return found
