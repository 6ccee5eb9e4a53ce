"""Opening a database: one server per file, and its tables in today's shape."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Set
from pathlib import Path
from typing import IO

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection

from ruche.server.store import beats
from ruche.server.store.engines import is_sqlite, make_engine, shown, url_of
from ruche.server.store.errors import CannotOpenError
from ruche.server.store.schema import games, log, metadata
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
    file_name = Path(str(url_of(database).database)).resolve()  # the same by whatever link
    path = file_name.with_name(f"{file_name.name}.lock")
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
        await engine.run(_read_first)
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
    """Bring the tables into today's shape, one process at a time: all of it or nothing.

    Refuses those of a later version, and what is no database of ours.
    """
    config = migrations(connection)
    with connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
        else:  # the driver begins by itself only before it writes rows: each table would be made for good
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        found, known = _schemas(connection, ScriptDirectory.from_config(config))
        there = set(sa.inspect(connection).get_table_names()) & set(metadata.tables)
        if found is None and there:
            raise CannotOpenError("not_ours", database=_name(connection))
        if found != known:
            command.upgrade(config, "head")
        else:
            _check_tables(connection, there)


def check_schema(connection: Connection) -> None:
    """Refuse a database that is not in today's shape, and change nothing."""
    script = ScriptDirectory.from_config(migrations(connection))
    found, known = _schemas(connection, script)
    if found is None:
        raise CannotOpenError("not_ours", database=_name(connection))
    if found != known:
        raise CannotOpenError("database_older", found=found, known=known)
    _check_tables(connection, set(sa.inspect(connection).get_table_names()))
    connection.rollback()


def _schemas(connection: Connection, script: ScriptDirectory) -> tuple[str | None, str | None]:
    """Return the schema of a database, if it has one, and today's; refuses a later one."""
    heads, known = MigrationContext.configure(connection).get_current_heads(), script.get_current_head()
    if later := set(heads) - {step.revision for step in script.walk_revisions()}:
        raise CannotOpenError("database_newer", found=min(later), known=known)
    return (heads[0] if heads else None), known


def _check_tables(connection: Connection, there: Set[str]) -> None:
    """Refuse a database that has lost a table."""
    if missing := sorted(set(metadata.tables) - there):
        found = f"no such table: {', '.join(missing)}"
        raise CannotOpenError("damaged", database=_name(connection), found=found)


def _read_first(connection: Connection) -> None:
    """Read what a server reads when it starts, so that a damaged file is told in a sentence."""
    beats.last_beat(connection)
    beats.outages_since(connection, 0.0)
    connection.execute(sa.select(sa.func.count()).where(games.c.wakes.is_not(None))).scalar_one()
    connection.execute(sa.select(log.c.event).limit(1)).all()
    connection.rollback()


def _name(connection: Connection) -> str:
    """Return the file or the address of a database as it may be printed."""
    url = connection.engine.url
    return str(url.database) if connection.dialect.name == "sqlite" else url.render_as_string()
