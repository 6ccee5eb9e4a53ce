"""The writer: appends to the log in groups, and finds out what became of a commit whose answer was lost.

An fsync costs the same for one move and for a hundred, so whatever waits is committed in one go.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from ruche.server.match.events import Entry
from ruche.server.match.outages import TOLERATED
from ruche.server.process.logs import OncePer
from ruche.server.store.engines import Engine
from ruche.server.store.errors import ConflictError, GoneError, UnavailableError, UnknownOutcomeError
from ruche.server.store.events import encode
from ruche.server.store.schema import beats, games, log

logger = logging.getLogger("ruche.server")

GROUP = 256  # the most batches in one commit
BAD_DATA = ("22", "23", "42")  # classes of what PostgreSQL refuses, whoever asks and however often
PATIENCE = 5.0  # seconds until a caller hears that it is not known whether its entries are on record
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0  # seconds between two tries to find that out
CHANNEL = "ruche"  # where PostgreSQL says which games have gone on
PRESENCE_CHANNEL = "ruche_presence"  # where processes say who is with them
NOTICE = 7_900  # bytes that such a notice may have; PostgreSQL takes 8,000

Row = dict[str, Any]
CallSoon = Callable[[Callable[[], None]], object]  # from any thread


class _LostCommitError(Exception):
    """The commit was sent, and no answer came."""


@dataclass(eq=False)
class Batch:
    """Entries that are committed together, the first of which has their request, and rows of the index.

    `done` tells whether just these entries were written: False means that an earlier try may have been it.
    """

    entries: Sequence[Entry]
    rows: Sequence[Row]
    done: asyncio.Future[bool]
    meanwhile: Callable[[], None] | None = None  # what can be done during the commit
    taken: bool = field(default=False)  # by the writer

    @property
    def keys(self) -> list[tuple[str, int]]:
        """The numbers that it wants in the log."""
        return [(entry.game, entry.seq) for entry in self.entries]


class Written(NamedTuple):
    """What has become of a group: the batches that were left out and why, and when the rest was written."""

    refused: dict[Batch, ConflictError]
    at: float | None = None


class Writer:
    """Appends batches, as many as wait in one transaction."""

    def __init__(self, engine: Engine, process: str | None) -> None:
        self.engine = engine
        self.process = process  # as which it says what it has written; None: nobody listens
        self.queue: asyncio.Queue[Batch | None] = asyncio.Queue()
        self.task: asyncio.Task[None] | None = None
        self.closing = False
        self.is_writing = False  # a group is with the database
        self.now: Callable[[], float] | None = None  # notes the time with every group, if there is any
        self.last_written = float("-inf")
        self.trouble = OncePer(60.0)
        self.commits = 0
        self.batches = 0

    def start(self) -> None:
        """Begin to write."""
        self.task = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Write what waits, then stop."""
        self.closing = True
        if self.task is not None:
            self.queue.put_nowait(None)
            await self.task

    def wrote_at(self) -> float:
        """Return the time that the last group has noted."""
        return self.last_written

    async def append(
        self, entries: Sequence[Entry], rows: Sequence[Row], meanwhile: Callable[[], None] | None = None
    ) -> bool:
        """Return once the entries are safe; False if the log should be read to see what is on record.

        `meanwhile` is called once, while the database makes the entries safe.

        Raises `ConflictError` if a number is taken, `UnavailableError` if nothing was written, and
        `UnknownOutcomeError` if that cannot be told yet; its `done` is done when it can.
        """
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        batch = Batch(entries, rows, done, meanwhile)
        self.queue.put_nowait(batch)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                return await asyncio.shield(done)
        if not batch.taken:
            done.cancel()
            raise UnavailableError("the database is busy")
        raise UnknownOutcomeError(done)

    async def _write(self) -> None:
        stopping = False
        while not stopping:
            group = [await self.queue.get()]
            while not self.queue.empty() and len(group) < GROUP:
                group.append(self.queue.get_nowait())
            stopping = None in group
            batches = [batch for batch in group if batch is not None and not batch.done.done()]
            for batch in batches:
                batch.taken = True
            if batches:
                self.is_writing = True
                await self._commit(batches)
                self.is_writing = False

    async def _commit(self, batches: list[Batch]) -> None:
        """Commit batches. If the answer is lost, write them again until it is known which are on record."""
        lost, pause = False, FIRST_PAUSE
        while True:
            work = partial(
                write_group,
                batches=batches,
                process=self.process,
                again=lost,
                now=self.now,
                call_soon=asyncio.get_running_loop().call_soon_threadsafe,
            )
            try:
                refused, at = await self.engine.run(work)
                break
            except _LostCommitError as error:
                if not lost:  # a disk may be full for hours
                    logger.warning("the answer to a commit was lost: %r", error.__cause__)
                lost = True
            except Exception as error:
                if not lost:
                    await self._give_up(batches, error)
                    return
            if self.closing:
                for batch in batches:
                    _settle([batch], UnknownOutcomeError(batch.done))
                return
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)
        self.commits += 1
        self.batches += len(batches)
        if at is not None:
            self.last_written = at
        for batch, conflict in refused.items():
            _settle([batch], conflict)
        for batch in batches:
            if not batch.done.done():
                batch.done.set_result(not lost)

    async def _give_up(self, batches: list[Batch], error: Exception) -> None:
        """Tell the callers that nothing was written; of several batches each is tried by itself first."""
        if is_outage(error):
            if self.trouble.is_due():
                logger.warning("the database does not write: %r", error)
            unavailable = UnavailableError(str(error))
            unavailable.__cause__ = error
            _settle(batches, unavailable)
        elif len(batches) > 1:
            for batch in batches:
                await self._commit([batch])
        else:
            _settle(batches, error)


