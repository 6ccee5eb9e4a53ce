"""Clocks: none, real time with increment, days a move."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path

import pytest
from tests.server.fake_time import FakeTime
from tests.server.helpers import BOTH, asynchronous, new_game, open_registry, play, until

from ruche import Colour, GameType, Outcome
from ruche.engine.limits import SHORTEST
from ruche.server.live.machine_players import PONDER, time_for
from ruche.server.live.registry import MatchRegistry
from ruche.server.live.replica import Replica
from ruche.server.live.time_source import AnchoredTime
from ruche.server.live.upkeep import FIRST_VISIT
from ruche.server.match.clock import Clock, ClockSettings, DaysPerTurn, RealTime
from ruche.server.match.events import Created, Ended, Entry, Played, SeatHolder, SeatKind
from ruche.server.match.match import Match
from ruche.server.match.outages import Outages
from ruche.server.match.refusals import MatchRefusalError, RefusalKind
from ruche.server.store.beats import Beat

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def test_real_time_with_increment() -> None:
    clock = Clock(RealTime(seconds=60, increment=5))
    assert clock.deadline() is None
    clock.turn_to(BLACK, 100.0)
    assert clock.deadline() == 160.0
    assert clock.time_of(BLACK, 110.0) == 50.0
    clock.turn_to(WHITE, 110.0, completed=True)
    assert (clock.left[BLACK], clock.time_of(WHITE, 130.0)) == (55.0, 40.0)
    clock.turn_to(BLACK, 130.0)  # taken back: no increment for what was not completed
    assert clock.left[WHITE] == 40.0
    assert clock.time_of(BLACK, 1000.0) == 0.0
    clock.turn_to(None, 140.0)
    assert clock.deadline() is None
    assert clock.left == [40.0, 45.0]


def test_days_a_turn() -> None:
    clock = Clock(DaysPerTurn(days=2))
    clock.turn_to(BLACK, 0.0)
    assert clock.deadline() == 2 * 86_400
    clock.turn_to(WHITE, 86_400.0, completed=True)
    assert clock.deadline() == 3 * 86_400
    assert clock.left == [2 * 86_400, 2 * 86_400]
    clock.skip(1000.0)
    assert clock.deadline() == 3 * 86_400 + 1000


def test_a_clock_is_copied_and_never_gains_by_waiting() -> None:
    clock = Clock(RealTime(seconds=60, increment=5))
    clock.turn_to(WHITE, 100.0)
    twin = clock.copy()
    twin.turn_to(BLACK, 110.0, completed=True)
    assert (clock.left, clock.running) == ([60.0, 60.0], WHITE)
    assert (twin.left, twin.running, twin.since) == ([55.0, 60.0], BLACK, 110.0)
    assert clock.time_of(WHITE, 99.0) == 60.0  # asked by a clock that is a little behind
    clock.turn_to(WHITE, 110.0, completed=True)  # the same side goes on: no increment
    assert clock.left == [50.0, 60.0]
    clock.skip(7.0)
    assert clock.left == [57.0, 60.0]
    clock.turn_to(None, 110.0)
    clock.skip(7.0)
    assert clock.left == [57.0, 60.0]


def test_days_begin_anew_with_every_turn() -> None:
    clock = Clock(DaysPerTurn(days=1))
    clock.turn_to(WHITE, 0.0)
    clock.turn_to(WHITE, 1000.0)  # nothing was completed, nobody else is to move
    assert clock.left == [86_400 - 1000, 86_400]
    clock.turn_to(BLACK, 1000.0)  # taken back, say
    assert clock.left == [86_400 - 1000, 86_400]
    clock.turn_to(WHITE, 2000.0)
    assert clock.left == [86_400, 86_400 - 1000]


def test_no_clock_counts_an_outage() -> None:
    outages = Outages()
    for span in ((50.0, 60.0), (10.0, 20.0), (10.0, 20.0)):
        outages.add(*span)
    assert (outages.count, outages.spans) == (2, [(10.0, 20.0), (50.0, 60.0)])
    stretches = ((0, 100), (12, 15), (15, 55), (20, 50), (60, 99), (0, 10), (19, 20))
    assert [outages.within(*one) for one in stretches] == [20, 3, 10, 0, 0, 0, 1]
    waits = ((0, 5), (0, 10), (0, 11), (15, 1), (0, 40), (0, 41), (20, 5), (60, 5))
    assert [outages.delay(*one) for one in waits] == [5, 10, 21, 21, 50, 61, 25, 65]
    clock = Clock(RealTime(seconds=45), outages)
    clock.turn_to(WHITE, 5.0)
    assert clock.time_of(WHITE, 30.0) == 30.0
    assert clock.deadline() == 70.0
    assert clock.copy().deadline() == 70.0  # all clocks of a process know the same outages
    assert Clock(RealTime(seconds=1)).outages.count == 0


def game(clock: ClockSettings, black: SeatKind = "person") -> Created:
    players = {
        WHITE: SeatHolder("Anna", "person"),
        BLACK: SeatHolder("", black, 1 if black == "machine" else None),
    }
    return Created(GameType("Base"), players, clock=clock)


def times(replica: Replica, time: FakeTime) -> list[float]:
    assert replica.match.clock is not None
    return [round(replica.match.clock.time_of(colour, time.now()), 3) for colour in Colour]


@pytest.fixture
def time() -> FakeTime:
    return FakeTime()


@contextlib.asynccontextmanager
async def running_clock(
    database: Path, time: FakeTime, clock: ClockSettings
) -> AsyncIterator[tuple[MatchRegistry, Replica]]:
    """A game in which White has moved, so that Black's time runs."""
    async with open_registry(database, time) as registry:
        replica = await new_game(registry, game(clock))
        await play(registry, replica, BOTH, 0, "wG1")
        yield registry, replica


