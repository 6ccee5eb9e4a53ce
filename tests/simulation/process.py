"""One server process: the real application over a fake database, fake workers and a clock of its own."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from tests.simulation.loop import HOST
from tests.simulation.workers import Workers

from ruche.server.admission.gate import Gate
from ruche.server.admission.operator import Operator
from ruche.server.admission.settings import AdmissionSettings
from ruche.server.app import assemble
from ruche.server.context import AppContext
from ruche.server.live.registry import MatchRegistry
from ruche.server.live.time_source import AnchoredTime
from ruche.server.process.figures import Figures
from ruche.server.store.database import Database
from ruche.server.store.errors import StoreError
from ruche.server.wire.match_views import prepare_updates
from ruche.server.work.pool import WorkerPool

if TYPE_CHECKING:
    from tests.simulation.world import World

KEY = "the key of all simulations"
RESTART = 0.3  # seconds until whoever looks after the server starts it again


class Process:
    """A process that can be started, stopped and killed; each life is a new object of all its parts."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.number = number
        self.lives = 0
        self.name = ""
        self.ready = False
        self.host = Life(self)
        self.context = contextvars.Context()
        self.app: Any = None
        self.registry: MatchRegistry | None = None
        self.stopping = asyncio.Event()
        self.ended: asyncio.Task[None] | None = None
        self.kept_down = False
        self.killed_at: int | None = None  # the step of its first life before which it is killed
        self.stopped_at: int | None = None  # or told to stop

    def start(self) -> None:
        """Begin another life."""
        self.lives += 1
        self.name = f"p{self.number}.{self.lives}"
        self.host = Life(self)
        self.context = contextvars.Context()
        self.context.run(HOST.set, self.host)
        self.stopping = asyncio.Event()
        self.world.note(f"{self.name} starts")
        self.ended = self.run(self._serve())

    def run(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something in this process."""
        return self.world.loop.create_task(work, context=self.context)

    async def _key(self) -> str:
        return KEY

    def _parts(self) -> AppContext:
        world, name = self.world, self.name
        database = Database(world.disk.backend(name, shared=world.shared))
        clock = world.clock_of(self)
        pool, figures = WorkerPool(2, Workers(world, name).start), Figures(clock)
        registry = MatchRegistry(
            database,
            pool,
            figures,
            prepare_updates,
            AnchoredTime(clock, world.system_time),
            world.random(f"{name} chance"),
        )
        gate = Gate(AdmissionSettings(), world.loop.time)
        return AppContext(database, pool, figures, registry, gate, Operator())

    async def _serve(self) -> None:
        life, parts = self.host, self._parts()
        self.app = assemble(parts.gate, lambda: parts, self._key)
        try:
            async with self.app.router.lifespan_context(self.app):
                self.registry = parts.registry
                self.ready = True
                self.world.note(f"{self.name} is ready")
                self.world.look_at_health()
                await self.stopping.wait()
                self.ready = False
                parts.registry.dismiss()  # as `service.Server.shutdown` does
                await asyncio.sleep(0.1)
                self.world.network.cut(self)
        except StoreError as error:
            self.world.note(f"{self.name} does not start: {error!r}")
        finally:
            if life.alive:
                self.ready = False
                self.registry = None
                self.world.note(f"{self.name} has ended")
                self.world.look_at_health()
            if life.alive and not self.kept_down:
                self.world.later(RESTART, self._start_again)

    def _start_again(self) -> None:
        if not self.kept_down and (self.ended is None or self.ended.done() or not self.host.alive):
            self.start()

    async def stop(self) -> None:
        """End it as SIGTERM does."""
        self.stopping.set()
        if self.ended is not None:
            with contextlib.suppress(Exception):
                await asyncio.wait([self.ended])

    def kill(self) -> None:
        """End it at once, between two callbacks; it is started again."""
        self.world.note(f"{self.name} is killed")
        self.host.alive = False
        self.ready = False
        self.registry = None
        self.world.network.cut(self)
        self.world.look_at_health()
        if not self.kept_down:
            self.world.later(RESTART, self._start_again)

    def stall(self, seconds: float) -> None:
        """Let nothing run in it for a while."""
        self.world.note(f"{self.name} stalls for {seconds:.1f} s")
        self.host.stalled_until = self.world.loop.time() + seconds


class Life:
    """One life of a process, as the event loop sees it."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.alive = True
        self.stalled_until = 0.0
        self.steps = 0

    def before_step(self) -> None:
        self.steps += 1
        if self.process.lives == 1 and self.steps == self.process.killed_at:
            self.process.kill()
        elif self.process.lives == 1 and self.steps == self.process.stopped_at:
            self.process.stopping.set()
