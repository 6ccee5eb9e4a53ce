"""Scores: the numbers that the search computes with, and the value that its callers see."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ruche import words

WIN = 30_000  # less the number of actions to the win
MATE_BOUND = WIN - 1_000  # a score beyond it is a forced win
INFINITE = 32_000
CHANCE_SCALE = 250  # hundredths of a point at which ten to one is expected


@dataclass(frozen=True, order=True)
class Score:
    """How good a position is for a player, in hundredths of a point, or a forced win or loss."""

    value: int
    winners_actions: int | None = field(default=None, compare=False)  # where sides do not take turns (K5)
    scale: int = field(default=CHANCE_SCALE, compare=False)  # that of the game type: `calibration.py`

    @property
    def plies(self) -> int | None:
        """How many actions of both sides a forced win takes; negative for a forced loss; else None."""
        if abs(self.value) <= MATE_BOUND:
            return None
        plies = WIN - abs(self.value)
        return plies if self.value > 0 else -plies

    @property
    def wins_in(self) -> int | None:
        """How many actions of the winner a forced win takes; negative for a loss."""
        if self.plies is None:
            return None
        actions = self.winners_actions or (abs(self.plies) + 1) // 2
        return actions if self.plies > 0 else -actions

    @property
    def points(self) -> float:
        """The score in points; a point is about one filled neighbour of a royal."""
        return self.value / 100

    @property
    def chance(self) -> float:
        """The share of the points that a player may expect, 0 to 1."""
        if self.plies is not None:
            return 1.0 if self.value > 0 else 0.0
        return 1 / (1 + 10 ** (-self.value / self.scale))

    def __neg__(self) -> Score:
        return replace(self, value=-self.value)

    def say(self, language: str) -> str:
        """Return the score as a player reads it: `+1.25`, `wins in 3`."""
        if self.wins_in is None:
            return words.say("score.points", language, points=self.points)
        return words.say("score.wins" if self.value > 0 else "score.loses", language, n=abs(self.wins_in))

    def __str__(self) -> str:
        return self.say("en")
