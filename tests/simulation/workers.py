"""Worker processes that think in no time, and hang, die or talk nonsense when they are told to."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from ruche.server.api import searches
from ruche.server.work.jobs import (
    HEAD,
    Answer,
    Cancel,
    Compute,
    Computed,
    FindLines,
    Judge,
    Judged,
    Ready,
    SearchArchive,
    Start,
    Think,
    Thought,
    pack,
)
from ruche.server.work.process import WorkerProcess

if TYPE_CHECKING:
    from tests.simulation.world import World


class WorkerTrouble:
    """How probably a worker does each of these with its next job."""

    def __init__(self) -> None:
        self.hangs = 0.0
        self.dies = 0.0
        self.babbles = 0.0  # answers with an action that is not legal
        self.does_not_start = 0.0


class Child:
    """What asyncio would give: a process with pipes. Messages are those of real workers, pickled."""

    def __init__(self, world: World, random: Random, pid: int) -> None:
        self.world = world
        self.random = random
        self.pid = pid
        self.returncode: int | None = None
        self.stdin = self
        self.stdout = asyncio.StreamReader(limit=2**24)
        self.ended = asyncio.Event()
        self.at_work: int | None = None
        self.hung = False
        self.later(0.05, Ready())

    def later(self, seconds: float, message: Answer | Ready) -> None:
        self.world.later(seconds, partial(self._say, message))

    def _say(self, message: Answer | Ready) -> None:
        if self.returncode is None and not self.hung:
            if isinstance(message, Answer):
                if message.number != self.at_work:
                    return
                self.at_work = None
            self.stdout.feed_data(pack(message))

    def write(self, data: bytes) -> None:
        """Take what the server writes to the process."""
        message = pickle.loads(data[HEAD.size :])
        if isinstance(message, Start):
            self._begin(message.number, message.job)
        elif isinstance(message, Cancel) and self.at_work == message.number:
            self.later(0.001, Answer(message.number, None, last=True))

    def _begin(self, number: int, job: Any) -> None:
        self.at_work = number
        trouble, random = self.world.worker_trouble, self.random
        if random.random() < trouble.hangs:
            self.world.note(f"worker {self.pid} hangs")
            self.hung = True
        elif random.random() < trouble.dies:
            self.world.note(f"worker {self.pid} dies")
            self.world.later(random.random(), self.kill)
        else:
            seconds = getattr(job, "seconds", 0.05) * random.random()
            self.later(seconds, Answer(number, self._answer(job), last=True))

    def _answer(self, job: Any) -> Any:
        match job:
            case Think(position=position):
                if self.random.random() < self.world.worker_trouble.babbles:
                    return Thought("wQ wQ-")
                return Thought(str(self.random.choice(position.legal_actions())))
            case FindLines():
                return None
            case Judge():
                return Judged(self.random.uniform(-5, 5))
            case Compute(function=function, arguments=arguments):
                return self._computed(function, *arguments)
            case SearchArchive(query=query, indexed=indexed):
                return self._computed(searches.answer, self.world.disk.do, query, indexed)
        raise TypeError(f"no such job here: {job}")

    def _computed(self, function: Callable[..., Any], *arguments: Any) -> Computed:
        try:
            return Computed(function(*arguments))
        except Exception as error:
            return Computed(error)

    def kill(self) -> None:
        if self.returncode is None:
            self.returncode = -9
            self.stdout.feed_eof()
            self.ended.set()

    async def wait(self) -> int:
        await self.ended.wait()
        return self.returncode or 0

    def close(self) -> None:
        """The pipe to it: there is nothing to close."""

    async def wait_closed(self) -> None:
        await asyncio.sleep(0)


class Workers:
    """Starts the worker processes of one server process."""

    def __init__(self, world: World, host: str) -> None:
        self.world = world
        self.host = host
        self.random = world.random(f"{host} workers")
        self.children: list[Child] = []

    async def start(self, kind: str) -> WorkerProcess:
        await asyncio.sleep(0.01)
        if self.random.random() < self.world.worker_trouble.does_not_start:
            raise OSError("no more processes")
        number = len(self.children)
        child = Child(self.world, self.world.random(f"{self.host} {kind} {number}"), number)
        self.children.append(child)
        return WorkerProcess(child)  # type: ignore[arg-type]
