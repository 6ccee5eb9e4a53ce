"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

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


@dataclass(frozen=True)
class Outcome:
    """The winner, None for a draw, and why."""

    winner: Colour | None
    why: EndReason

    def __init__(self, winner: Colour | None, why: EndReason | str) -> None:
        object.__setattr__(self, "winner", winner)
        object.__setattr__(self, "why", EndReason(why))

    @property
    def state(self) -> str:
        """The outcome as UHP writes it: Draw, WhiteWins or BlackWins."""
        return "Draw" if self.winner is None else f"{self.winner}Wins"
