"""The database: an append-only log, written in groups, and the index of games beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Container, Coroutine, Iterable, Sequence
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ruche import Colour
from ruche.server.match.events import Entry, Request
from ruche.server.store import beats
from ruche.server.store.backend import Backend, OnEntries, OnNotice, backend_of
from ruche.server.store.engines import Engine
from ruche.server.store.errors import UnavailableError
from ruche.server.store.events import read_entry
from ruche.server.store.forgetting import delete_games, forget_names
from ruche.server.store.index import CANCELLED, Conditions, has_name_index
from ruche.server.store.listener import Heads
from ruche.server.store.opening import migrate
from ruche.server.store.schema import games, lock_games, log, settings
from ruche.server.store.writer import PRESENCE_CHANNEL, Writer, insert_new, is_outage

T = TypeVar("T")
MOST_EXPIRED = 500  # games that are deleted at once


class Database:
    """The log of all matches. Reading, writing and beating have connections of their own."""

    def __init__(self, database: str | Backend) -> None:
        self.backend = backend = database if isinstance(database, Backend) else backend_of(database)
        self.is_shared = backend.listen is not None  # by several processes
        self.process, self.address = backend.process, backend.address
        self.writing, self.reading, self.beating = backend.writing, backend.reading, backend.beating
        self.writer = Writer(self.writing, self.process if self.is_shared else None)
        self.append = self.writer.append
        self.wrote_at = self.writer.wrote_at
        self.indexes_names = False  # in a table that searches have to ask
        self.tried = 0  # how often it was asked whether it can write

    async def open(self) -> None:
        """Bring the database into shape and start writing; raises `CannotOpenError`."""
        await self.writing.run(migrate)
        self.indexes_names = await self.writing.run(has_name_index)
        self.writer.start()

    async def close(self) -> None:
        """Write what waits, then stop."""
        await self.writer.close()
        for engine in (self.writing, self.reading, self.beating):
            await engine.close()

    def listen(
        self, on_entries: OnEntries, on_notice: OnNotice | None = None
    ) -> Coroutine[Any, Any, None] | None:
        """Return what passes on the appends and announcements of other processes, where there can be any."""
        return self.backend.listen(on_entries, on_notice) if self.backend.listen else None

    async def announce(self, notices: Sequence[str]) -> None:
        """Tell the other processes something that is not kept."""

        def tell(connection: Connection) -> None:
            with connection.begin():
                for notice in notices:
                    connection.execute(sa.select(sa.func.pg_notify(PRESENCE_CHANNEL, notice)))

        await _run(self.beating, tell)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Read with a function of one's own; raises `UnavailableError` if the database is away."""
        return await _run(self.reading, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Write with a function that makes its own transaction; raises `UnavailableError`."""
        return await _run(self.writing, work)

    # -- reading -----------------------------------------------------------------------------------

    async def _all(self, query: sa.Select[Any]) -> Sequence[sa.Row[Any]]:
        return await _run(self.reading, lambda connection: connection.execute(query).all())

    async def entries(self, game: str, after: int = -1) -> list[Entry]:
        """Return the log of a game behind an entry, empty if there is none; raises `UnreadableEventError`."""
        query = (
            sa.select(log.c.seq, log.c.at, log.c.event, log.c.request, log.c.digest)
            .where(log.c.game == game, log.c.seq > after)
            .order_by(log.c.seq)
        )
        return [
            read_entry(
                game,
                row.seq,
                row.at,
                row.event,
                Request(row.request, row.digest) if row.request else None,
            )
            for row in await self._all(query)
        ]

    async def heads(self, ids: Iterable[str]) -> Heads:
        """Return how far some games are, as the index has it."""
        query = sa.select(games.c.id, games.c.seq).where(games.c.id.in_(list(ids)))
        return {row.id: row.seq for row in await self._all(query)}

    async def due(self, until: float) -> list[str]:
        """Return the games whose clocks will have run down by then."""
        query = sa.select(games.c.id).where(games.c.wakes > 0, games.c.wakes <= until).order_by(games.c.wakes)
        return [game for (game,) in await self._all(query)]

    async def has_clocks(self) -> bool:
        """Tell whether any clock runs."""
        return bool(await self._all(sa.select(games.c.id).where(games.c.wakes > 0).limit(1)))

    async def faults(self) -> dict[str, str]:
        """Return the games that cannot be replayed, and why."""
        query = sa.select(games.c.id, games.c.fault).where(games.c.fault.is_not(None))
        return {row.id: row.fault for row in await self._all(query)}

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
            rows = await self._all(query)
            if not rows:
                return
            for row in rows:
                last = (row.started, row.id)
                yield row.id

    async def is_live(self, keys: Iterable[str], now: float) -> bool:
        """Tell whether a game between people that goes on has one of these positions."""
        found = games.c.live_key.in_(list(keys))
        query = sa.select(games.c.id).where(found, games.c.live_until > now).limit(1)
        return bool(await self._all(query))

    async def totals(self) -> dict[str, int]:
        """Count the games, those that run, and their moves."""
        running = games.c.state.in_(("NotStarted", "InProgress"))
        query = sa.select(
            sa.func.count(), sa.func.count().filter(running), sa.func.coalesce(sa.func.sum(games.c.moves), 0)
        ).select_from(games)
        (row,) = await self._all(query)
        return dict(zip(("games.total", "games.running", "moves.total"), row, strict=True))

    # -- who thinks, and what is at fault ----------------------------------------------------------

    async def claim(self, now: float, until: float, most: int) -> list[str]:
        """Claim games that wait for the machine and that nobody lets think; return them."""
        free = sa.or_(games.c.claimed_until.is_(None), games.c.claimed_until < now)
        waiting = (
            sa.select(games.c.id)
            .where(games.c.wakes == 0, free)
            .order_by(games.c.id)
            .limit(most)
            .with_for_update(skip_locked=True)
        )

        def take(connection: Connection) -> list[str]:
            with connection.begin():
                found = list(connection.execute(waiting).scalars())
                if found:
                    connection.execute(self._claiming(found, until))
            return found

        return await _run(self.beating, take)

    async def keep_claims(self, ids: Collection[str], until: float) -> None:
        """Claim games for longer that this process lets think."""

        def keep(connection: Connection) -> None:
            with connection.begin():
                mine = games.c.claimed_by == self.process
                connection.execute(lock_games(games.c.id.in_(ids)))
                connection.execute(self._claiming(sorted(ids), until).where(mine))

        await _run(self.beating, keep)

    def _claiming(self, ids: list[str], until: float) -> sa.Update:
        claimed = {"claimed_by": self.process, "claimed_until": until}
        return sa.update(games).where(games.c.id.in_(ids)).values(claimed)

    async def forget_claims(self) -> None:
        """Drop every claim: nobody else is there, and whoever made them is gone."""

        def forget(connection: Connection) -> None:
            with connection.begin():
                claimed = games.c.claimed_until.is_not(None)
                connection.execute(sa.update(games).where(claimed).values(claimed_until=None))

        await _run(self.beating, forget)

    async def quarantine(self, game: str, fault: str) -> None:
        """Note that a game cannot be replayed; it is not looked at again by itself."""

        def note(connection: Connection) -> None:
            with connection.begin():
                row = sa.update(games).where(games.c.id == game)
                connection.execute(row.values(fault=fault, wakes=None))

        await _run(self.writing, note)

    # -- time --------------------------------------------------------------------------------------

    def beat_with_commits(self, now: Callable[[], float]) -> None:
        """Let every group that is written to a file note when that was.

        Several processes would wait for each other at that one row, so they only beat.
        """
        if not self.is_shared:
            self.writer.now = now

    async def time(self) -> float | None:
        """Return the database's own time; None for a file, which has none."""
        if self.backend.clock is None:
            return None
        return float((await self._all(self.backend.clock))[0][0])

    async def last_beat(self) -> float | None:
        """Return when a process could last commit."""
        return await _run(self.reading, beats.last_beat)

    async def beat(self, now: float, every: float, tolerated: float | None = None) -> beats.Beat:
        """Note that this process can commit; after a gap, the outage is written down, and that is told."""
        return await _run(self.beating, lambda connection: beats.beat(connection, now, every, tolerated))

    async def outages_since(self, ended: float) -> list[tuple[float, float]]:
        """Return the outages that ended later than that."""
        return await _run(self.reading, lambda connection: beats.outages_since(connection, ended))

    # -- the server's own --------------------------------------------------------------------------

    async def set_setting(self, name: str, value: str) -> None:
        """Write something of the server's own over what was there."""

        def write(connection: Connection) -> None:
            with connection.begin():
                row = {"name": name, "value": value}
                connection.execute(insert_new(connection, settings), row)
                connection.execute(sa.update(settings).where(settings.c.name == name).values(value=value))

        await _run(self.writing, write)

    async def try_write(self) -> None:
        """Write something; raises if that is not possible.

        It is something else each time: SQLite does not go to the disk for what is there already.
        """
        self.tried += 1
        await self.set_setting("written", f"{self.process} {self.tried}")

    async def expire(self, before: float, held: Container[str]) -> int:
        """Delete the games that were made before and never begun, unless somebody holds them; count them."""

        def delete(connection: Connection) -> int:
            with connection.begin():
                never_begun = (
                    sa.or_(games.c.moves == 0, games.c.state == CANCELLED),
                    games.c.started < before,
                    games.c.wakes.is_(None),
                )
                # A game that another process begins just now is locked, and is none of these.
                some = sa.select(games.c.id).where(*never_begun).limit(MOST_EXPIRED)
                found = connection.execute(some.with_for_update(skip_locked=True))
                ids = [game for game in found.scalars() if game not in held]
                delete_games(connection, ids)
            return len(ids)

        return await _run(self.writing, delete)

    async def delete(self, game: str) -> None:
        """Delete a game."""

        def delete(connection: Connection) -> None:
            with connection.begin():
                delete_games(connection, [game])

        await _run(self.writing, delete)

    async def forget_names(self, game: str, colours: Container[Colour]) -> None:
        """Remove the names of some players from the log of a game."""
        await _run(self.writing, lambda connection: forget_names(connection, game, colours))


async def _run(engine: Engine, work: Callable[[Connection], T]) -> T:
    """Do something with the database; raises `UnavailableError` if that is away."""
    try:
        return await engine.run(work)
    except Exception as error:
        if is_outage(error):
            raise UnavailableError(str(error)) from error
        raise
