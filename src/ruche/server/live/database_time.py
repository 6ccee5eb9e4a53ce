"""The time of the database, which all processes on it keep: a clock runs on from one to another.

An answer tells a moment between the question and its arrival. The middle is the best guess, wrong by at most
half of what the two ways took: so the shortest of several counts, and one that took long is not believed.
"""

from __future__ import annotations

from typing import NamedTuple

from ruche.server.live.time_source import TimeSource
from ruche.server.store.database import Database

ATTEMPTS = 5  # at the start, until an answer came at once
AT_ONCE = 0.02  # seconds
BELIEVED = 0.1  # seconds that an answer may take which corrects the time under way


class Reading(NamedTuple):
    """What the database says, to be added to the time of this process, and how long the answer took."""

    ahead: float
    took: float


async def _read(database: Database, time_source: TimeSource) -> Reading | None:
    """Ask the database once; None for a file, which has no time of its own."""
    asked = time_source.now()
    told = await database.time()
    if told is None:
        return None
    took = time_source.now() - asked
    return Reading(told - (asked + took / 2), took)


async def find_time(database: Database, time_source: TimeSource) -> float:
    """Return what time it is, as well as a database that may be slow lets one know."""
    best: Reading | None = None
    for _ in range(ATTEMPTS):
        reading = await _read(database, time_source)
        if reading is None:
            break
        if best is None or reading.took < best.took:
            best = reading
        if best.took <= AT_ONCE:
            break
    return time_source.now() + (best.ahead if best else 0.0)


async def follow_time(database: Database, time_source: TimeSource) -> None:
    """Draw nearer to the database's time."""
    reading = await _read(database, time_source)
    if reading is not None and reading.took <= BELIEVED:
        time_source.slew(reading.ahead)
