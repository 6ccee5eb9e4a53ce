"""Clocks: none, real time with increment, days a move."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.fake_time import FakeTime
from tests.server.helpers import open_registry, run

from ruche import Colour, GameType, Outcome
from ruche.engine.limits import SHORTEST
from ruche.server.live.machine_players import PONDER, time_for
from ruche.server.live.session import MatchSession
from ruche.server.match.clock import DAY, Clock, ClockSettings, DaysPerTurn, RealTime
from ruche.server.match.events import Created, Ended, Entry, Played, Player, SeatKind
from ruche.server.match.match import Match
from ruche.server.match.refusals import MatchRefusalError, RefusalKind

BOTH = frozenset(Colour)
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


def game(clock: ClockSettings, black: SeatKind = "person") -> Created:
    players = {WHITE: Player("Anna", "person"), BLACK: Player("", black, 1 if black == "machine" else None)}
    return Created(GameType("Base"), players, clock=clock)


def times(session: MatchSession, time: FakeTime) -> list[float]:
    assert session.match.clock is not None
    return [round(session.match.clock.time_of(colour, time.now()), 3) for colour in Colour]


def test_a_clock_runs_from_the_first_action_on(database: Path) -> None:
    async def play() -> None:
        time = FakeTime()
        async with open_registry(database, time) as registry:
            session = await registry.create(game(RealTime(600, 5), "open"))
            await registry.play(session, frozenset({WHITE}), 0, "wG1")
            await time.pass_by(100)
            assert times(session, time) == [600, 600]  # nobody sits there yet
            held = await registry.join(session, registry.seats.invite(session.match.id), "Bert")
            await time.pass_by(10)
            assert times(session, time) == [600, 590]
            await registry.play(session, held, 2, "bG1 wG1-")
            await time.pass_by(7)
            assert times(session, time) == [593, 595]

    run(play())


def test_who_runs_out_of_time_loses_though_nobody_looks(database: Path) -> None:
    async def play() -> None:
        time = FakeTime()
        async with open_registry(database, time) as registry:
            session = await registry.create(game(RealTime(60)))
            await registry.play(session, BOTH, 0, "wG1")
            news = asyncio.Event()
            session.followers.add(news)
            await time.pass_by(59.9)
            assert session.match.state == "InProgress"
            await time.pass_by(0.2)
            await news.wait()
            assert session.match.outcome == Outcome(WHITE, "time")
            assert times(session, time) == [60, 0]
            assert (session.timer, time.waiting) == (None, [])
            with pytest.raises(MatchRefusalError) as refusal:
                await registry.play(session, BOTH, session.match.seq, "bG1 wG1-")
            assert refusal.value.kind is RefusalKind.OVER
            assert (await registry.database.entries(session.match.id))[-1].event == Ended(
                Outcome(WHITE, "time")
            )

    run(play())


def test_an_action_that_comes_too_late_is_not_played(database: Path) -> None:
    async def play() -> None:
        time = FakeTime()
        async with open_registry(database, time) as registry:
            session = await registry.create(game(RealTime(60)))
            await registry.play(session, BOTH, 0, "wG1")
            time.time += 61  # the timer is late
            with pytest.raises(MatchRefusalError) as refusal:
                await registry.play(session, BOTH, 1, "bG1 wG1-")
            assert refusal.value.kind is RefusalKind.STALE
            assert session.match.outcome == Outcome(WHITE, "time")

    run(play())


def test_days_are_not_too_long_for_a_timer(database: Path) -> None:
    async def play() -> None:
        time = FakeTime()
        async with open_registry(database, time) as registry:
            session = await registry.create(game(DaysPerTurn(2.5)))
            await registry.play(session, BOTH, 0, "wG1")
            begun = time.now()
            for days in (1, 2, 2.5):
                assert time.waiting == [pytest.approx(begun + days * DAY, abs=0.1)]
                timer = session.timer
                await time.pass_by(DAY)
                while session.timer is timer:  # what is due has been called and needs its turn
                    await asyncio.sleep(0)
            assert session.match.outcome == Outcome(WHITE, "time")

    run(play())


def test_no_clock_runs_while_the_server_is_away(database: Path) -> None:
    async def play() -> None:
        time = FakeTime()
        async with open_registry(database, time) as registry:
            session = await registry.create(game(RealTime(200)))
            await registry.play(session, BOTH, 0, "wG1")
            await time.pass_by(50)
        time.time += 1000
        async with open_registry(database, time) as registry:
            session = await registry.find(session.match.id)
            assert session.match.outcome is None
            assert times(session, time) == [200, 150]
            await time.pass_by(30)
            assert times(session, time) == [200, 120]

    run(play())


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