def _settle(batches: Iterable[Batch], error: Exception) -> None:
    """Tell those who still wait that their batch failed."""
    for batch in batches:
        if not batch.done.done():
            batch.done.set_exception(error)
            batch.done.exception()  # nobody may wait any more, and that is fine


def is_outage(error: Exception) -> bool:
    """Tell whether an error is the database's, not that of what it was asked for."""
    if isinstance(error, sa.exc.DBAPIError):
        faults = (sa.exc.DataError, sa.exc.IntegrityError, sa.exc.ProgrammingError)
        state = str(getattr(error.orig, "sqlstate", None))[:2]  # asyncpg has one class for many
        return error.connection_invalidated or not (isinstance(error, faults) or state in BAD_DATA)
    return isinstance(error, OSError | TimeoutError | sa.exc.TimeoutError | sa.exc.InvalidRequestError)


# -- on a connection -------------------------------------------------------------------------------------


def write_group(
    connection: Connection,
    batches: Sequence[Batch],
    process: str | None,
    again: bool,
    now: Callable[[], float] | None = None,
    call_soon: CallSoon | None = None,
) -> Written:
    """Commit batches, without those that conflict with what is on record.

    `again`: the same batches were sent before, and what is there with their requests is theirs. `now`: the
    group notes the time at which it was written, as a beat does. `call_soon` has the event loop do what can
    be done during the commit.
    """
    left = list(batches)
    refused: dict[Batch, ConflictError] = {}
    at = now() if now is not None else None
    while left:
        late, noted = _try_to_write(connection, left, process, at, call_soon)
        if not late:
            return Written(refused, at if noted else None)
        written = _on_record(connection, late) if again else set()
        gone = _without_beginning(connection, late)
        for batch in late:
            if batch not in written:
                refused[batch] = GoneError() if batch in gone else ConflictError()
        left = [batch for batch in left if batch not in late]
    return Written(refused)


