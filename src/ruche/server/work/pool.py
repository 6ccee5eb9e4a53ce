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

from ruche.server.work.jobs import HEAD, Answer, Cancel, Job, Start, pack

logger = logging.getLogger("ruche.server")

PLAY, STUDY = 0, 1  # machine players come before analysis
GRACE = 0.4  # seconds a cancelled job has to end before its process is killed
MOST_TRIES = 2  # a job whose worker dies is given to another


class WorkerDiedError(Exception):
    """The job could not be done: its worker died, and the next one too."""


class CrowdedError(Exception):
    """Too many jobs wait."""


@dataclass(order=True)
class JobHandle:
    """A job that was submitted: wait for its answers, or cancel it."""

    priority: int
    number: int
    job: Job = field(compare=False)
    answers: asyncio.Queue[object] = field(compare=False, default_factory=asyncio.Queue)
    cancelled: bool = field(compare=False, default=False)
    tries: int = field(compare=False, default=0)
    worker: WorkerProcess | None = field(compare=False, default=None)

    def cancel(self) -> None:
        """Ask for no more answers."""
        if not self.cancelled:
            self.cancelled = True
            self.answers.put_nowait(None)
            if self.worker is not None:
                self.worker.cancel(self)

    async def results(self) -> AsyncIterator[object]:
        """Go through the answers until the last one, or until the job is cancelled."""
        while True:
            value = await self.answers.get()
            if self.cancelled or value is None:
                return
            if isinstance(value, Exception):
                raise value
            yield value

    async def result(self) -> object | None:
        """Return the first answer, or None if the job is cancelled."""
        async for value in self.results():
            return value
        return None


class WorkerProcess:
    """One worker process and the job it does."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self.child = child
        self.job: JobHandle | None = None
        self.kill_timer: asyncio.TimerHandle | None = None

    def send(self, message: Start | Cancel) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(pack(message))

    def cancel(self, job: JobHandle) -> None:
        """Ask it to drop its job, and kill it if it does not."""
        self.send(Cancel(job.number))
        self.kill_timer = asyncio.get_running_loop().call_later(GRACE, self.kill)

    def release(self) -> None:
        """Detach it from its job, which ended in time."""
        if self.kill_timer is not None:
            self.kill_timer.cancel()
            self.kill_timer = None
        if self.job is not None:
            self.job.worker = None
            self.job = None

    def kill(self) -> None:
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


class WorkerPool:
    """At most `size` processes; one of them is kept free of analysis, if there are two."""

    def __init__(self, size: int | None = None, most_waiting: int = 200) -> None:
        # One processor is left to the server, where there are three or more: thinking slows nobody's game.
        self.size = size or max(2, (os.cpu_count() or 2) - 1)
        self.most_studies = max(1, self.size - 1)
        self.most_waiting = most_waiting
        self.waiting: list[JobHandle] = []
        self.idle: list[WorkerProcess] = []
        self.busy: set[WorkerProcess] = set()
        self.starting = 0
        self.tasks: set[asyncio.Task[None]] = set()
        self.numbers = itertools.count(1)
        self.closed = False
        self.died = 0
        self.done = 0

    def submit(self, job: Job, priority: int = PLAY) -> JobHandle:
        """Have a job done as soon as a worker is free; raises `CrowdedError`."""
        if len(self.waiting) >= self.most_waiting:
            raise CrowdedError
        handle = JobHandle(priority, next(self.numbers), job)
        heapq.heappush(self.waiting, handle)
        self.dispatch()
        return handle

    def dispatch(self) -> None:
        """Give waiting jobs to idle workers, starting workers as needed."""
        self.waiting = [job for job in self.waiting if not job.cancelled]
        heapq.heapify(self.waiting)
        while self.waiting and not self.closed:
            studies = sum(worker.job is not None and worker.job.priority == STUDY for worker in self.busy)
            if self.waiting[0].priority == STUDY and studies >= self.most_studies:
                return
            if not self.idle:
                if len(self.busy) + self.starting < self.size:
                    self.starting += 1
                    self.spawn(self.run_worker())
                return
            worker, job = self.idle.pop(), heapq.heappop(self.waiting)
            worker.job, job.worker = job, worker
            self.busy.add(worker)
            worker.send(Start(job.number, job.job))

    def spawn(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def run_worker(self) -> None:
        """Start a worker and take its answers until it dies."""
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
        worker = WorkerProcess(child)
        if self.closed:
            worker.kill()
        self.idle.append(worker)
        self.dispatch()
        try:
            while True:
                self.take_answer(worker, await worker.read())
        except (asyncio.IncompleteReadError, ConnectionError):
            self.remove(worker)
        finally:
            worker.kill()
            await child.wait()

    def take_answer(self, worker: WorkerProcess, answer: Answer) -> None:
        """Hand an answer to whoever waits for it, and the next job to the worker."""
        job = worker.job
        if job is None or answer.number != job.number:
            return
        if isinstance(answer.value, str):
            logger.error("a worker failed:\n%s", answer.value)
            job.answers.put_nowait(WorkerDiedError(answer.value.strip().splitlines()[-1]))
        else:
            job.answers.put_nowait(answer.value)
        if answer.last:
            job.answers.put_nowait(None)
            worker.release()
            self.busy.discard(worker)
            self.idle.append(worker)
            self.done += 1
            self.dispatch()

    def remove(self, worker: WorkerProcess) -> None:
        """Forget a worker that has died; its job goes to another, once."""
        job = worker.job
        worker.release()
        self.busy.discard(worker)
        if worker in self.idle:
            self.idle.remove(worker)
        if self.closed:
            return
        if job is None or not job.cancelled:
            self.died += 1
            logger.warning("worker process %s died", worker.child.pid)
        if job is not None and not job.cancelled:
            job.tries += 1
            if job.tries < MOST_TRIES:
                heapq.heappush(self.waiting, job)
            else:
                job.answers.put_nowait(WorkerDiedError("its worker process died"))
        self.dispatch()

    async def close(self) -> None:
        self.closed = True
        for job in self.waiting:
            job.cancel()
        for worker in [*self.idle, *self.busy]:
            if worker.job is not None:
                worker.job.cancelled = True
                worker.job.answers.put_nowait(None)
            worker.release()
            worker.kill()
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
