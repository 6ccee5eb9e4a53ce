"""Copies of a database: a backup of a file that is in use, and a move to another database."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ruche.server.store.engines import Engine
from ruche.server.store.errors import CannotOpenError
from ruche.server.store.opening import migrate
from ruche.server.store.schema import log, metadata, settings
from ruche.server.store.secret_files import restrict

PAGES = 1000  # of a backup, copied at once; the server writes between
CHUNK = 1000  # rows that are copied at once


def back_up(source: Path, target: Path) -> None:
    """Write a consistent copy of an SQLite file, which may be in use; raises `CannotOpenError`.

    The copy is checked, and takes its name only when it is whole.
    """
    if not source.is_file():
        raise CannotOpenError("no_database", database=source)
    if target.exists():
        raise CannotOpenError("file_exists", path=target)
    draft = target.with_name(f"{target.name}.part")
    draft.unlink(missing_ok=True)
    restrict(draft)
    try:
        with (
            contextlib.closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as read,
            contextlib.closing(sqlite3.connect(draft)) as written,
        ):
            read.backup(written, pages=PAGES)
            written.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
            (found,) = written.execute("PRAGMA integrity_check").fetchone()
            (tables,) = written.execute("SELECT count(*) FROM sqlite_master WHERE name = 'log'").fetchone()
        if not tables:
            raise CannotOpenError("not_ours", database=source)
        if found != "ok":
            raise CannotOpenError("damaged", database=source, found=found)
        with open(draft, "rb") as file:
            os.fsync(file.fileno())
        draft.replace(target)
    except sqlite3.DatabaseError as error:
        raise CannotOpenError("damaged", database=source, found=error) from None
    finally:
        draft.unlink(missing_ok=True)


async def copy_all(source: Engine, target: Engine) -> dict[str, int]:
    """Copy every row to an empty database; returns how many of each table. All of it or nothing is there."""
    await source.run(migrate)
    await target.run(migrate)
    tables = await source.run(_all_rows)

    def write(connection: Connection) -> dict[str, int]:
        with connection.begin():
            if connection.execute(sa.select(log.c.game).limit(1)).first() is not None:
                raise CannotOpenError("not_empty")
            for table in TABLES:
                connection.execute(sa.delete(table))
                for rows in _chunks(tables[table.name]):
                    connection.execute(sa.insert(table), rows)
                written = connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one()
                assert written == len(tables[table.name]), table.name
        return {name: len(rows) for name, rows in tables.items()}

    return await target.run(write)


TABLES = [table for table in metadata.sorted_tables if table is not settings] + [settings]


def _all_rows(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of every table, as they were at one moment."""
    with connection.begin():
        return {table.name: _rows(connection, table) for table in TABLES}


def _rows(connection: Connection, table: sa.Table) -> list[dict[str, Any]]:
    """Return the rows of a table; PostgreSQL holds no NUL, which names of old games may have."""
    return [
        {name: _copied(value, table) for name, value in row.items()}
        for row in connection.execute(sa.select(table)).mappings()
    ]


def _copied(value: Any, table: sa.Table) -> Any:
    if not isinstance(value, str):
        return value
    try:
        value.encode()
    except UnicodeEncodeError as error:  # bytes that are no text, as the engine reads them
        raise CannotOpenError("damaged", database=table.name, found=error) from None
    return value.replace("\0", "")


def _chunks(rows: Sequence[dict[str, Any]]) -> Iterator[Sequence[dict[str, Any]]]:
    for first in range(0, len(rows), CHUNK):
        yield rows[first : first + CHUNK]
