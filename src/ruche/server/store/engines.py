"""Where statements run: SQLite in threads of its own, PostgreSQL over asyncpg.

Both take the same work: an ordinary function that gets a connection. For SQLite that is one way to the thread
and back, however many statements the function has; drivers that await each statement make many.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import create_async_engine

from ruche.server.store.errors import CannotOpenError

T = TypeVar("T")
TIMEOUT = 5.0  # seconds that a statement may take, and that SQLite waits for a lock
IN_LINE = 30.0  # seconds that work waits for a connection while others use them all: that is no outage


def url_of(database: str) -> sa.URL:
    """Return the address of a database; a plain path is an SQLite file. Raises `CannotOpenError`."""
    if "://" in database:
        try:
            url = sa.make_url(database)
        except (sa.exc.ArgumentError, ValueError):
            url = None
        if url is None or url.get_backend_name() not in ("sqlite", "postgresql"):
            raise CannotOpenError("no_address", kind=database.partition("://")[0])  # there may be a password
        return url
    path = Path(database).expanduser().absolute()
    path.parent.mkdir(parents=True, exist_ok=True)
    return sa.URL.create("sqlite", database=str(path))


def is_sqlite(database: str) -> bool:
    """Tell whether a database is an SQLite file."""
    return url_of(database).get_backend_name() == "sqlite"


def shown(database: str) -> str:
    """Return a path or an address as it may be printed: without its password."""
    return sa.make_url(database).render_as_string() if "://" in database else database


class Engine(Protocol):
    """Runs work on connections."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run a function that gets a connection; return what it returns."""

    async def close(self) -> None:
        """Close all connections."""


class FileGoneError(OSError):
    """The file of the database, or its journal, was deleted or replaced under its connections."""


class FileWatch:
    """Knows the files that connections have open: SQLite goes on writing to them once they are deleted."""

    def __init__(self, path: str) -> None:
        self.paths = (path, f"{path}-wal")
        self.opened: dict[str, tuple[int, int]] = {}

    def begin(self) -> None:
        """Note which files there are, now that a connection has opened them."""
        for path in self.paths:
            with contextlib.suppress(FileNotFoundError):
                self.opened[path] = _identity(path)

    def check(self) -> None:
        """Raise `FileGoneError` if an open file is no longer where it was."""
        for path, identity in self.opened.items():
            try:
                now = _identity(path)
            except FileNotFoundError:
                raise FileGoneError(f"{path} was deleted while it was in use") from None
            if now != identity:
                raise FileGoneError(f"{path} was replaced while it was in use")


def _identity(path: str) -> tuple[int, int]:
    found = os.stat(path)
    return found.st_dev, found.st_ino


class SqliteEngine:
    """Connections to a file, each in a thread. Nothing is done in a file that is gone."""

    def __init__(self, url: sa.URL, threads: int, *, read_only: bool = False, **pragmas: object) -> None:
        # Whatever driver the address names, the standard library's is used: the threads are ours.
        url = url.set(drivername="sqlite")
        name = url.database or ":memory:"
        self.watch = None if name.startswith((":", "file:")) else FileWatch(name)
        if read_only and self.watch is not None:  # a file that is gone is not made anew
            url = url.set(database=Path(name).absolute().as_uri(), query={"mode": "ro", "uri": "true"})
        self.engine = sa.create_engine(
            url, pool_size=threads, max_overflow=0, connect_args={"timeout": TIMEOUT}, hide_parameters=True
        )
        self.pragmas = {"journal_mode": "WAL", "synchronous": "FULL", **pragmas}
        sa.event.listen(self.engine, "connect", self._tune)
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="sqlite")

    def _tune(self, connection: sqlite3.Connection, _: object) -> None:
        # A text that is damaged is the fault of its row alone: who reads it says so.
        connection.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
        for name, value in self.pragmas.items():
            with contextlib.suppress(sqlite3.OperationalError):  # another process may be just at it
                connection.execute(f"PRAGMA {name}={value}")
        if self.watch is not None:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()  # opens the journal
            self.watch.begin()

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run a function in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self.threads, self.run_here, work)

    def run_here(self, work: Callable[[Connection], T]) -> T:
        """Run a function in this thread."""
        with self.engine.connect() as connection:
            if self.watch is not None:
                self.watch.check()
            done = work(connection)
            if self.watch is not None:
                self.watch.check()  # what was committed may have gone to a file that is no more
            return done

    async def close(self) -> None:
        """Close all connections and end the threads."""
        self.engine.dispose()
        self.threads.shutdown(wait=False)


class PostgresEngine:
    """Connections to a PostgreSQL server."""

    def __init__(self, url: sa.URL, size: int, **settings: str) -> None:
        settings = {
            "application_name": "ruche",
            "statement_timeout": str(int(1000 * TIMEOUT)),
            "idle_in_transaction_session_timeout": str(int(2000 * TIMEOUT)),
            **settings,
        }
        self.engine = create_async_engine(
            url.set(drivername="postgresql+asyncpg"),
            pool_size=size,
            max_overflow=0,
            pool_timeout=IN_LINE,
            pool_pre_ping=True,
            hide_parameters=True,  # errors are logged, and games and requests are nobody's business
            connect_args={
                "timeout": TIMEOUT,
                "command_timeout": TIMEOUT + 1,
                "server_settings": settings,
            },
        )

    async def run(self, work: Callable[[Connection], T]) -> T:
        """Run a function in a greenlet, which waits for each statement."""
        async with self.engine.connect() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


def make_engine(url: sa.URL) -> Engine:
    """Return an engine with one connection, on which everything is safe once it is committed."""
    return SqliteEngine(url, 1) if url.get_backend_name() == "sqlite" else PostgresEngine(url, 1)


def make_engines(database: str) -> tuple[Engine, Engine, Engine]:
    """Return the engines of the writer, of the readers, and of the beats, which need not reach the disk."""
    url = url_of(database)
    if url.get_backend_name() == "sqlite":
        # A checkpoint without fsync could lose what the writer has made safe: the beats make none.
        beats = SqliteEngine(url, 1, synchronous="OFF", wal_autocheckpoint=0)
        return make_engine(url), SqliteEngine(url, 3, query_only=1), beats
    return make_engine(url), PostgresEngine(url, 5), PostgresEngine(url, 1, synchronous_commit="off")


class Read(Protocol):
    """Runs work on a connection, and waits for it: what a worker process needs, which has no event loop."""

    def __call__(self, work: Callable[[Connection], T], /) -> T: ...


def open_reader(database: str) -> Read:
    """Return what reads a database over one connection, made when first needed, which cannot write."""
    url = url_of(database)
    if url.get_backend_name() == "sqlite":
        return SqliteEngine(url, 1, read_only=True, query_only=1).run_here
    runner, engine = asyncio.Runner(), PostgresEngine(url, 1, default_transaction_read_only="on")

    def read(work: Callable[[Connection], T]) -> T:
        return runner.run(engine.run(work))

    return read
