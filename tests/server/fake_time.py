"""Time that passes only when a test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Call:
    """Something to be called when its time has come."""

    at: float
    callback: Callable[[], object]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


class FakeTime:
    """A time source of the server that stands still between two calls of `pass_by`."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.time = now
        self.calls: list[Call] = []

    def now(self) -> float:
        return self.time

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Call:
        call = Call(self.time + seconds, callback)
        self.calls.append(call)
        return call

    @property
    def waiting(self) -> list[float]:
        """When something is to be called, in order."""
        return sorted(call.at for call in self.calls if not call.cancelled)

    async def pass_by(self, seconds: float) -> None:
        """Let time pass; what is due is called, and what that starts gets its turn."""
        until = self.time + seconds
        while due := [call for call in self.calls if not call.cancelled and call.at <= until]:
            first = min(due, key=lambda call: call.at)
            self.calls.remove(first)
            self.time = max(self.time, first.at)
            first.callback()
            await asyncio.sleep(0)
        self.time = until
