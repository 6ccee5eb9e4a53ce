"""What a search is given and what it says: limits, scores, lines."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from ruche import words
from ruche.engine.search import SURE_WIN, WHOLE_WIN
from ruche.rules.action import Action


@dataclass(frozen=True)
class Limit:
    """When a search ends by itself: whatever comes first; with nothing given, never."""

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


@dataclass(frozen=True, order=True)
class Score:
    """How good a position is for a player, in hundredths of a point, or a forced win or loss."""

    value: int
    winners_actions: int | None = field(default=None, compare=False)  # where sides do not take turns (K5)

    @property
    def plies(self) -> int | None:
        """How many actions of both sides a forced win takes; negative for a loss; None if none is forced."""
        if abs(self.value) <= SURE_WIN:
            return None
        plies = WHOLE_WIN - abs(self.value)
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
        """The score in points, about one for each neighbour of a royal filled."""
        return self.value / 100

    @property
    def chance(self) -> float:
        """The share of the points that a player may expect, 0 to 1."""
        if self.plies is not None:
            return 1.0 if self.value > 0 else 0.0
        return 1 / (1 + 10 ** (-self.value / 250))

    def __neg__(self) -> Score:
        return Score(-self.value, self.winners_actions)

    def say(self, language: str) -> str:
        """Return the score as a player reads it: `+1.25`, `wins in 3`."""
        if self.wins_in is None:
            return f"{self.points:+.2f}"
        return words.say("score.wins" if self.value > 0 else "score.loses", language, n=abs(self.wins_in))

    def __str__(self) -> str:
        return self.say("en")


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
        """Return the line that UHP shows while an engine thinks: `Move;depth;score;PV...`."""
        actions = self.lines[0].actions
        return ";".join(map(str, [actions[0], self.depth, self.score, *actions]))
