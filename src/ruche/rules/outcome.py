"""How a game ended."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Self

from ruche.rules.facts.colours import Colour


class EndReason(StrEnum):
    """Why a game has ended: on the board, or by what the players did (E5)."""

    SURROUNDED = "surrounded"
    BOTH = "both"  # both royals surrounded at once
    REMOVED = "removed"  # a royal taken by a predator
    REPETITION = "repetition"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    TIME = "time"
    UNKNOWN = "unknown"  # a record does not say


class GameState(StrEnum):
    """How far a game is, or how it has ended, as UHP writes it."""

    NOT_STARTED = "NotStarted"
    IN_PROGRESS = "InProgress"
    DRAW = "Draw"
    WHITE_WINS = "WhiteWins"
    BLACK_WINS = "BlackWins"


class _OutcomeFields(NamedTuple):  # apart, since a named tuple cannot say how it is made
    winner: Colour | None
    why: EndReason


class Outcome(_OutcomeFields):
    """How a game ended: the winner, None for a draw, and the reason."""

    __slots__ = ()

    def __new__(cls, winner: Colour | None, why: EndReason | str) -> Self:
        return super().__new__(cls, winner, EndReason(why))

    @property
    def state(self) -> GameState:
        """The outcome as UHP writes it: Draw, WhiteWins or BlackWins."""
        return GameState.DRAW if self.winner is None else WINS[self.winner]


WINS = (GameState.WHITE_WINS, GameState.BLACK_WINS)
