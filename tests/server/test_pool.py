"""The pool of worker processes: who gets a worker, and who waits."""

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.helpers import run
from tests.waiting import PATIENCE

from ruche import Position
from ruche.server.live.machine_players import PONDER
from ruche.server.work.jobs import (
    Answer,
    Cancel,
    Compute,
    FindLines,
    Found,
    Judge,
    Start,
    Think,
    Thought,
    pack_position,
)
from ruche.server.work.lane import LEAST_THINKING, MOST_TRIES, Lane, LaneSettings
from ruche.server.work.pool import (
    PLAY,
    REQUEST,
    STUDY,
    CrowdedError,
    JobHandle,
    WorkerDiedError,
    WorkerPool,
    usual_lanes,
)
from ruche.server.work.process import WorkerProcess, start_process

JOB = Judge(Position(), 1.0)
PROC = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs SIGSTOP")


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


class IdleLane(Lane):
    """A lane with workers that do nothing by themselves; the jobs are numbered from 1."""

    def __init__(self, size: int = 1, **more: Any) -> None:
        super().__init__(LaneSettings("test", size, 10, 1.0, **more))
        self.idle = [IdleWorker() for _ in range(size)]
        self.number = 0

    def add(self, job: Any = JOB) -> JobHandle:
        self.number += 1
        handle = JobHandle(self.number, job)
        self.submit(handle)
        return handle

    @property
    def at_work(self) -> list[int]:
        """The numbers of the jobs that workers are busy with."""
        return sorted(worker.job.number for worker in self.busy if worker.job is not None)

    def finish(self, number: int, value: Any = None) -> None:
        worker = next(worker for worker in self.busy if worker.job and worker.job.number == number)
        self.take_answer(worker, Answer(number, value, last=True))

    def start_worker(self) -> None:
        """No more than it has."""


def looped(test: Callable[[], None]) -> Callable[[], None]:
    """Run a test with an event loop, which the timers of jobs need."""

    async def go() -> None:
        test()

    def in_loop() -> None:
        run(go())

    in_loop.__name__ = test.__name__
    return in_loop


@looped
def test_first_come_first_served() -> None:
    lane = IdleLane(2)
    for _ in range(4):
        lane.add()
    assert lane.at_work == [1, 2]
    lane.finish(2)
    assert lane.at_work == [1, 3]


@looped
def test_no_more_wait_than_may_and_who_is_refused_hears_when_to_come_back() -> None:
    lane = IdleLane()
    for _ in range(11):
        lane.add()
    with pytest.raises(CrowdedError) as refused:
        lane.add()
    assert refused.value.retry_after == 10  # ten wait, a second each
    lane.waiting[3].cancel()
    lane.add()  # whoever left makes room


@looped
def test_what_is_cancelled_while_it_waits_is_never_started() -> None:
    lane = IdleLane()
    lane.add()
    lane.add().cancel()
    lane.add()
    lane.finish(1)
    assert lane.at_work == [3]


def test_a_worker_hears_of_its_job_and_that_it_is_cancelled() -> None:
    async def go() -> None:
        lane = IdleLane()
        job = lane.add()
        worker = job.worker
        assert isinstance(worker, IdleWorker)
        job.cancel()
        job.cancel()  # twice is once
        assert worker.sent == [Start(job.number, JOB), Cancel(job.number)]
        timers = worker.timers
        assert len(timers) == 2  # should it not hear, and the deadline
        lane.finish(job.number)
        assert all(timer.cancelled() for timer in timers)
        assert await job.result() is None

    run(go())


def test_who_stops_waiting_cancels_the_job() -> None:
    async def go() -> None:
        lane = IdleLane()
        job = lane.add()
        waiting = asyncio.create_task(job.result())
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert job.cancelled

    run(go())


def test_a_job_is_given_to_another_worker_once() -> None:
    async def go() -> None:
        lane = IdleLane(MOST_TRIES + 1)
        job = lane.add()
        for _ in range(MOST_TRIES):
            assert job.worker is not None
            lane.remove(job.worker)
        assert lane.died == MOST_TRIES
        with pytest.raises(WorkerDiedError):
            await job.result()

    run(go())


def test_an_answer_reaches_whoever_waits() -> None:
    async def go() -> None:
        lane = IdleLane()
        job = lane.add()
        assert job.worker is not None
        lane.take_answer(job.worker, Answer(job.number + 1, Thought("wG1"), last=True))  # of an older job
        lane.take_answer(job.worker, Answer(job.number, Thought("wA1"), last=True))
        assert await job.result() == Thought("wA1")
        assert (lane.busy, len(lane.idle), lane.done) == (set(), 1, 1)

    run(go())


