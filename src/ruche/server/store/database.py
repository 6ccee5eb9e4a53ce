"""The database: an append-only log, written in groups, and the index of games beside it."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from ruche.server.match.events import Entry, Event
from ruche.server.match.match import Match
from ruche.server.store.events import UnreadableEventError, decode, encode
from ruche.server.store.index import GameSummary, row_of, summary_of
from ruche.server.store.schema import games, log, settings

Conditions = Sequence[sa.ColumnElement[bool]]
GROUP = 256  # the most batches in one commit
PAGE = 20


class ConflictError(Exception):
    """Somebody else has appended to this game meanwhile."""


@dataclass(frozen=True)
class Batch:
    """Entries that are committed together, and the matches after them, which the index shows."""

    entries: Sequence[Entry]
    matches: Sequence[Match]
    done: asyncio.Future[None]


def url_of(database: str) -> str:
    """Return the address of a database; a plain path is an SQLite file."""
    if "://" in database:
        return database
    path = Path(database).expanduser().absolute()
    path.parent.mkdir(parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{path}"


def shown(database: str) -> str:
    """Return a path or an address as it may be printed: without its password."""
    return sa.make_url(database).render_as_string() if "://" in database else database


class Database:
    """The log of all matches."""

    def __init__(self, database: str) -> None:
        self.engine: AsyncEngine = create_async_engine(url_of(database))
        if self.engine.dialect.name == "sqlite":
            sa.event.listen(self.engine.sync_engine, "connect", _tune_sqlite)
        self.upsert = _upsert(self.engine.dialect.name)
        self.queue: asyncio.Queue[Batch | None] = asyncio.Queue()
        self.writer: asyncio.Task[None] | None = None
        self.commits = 0
        self.batches = 0

    async def open(self) -> None:
        """Bring the database into shape and start writing."""
        async with self.engine.begin() as connection:
            await connection.run_sync(migrate)
        self.writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Write what waits, then stop."""
        if self.writer is not None:
            self.queue.put_nowait(None)
            await self.writer
        await self.engine.dispose()

    # -- writing -----------------------------------------------------------------------------------

    async def append(self, entries: Sequence[Entry], matches: Sequence[Match]) -> None:
        """Append entries and return once they are safe; raise `ConflictError` if one is there already.

        `matches` are those that have changed, as they are with these entries.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.queue.put_nowait(Batch(entries, matches, done))
        await done

    async def _write(self) -> None:
        """Commit whatever waits, all in one go: an fsync costs the same for one move and for a hundred."""
        stopping = False
        while not stopping:
            group = [await self.queue.get()]
            while not self.queue.empty() and len(group) < GROUP:
                group.append(self.queue.get_nowait())
            stopping = None in group
            batches = [batch for batch in group if batch is not None]
            if batches:
                await self._commit(batches)

    async def _commit(self, batches: list[Batch]) -> None:
        """Write batches in two statements: each costs the way to the database's thread and back."""
        entries = [
            {"game": entry.game, "seq": entry.seq, "at": entry.at, "event": encode(entry.event)}
            for batch in batches
            for entry in batch.entries
        ]
        rows = {match.id: row_of(match) for batch in batches for match in batch.matches}
        try:
            async with self.engine.begin() as connection:
                await connection.execute(sa.insert(log), entries)
                if rows:
                    await connection.execute(self.upsert, list(rows.values()))
        except Exception as error:
            if len(batches) > 1:  # one of them is at fault: each on its own
                for batch in batches:
                    await self._commit([batch])
            elif not batches[0].done.done():
                batches[0].done.set_exception(ConflictError() if isinstance(error, IntegrityError) else error)
            return
        self.commits += 1
        self.batches += len(batches)
        for batch in batches:
            if not batch.done.done():  # else nobody waits any more
                batch.done.set_result(None)

    # -- reading -----------------------------------------------------------------------------------

    async def entries(self, game: str) -> list[Entry]:
        """Return the log of a game, empty if there is none; raises `UnreadableEventError`."""
        query = sa.select(log.c.seq, log.c.at, log.c.event).where(log.c.game == game).order_by(log.c.seq)
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [Entry(game, seq, at, _event(game, seq, event)) for seq, at, event in found]

    async def waking(self) -> list[str]:
        """Return the games that the server has to look at by itself."""
        query = sa.select(games.c.id).where(games.c.wakes.is_not(None))
        async with self.engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def search(self, conditions: Conditions, page: int) -> tuple[int, list[GameSummary]]:
        """Return how many games fit, and a page of them, newest first."""
        query = sa.select(games).where(*conditions).order_by(games.c.started.desc(), games.c.id)
        count = sa.select(sa.func.count()).select_from(games).where(*conditions)
        async with self.engine.connect() as connection:
            total = (await connection.execute(count)).scalar_one()
            rows = (await connection.execute(query.limit(PAGE).offset((page - 1) * PAGE))).all()
        return total, [summary_of(row) for row in rows]

    async def game_ids(self, conditions: Conditions) -> AsyncIterator[str]:
        """Go through the games that fit, oldest first, a few at a time."""
        last = (-1.0, "")
        while True:
            after = sa.tuple_(games.c.started, games.c.id) > sa.tuple_(*map(sa.literal, last))
            query = (
                sa.select(games.c.started, games.c.id)
                .where(*conditions, after)
                .order_by(games.c.started, games.c.id)
                .limit(100)
            )
            async with self.engine.connect() as connection:
                rows = (await connection.execute(query)).all()
            if not rows:
                return
            for started, game in rows:
                last = (started, game)
                yield game

    async def totals(self) -> dict[str, int]:
        """Count the games, those that run, and their moves."""
        running = games.c.state.in_(("NotStarted", "InProgress"))
        query = sa.select(
            sa.func.count(), sa.func.count().filter(running), sa.func.coalesce(sa.func.sum(games.c.moves), 0)
        ).select_from(games)
        async with self.engine.connect() as connection:
            total, now, moves = (await connection.execute(query)).one()
        return {"games.total": total, "games.running": now, "moves.total": moves}

    # -- the server's own --------------------------------------------------------------------------

    async def setting(self, name: str) -> str | None:
        """Return something the server has kept."""
        query = sa.select(settings.c.value).where(settings.c.name == name)
        async with self.engine.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def set_setting(self, name: str, value: str) -> None:
        """Keep something of the server's own."""
        async with self.engine.begin() as connection:
            done = await connection.execute(
                sa.update(settings).where(settings.c.name == name).values(value=value)
            )
            if done.rowcount == 0:
                await connection.execute(sa.insert(settings).values(name=name, value=value))


def migrate(connection: Connection) -> None:
    """Bring the tables into today's shape."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    steps = (Path(__file__).parent / "migrations").as_posix()
    config.set_main_option("script_location", steps.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _tune_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
        with contextlib.suppress(sqlite3.OperationalError):  # another process may be just at it
            cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _upsert(dialect: str) -> sa.Insert:
    """Return the statement that writes rows of the index, new or known."""
    insert = (sqlite if dialect == "sqlite" else postgresql).insert(games)
    fresh = {column.name: insert.excluded[column.name] for column in games.columns}
    statement: sa.Insert = insert.on_conflict_do_update(index_elements=[games.c.id], set_=fresh)
    return statement


def _event(game: str, seq: int, text: str) -> Event:
    """Read a stored event; if it cannot be read, say which one it is."""
    try:
        return decode(text)
    except UnreadableEventError as error:
        raise UnreadableEventError(f"entry {seq} of game {game} cannot be read: {error}") from error
