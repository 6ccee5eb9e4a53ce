"""Databases to test on: a file of SQLite, and PostgreSQL where it is installed."""

import asyncio
import functools
import os
import secrets
import sqlite3
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from bench.harness.postgres import Postgres, programs

from ruche.server.store.engines import make_engine, url_of

SQLITE, POSTGRES = "sqlite", "postgresql"
UNTRUSTED_DISK = {"fsync": "off", "full_page_writes": "off"}  # tests kill servers, never the machine


@dataclass(frozen=True)
class SharedDatabase:
    """A database of PostgreSQL, and a folder for what a server on it leaves in files."""

    url: str
    folder: Path

    def __str__(self) -> str:
        return self.url


Place = Path | SharedDatabase  # of a database; `str()` is what `--database` takes


def folder_of(place: Place) -> Path:
    """Where a server on this database may leave its files."""
    return place.parent if isinstance(place, Path) else place.folder


def name_of(place: Place) -> str:
    return place.name if isinstance(place, Path) else "games.postgresql"


def key_file(place: Place) -> Path:
    """Where the key of the seats lies in the tests."""
    return Path(f"{folder_of(place) / name_of(place)}.key")


def executed(place: Place, *statements: str) -> list[tuple[Any, ...]]:
    """Run statements behind the server's back; returns all rows they give."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as connection, connection:
            return [row for statement in statements for row in connection.execute(statement).fetchall()]

    def work(connection: sa.Connection) -> list[tuple[Any, ...]]:
        with connection.begin():
            results = [connection.execute(sa.text(statement.replace(":", r"\:"))) for statement in statements]
            return [tuple(row) for result in results if result.returns_rows for row in result]

    found: list[tuple[Any, ...]] = on_engine(place, work)
    return found


def on_engine(place: Place, work: Callable[[sa.Connection], Any]) -> Any:
    """Run something on a connection of one's own."""

    async def go() -> Any:
        engine = make_engine(url_of(str(place)))
        try:
            return await engine.run(work)
        finally:
            await engine.close()

    return asyncio.run(go())


def dumped(place: Place) -> str:
    """Everything a database holds, as text."""
    tables = ("log", "games", "outages", "beats", "settings")
    return "\n".join(repr(row) for table in tables for row in executed(place, f"SELECT * FROM {table}"))


# -- PostgreSQL --------------------------------------------------------------------------------------


@functools.cache
def why_no_postgres() -> str:
    """Why there is no PostgreSQL to test on; empty if there is. RUCHE_TEST_POSTGRES=yes: there must be."""
    try:
        import asyncpg  # noqa: F401
    except ImportError:
        missing = "asyncpg is not installed"
    else:
        missing = "" if programs() else "PostgreSQL is not installed (Debian: apt install postgresql)"
    assert not missing or os.environ.get("RUCHE_TEST_POSTGRES") != "yes", missing
    return missing


class PostgresCluster:
    """A cluster for a whole run of tests, started when the first test wants it."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="ruche-postgres-")
        self.cluster = Postgres(Path(self.folder.name), settings=UNTRUSTED_DISK)
        self.cluster.start()

    @property
    def url(self) -> str:
        """The address of a database that is always there."""
        return self.cluster.url

    def stop(self) -> None:
        """End it and remove its files."""
        self.cluster.stop()
        self.folder.cleanup()

    def make(self, folder: Path) -> SharedDatabase:
        """Make an empty database."""
        name = f"ruche_{secrets.token_hex(6)}"
        self._do(f"CREATE DATABASE {name}")
        return SharedDatabase(f"{self.url.rpartition('/')[0]}/{name}", folder)

    def drop(self, place: SharedDatabase) -> None:
        """Drop a database, whoever is connected."""
        self._do(f"DROP DATABASE {place.url.rpartition('/')[2]} WITH (FORCE)")

    def _do(self, statement: str) -> None:
        asyncio.run(as_superuser(self.url, statement))


def as_superuser(url: str, statement: str) -> Coroutine[Any, Any, None]:
    """Execute a statement outside any transaction."""
    import asyncpg

    async def do() -> None:
        connection = await asyncpg.connect(url.replace("+asyncpg", ""))
        try:
            await connection.execute(statement)
        finally:
            await connection.close()

    return do()


def skip_without_postgres() -> None:
    if missing := why_no_postgres():
        pytest.skip(missing)
