"""Times in which no process could commit: they are nobody's loss."""

from __future__ import annotations

from bisect import bisect_right, insort
from dataclasses import dataclass, field

TOLERATED = 0.25  # seconds without a note that a process can commit; a longer gap is an outage


@dataclass
class Outages:
    """The outages on record, in order; they never overlap. All clocks of a process share one object."""

    spans: list[tuple[float, float]] = field(default_factory=list)

    def add(self, began: float, ended: float) -> None:
        """Note another outage."""
        if (began, ended) not in self.spans:
            insort(self.spans, (began, ended))

    @property
    def count(self) -> int:
        """How many are known."""
        return len(self.spans)

    def within(self, start: float, end: float) -> float:
        """Return how many seconds of a stretch of time were outages."""
        return sum(
            max(0.0, min(ended, end) - max(began, start))
            for began, ended in self._since(start)
            if began < end
        )

    def delay(self, start: float, seconds: float) -> float:
        """Return when so many seconds have passed since `start`, outages not counted."""
        end = start + seconds
        for began, ended in self._since(start):
            if began >= end:
                break
            end += ended - max(began, start)
        return end

    def _since(self, start: float) -> list[tuple[float, float]]:
        """Return the outages that had not ended by then."""
        first = bisect_right(self.spans, start, key=lambda span: span[1])
        return self.spans[first:]
