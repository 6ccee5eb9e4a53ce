"""A few worker processes: they think while the server goes on serving."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import os
import pickle
import subprocess
import sys
from collections.abc import AsyncIterator, Coroutine
from dataclasses import dataclass, field

from ruche.server.work.jobs import HEAD, Answer, Cancel, Job, Start, frame

logger = logging.getLogger("ruche.server")

PLAY, STUDY = 0, 1  # machine players come before analysis
GRACE = 0.4  # seconds a stopped job has to end before its process is ended
MOST_TRIES = 2  # a job whose worker dies is given to another


class WorkerDiedError(Exception):
    """The job could not be done: its worker died, and the next one too."""


class CrowdedError(Exception):
    """Too many jobs wait."""


@dataclass(order=True)
class Run:
    """A job on its way: wait for its answers, or stop it."""

    priority: int
    number: int
    job: Job = field(compare=False)
    answers: asyncio.Queue[object] = field(compare=False, default_factory=asyncio.Queue)
    stopped: bool = field(compare=False, default=False)
    finished: bool = field(compare=False, default=False)
    tries: int = field(compare=False, default=0)
    worker: Process | None = field(compare=False, default=None)

    def stop(self) -> None:
        """Let the job be; nothing more comes of it."""
        if not self.stopped:
            self.stopped = True
            self.answers.put_nowait(None)
            if self.worker is not None:
                self.worker.stop(self)

    async def results(self) -> AsyncIterator[object]:
        """Go through the answers until the last, or until it is stopped."""
        while True:
            value = await self.answers.get()
            if self.stopped or value is None:
                return
            if isinstance(value, Exception):
                raise value
            yield value

    async def result(self) -> object | None:
        """Return the first answer, or None if it is stopped."""
        async for value in self.results():
            return value
        return None


class Process:
    """One worker process and the job it does."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self.child = child
        self.run: Run | None = None
        self.grace: asyncio.TimerHandle | None = None

    def send(self, message: Start | Cancel) -> None:
        """Send it a message."""
        assert self.child.stdin is not None
        self.child.stdin.write(frame(message))

    def stop(self, run: Run) -> None:
        """Ask it to let a job be, and end it if it does not."""
        self.send(Cancel(run.number))
        self.grace = asyncio.get_running_loop().call_later(GRACE, self.kill)

    def calm(self) -> None:
        """It has stopped in time."""
        if self.grace is not None:
            self.grace.cancel()
            self.grace = None

    def kill(self) -> None:
        """End it at once."""
        if self.child.returncode is None:
            self.child.kill()

    async def read(self) -> Answer:
        """Return its next answer; raises `IncompleteReadError` when it is dead."""
        assert self.child.stdout is not None
        head = await self.child.stdout.readexactly(HEAD.size)
        (length,) = HEAD.unpack(head)
        answer = pickle.loads(await self.child.stdout.readexactly(length))
        assert isinstance(answer, Answer)
        return answer


class Workers:
    """The pool: at most `size` processes, one of them kept free of analysis."""

    def __init__(self, size: int | None = None, most_waiting: int = 200) -> None:
        # One processor is left to the server, where there are three or more: thinking slows nobody's game.
        self.size = size or max(2, (os.cpu_count() or 2) - 1)
        self.most_waiting = most_waiting
        self.waiting: list[Run] = []
        self.idle: list[Process] = []
        self.busy: set[Process] = set()
        self.starting = 0
        self.tasks: set[asyncio.Task[None]] = set()
        self.numbers = itertools.count(1)
        self.closed = False
        self.died = 0
        self.done = 0

    def submit(self, job: Job, priority: int = PLAY) -> Run:
        """Have a job done as soon as a worker is free; raises `CrowdedError`."""
        if len(self.waiting) >= self.most_waiting:
            raise CrowdedError
        run = Run(priority, next(self.numbers), job)
        heapq.heappush(self.waiting, run)
        self.dispatch()
        return run

    def dispatch(self) -> None:
        """Give waiting jobs to idle workers, starting workers as needed."""
        self.waiting = [run for run in self.waiting if not run.stopped]
        heapq.heapify(self.waiting)
        while self.waiting and not self.closed:
            studies = sum(p.run is not None and p.run.priority == STUDY for p in self.busy)
            if self.waiting[0].priority == STUDY and studies >= self.size - 1:
                return
            if not self.idle:
                if len(self.busy) + self.starting < self.size:
                    self.starting += 1
                    self.spawn(self.hire())
                return
            process = self.idle.pop()
            run = heapq.heappop(self.waiting)
            process.run, run.worker = run, process
            self.busy.add(process)
            process.send(Start(run.number, run.job))

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        """Let something go on in the background."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def hire(self) -> None:
        """Start a worker and hear its answers until it dies."""
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        low = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)  # Windows has no nice
        try:
            child = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "ruche.server.work.worker"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
                creationflags=low,
            )
        finally:
            self.starting -= 1
        process = Process(child)
        if self.closed:
            process.kill()
        self.idle.append(process)
        self.dispatch()
        try:
            while True:
                self.hear(process, await process.read())
        except (asyncio.IncompleteReadError, ConnectionError):
            self.bury(process)
        finally:
            process.kill()
            await child.wait()

    def hear(self, process: Process, answer: Answer) -> None:
        """Hand an answer to who waits for it, and the next job to the worker."""
        run = process.run
        if run is None or answer.number != run.number:
            return
        if isinstance(answer.value, str):
            logger.error("a worker failed:\n%s", answer.value)
            run.answers.put_nowait(WorkerDiedError(answer.value.strip().splitlines()[-1]))
        else:
            run.answers.put_nowait(answer.value)
        if answer.last:
            run.answers.put_nowait(None)
            self.release(process)
            self.idle.append(process)
            self.done += 1
            self.dispatch()

    def release(self, process: Process) -> None:
        """Part a worker from its job."""
        process.calm()
        if process.run is not None:
            process.run.finished = True
            process.run.worker = None
            process.run = None
        self.busy.discard(process)

    def bury(self, process: Process) -> None:
        """A worker has died: its job goes to another, once."""
        run = process.run
        self.release(process)
        if process in self.idle:
            self.idle.remove(process)
        if self.closed:
            return
        if run is None or not run.stopped:
            self.died += 1
            logger.warning("worker process %s died", process.child.pid)
        if run is not None and not run.stopped:
            run.tries += 1
            if run.tries < MOST_TRIES:
                heapq.heappush(self.waiting, run)
            else:
                run.answers.put_nowait(WorkerDiedError("its worker process died"))
        self.dispatch()

    async def close(self) -> None:
        """End every worker."""
        self.closed = True
        for run in self.waiting:
            run.stop()
        for process in [*self.idle, *self.busy]:
            if process.run is not None:
                process.run.stopped = True
                process.run.answers.put_nowait(None)
            process.calm()
            process.kill()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def figures(self) -> dict[str, float | str]:
        """Say how busy the workers are."""
        return {
            "workers.most": self.size,
            "workers.busy": len(self.busy),
            "workers.waiting": len(self.waiting),
            "workers.done": self.done,
            "workers.died": self.died,
        }
