"""Opening a database: one server per file, and its tables in today's shape."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection

from ruche.server.store.engines import is_sqlite, make_engine, shown, url_of
from ruche.server.store.errors import CannotOpenError
from ruche.server.store.secret_files import restrict

MIGRATION_LOCK = 0x52554348  # the number of our advisory lock in PostgreSQL: "RUCH"


def restrict_access(database: str) -> None:
    """Let nobody else read an SQLite file, nor those beside it, which take its permissions."""
    if is_sqlite(database) and (name := url_of(database).database):
        restrict(Path(name))


@contextlib.contextmanager
def serving_alone(database: str) -> Iterator[None]:
    """Keep an SQLite file to one server: a second one would not hear of what the first appends.

    Whoever only reads (a backup, a check, a copy) needs no lock. Raises `CannotOpenError`.
    """
    if not is_sqlite(database):
        yield
        return
    path = Path(f"{url_of(database).database}.lock")
    restrict(path)
    with open(path, "a+b") as file:
        try:
            _lock(file)
        except OSError:
            raise CannotOpenError("database_in_use", database=shown(database)) from None
        yield


def _lock(file: IO[bytes]) -> None:
    """Lock a file for as long as it is open; the system releases it when the process dies."""
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


async def prepare(database: str) -> None:
    """Bring a database into shape before a server starts on it; raises `CannotOpenError`."""
    engine = make_engine(url_of(database))
    try:
        await engine.run(migrate)
    finally:
        await engine.close()


def migrations(connection: Connection) -> Config:
    """Return the steps from every schema to the next, to be taken on a connection."""
    config = Config()
    steps = (Path(__file__).parent / "migrations").as_posix()
    config.set_main_option("script_location", steps.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def migrate(connection: Connection) -> None:
    """Bring the tables into today's shape, one process at a time; refuses those of a later version."""
    config = migrations(connection)
    script = ScriptDirectory.from_config(config)
    with connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
        found = MigrationContext.configure(connection).get_current_heads()
        known = {step.revision for step in script.walk_revisions()}
        if later := set(found) - known:
            raise CannotOpenError("database_newer", found=min(later), known=script.get_current_head())
        if set(found) != set(script.get_heads()):
            command.upgrade(config, "head")