@asynchronous
async def test_a_clock_runs_from_the_first_action_on(sqlite_file: Path, time: FakeTime) -> None:
    async with open_registry(sqlite_file, time) as registry:
        replica = await new_game(registry, game(RealTime(600, 5), "open"))
        await play(registry, replica, frozenset({WHITE}), 0, "wG1")
        await time.pass_by(100)
        assert times(replica, time) == [600, 600]  # nobody sits there yet
        held = await registry.join(replica, registry.seats.invite(replica.id), "Bert", registry.own_request())
        await time.pass_by(10)
        assert times(replica, time) == [600, 590]
        await play(registry, replica, held, 2, "bG1 wG1-")
        await time.pass_by(7)
        assert times(replica, time) == [593, 595]


@asynchronous
async def test_who_runs_out_of_time_loses_though_nobody_looks(sqlite_file: Path, time: FakeTime) -> None:
    async with running_clock(sqlite_file, time, RealTime(60)) as (registry, replica):
        await time.pass_by(59.9)
        assert replica.match.state == "InProgress"
        await time.pass_by(0.3)
        await until(lambda: replica.match.outcome)
        assert replica.match.outcome == Outcome(WHITE, "time")
        assert times(replica, time) == [60, 0]
        assert (replica.timer, time.waiting) == (None, [])
        with pytest.raises(MatchRefusalError) as refusal:
            await play(registry, replica, BOTH, replica.match.seq, "bG1 wG1-")
        assert refusal.value.kind is RefusalKind.OVER
        assert (await registry.database.entries(replica.match.id))[-1].event == Ended(Outcome(WHITE, "time"))


@asynchronous
async def test_an_action_that_comes_too_late_is_not_played(sqlite_file: Path, time: FakeTime) -> None:
    async with running_clock(sqlite_file, time, RealTime(60)) as (registry, replica):
        await time.pass_by(60.05)  # the timer grants what is on its way a moment
        with pytest.raises(MatchRefusalError) as refusal:
            await play(registry, replica, BOTH, 1, "bG1 wG1-")
        assert refusal.value.kind is RefusalKind.STALE
        assert replica.match.outcome == Outcome(WHITE, "time")


@asynchronous
async def test_an_action_that_arrived_in_time_is_played(sqlite_file: Path, time: FakeTime) -> None:
    async with running_clock(sqlite_file, time, RealTime(60)) as (registry, replica):
        await time.pass_by(59.95)
        arrived = time.now()
        await time.pass_by(0.1)
        await play(registry, replica, BOTH, 1, "bG1 wG1-", arrived)
        assert replica.match.outcome is None
        assert times(replica, time) == [59.9, 0.05]


