"""Time that passes only when a test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial


@dataclass
class Call:
    """Something to be called when its time has come."""

    at: float
    callback: Callable[[], object]
    sleeper: asyncio.Task[object] | None = None
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


def _wake(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


class FakeTime:
    """A time source of the server that stands still between two calls of `pass_by`."""

    def __init__(self, now: float = 1_000_000.0) -> None:
        self.time = now
        self.calls: list[Call] = []
        self.sleeping: dict[asyncio.Task[object], float] = {}

    def now(self) -> float:
        return self.time

    def call_later(self, seconds: float, callback: Callable[[], object]) -> Call:
        call = Call(self.time + seconds, callback)
        self.calls.append(call)
        return call

    def anchor(self, now: float) -> None:
        """A test says what time it is, nobody else."""

    def slew(self, ahead: float) -> None:
        """A test says what time it is, nobody else."""

    async def sleep(self, seconds: float) -> None:
        """Sleep until a test lets so much time pass."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        task = asyncio.current_task()
        assert task is not None
        self.sleeping[task] = self.time + seconds
        self.calls.append(Call(self.time + seconds, partial(_wake, future), task))
        try:
            await future
        finally:
            self.sleeping.pop(task, None)

    @property
    def waiting(self) -> list[float]:
        """When something is to be called, in order; sleepers aside."""
        return sorted(call.at for call in self.calls if not call.cancelled and call.sleeper is None)

    async def pass_by(self, seconds: float) -> None:
        """Let time pass; what is due is called, and what that starts gets its turn."""
        until = self.time + seconds
        while due := [call for call in self.calls if not call.cancelled and call.at <= until]:
            first = min(due, key=lambda call: call.at)
            self.calls.remove(first)
            self.time = max(self.time, first.at)
            first.callback()
            await asyncio.sleep(0)
            while first.sleeper and not first.sleeper.done() and first.sleeper not in self.sleeping:
                await asyncio.sleep(0.0005)  # until it sleeps again
        self.time = until