def _try_to_write(
    connection: Connection,
    batches: Sequence[Batch],
    process: str | None,
    at: float | None,
    call_soon: CallSoon | None,
) -> tuple[list[Batch], bool]:
    """Commit batches, all or none; return those whose numbers were taken, and whether `at` was noted.

    If any number is taken, nothing is written. Rows are in the order of game and number, so that the groups
    of two processes cannot deadlock.
    """
    entries = sorted((_row(entry) for batch in batches for entry in batch.entries), key=_key)
    is_file = connection.dialect.name == "sqlite"
    transaction = connection.begin()
    try:
        taken: set[tuple[str, int]] = set()
        if entries:
            taken = _append(connection, entries)
        if len(taken) < len(entries):
            if transaction.is_active:
                transaction.rollback()
            return [batch for batch in batches if not _take(taken, batch.keys)], False
        rows = {row["id"]: row for batch in batches for row in batch.rows}
        if rows:
            newest = [rows[game] for game in sorted(rows)]
            if is_file:
                connection.exec_driver_sql(UPSERT_SQL, newest)
            else:
                connection.execute(_upsert(connection), newest)
        noted = False
        if at is not None:
            noted = connection.exec_driver_sql(BEAT_SQL, {"at": at, "since": at - TOLERATED}).rowcount == 1
        if process is not None:
            for notice in notices(process, taken):
                connection.execute(sa.select(sa.func.pg_notify(CHANNEL, notice)))
    except BaseException:
        with contextlib.suppress(Exception):
            transaction.rollback()
        raise
    for batch in batches:
        if call_soon is not None and batch.meanwhile is not None:
            # The disk is at work now and Python is free. Sooner, it would keep this thread from going on: of
            # two threads only one runs, and the other may have to wait for 5 ms (`sys.getswitchinterval`).
            call_soon(batch.meanwhile)
            batch.meanwhile = None
    try:
        transaction.commit()
    except Exception as error:
        connection.invalidate()
        raise _LostCommitError from error
    return [], noted


def _append(connection: Connection, entries: list[Row]) -> set[tuple[str, int]]:
    """Insert entries whose numbers are free and the next of their games; return which these are.

    A game may have been deleted: without its beginning it must not go on.
    """
    if connection.dialect.name == "sqlite":
        # Nobody else writes to a file, so that nearly always all are free: counting them is enough.
        if connection.exec_driver_sql(APPEND_SQL, entries).rowcount == len(entries):
            return {_key(entry) for entry in entries}
        connection.rollback()
        return _free(connection, {_key(entry) for entry in entries})
    if missing := _hold_beginnings(connection, entries):
        entries = [entry for entry in entries if entry["game"] not in missing]
    if not entries:
        return set()
    inserted = connection.execute(insert_new(connection, log).returning(log.c.game, log.c.seq), entries)
    return {(game, seq) for game, seq in inserted}


def _hold_beginnings(connection: Connection, entries: list[Row]) -> set[str]:
    """Keep others from deleting the games that entries go on with; return those that are gone already.

    The lock goes well with those of other writers, and not with that of who deletes (`delete_games`).
    """
    before = _predecessors(_key(entry) for entry in entries)
    if not before:
        return set()
    query = (
        sa.select(games.c.id)
        .join(log, log.c.game == games.c.id)
        .where(sa.tuple_(log.c.game, log.c.seq).in_(sorted(before)))
        .order_by(games.c.id)
        .with_for_update(read=True, key_share=True, of=games)
    )
    held = set(connection.execute(query).scalars())
    rest = {(game, seq) for game, seq in before if game not in held}
    return {game for game, _ in rest - _logged(connection, rest)}  # one without a row may be in the log


def _predecessors(keys: Iterable[tuple[str, int]]) -> set[tuple[str, int]]:
    """Return the entries that have to be there for others to follow them."""
    first: dict[str, int] = {}
    for game, seq in keys:
        first[game] = min(seq, first.get(game, seq))
    return {(game, seq - 1) for game, seq in first.items() if seq > 0}


def _present(connection: Connection, keys: Iterable[tuple[str, int]]) -> set[tuple[str, int]]:
    """Return which numbers are in the log, outside of any transaction."""
    there = _logged(connection, keys)
    connection.rollback()
    return there


def _logged(connection: Connection, keys: Iterable[tuple[str, int]]) -> set[tuple[str, int]]:
    """Return which numbers are in the log."""
    wanted = sorted(keys)
    if not wanted:
        return set()
    query = sa.select(log.c.game, log.c.seq).where(sa.tuple_(log.c.game, log.c.seq).in_(wanted))
    return {(game, seq) for game, seq in connection.execute(query)}


def _free(connection: Connection, keys: set[tuple[str, int]]) -> set[tuple[str, int]]:
    """Return the numbers that nobody has in the log, and that are next there."""
    there = _present(connection, keys | {(game, seq - 1) for game, seq in keys})
    free: set[tuple[str, int]] = set()
    for game, seq in sorted(keys - there):
        if seq == 0 or (game, seq - 1) in there | free:
            free.add((game, seq))
    return free