@asynchronous
async def test_a_stall_of_the_server_is_nobodys_loss(sqlite_file: Path, time: FakeTime) -> None:
    async with running_clock(sqlite_file, time, RealTime(60)) as (registry, replica):
        await time.pass_by(20)
        time.time += 3600  # nothing runs meanwhile, not even a beat
        await play(registry, replica, BOTH, 1, "bG1 wG1-")
        assert times(replica, time) == [60, pytest.approx(40, abs=0.11)]
        entries = await registry.database.entries(replica.id)
        assert [type(entry.event) for entry in entries] == [Created, Played, Played]
        ((began, ended),) = await registry.database.outages_since(0)
        assert ended - began == pytest.approx(3600, abs=0.11)


@pytest.mark.parametrize("a_clock_runs", [True, False])
@asynchronous
async def test_a_start_tells_of_the_outage_before_it_only(
    sqlite_file: Path, caplog: pytest.LogCaptureFixture, a_clock_runs: bool
) -> None:
    """All outages ever are on record; each is told of once, by whoever notes it, if a clock stood still."""
    for day in range(3):
        time = FakeTime()
        time.time += 86_400 * day
        async with open_registry(sqlite_file, time) as registry:
            await time.pass_by(0.1)
            assert len(await registry.database.outages_since(0)) == day
            assert registry.outages.count == day
            assert caplog.text.count("nobody could commit") == (day if a_clock_runs else 0)
            if a_clock_runs and day == 0:
                replica = await new_game(registry, game(DaysPerTurn(days=9)))
                await play(registry, replica, BOTH, 0, "wG1")


