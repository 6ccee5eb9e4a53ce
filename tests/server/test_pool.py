"""The pool of worker processes: who gets a worker, and who waits."""

from typing import Any

import pytest
from tests.server.helpers import run

from ruche import Position
from ruche.server.work.jobs import Answer, Cancel, Judge, Start, Thought
from ruche.server.work.pool import (
    MOST_TRIES,
    PLAY,
    STUDY,
    CrowdedError,
    WorkerDiedError,
    WorkerPool,
    WorkerProcess,
)

JOB = Judge(Position(), 1.0)


class IdleWorker(WorkerProcess):
    """A worker that does nothing by itself, and says what it was sent."""

    def __init__(self) -> None:
        super().__init__(FakeChild())  # type: ignore[arg-type]
        self.sent: list[Start | Cancel] = []

    def send(self, message: Start | Cancel) -> None:
        self.sent.append(message)


class FakeChild:
    """A process that was never started."""

    pid, returncode = 0, 0


def pool_of(size: int) -> WorkerPool:
    pool = WorkerPool(size, most_waiting=10)
    pool.idle = [IdleWorker() for _ in range(size)]
    return pool


def at_work(pool: WorkerPool) -> list[int]:
    """The numbers of the jobs that workers are busy with."""
    return sorted(worker.job.number for worker in pool.busy if worker.job is not None)


def finish(pool: WorkerPool, number: int, value: Any = None) -> None:
    worker = next(worker for worker in pool.busy if worker.job and worker.job.number == number)
    pool.take_answer(worker, Answer(number, value, last=True))


def test_one_worker_is_kept_free_of_analysis() -> None:
    pool = pool_of(3)
    for _ in range(4):
        pool.submit(JOB, STUDY)
    assert at_work(pool) == [1, 2]
    pool.submit(JOB, PLAY)
    assert at_work(pool) == [1, 2, 5]
    finish(pool, 5)
    assert at_work(pool) == [1, 2]  # what play has left free stays free
    finish(pool, 1)
    assert at_work(pool) == [2, 3]


def test_a_single_worker_does_everything() -> None:
    pool = pool_of(1)
    pool.submit(JOB, STUDY)
    assert at_work(pool) == [1]


def test_play_comes_before_study_and_each_in_its_order() -> None:
    pool = pool_of(1)
    pool.submit(JOB, PLAY)
    for priority in (STUDY, PLAY, PLAY):
        pool.submit(JOB, priority)
    for number, then in ((1, [3]), (3, [4]), (4, [2])):
        finish(pool, number)
        assert at_work(pool) == then


def test_no_more_wait_than_may() -> None:
    pool = pool_of(1)
    for _ in range(11):
        pool.submit(JOB)
    with pytest.raises(CrowdedError):
        pool.submit(JOB)


def test_what_is_cancelled_while_it_waits_is_never_started() -> None:
    pool = pool_of(1)
    pool.submit(JOB)
    pool.submit(JOB).cancel()
    pool.submit(JOB)
    finish(pool, 1)
    assert at_work(pool) == [3]


def test_a_worker_hears_of_its_job_and_that_it_is_cancelled() -> None:
    async def go() -> None:
        pool = pool_of(1)
        job = pool.submit(JOB)
        worker = job.worker
        assert isinstance(worker, IdleWorker)
        job.cancel()
        job.cancel()  # twice is once
        assert worker.sent == [Start(job.number, JOB), Cancel(job.number)]
        timer = worker.kill_timer
        assert timer is not None  # should it not hear
        finish(pool, job.number)
        assert timer.cancelled()
        assert await job.result() is None

    run(go())


def test_a_job_is_given_to_another_worker_once() -> None:
    async def go() -> None:
        pool = pool_of(MOST_TRIES + 1)
        job = pool.submit(JOB)
        for _ in range(MOST_TRIES):
            assert job.worker is not None
            pool.remove(job.worker)
        assert pool.died == MOST_TRIES
        with pytest.raises(WorkerDiedError):
            await job.result()

    run(go())


def test_an_answer_reaches_whoever_waits() -> None:
    async def go() -> None:
        pool = pool_of(1)
        job = pool.submit(JOB)
        assert job.worker is not None
        pool.take_answer(job.worker, Answer(job.number + 1, Thought("wG1"), last=True))  # of an older job
        pool.take_answer(job.worker, Answer(job.number, Thought("wA1"), last=True))
        assert await job.result() == Thought("wA1")
        assert (pool.busy, len(pool.idle), pool.done) == (set(), 1, 1)

    run(go())
