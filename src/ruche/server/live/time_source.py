"""The time of the server; tests hand in one of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

SLEW = 0.0005  # seconds a second by which time is corrected, at most, where somebody has set a clock
MISMEASURED = 1.0  # seconds up to which a difference is a fault of measuring, which players would pay for
QUICK_SLEW = 0.03  # seconds a second by which that is corrected
SLEWED_FOR = 2.0  # seconds that one correction stands for, at most


class Timer(Protocol):
    """A call that is still to come."""

    def cancel(self) -> None:
        """Drop the call."""


class TimeSource(Protocol):
    """Says what time it is, calls back later, and lets time pass."""

    def now(self) -> float:
        """Return the seconds since 1970."""

    def anchor(self, now: float) -> None:
        """Say what time it is; only at the start."""

    def slew(self, ahead: float) -> None:
        """Draw nearer to the time of another that is so far ahead, without a step."""

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Call back once so many seconds have passed."""

    async def sleep(self, seconds: float) -> None:
        """Return once so many seconds have passed."""


class AnchoredTime:
    """The time at the start, carried on by a monotonic clock: steps of the system's clock are not felt."""

    sleep = staticmethod(asyncio.sleep)

    def __init__(
        self, monotonic: Callable[[], float] = time.monotonic, system: Callable[[], float] = time.time
    ) -> None:
        self.monotonic = monotonic
        self.anchor(system())

    def now(self) -> float:
        """Return the seconds since 1970."""
        return self.monotonic() + self.offset

    def anchor(self, now: float) -> None:
        """Say what time it is."""
        self.slewed = self.monotonic()
        self.offset = now - self.slewed

    def slew(self, ahead: float) -> None:
        """Draw nearer to the time of another that is so far ahead, without a step."""
        clock = self.monotonic()
        rate = QUICK_SLEW if abs(ahead) <= MISMEASURED else SLEW
        most = rate * min(clock - self.slewed, SLEWED_FOR)
        self.slewed = clock
        self.offset += max(-most, min(most, ahead))

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Call back once so many seconds have passed."""
        return asyncio.get_running_loop().call_later(seconds, callback)
