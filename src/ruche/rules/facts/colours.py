"""The two sides."""

from __future__ import annotations

from enum import IntEnum


class Colour(IntEnum):
    """A side, or its pieces; White begins."""

    WHITE = 0
    BLACK = 1

    @property
    def letter(self) -> str:
        """`w` or `b`, as in notation."""
        return "wb"[self]

    @property
    def other(self) -> Colour:
        """The opponent."""
        return Colour(1 - self)

    def __bool__(self) -> bool:
        """Both are true: `if outcome.winner` asks whether somebody has won."""
        return True

    def __str__(self) -> str:
        return self.name.capitalize()


WHITE, BLACK = Colour.WHITE, Colour.BLACK
NEUTRAL = 2  # the colour of the Honeycombo, in the arrays of the hive