@asynchronous
async def test_a_clock_that_begins_during_a_look_at_the_index_is_noted(
    sqlite_file: Path, time: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the index said before it began would make beats slow, and a kill would cost seconds."""
    async with open_registry(sqlite_file, time) as registry:
        asked, answer = asyncio.Event(), asyncio.Event()

        async def none_yet() -> bool:
            asked.set()
            await answer.wait()
            return False

        monkeypatch.setattr(registry.database, "has_clocks", none_yet)
        looking = asyncio.create_task(registry.upkeep._look_at_clocks())
        await asked.wait()
        replica = await new_game(registry, game(RealTime(60)))
        await play(registry, replica, BOTH, 0, "wG1")
        answer.set()
        await looking
        assert registry.upkeep.has_clocks


@asynchronous
async def test_a_flag_that_falls_is_one_commit(
    sqlite_file: Path, time: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether there was an outage need not be asked where beats have come all the time."""
    async with running_clock(sqlite_file, time, RealTime(60)) as (registry, replica):
        asked: list[float] = []

        async def note() -> None:
            asked.append(time.now())

        monkeypatch.setattr(registry.upkeep, "note_outages", note)
        await time.pass_by(60.2)
        await until(lambda: replica.match.outcome)
        assert asked == []


@asynchronous
async def test_beats_keep_their_rhythm_on_a_slow_disk(
    sqlite_file: Path, time: FakeTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_clock(sqlite_file, time, RealTime(60)) as (registry, _):
        beats: list[float] = []
        beat = registry.database.beat

        async def slowly(now: float, *more: float) -> Beat:
            beats.append(now)
            time.time += 0.08
            return await beat(now, *more)

        monkeypatch.setattr(registry.database, "beat", slowly)
        await time.pass_by(5)
        gaps = [later - earlier for earlier, later in pairwise(beats)]
        assert len(gaps) > 40
        assert max(gaps) < 0.15


@asynchronous
async def test_a_group_that_is_written_is_a_beat(sqlite_file: Path, time: FakeTime) -> None:
    async with running_clock(sqlite_file, time, RealTime(60)) as (registry, replica):
        await time.pass_by(1)
        time.time += 0.05
        await play(registry, replica, BOTH, 1, "bG1 wG1-")
        assert await registry.database.last_beat() == time.now()
        time.time += 3  # after a gap only a beat can tell whether that was an outage
        await play(registry, replica, BOTH, 2, "wB1 -wG1")
        assert await registry.database.last_beat() == time.now() - 3


@asynchronous
async def test_days_are_not_too_long_for_a_timer(sqlite_file: Path, time: FakeTime) -> None:
    async with running_clock(sqlite_file, time, DaysPerTurn(2.5)):
        assert time.waiting == []  # the index is looked at again
        await time.pass_by(60)


@asynchronous
async def test_no_clock_runs_while_the_server_is_away(sqlite_file: Path, time: FakeTime) -> None:
    async with running_clock(sqlite_file, time, RealTime(200)) as (registry, replica):
        await time.pass_by(50)
    time.time += 1000
    async with open_registry(sqlite_file, time) as registry, registry.replicas.hold(replica.id) as again:
        assert again.match.outcome is None
        assert times(again, time) == [200, 150]
        await time.pass_by(30)
        assert times(again, time) == [200, 120]


@asynchronous
async def test_a_clock_stands_until_somebody_can_be_answered(database: Path, time: FakeTime) -> None:
    """Between opening the log and the first request a busy machine may take its time."""
    async with running_clock(database, time, RealTime(200)) as (registry, replica):
        await time.pass_by(50)
    time.time += 1000
    async with open_registry(database, time, before_visitors=True) as registry:
        await time.pass_by(1.5)
        await registry.upkeep.answer_first()
        async with registry.replicas.hold(replica.id) as again:
            assert times(again, time) == [200, 150]
            await time.pass_by(30)
            assert times(again, time) == [200, 120]


@asynchronous
async def test_a_clock_does_not_wait_for_visitors_for_long(database: Path, time: FakeTime) -> None:
    async with running_clock(database, time, RealTime(200)) as (registry, replica):
        await time.pass_by(50)
    async with open_registry(database, time, before_visitors=True) as registry:
        await time.pass_by(FIRST_VISIT)
        await time.pass_by(30)
        async with registry.replicas.hold(replica.id) as again:
            assert times(again, time) == [200, pytest.approx(120, abs=0.2)]


@asynchronous
async def test_a_kill_just_after_the_first_clock_began_costs_nothing(database: Path, time: FakeTime) -> None:
    """While no clock runs, beats are slow; one that starts between two of them must not hide an outage."""

    async def _silent(now: float, *_: object) -> Beat:
        return Beat(False, now)

    async with open_registry(database, time) as registry:
        replica = await new_game(registry, game(RealTime(200)))
        await time.pass_by(4)
        await play(registry, replica, BOTH, 0, "wG1")
        while (await registry.database.last_beat() or 0.0) < time.time - 0.11:  # fast already
            await asyncio.sleep(0.01)
        killed_at = time.time
        beats, registry.database.beat = registry.database.beat, _silent  # type: ignore[method-assign, assignment]
        time.time += 3
        await registry.close()
        registry.database.beat = beats  # type: ignore[method-assign]
    async with open_registry(database, time) as registry, registry.replicas.hold(replica.id) as again:
        assert time.time - killed_at >= 3
        assert times(again, time) == [200, 200]


@pytest.mark.parametrize(
    ("clock", "passed", "seconds"),
    [
        (None, 0, PONDER),
        (DaysPerTurn(1), 1000, PONDER),
        (RealTime(600), 0, PONDER),
        (RealTime(60), 10, 50 / 25),
        (RealTime(60, 2), 10, 50 / 25 + 1),
        (RealTime(60, 30), 57, 1.0),  # never more than a third of what is left
        (RealTime(60), 59.97, SHORTEST),
    ],
)
def test_the_machine_thinks_less_when_its_clock_is_short(
    clock: ClockSettings | None, passed: float, seconds: float
) -> None:
    match = Match(Entry("g", 0, 0.0, replace(game(RealTime(1), "machine"), clock=clock)))
    match.apply(Entry("g", 1, 100.0, Played(WHITE, "wG1", 0, "wG1")))
    assert time_for(match, 100.0 + passed) == pytest.approx(seconds)


@asynchronous
async def test_a_step_of_the_systems_clock_changes_nothing(sqlite_file: Path) -> None:
    """By an hour, in either direction, while the server runs and while it is away."""
    stepped, ticks = [0.0], count(1_000.0, 0.001)  # a millisecond passes whenever somebody asks

    def time_source() -> AnchoredTime:
        return AnchoredTime(lambda: next(ticks), lambda: 1_000_000.0 + next(ticks) + stepped[0])

    async with open_registry(sqlite_file, time_source()) as registry:
        replica = await new_game(registry, game(RealTime(600)))
        await play(registry, replica, BOTH, 0, "wG1")
        before = registry.time_source.now()
        for step in (3600.0, -3600.0):
            stepped[0] = step
            assert 0 <= registry.time_source.now() - before < 60
    for step in (-3600.0, 7200.0):
        stepped[0] = step
        async with (
            open_registry(sqlite_file, time_source()) as registry,
            registry.replicas.hold(replica.id) as again,
        ):
            now = registry.time_source.now()
            assert now >= before  # time never goes back
            assert again.match.clock is not None
            assert again.match.clock.time_of(BLACK, now) > 540
            assert again.match.outcome is None
