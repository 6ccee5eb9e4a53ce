"""The time of the server; tests hand in one of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """A call that is still to come."""

    def cancel(self) -> None:
        """Drop the call."""


class TimeSource(Protocol):
    """Says what time it is, and calls back later."""

    def now(self) -> float:
        """Return the seconds since 1970."""

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Call back once so many seconds have passed."""


class SystemTime:
    """The system's time."""

    now = staticmethod(time.time)

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Timer:
        """Call back once so many seconds have passed."""
        return asyncio.get_running_loop().call_later(seconds, callback)
