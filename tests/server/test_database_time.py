"""All processes keep the time of their database, however slowly it answers."""

from collections.abc import Iterator
from typing import cast

import pytest
from tests.server.helpers import asynchronous

from ruche.server.live.database_time import find_time, follow_time
from ruche.server.live.time_source import QUICK_SLEW, SLEW, SLEWED_FOR, AnchoredTime
from ruche.server.store.database import Database

NOON = 43_200.0


class SlowDatabase:
    """Its clock is an hour and some seconds ahead; each answer takes its two ways."""

    def __init__(self, ways: list[tuple[float, float]], ahead: float) -> None:
        self.clock = NOON
        self.ways: Iterator[tuple[float, float]] = iter(ways)
        self.ahead = ahead

    async def time(self) -> float:
        there, back = next(self.ways)
        self.clock += there
        told = self.clock + self.ahead
        self.clock += back
        return told

    def time_source(self) -> AnchoredTime:
        return AnchoredTime(lambda: self.clock, lambda: self.clock)


@pytest.mark.parametrize(
    ("ways", "error"),
    [
        ([(0.001, 0.001)], 0.0),  # at once: asked no more
        ([(0.2, 0.0), (0.1, 0.3), (0.03, 0.01), (1.0, 1.0), (0.0, 0.5)], 0.01),  # the quickest counts
        ([(0.2, 0.0), (0.004, 0.004)], 0.0),
    ],
)
@asynchronous
async def test_the_quickest_answer_tells_the_time(ways: list[tuple[float, float]], error: float) -> None:
    database = SlowDatabase(ways, ahead=3600.0)
    found = await find_time(cast(Database, database), database.time_source())
    assert found - (database.clock + 3600.0) == pytest.approx(error, abs=1e-6)
    assert list(database.ways) == []


@pytest.mark.parametrize(
    ("ahead", "corrected"),
    [(0.5, QUICK_SLEW), (-0.5, -QUICK_SLEW), (0.01, 0.01), (3600.0, SLEW), (-10.0, -SLEW)],
)
@asynchronous
async def test_a_fault_of_measuring_is_corrected_quickly_and_a_set_clock_slowly(
    ahead: float, corrected: float
) -> None:
    database = SlowDatabase([(0.0, 0.0)], ahead)
    time_source = database.time_source()
    database.clock += 1.0
    await follow_time(cast(Database, database), time_source)
    assert time_source.now() - database.clock == pytest.approx(corrected, abs=1e-6)


@asynchronous
async def test_an_answer_that_took_long_corrects_nothing() -> None:
    database = SlowDatabase([(0.0, 0.5), (0.0, 0.0)], 0.5)
    time_source = database.time_source()
    database.clock += 100.0
    await follow_time(cast(Database, database), time_source)
    assert time_source.now() == database.clock
    await follow_time(cast(Database, database), time_source)  # nor is what was missed made up for in a step
    assert time_source.now() - database.clock == pytest.approx(SLEWED_FOR * QUICK_SLEW, abs=1e-6)
