"""A lane: one kind of job, with a queue and worker processes of its own."""

from __future__ import annotations

import asyncio
import logging
import math
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

from ruche.server.work.jobs import Answer, Job, Judge, Log, Ready, Review, Think
from ruche.server.work.process import WorkerProcess, start_process

logger = logging.getLogger("ruche.server")

MOST_TRIES = 2  # a job whose worker dies is given to another
START_DEADLINE = 120.0  # seconds that a worker process has to load its modules
START_PATIENCE = 6.0  # seconds after which another is started beside one that still loads: it may be hung
START_PAUSE = 1.0  # seconds until another start is tried after one that failed
LEAST_THINKING = 0.02  # seconds that an action gets, however many wait

StartProcess = Callable[[str], Awaitable[WorkerProcess]]  # for the lane of a name; raises `OSError`


class WorkerDiedError(Exception):
    """The job could not be done: its worker died, and the next one too."""


class CrowdedError(Exception):
    """Too many jobs wait; `retry_after` is when it is worth asking again, in seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"too many jobs wait; try again in {retry_after} s")
        self.retry_after = retry_after


@dataclass(eq=False)
class JobHandle:
    """A job that was submitted: wait for its answers, or cancel it."""

    number: int
    job: Job
    answers: asyncio.Queue[object] = field(default_factory=asyncio.Queue)
    cancelled: bool = False
    tries: int = 0
    submitted: float = 0.0  # by the event loop's clock
    worker: WorkerProcess | None = None

    def cancel(self) -> None:
        """Ask for no more answers."""
        if not self.cancelled:
            self.cancelled = True
            self.answers.put_nowait(None)
            if self.worker is not None:
                self.worker.cancel_job()

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
        """Return the first answer, or None if the job is cancelled; who stops waiting cancels it."""
        try:
            async for value in self.results():
                return value
            return None
        except asyncio.CancelledError:
            self.cancel()
            raise


@dataclass(frozen=True)
class LaneSettings:
    """How a lane shares its workers."""

    name: str
    size: int  # worker processes
    most_waiting: int
    usual: float  # seconds that a job takes while others wait
    # Seconds in which whoever waits gets a turn: the more wait, the shorter each thinks.
    drained_in: float | None = None
    time_slice: float | None = None  # seconds after which a job ends if another waits


class Lane:
    """Hands the jobs of one kind to its worker processes, first come, first served."""

    def __init__(self, settings: LaneSettings, start: StartProcess = start_process) -> None:
        self.settings = settings
        self.start_process = start
        self.waiting: deque[JobHandle] = deque()
        self.idle: list[WorkerProcess] = []
        self.busy: set[WorkerProcess] = set()
        self.loading: set[asyncio.Task[None]] = set()  # what runs the workers that do not take jobs yet
        self.late: set[asyncio.Task[None]] = set()  # those of them that are not counted on any more
        self.tasks: set[asyncio.Task[None]] = set()
        self.closed = False
        self.died = 0
        self.done = 0

    @property
    def retry_after(self) -> int:
        """In how many seconds, about, the queue will have emptied."""
        return max(1, math.ceil(len(self.waiting) * self.settings.usual / self.settings.size))

    def submit(self, handle: JobHandle) -> None:
        """Have a job done as soon as a worker is free; raises `CrowdedError`."""
        self.drop_cancelled()
        if len(self.waiting) >= self.settings.most_waiting:
            raise CrowdedError(self.retry_after)
        handle.submitted = asyncio.get_running_loop().time()
        self.waiting.append(handle)
        self.dispatch()
        if self.waiting:
            for worker in self.busy:
                if worker.slice_over:
                    worker.stop_job()
                    return

    def drop_cancelled(self) -> None:
        """Forget jobs that were cancelled while they waited."""
        self.waiting = deque(job for job in self.waiting if not job.cancelled)

    def dispatch(self) -> None:
        """Give waiting jobs to idle workers, starting workers as needed."""
        self.drop_cancelled()
        while self.waiting and self.idle and not self.closed:
            worker, handle = self.idle.pop(), self.waiting.popleft()
            handle.job = self.shortened(handle.job)
            self.busy.add(worker)
            worker.begin(handle)
            # A position of a review has a budget of nodes: cut short, it would only be asked again.
            if self.settings.time_slice is not None and not isinstance(handle.job, Review):
                loop = asyncio.get_running_loop()
                worker.timers.append(loop.call_later(self.settings.time_slice, self.end_slice, worker))
        missing = min(len(self.waiting), self.settings.size - len(self.busy) - len(self.idle))
        for _ in range(missing - len(self.loading - self.late)):
            self.start_worker()

    def shortened(self, job: Job) -> Job:
        """Return a job that thinks no longer than its share of the time until the last one is due."""
        if self.settings.drained_in is None or not self.waiting or not isinstance(job, Think | Judge):
            return job
        due = self.waiting[-1].submitted + self.settings.drained_in
        left = due - asyncio.get_running_loop().time()
        share = left * self.settings.size / (len(self.waiting) + 1)
        return replace(job, seconds=min(job.seconds, max(LEAST_THINKING, share)))

    def end_slice(self, worker: WorkerProcess) -> None:
        """End a job that has had its share, now or as soon as another waits."""
        worker.slice_over = True
        if self.waiting:
            worker.stop_job()

    # -- workers -------------------------------------------------------------------------------------

    def start_worker(self) -> None:
        """Start one more worker process."""
        task = asyncio.create_task(self.run_worker())
        self.tasks.add(task)
        self.loading.add(task)
        patience = asyncio.get_running_loop().call_later(START_PATIENCE, self.overtake, task)

        def end(task: asyncio.Task[None]) -> None:
            patience.cancel()
            self.tasks.discard(task)
            self.end_loading(task)

        task.add_done_callback(end)

    def overtake(self, task: asyncio.Task[None]) -> None:
        """Count no more on a worker that still loads; of those there are no more than workers."""
        if task in self.loading and len(self.late) < self.settings.size:
            self.late.add(task)
            self.dispatch()

    def end_loading(self, task: asyncio.Task[Any] | None) -> None:
        """Count no more on a worker that is about to come: it takes jobs now, or never will."""
        self.loading = {other for other in self.loading if other is not task}
        self.late &= self.loading

    async def run_worker(self) -> None:
        """Start a worker and take its answers until it dies."""
        worker = await self.ready_worker()
        self.end_loading(asyncio.current_task())
        if worker is None:
            if not self.closed:
                await asyncio.sleep(START_PAUSE)
                self.dispatch()
            return
        if len(self.idle) + len(self.busy) >= self.settings.size:  # it was late, and has been replaced
            worker.kill()
            await worker.child.wait()
            return
        self.idle.append(worker)
        self.dispatch()
        try:
            while True:
                message = await worker.read()
                if isinstance(message, Answer):
                    self.take_answer(worker, message)
                elif isinstance(message, Log):
                    logging.getLogger(message.logger).log(message.level, "%s", message.text)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.remove(worker)
        finally:
            await worker.end()

    async def ready_worker(self) -> WorkerProcess | None:
        """Start a worker and return it once it takes jobs; None if it does not start."""
        worker = None
        try:
            worker = await self.start_process(self.settings.name)
            async with asyncio.timeout(START_DEADLINE):
                if isinstance(await worker.read(), Ready) and not self.closed:
                    return worker
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            if not self.closed:
                logger.error("a worker process does not start: %r", error)
        except asyncio.CancelledError:
            if worker is not None:
                await worker.end()
            raise
        if worker is not None:
            await worker.end()
        return None

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
        """Forget a worker that has died; its job goes to another, once, before all others."""
        job = worker.job
        worker.release()
        self.busy.discard(worker)
        if worker in self.idle:
            self.idle.remove(worker)
        if self.closed:
            return
        if job is None or not job.cancelled:
            self.died += 1
            logger.warning("worker process %s died or hung", worker.child.pid)
        if job is not None and not job.cancelled:
            job.tries += 1
            if job.tries < MOST_TRIES:
                self.waiting.appendleft(job)
            else:
                job.answers.put_nowait(WorkerDiedError("its worker process died or hung"))
        self.dispatch()

    async def close(self) -> None:
        """End every worker."""
        self.closed = True
        for job in self.waiting:
            job.cancel()
        for worker in [*self.idle, *self.busy]:
            if worker.job is not None:
                worker.job.cancelled = True
                worker.job.answers.put_nowait(None)
            worker.release()
            worker.kill()
        for task in self.loading:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
