"""Checking a database: every game is replayed from the log, and compared with the index."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ruche.server.match.match import Match
from ruche.server.store.events import read_entry
from ruche.server.store.index import row_of
from ruche.server.store.schema import games, log

# What the index has of a game besides what follows from the log.
NOT_FROM_LOG = {"wakes", "claimed_by", "claimed_until", "live_key", "live_until", "fault"}


class DatabaseFault(NamedTuple):
    """A game, and what is wrong with it; `entry` is the number of the log entry to blame, if one is."""

    game: str
    entry: int | None
    kind: str  # names the sentence: unreadable, gap, no_log, no_index, index
    detail: str


def check(connection: Connection) -> tuple[int, list[DatabaseFault]]:
    """Return how many games there are, and what is wrong with them."""
    ids = sorted(
        {*connection.execute(sa.select(log.c.game).distinct()).scalars()}
        | {*connection.execute(sa.select(games.c.id)).scalars()}
    )
    connection.rollback()
    return len(ids), [fault for game in ids for fault in check_game(connection, game)]


@contextlib.contextmanager
def snapshot(connection: Connection) -> Iterator[None]:
    """See the database as it is at one moment: a server may go on writing to it."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("BEGIN")  # which Python's driver does only before it writes
    else:
        connection.execution_options(isolation_level="REPEATABLE READ")
    try:
        yield
    finally:
        connection.rollback()


def check_game(connection: Connection, game: str) -> list[DatabaseFault]:
    """Return what is wrong with a game."""
    with snapshot(connection):
        return list(_faults(connection, game))


def _faults(connection: Connection, game: str) -> Iterator[DatabaseFault]:
    query = sa.select(log.c.seq, log.c.at, log.c.event).where(log.c.game == game).order_by(log.c.seq)
    rows = connection.execute(query).all()
    match: Match | None = None
    for expected, row in enumerate(rows):
        if row.seq != expected:
            yield DatabaseFault(game, expected, "gap", "")
            return
        try:
            entry = read_entry(game, row.seq, row.at, row.event)
            if match is None:
                match = Match(entry)
            else:
                match.apply(entry)
        except Exception as error:  # whatever a damaged log leads to
            yield DatabaseFault(game, row.seq, "unreadable", f"{type(error).__name__}: {error}")
            return
    found = connection.execute(sa.select(games).where(games.c.id == game)).mappings().first()
    if match is None and found is None:
        return  # it was deleted meanwhile
    if match is None or found is None:
        yield DatabaseFault(game, None, "no_log" if match is None else "no_index", "")
        return
    right = row_of(match, "", 0.0)
    # ruche 0.1 counted the actions that a game was made with even before it had begun.
    skipped = NOT_FROM_LOG if match.has_begun else NOT_FROM_LOG | {"moves"}
    wrong = [name for name in right if name not in skipped and right[name] != found[name]]
    if wrong:
        yield DatabaseFault(game, None, "index", ", ".join(wrong))
