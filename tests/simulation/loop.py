"""An event loop whose time passes only in its own mind, and that can stop, stall or kill a process in it.

Callbacks run first come, first served, as asyncio promises. All chance is in when the fake edges answer.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Protocol

MOST_STEPS = 2_000_000  # callbacks in one run: more is a loop that does not end


class Host(Protocol):
    """A process of the simulation: what runs in its context dies with it."""

    alive: bool
    stalled_until: float
    steps: int

    def before_step(self) -> None:
        """Something runs next."""


HOST: contextvars.ContextVar[Host | None] = contextvars.ContextVar("HOST", default=None)


class EndlessError(Exception):
    """The simulation waits for ever, or never waits."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """Jumps from one timer to the next. What belongs to a dead process never runs again."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self  # see select()
        self.clock = 0.0
        self.steps = 0
        self.buried: list[tuple[Any, tuple[Any, ...], contextvars.Context]] = []  # callbacks of the dead
        self.mortal = True
        self.tasks: list[asyncio.Task[Any]] = []  # asyncio holds them weakly, and the dead have nobody else
        self.errors: list[dict[str, Any]] = []
        self.set_exception_handler(lambda _, context: self.errors.append(context))
        self.set_task_factory(self._make_task)
        self.cancel_at: Callable[[str], int | None] = lambda _: None  # by a task's name: at which await

    def time(self) -> float:
        return self.clock

    # -- what BaseEventLoop asks of a selector -----------------------------------------------------

    def select(self, timeout: float | None) -> list[object]:
        """Let time pass until the next timer."""
        if timeout is None:
            raise EndlessError("everybody waits, and no timer runs")
        if timeout > 0:
            self.clock = max(self.clock, self._scheduled[0].when())  # type: ignore[attr-defined]
        return []

    def _process_events(self, events: list[object]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody waits in select()."""

    # -- processes -----------------------------------------------------------------------------------

    def call_soon(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Any = None
    ) -> asyncio.Handle:
        host = context.get(HOST) if context is not None else HOST.get()
        if host is None:
            return super().call_soon(callback, *args, context=context)
        return super().call_soon(self._run_in, host, callback, args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        host = context.get(HOST) if context is not None else HOST.get()
        if host is None:
            return super().call_at(when, callback, *args, context=context)
        return super().call_at(when, self._run_in, host, callback, args, context=context)

    def _run_in(self, host: Host, callback: Any, args: tuple[Any, ...]) -> None:
        """Run a callback of a process, unless it is dead; while it stalls, later and in the same order."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise EndlessError("too many steps")
        if host.alive:
            host.before_step()
        if not host.alive and self.mortal:
            self.buried.append((callback, args, contextvars.copy_context()))
        elif host.stalled_until > self.clock and self.mortal:
            super().call_at(host.stalled_until, self._run_in, host, callback, args)
        else:
            callback(*args)

    def raise_the_dead(self) -> None:
        """Let everything run again, so that it can be ended: asyncio forgets no task."""
        self.mortal = False
        for callback, args, context in self.buried:
            super().call_soon(callback, *args, context=context)
        self.buried.clear()

    # -- cancelling --------------------------------------------------------------------------------

    def _make_task(self, loop: asyncio.AbstractEventLoop, coro: Any, **settings: Any) -> asyncio.Task[Any]:
        name = getattr(coro, "__qualname__", "")
        k = self.cancel_at(name)
        counted = coro if k is None else Counted(coro, k)
        task = asyncio.Task(counted, loop=loop, **settings)
        if isinstance(counted, Counted):
            counted.task = task
        self.tasks.append(task)
        return task


class Counted(Coroutine[Any, Any, Any]):
    """A coroutine whose task is cancelled where it waits for the k-th time."""

    def __init__(self, coro: Coroutine[Any, Any, Any], k: int) -> None:
        self.coro = coro
        self.left = k
        self.task: asyncio.Task[Any] | None = None

    def send(self, value: Any) -> Any:
        waited_for = self.coro.send(value)
        self._count()
        return waited_for

    def throw(self, *error: Any) -> Any:
        waited_for = self.coro.throw(*error)
        self._count()
        return waited_for

    def close(self) -> None:
        self.coro.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        raise TypeError("only a task runs it")

    def _count(self) -> None:
        self.left -= 1
        if self.left == 0 and self.task is not None:
            asyncio.get_running_loop().call_soon(self.task.cancel)
