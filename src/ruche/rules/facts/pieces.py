"""Pieces: one physical tile each, of one colour, with one or two faces."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from ruche.rules.facts.bugs import NEUTRAL_BUG, Bug
from ruche.rules.facts.colours import Colour

NEUTRAL_NAME = NEUTRAL_BUG.letter  # of the piece that is nobody's
# A pattern of what may be the name of a piece (N). Which names a game has is in `GameType.by_name`.
PIECE_NAME = rf"(?:{NEUTRAL_NAME}|[wb][A-Z][0-9]?)"


class Kind(NamedTuple):
    """Pieces that are alike: their faces, how many each player has, whether they may be flipped."""

    faces: tuple[Bug, ...]
    count: int  # type: ignore[assignment]  # not the method of tuples
    flips: bool


class _PieceFields(NamedTuple):  # apart, since a named tuple has no room for a cached name
    id: int
    colour: Colour | None  # None: the neutral
    bug: Bug
    number: int  # 0 where a player has only one of the kind


class Piece(_PieceFields):
    """A piece as it lies: `id` says which tile it is, `bug` which face it shows."""

    @cached_property
    def name(self) -> str:
        """The piece in notation: `wA1`, `bQ`, `hc`."""
        if self.colour is None:
            return self.bug.letter
        return f"{self.colour.letter}{self.bug.letter}{self.number or ''}"

    @property
    def is_royal(self) -> bool:
        """Whether its player loses with it, whichever face it shows."""
        return self.bug.is_royal

    def __str__(self) -> str:
        return self.name