@looped
def test_the_more_machine_players_wait_the_shorter_each_thinks() -> None:
    lane = IdleLane(1, drained_in=5.0)
    handles = [lane.add(Think(Position(), 8, 4.0)) for _ in range(11)]
    seconds = []
    for number, handle in enumerate(handles, 1):
        assert isinstance(handle.job, Think)
        seconds.append(handle.job.seconds)
        lane.finish(number)
    assert seconds[0] == seconds[-1] == 4.0  # nobody else waited
    assert seconds[1] == pytest.approx(0.5, rel=0.1)
    lane.add()
    for _ in range(3):
        lane.add().submitted -= 60  # they have waited too long already
    last = lane.waiting[0]
    lane.finish(12)
    assert isinstance(last.job, Judge)
    assert last.job.seconds == LEAST_THINKING


def test_no_machine_move_waits_over_ten_seconds() -> None:
    """Even the last of a full queue gets its turn in time, if handing a job over takes 20 ms."""
    play = next(one for one in usual_lanes(1) if one.name == PLAY)
    assert play.drained_in is not None
    each = max(LEAST_THINKING, play.drained_in / play.most_waiting) + 0.02
    assert PONDER + play.most_waiting * each <= 10


@looped
def test_analysis_ends_when_it_has_had_its_share_and_another_waits() -> None:
    lane = IdleLane(1, time_slice=5.0)
    first = lane.add(FindLines(pack_position(Position()), 3, 60.0))
    worker = first.worker
    assert isinstance(worker, IdleWorker)
    lane.end_slice(worker)
    assert len(worker.sent) == 1  # nobody waits: it goes on
    lane.add()
    assert worker.sent[1:] == [Cancel(1)]
    assert not first.cancelled  # it ends with what it has found
    lane.finish(1)
    lane.add()
    lane.end_slice(worker)
    assert worker.sent[-1] == Cancel(2)


def test_lanes_do_not_wait_for_each_other() -> None:
    async def go() -> None:
        pool = WorkerPool(1)
        for lane in pool.lanes.values():
            lane.idle = [IdleWorker() for _ in range(lane.settings.size)]
            lane.start_worker = lambda: None  # type: ignore[method-assign]
        study = pool.lanes[STUDY].settings
        for _ in range(study.size + study.most_waiting):
            pool.submit(FindLines(pack_position(Position()), 3, 60.0), STUDY)
        with pytest.raises(CrowdedError) as refused:
            pool.submit(FindLines(pack_position(Position()), 3, 60.0), STUDY)
        assert 1 < refused.value.retry_after <= 60
        assert pool.submit(JOB, PLAY).worker is not None
        assert pool.submit(Compute(len, ("",)), REQUEST).worker is not None

    run(go())


@PROC
def test_a_hung_worker_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruche.server.work.jobs.MARGIN", 5.0)

    async def go() -> None:
        pool = WorkerPool(1)
        try:
            first = await pool.submit(Think(Position(), 1, 0.1)).result()
            assert isinstance(first, Thought)
            (worker,) = pool.lanes[PLAY].idle
            os.kill(worker.child.pid, signal.SIGSTOP)
            second = await pool.submit(Think(Position(), 1, 0.1)).result()
            assert isinstance(second, Thought)
            assert pool.lanes[PLAY].died == 1
            assert worker.child.returncode is not None
        finally:
            await pool.close()

    run(go())


@PROC
def test_a_worker_that_hangs_while_it_loads_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruche.server.work.lane.START_PATIENCE", 0.2)
    started: list[WorkerProcess] = []

    async def start(kind: str) -> WorkerProcess:
        worker = await start_process(kind)
        started.append(worker)
        if len(started) == 1:
            os.kill(worker.child.pid, signal.SIGSTOP)
        return worker

    async def go() -> None:
        pool = WorkerPool(1, start)
        lane = pool.lanes[PLAY]
        try:
            assert isinstance(await pool.submit(Think(Position(), 1, 0.1)).result(), Thought)
            assert len(started) == 2
            os.kill(started[0].child.pid, signal.SIGCONT)  # it comes too late to be of use
            await started[0].child.wait()
            assert (len(lane.idle), len(lane.busy), lane.died) == (1, 0, 0)
        finally:
            await pool.close()
        assert all(worker.child.returncode is not None for worker in started)
        assert (lane.tasks, lane.loading) == (set(), set())

    run(go())


@PROC
def test_workers_that_load_slowly_do_not_become_ever_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruche.server.work.lane.START_PATIENCE", 0.0)

    async def go() -> None:
        begun = 0

        async def never(_: str) -> WorkerProcess:
            nonlocal begun
            begun += 1
            return await asyncio.Event().wait()  # type: ignore[return-value]

        pool = WorkerPool(2, never)
        for _ in range(5):
            pool.submit(Think(Position(), 1, 0.1))
        for _ in range(50):
            await asyncio.sleep(0.001)
        assert begun == 4  # each has one beside it
        await pool.close()

    run(go())


