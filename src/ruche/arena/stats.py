"""How much stronger a player is: Elo with error bars, and a sequential test that stops once it is sure.

Games come in pairs from one opening with colours swapped. The two games of a pair are not independent, so
the pair is the unit: it scores 0 to 2 points, and its scores are counted in five boxes (pentanomial). Games
without a partner are counted in three boxes (trinomial).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ruche.players.spec import PlayerError

LIKELY = 1.959963984540054  # standard deviations on either side that hold 95 %
PRIOR = 1.0  # presumed in every box, so that a few results alike do not pass for a small variance
ENOUGH = 10  # games or pairs without which their variance is a guess


def elo_of_score(score: float) -> float:
    """Return the rating difference at which a share of the points is expected.

    >>> round(elo_of_score(0.75), 1)
    190.8
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


def score_of_elo(elo: float) -> float:
    """Return the share of the points expected at a rating difference.

    >>> score_of_elo(0)
    0.5
    """
    return 1 / (1 + 10 ** min(-elo / 400, 300))  # a float goes no farther


@dataclass(frozen=True)
class Tally:
    """Results from the first player's side: how often each score was made, from nothing to everything."""

    boxes: tuple[int, ...]  # three: lost, drawn, won; or five: pairs with 0 to 2 points by halves

    @staticmethod
    def of_games(scores: Iterable[float]) -> Tally:
        return Tally(_count([int(2 * score) for score in scores], 3))

    @staticmethod
    def of_pairs(scores: Iterable[tuple[float, float]]) -> Tally:
        return Tally(_count([int(2 * (one + two)) for one, two in scores], 5))

    @property
    def count(self) -> int:
        return sum(self.boxes)

    @property
    def score(self) -> float:
        """The share of the points; a half if nothing was played."""
        top = len(self.boxes) - 1
        return sum(i * n for i, n in enumerate(self.boxes)) / (top * self.count) if self.count else 0.5

    def moments(self) -> tuple[float, float]:
        """Return mean and variance of one score, one of every result presumed."""
        top = len(self.boxes) - 1
        weights = [n + PRIOR for n in self.boxes]
        total = sum(weights)
        mean = sum(w * i / top for i, w in enumerate(weights)) / total
        variance = sum(w * (i / top - mean) ** 2 for i, w in enumerate(weights)) / total
        return mean, variance

    @property
    def deviation(self) -> float:
        """The standard error of the score."""
        return math.sqrt(self.moments()[1] / self.count) if self.count else math.inf

    @property
    def elo(self) -> float:
        return elo_of_score(self.score)

    def bounds(self) -> tuple[float, float]:
        """Return between which ratings the difference lies in 95 of 100 cases; infinite is unknown."""
        if not self.count:
            return -math.inf, math.inf
        mean, error = self.moments()[0], LIKELY * self.deviation
        # The observed result is never outside: a player who has won everything has no upper bound.
        return elo_of_score(min(mean - error, self.score)), elo_of_score(max(mean + error, self.score))

    @property
    def superiority(self) -> float:
        """How likely it is that the first player is the stronger one."""
        if not self.count:
            return 0.5
        return 0.5 * (1 + math.erf((self.moments()[0] - 0.5) / (self.deviation * math.sqrt(2))))


def _count(values: Sequence[int], boxes: int) -> tuple[int, ...]:
    return tuple(values.count(i) for i in range(boxes))


@dataclass(frozen=True)
class Sprt:
    """Wald's sequential test: is the difference rather `elo1` than `elo0`?

    `alpha` is how often it may accept `elo1` though `elo0` is true, `beta` the other way round. The
    likelihood ratio is that of the normal distribution with the variance found (the generalised test). The
    variance of a few results may be far too small, which is why some are presumed and there is no verdict
    before `ENOUGH`.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise PlayerError("elo_order", elo0=self.elo0, elo1=self.elo1)
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise PlayerError("risks", alpha=self.alpha, beta=self.beta)

    @property
    def limits(self) -> tuple[float, float]:
        """The log-likelihood ratios at which it stops."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, tally: Tally) -> float:
        if not tally.count:
            return 0.0
        score0, score1 = score_of_elo(self.elo0), score_of_elo(self.elo1)
        # What is presumed speaks for neither side: it lies in the middle and only makes the rest count less.
        found = tally.count / (tally.count + PRIOR * len(tally.boxes))
        lead = found * (2 * tally.score - score0 - score1)
        return tally.count * (score1 - score0) * lead / (2 * tally.moments()[1])

    def verdict(self, tally: Tally) -> str | None:
        """Return `elo0` or `elo1` once one of them is accepted."""
        if tally.count < ENOUGH:
            return None
        low, high = self.limits
        ratio = self.ratio(tally)
        if ratio <= low:
            return "elo0"
        return "elo1" if ratio >= high else None
