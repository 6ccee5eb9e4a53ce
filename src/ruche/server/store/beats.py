"""Beats: processes note that they can commit. Where the notes have a gap, that was an outage."""

from __future__ import annotations

import logging
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ruche.server.match.outages import TOLERATED
from ruche.server.store.events import is_time
from ruche.server.store.schema import beats, games, lock_games, outages
from ruche.server.store.writer import insert_new

logger = logging.getLogger("ruche.server")

# Made once: a beat comes ten times a second.
_LAST = sa.select(beats.c.at, beats.c.every).where(beats.c.id == 1).with_for_update()
_NEXT = sa.update(beats).where(beats.c.id == 1)
_SINCE = (
    sa.select(outages.c.began, outages.c.ended)
    .where(outages.c.ended > sa.bindparam("since"))
    .order_by(outages.c.began)
)


class Beat(NamedTuple):
    """What a process learns when it notes that it can commit."""

    was_away: bool  # whether nobody could before
    latest: float  # when anybody last could; another process may be ahead


def beat(connection: Connection, now: float, every: float, tolerated: float | None = None) -> Beat:
    """Note that this process can commit, and will again in `every` seconds; tell whether there was an outage.

    Whoever comes back first after nobody could writes the outage down, once for all games: no entry can have
    been appended in it, so that every deadline after its beginning moves by its length. Whoever has
    just started says what gap is `tolerated`: it has no beats behind it that could merely be slow.
    """
    with connection.begin():
        last = connection.execute(_LAST).one_or_none()
        if last is None:
            # Another process may be at its first beat just now too.
            connection.execute(insert_new(connection, beats).values(id=1, at=now, every=every))
            return Beat(False, now)
        if not (is_time(last.at) and is_time(last.every)):
            connection.execute(_NEXT, {"at": now, "every": every})
            return Beat(False, now)
        if tolerated is None:
            if now - last.at < every / 2 and last.every <= every:
                return Beat(False, last.at)  # another process has just been here, or is ahead
            tolerated = max(TOLERATED, 1.5 * last.every)
        was_away: bool = now - last.at > tolerated
        if was_away:
            connection.execute(sa.insert(outages).values(began=last.at, ended=now))
            later = games.c.wakes + (now - last.at)
            moved = games.c.wakes > last.at
            connection.execute(lock_games(moved))
            connection.execute(sa.update(games).where(moved).values(wakes=later))
        latest = max(now, last.at)  # time never goes back
        connection.execute(_NEXT, {"at": latest, "every": every})
        return Beat(was_away, latest)


def last_beat(connection: Connection) -> float | None:
    """Return when a process could last commit; None if that is not known."""
    at = connection.execute(sa.select(beats.c.at).where(beats.c.id == 1)).scalar_one_or_none()
    if at is not None and not is_time(at):
        logger.error("when somebody could last commit is damaged in the database: %.40r", at)
        return None
    return at


def outages_since(connection: Connection, ended: float) -> list[tuple[float, float]]:
    """Return the outages that ended later than that, in order; one that is damaged counts for nothing."""
    found = [(began, ended) for began, ended in connection.execute(_SINCE, {"since": ended})]
    right = [span for span in found if all(map(is_time, span)) and span[0] <= span[1]]
    if len(right) < len(found):
        logger.error("%d outages are damaged in the database", len(found) - len(right))
    return right
