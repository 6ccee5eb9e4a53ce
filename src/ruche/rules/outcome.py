"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass

from ruche.rules.facts.colours import Colour


@dataclass(frozen=True)
class Outcome:
    """The winner, None for a draw, and why: surrounded, both, removed or repetition."""

    winner: Colour | None
    why: str

    @property
    def state(self) -> str:
        """The outcome as UHP writes it: Draw, WhiteWins or BlackWins."""
        return "Draw" if self.winner is None else f"{self.winner}Wins"
