"""What a search is given and what it reports: limits, lines, information on each depth."""

from __future__ import annotations

import math
from dataclasses import dataclass

from ruche.engine.score import Score
from ruche.rules.action import Action

SHORTEST = 0.05  # seconds for an action, however short the clock is


@dataclass(frozen=True)
class Limit:
    """When a search ends by itself: at the limit that is reached first; without any limit, never."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None and not 0 <= self.seconds < math.inf:
            raise ValueError(f"{self.seconds!r} seconds are no limit; expected 0 or more")
        for name in ("depth", "nodes"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise ValueError(f"a {name} of {value!r} is no limit; expected 1 or more")


def seconds_for(left: float, increment: float, most: float) -> float:
    """Return how long to think about an action, with `left` seconds on the clock.

    A share of the clock and half the increment, but never more than a third of what is left: an engine
    that overstays loses the game.
    """
    return max(SHORTEST, min(most, left / 25 + increment / 2, left / 3))


@dataclass(frozen=True)
class Line:
    """A score, and the actions by which it is reached."""

    score: Score
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class Info:
    """What a search found out so far; scores are for the side to move."""

    depth: int
    nodes: int
    seconds: float
    lines: tuple[Line, ...]

    @property
    def score(self) -> Score:
        """The score of the best line."""
        return self.lines[0].score

    @property
    def speed(self) -> int:
        """Nodes a second."""
        return int(self.nodes / max(self.seconds, 1e-6))

    def __str__(self) -> str:
        """Return the line that a UHP engine prints while it thinks: `Move;depth;score;PV...`."""
        actions = self.lines[0].actions
        return ";".join(map(str, [actions[0], self.depth, f"{self.score.points:.2f}", *actions]))