@PROC
def test_a_request_has_a_budget_of_time_and_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import ruche.server.wire.refusals as refusals

    module = tmp_path / "endless.py"
    module.write_text(
        "from ruche.server.work import budget\n"
        "def spin():\n"
        "    with budget.processor_time(0.05):\n"
        "        while True: pass\n"
        "def grow(): return len(b'x' * 10**10)\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    import endless  # type: ignore[import-not-found]

    async def go() -> None:
        pool = WorkerPool(1)
        try:
            for function in (endless.spin, endless.grow):
                with pytest.raises(refusals.RefusalError) as refused:
                    await pool.compute(function)
                assert refused.value.error == "too_much_work"
            assert await pool.compute(len, "abc") == 3
        finally:
            await pool.close()

    run(go())


def test_one_processor_is_left_to_the_server_and_one_to_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analysis keeps one worker fewer busy than machine players may, so that one is always free to move."""
    for processors, players in ((None, 2), (1, 2), (2, 2), (3, 2), (4, 3), (8, 7)):
        monkeypatch.setattr(os, "cpu_count", lambda found=processors: found)
        lanes = WorkerPool().lanes
        assert (lanes[PLAY].settings.size, lanes[STUDY].settings.size) == (players, players - 1)


def test_whoever_waits_for_a_cancelled_job_is_told() -> None:
    async def go() -> None:
        job = IdleLane().add()
        waiting = asyncio.create_task(job.result())
        await asyncio.sleep(0)
        job.cancel()
        assert await waiting is None
        assert job.worker is not None  # which has not answered yet

    run(go())


def test_a_failed_job_says_why_and_its_worker_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        lane = IdleLane()
        job = lane.add()
        lane.finish(job.number, "Traceback:\n  ...\nValueError: no position\n")
        with pytest.raises(WorkerDiedError, match=r"^ValueError: no position$"):
            await job.result()
        assert (len(lane.idle), lane.died) == (1, 0)

    with caplog.at_level(logging.ERROR, "ruche.server"):
        run(go())
    assert "no position" in caplog.text


def test_a_dead_worker_is_counted_unless_its_job_was_cancelled(caplog: pytest.LogCaptureFixture) -> None:
    async def go() -> None:
        lane = IdleLane(2)
        job = lane.add()
        assert job.worker is not None
        job.cancel()
        lane.remove(job.worker)  # killed by us, because it did not let go
        assert (lane.died, len(lane.idle), lane.busy) == (0, 1, set())
        assert caplog.text == ""
        lane.remove(lane.idle[0])
        assert (lane.died, lane.idle) == (1, [])
        assert "died" in caplog.text

    with caplog.at_level(logging.WARNING, "ruche.server"):
        run(go())


def test_a_worker_that_still_starts_has_ended_when_the_pool_is_closed() -> None:
    """What is left of it would complain when the event loop has closed."""
    started: list[WorkerProcess] = []

    async def start(kind: str) -> WorkerProcess:
        started.append(await start_process(kind))
        return started[-1]

    async def go() -> None:
        pool = WorkerPool(1, start)
        pool.open()
        while not started:
            await asyncio.sleep(0.001)
        await pool.close()
        assert [worker.child.returncode for worker in started] == [-9]
        assert all(worker.child.stdin is not None and worker.child.stdin.is_closing() for worker in started)

    run(go())


def test_closing_tells_whoever_waits_and_ends_every_worker() -> None:
    async def go() -> None:
        lane = IdleLane(2)
        workers = [*lane.idle]
        jobs = [lane.add() for _ in range(3)]  # the third waits
        answers = asyncio.gather(*(job.result() for job in jobs))
        await asyncio.sleep(0)
        await lane.close()
        assert await answers == [None, None, None]
        assert all(job.cancelled for job in jobs)
        assert [worker.child.returncode for worker in workers] == [-9, -9]
        lane.add()
        assert lane.busy | set(lane.idle) == set(workers)  # nothing is started any more

    run(go())


def test_real_workers_answer_die_and_are_replaced() -> None:
    async def go() -> None:
        pool = WorkerPool(1)
        lane = pool.lanes[STUDY]
        job = pool.submit(FindLines(pack_position(Position()), 1, 60.0), STUDY)
        first = None
        async for found in job.results():
            assert isinstance(found, Found)
            if first is None:
                first = job.worker
                assert first is not None
                first.kill()  # its successor begins again
            elif found.depth == 1:
                assert job.worker is not first
                job.cancel()
        assert (lane.died, pool.figures()["workers.study.died"]) == (1, 1)
        await pool.close()
        assert first is not None
        assert first.child.returncode is not None
        assert lane.tasks == set()

    asyncio.run(asyncio.wait_for(go(), 2 * PATIENCE))  # two workers start, one after the other