def _without_beginning(connection: Connection, batches: Iterable[Batch]) -> set[Batch]:
    """Return the batches that go on with a game that is not there any more."""
    before = {batch: _predecessors(batch.keys) for batch in batches}
    there = _present(connection, set().union(*before.values()))
    return {batch for batch, needed in before.items() if not needed <= there}


def _take(free: set[tuple[str, int]], keys: list[tuple[str, int]]) -> bool:
    """Give a batch its numbers, if all are free: of two that want the same, the first has them."""
    if not free.issuperset(keys):
        return False
    free.difference_update(keys)
    return True


def _on_record(connection: Connection, batches: Sequence[Batch]) -> set[Batch]:
    """Return the batches whose requests are in the log where they belong."""
    firsts = [(batch.entries[0].game, batch.entries[0].seq) for batch in batches]
    query = sa.select(log.c.game, log.c.seq, log.c.request).where(
        sa.tuple_(log.c.game, log.c.seq).in_(firsts)
    )
    found = {(game, seq): request for game, seq, request in connection.execute(query)}
    connection.rollback()
    return {
        batch
        for batch, first in zip(batches, firsts, strict=True)
        if (request := batch.entries[0].request) is not None and found.get(first) == request.id
    }


def notices(process: str, keys: Iterable[tuple[str, int]]) -> list[str]:
    """Return what is said of entries just written: who wrote them, then games and numbers, in short texts."""
    heads: dict[str, int] = {}
    for game, seq in keys:
        heads[game] = max(seq, heads.get(game, 0))
    found, words, size = [], [process], len(process)
    for game, seq in sorted(heads.items()):
        pair = f"{game} {seq}"
        if size + len(pair) + 1 > NOTICE:
            found.append(" ".join(words))
            words, size = [process], len(process)
        words.append(pair)
        size += len(pair) + 1
    return [*found, " ".join(words)] if len(words) > 1 else found


def _row(entry: Entry) -> Row:
    request = entry.request
    return {
        "game": entry.game,
        "seq": entry.seq,
        "at": entry.at,
        "event": encode(entry.event),
        "request": request.id if request else None,
        "digest": request.digest if request else None,
    }


def _key(row: Row) -> tuple[str, int]:
    return row["game"], row["seq"]


def _dialect(connection: Connection) -> Any:
    return sqlite if connection.dialect.name == "sqlite" else postgresql


def insert_new(connection: Connection, table: sa.Table) -> sa.Insert:
    """Return the statement that inserts rows whose keys are free, and leaves the others alone."""
    statement: sa.Insert = _dialect(connection).insert(table).on_conflict_do_nothing()
    return statement


def _upsert(connection: Connection) -> sa.Insert:
    """Return the statement that writes rows of the index, new or known; none goes backwards."""
    return _upsert_of(_dialect(connection).insert(games))


def _upsert_of(insert: Any) -> sa.Insert:
    # Not the key: who sets it, though to the same, locks the row against those who hold its game.
    fresh = {column.name: insert.excluded[column.name] for column in games.columns if not column.primary_key}
    statement: sa.Insert = insert.on_conflict_do_update(
        index_elements=[games.c.id], set_=fresh, where=games.c.seq <= insert.excluded.seq
    )
    return statement


def _sqlite_text(statement: sa.Insert) -> str:
    """Return a statement as SQLite takes it: compiled once, not for every group."""
    return str(statement.compile(dialect=sqlite.dialect(paramstyle="named")))


COLUMNS = [column.name for column in log.columns]
# Of an entry whose number is taken or whose predecessor is not there, no row is made.
APPEND_SQL = (
    f"INSERT INTO {log.name} ({', '.join(COLUMNS)}) SELECT {', '.join(f':{name}' for name in COLUMNS)}"
    f" WHERE :seq = 0 OR EXISTS (SELECT 1 FROM {log.name} WHERE game = :game AND seq = :seq - 1)"
    " ON CONFLICT DO NOTHING"
)
# After a gap it does nothing: then a beat has to find out whether that was an outage.
BEAT_SQL = f"UPDATE {beats.name} SET at = :at WHERE id = 1 AND at BETWEEN :since AND :at"
UPSERT_SQL = _sqlite_text(_upsert_of(sqlite.insert(games)))
