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
from functools import cached_property, lru_cache
from typing import NamedTuple

from ruche import Action, Hex, Piece, Position
from ruche.rules.core.codes import MOVE, PLACE
from ruche.rules.explain.actors import Actors
from ruche.rules.facts import bugs

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
    ways += _other_ways(speller, ways)
    meanings = Counter([clicks for _, clicks, _ in ways])
    if len(meanings) < len(ways):
        # Two actions of one kind with the same clicks: the later spelling is left out, it has another.
        first = {(clicks, last): action for action, clicks, last in reversed(ways)}
        if len(first) < len(ways):
            ways = [way for way in ways if first[way[1], way[2]] is way[0]]
            meanings = Counter([clicks for _, clicks, _ in ways])
    unclear = _beginnings(meanings) & meanings.keys()
    unclear |= {clicks for clicks, count in meanings.items() if count > 1}
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
        self.actions = position.legal_actions() if position.choosing is None else []
        self.outlines = [action.outline() for action in self.actions]
        self.hexes: dict[int, str] = {}  # by cell
        self.tokens: dict[int, str] = {}  # of pieces that can enter, by their ids
        self.faces: dict[str, set[str]] = {}  # that each of these tokens can show
        self.entering: dict[int, Clicks] = {}  # the clicks before the hex, by piece and face
        pairs = zip(self.outlines, self.actions, strict=True)
        for action in {outline[1]: action for outline, action in pairs if outline[0] == PLACE}.values():
            self._note(action)

    @cached_property
    def tops(self) -> dict[int, str]:
        """The tokens of the pieces that lie on top, by their ids."""
        return {stack[-1].id: hex_token(place) for place, stack in self.position.stacks.items()}

    def _note(self, action: Action) -> None:
        piece = action.piece
        assert piece is not None
        token = self.tokens.get(piece.id)
        if token is None:  # where faces are fixed, a piece has its face in the hand too
            fixed = action.game_type.faces_fixed
            token = self.tokens[piece.id] = hand_token(piece if fixed else action.game_type.pieces[piece.id])
            self.faces.setdefault(token, set())
        self.faces[token].add(piece.bug.name)

    def hex(self, action: Action, cell: int) -> str:
        """Return the token of a cell in the position of an action."""
        token = self.hexes.get(cell)
        if token is None:
            token = self.hexes[cell] = hex_token(action.hex_of(cell))
        return token

    def first_ways(self) -> list[Way]:
        """Return the clicks of each action, before it is distinguished from others with the same clicks."""
        hexes = self.hexes
        ways: list[Way] = []
        clicks: Clicks
        for action, (kind, shown, start, to, climbs) in zip(self.actions, self.outlines, strict=True):
            if kind == MOVE:
                clicks = (hexes.get(start) or self.hex(action, start), hexes.get(to) or self.hex(action, to))
                ways.append((action, clicks, "do:climb" if climbs else "do:move"))
            elif kind == PLACE:
                clicks = (*self._entering(action, shown), hexes.get(to) or self.hex(action, to))
                ways.append((action, clicks, "do:place"))
            else:
                ways.append((action, self._special(action, start), f"do:{action.kind}"))
        return ways

    def _entering(self, action: Action, shown: int) -> Clicks:
        """Return the clicks that choose a piece of the hand: with its face, where it could show another."""
        clicks = self.entering.get(shown)
        if clicks is None:
            piece = action.piece
            assert piece is not None
            token = self.tokens[piece.id]
            clicks = (token, f"face:{piece.bug.name}") if len(self.faces[token]) > 1 else (token,)
            self.entering[shown] = clicks
        return clicks

    def _special(self, action: Action, start: int) -> Clicks:
        """Return the clicks of an action that is neither a move nor a placing."""
        kind, piece = action.kind, action.piece
        if kind == "turn":
            return ("do:hc",)
        if piece is None:
            return (f"do:{kind}",)
        if kind == "steal":
            return (f"do:steal:{piece}",)
        if kind == "flip":
            return (self.hex(action, start), "do:flip")
        target = action.target
        assert target is not None
        return (self.hex(action, start), self.tops[target.id])


def _other_ways(speller: Speller, ways: list[Way]) -> list[Way]:
    """Return other clicks that spell actions: from the victim, or from who makes a piece act."""
    actors = Actors(speller.position)
    found: list[Way] = []
    for (action, clicks, last), (_, _, _, to, _) in zip(ways, speller.outlines, strict=True):
        if last in ACTING_ON_ANOTHER:
            found.append((action, clicks[::-1], last))
        if to in actors.reached or actors.ticks:
            found += [(action, (speller.tops[actor], *clicks), last) for actor in actors.of(action)]
    return found
