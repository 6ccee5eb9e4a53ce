"""A whole simulated world: a database, processes, a network, visitors, and what is true of them."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import itertools
import logging
import traceback
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.simulation.disk import Disk
from tests.simulation.loop import SimulatedLoop
from tests.simulation.network import Network
from tests.simulation.process import Process
from tests.simulation.workers import WorkerTrouble

from ruche.server.live import replicas
from ruche.server.live.replica import Replica

EPOCH = 1_750_000_000.0  # when every simulation begins
SLOWLY = 60  # seconds until everything has ended, at most


@dataclass
class Ledger:
    """What visitors asked for and what they were told."""

    asked: dict[str, dict[str, Any]] = field(default_factory=dict)  # by request id: game, kind, body
    acknowledged: dict[str, int] = field(default_factory=dict)  # by request id: the sequence number
    created: dict[str, set[str]] = field(default_factory=dict)  # by request id: the games it was told to make
    arrivals: dict[str, list[float]] = field(default_factory=dict)  # by request id: when it reached a server
    tokens: dict[str, dict[str, str]] = field(default_factory=dict)  # by game: side to token
    invites: dict[str, str] = field(default_factory=dict)


class World:
    """Everything in one simulation. The same seed gives the same world."""

    def __init__(
        self, seed: object, *, processes: int = 1, shared: bool | None = None, trace: bool = False
    ) -> None:
        self.seed = seed
        self.shared = processes > 1 if shared is None else shared
        self.loop = SimulatedLoop()
        self.context = contextvars.Context()
        self.trace: list[str] | None = [] if trace else None
        self.numbers = 0
        self.step = 0.0  # by which somebody has set the system's clock
        self.database_step = 0.0  # and that of the database
        self.troubled: list[tuple[float, float]] = []  # spans of faults
        self.stalls: list[tuple[float, float]] = []  # spans in which some process stood still
        self.down: list[tuple[float, float]] = []  # spans in which no process could commit
        self.down_since: float | None = 0.0
        self.ledger = Ledger()
        self.problems: list[str] = []
        self.expected: tuple[str, ...] = ()  # errors in the server's log that a story wants
        self.worker_trouble = WorkerTrouble()
        self.disk = Disk(self)
        self.network = Network(self)
        self.replicas: list[
            tuple[object, Replica]
        ] = []  # every object of a game, with the life it belongs to
        self.visitors: list[Any] = []
        self.over = False  # whether nothing counts any more
        self.playing = True  # whether visitors begin anything new
        self.processes = [Process(self, number) for number in range(processes)]

    # -- for everything in it ----------------------------------------------------------------------

    def random(self, name: str) -> Random:
        """Chance of one's own: what one draws changes nothing for others."""
        return Random(f"{self.seed} {name}")

    def next_number(self) -> int:
        self.numbers += 1
        return self.numbers

    def later(self, seconds: float, callback: Callable[[], object]) -> None:
        """Call back, whatever process dies meanwhile."""
        self.loop.call_later(max(0.0, seconds), callback, context=self.context)

    def note(self, text: str) -> None:
        if self.trace is not None:
            self.trace.append(f"{self.loop.time():9.4f} {text}")

    def problem(self, text: str) -> None:
        """Something that must never be."""
        if self.over:
            return
        self.note(f"PROBLEM {text}")
        self.problems.append(text)

    def system_time(self) -> float:
        """What the system's clock says, which somebody may set."""
        return EPOCH + self.loop.time() + self.step

    def database_time(self) -> float:
        """What the database's own clock says, which somebody may set."""
        return EPOCH + self.loop.time() + self.database_step

    def clock_of(self, process: Process) -> Callable[[], float]:
        """A monotonic clock, which begins anywhere."""
        offset = self.random(f"clock {process.name}").uniform(0, 1e5)
        return lambda: self.loop.time() + offset

    def arrived(self, body: object) -> None:
        """A request has reached a server."""
        if isinstance(body, dict) and (request := body.get("request")):
            self.ledger.arrivals.setdefault(request, []).append(self.loop.time())

    def cancel(self, name: str, number: int, k: int) -> None:
        """Cancel the task of a name and number where it waits for the k-th time."""
        seen = itertools.count()
        self.loop.cancel_at = lambda task: k if task == name and next(seen) == number else None

    def look_at_health(self) -> None:
        """Note since when nobody can commit, and until when."""
        now = self.loop.time()
        trouble = self.disk.trouble
        serves = any(one.ready and one.host.stalled_until <= now for one in self.processes)
        can_commit = serves and not trouble.away and not trouble.full
        if can_commit and self.down_since is not None:
            self.down.append((self.down_since, now))
            self.down_since = None
        elif not can_commit and self.down_since is None:
            self.down_since = now

    # -- running -----------------------------------------------------------------------------------

    def run(self, story: Callable[[World], Coroutine[Any, Any, None]]) -> None:
        """Run a story from the start of the servers to their end."""
        with self._recording(), contextlib.closing(self.disk):
            asyncio.set_event_loop(self.loop)
            try:
                self.loop.run_until_complete(self._live(story))
            finally:
                self.over = True
                self.loop.run_until_complete(self._end())
                asyncio.set_event_loop(None)
                self.loop.close()

    async def _live(self, story: Callable[[World], Coroutine[Any, Any, None]]) -> None:
        for process in self.processes:
            process.start()
        await story(self)
        for visitor in self.visitors:
            visitor.leave()
        for process in self.processes:
            process.kept_down, process.killed_at = True, None
            if process.host.alive:
                await process.stop()
        self.look_at_loop()

    def look_at_loop(self) -> None:
        for context in self.loop.errors:
            self.problem(f"the event loop reports {context.get('message')}: {context.get('exception')!r}")

    async def _end(self) -> None:
        """End what is left, where it can do no harm: the dead go on just long enough to be cancelled."""
        self.loop.set_exception_handler(lambda _, context: None)
        self.disk.trouble.away = True
        for process in self.processes:
            process.kept_down = True
        self.loop.raise_the_dead()
        for _ in range(SLOWLY):
            left = asyncio.all_tasks() - {asyncio.current_task()}
            if not left:
                return
            for task in left:
                task.cancel()
            await asyncio.wait(left, timeout=1.0)

    @contextlib.contextmanager
    def _recording(self) -> Iterator[None]:
        """Note every object that stands for a game, and every error in the server's log."""
        world = self

        class Recorded(Replica):
            def __init__(self, game: str) -> None:
                super().__init__(game)
                world.replicas.append((current_life(), self))

        handler = LogHandler(self)
        logger = logging.getLogger("ruche.server")
        module: Any = replicas
        original, propagates = module.Replica, logger.propagate
        module.Replica = Recorded
        logger.addHandler(handler)
        logger.propagate = False
        try:
            yield
        finally:
            module.Replica = original
            logger.removeHandler(handler)
            logger.propagate = propagates


def current_life() -> object:
    from tests.simulation.loop import HOST

    return HOST.get()


class LogHandler(logging.Handler):
    """Keeps what the server logs; what it calls an error of its own is a problem."""

    EXPECTED = ("a worker process does not start", "the machine wants what it may not", "a worker failed")

    def __init__(self, world: World) -> None:
        super().__init__(logging.WARNING)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        self.world.note(f"log: {text}")
        if record.levelno >= logging.ERROR and not text.startswith((*self.EXPECTED, *self.world.expected)):
            error = record.exc_info[1] if record.exc_info else ""
            if isinstance(error, Exception):
                self.world.note("".join(traceback.format_exception(error)))
            self.world.problem(f"the server logs: {text} {error!r}")
