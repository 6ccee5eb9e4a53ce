"""Figures for the operator: how long human actions take, how many come."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

KEPT_TIMES = 2000


class Figures:
    """Counts and times by a clock, since the server started."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.started = clock()
        self.actions = 0
        self.refused = 0
        self.times: deque[float] = deque(maxlen=KEPT_TIMES)
        self.thoughts: deque[float] = deque(maxlen=KEPT_TIMES)

    def acted(self, seconds: float) -> None:
        """Note how long a human action took, from the request to the acknowledgement."""
        self.actions += 1
        self.times.append(seconds)

    def thought(self, seconds: float) -> None:
        """Note how long the machine took for an action, waiting included."""
        self.thoughts.append(seconds)

    def summary(self) -> dict[str, float | str]:
        """Return the figures by name; times in milliseconds."""
        return {
            "up.seconds": round(self.clock() - self.started),
            "actions.since_start": self.actions,
            "actions.refused": self.refused,
            "latency.p50_ms": percentile(self.times, 50),
            "latency.p99_ms": percentile(self.times, 99),
            "thinking.p50_ms": percentile(self.thoughts, 50),
            "thinking.p99_ms": percentile(self.thoughts, 99),
        }


def percentile(times: deque[float], percent: int) -> float:
    """Return the time, in milliseconds, that so many of a hundred keep to; 0 if there are none."""
    if not times:
        return 0.0
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)], 2)
