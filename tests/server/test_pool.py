"""The pool of worker processes: who gets a worker, and who waits."""

import asyncio
import logging
import os
from typing import Any

import pytest
from tests.server.helpers import run

from ruche import Position
from ruche.server.work.jobs import Answer, Cancel, Found, Judge, Prove, Proven, Search, Start, Thought
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

    pid = 0
    returncode: int | None = None

    def kill(self) -> None:
        self.returncode = -9


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


def test_one_processor_is_left_to_the_server_where_there_are_three(monkeypatch: pytest.MonkeyPatch) -> None:
    for processors, size in ((None, 2), (1, 2), (2, 2), (3, 2), (4, 3), (8, 7)):
        monkeypatch.setattr(os, "cpu_count", lambda found=processors: found)
        assert WorkerPool().size == size


def test_whoever_waits_for_a_cancelled_job_is_told() -> None:
    async def go() -> None:
        job = pool_of(1).submit(JOB)
        waiting = asyncio.create_task(job.result())
        await asyncio.sleep(0)
        job.cancel()
        assert await waiting is None
        assert job.worker is not None  # which has not answered yet

    run(go())


def test_a_failed_job_says_why_and_its_worker_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        pool = pool_of(1)
        job = pool.submit(JOB)
        finish(pool, job.number, "Traceback:\n  ...\nValueError: no position\n")
        with pytest.raises(WorkerDiedError, match=r"^ValueError: no position$"):
            await job.result()
        assert (len(pool.idle), pool.died) == (1, 0)

    with caplog.at_level(logging.ERROR, "ruche.server"):
        run(go())
    assert "no position" in caplog.text


def test_a_dead_worker_is_counted_unless_its_job_was_cancelled(caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        pool = pool_of(2)
        job = pool.submit(JOB)
        assert job.worker is not None
        job.cancel()
        pool.remove(job.worker)  # killed by us, because it did not let go
        assert (pool.died, len(pool.idle), pool.busy) == (0, 1, set())
        assert caplog.text == ""
        pool.remove(pool.idle[0])
        assert (pool.died, pool.idle) == (1, [])
        assert "died" in caplog.text

    with caplog.at_level(logging.WARNING, "ruche.server"):
        run(go())


def test_closing_tells_whoever_waits_and_ends_every_worker() -> None:
    async def go() -> None:
        pool = pool_of(2)
        workers = [*pool.idle]
        jobs = [pool.submit(JOB) for _ in range(3)]  # the third waits
        answers = asyncio.gather(*(job.result() for job in jobs))
        await asyncio.sleep(0)
        await pool.close()
        assert await answers == [None, None, None]
        assert all(job.cancelled for job in jobs)
        assert [worker.child.returncode for worker in workers] == [-9, -9]
        pool.submit(JOB)
        assert pool.busy | set(pool.idle) == set(workers)  # nothing is started any more

    run(go())


def test_real_workers_answer_die_and_are_replaced() -> None:
    async def go() -> None:
        pool = WorkerPool(1)
        quick = Prove(Position(), None, 1)
        assert await pool.submit(quick).result() == Proven([])
        (worker,) = pool.idle
        job = pool.submit(Search(Position(), 1, 60.0))
        depths = 0
        async for found in job.results():
            assert isinstance(found, Found)
            depths += 1
            if depths == 1:
                worker.kill()  # its successor begins again
            if found.depth == 1 and depths > 1:
                job.cancel()
        assert (pool.died, pool.figures()["workers.died"]) == (1, 1)
        assert await pool.submit(quick).result() == Proven([])
        (other,) = pool.idle
        assert other.child.pid != worker.child.pid
        await pool.close()
        assert None not in (worker.child.returncode, other.child.returncode)
        assert pool.tasks == set()

    run(go())
