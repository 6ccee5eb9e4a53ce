"""The key of all seats and invitations: in a file of its own, never in the database."""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from ruche.data_folder import data_folder
from ruche.server.live.seats import new_key
from ruche.server.store.engines import is_sqlite, make_engine, url_of
from ruche.server.store.errors import CannotOpenError
from ruche.server.store.schema import settings
from ruche.server.store.secret_files import read_or_create
from ruche.server.store.writer import insert_new

MARK = "key_mark"  # the setting by which a database knows its key again
OLD_KEY = "key"  # where earlier versions kept it


def key_path(database: str) -> Path | None:
    """Return where the key of a database lies unless told: beside an SQLite file, else in the data folder."""
    name = url_of(database).database
    if not is_sqlite(database):
        return data_folder() / f"{name or 'games'}.key"
    return Path(f"{name}.key") if name and name != ":memory:" else None


async def load_key(database: str, path: Path | None, *, replace: bool = False) -> str:
    """Return the key of a database that is in shape, creating its file; raises `CannotOpenError`.

    A key that an earlier version kept in the database is moved to the file. With `replace`, a lost key is
    given up: nobody gets back to a seat that was taken with it. A database in memory has a key in memory.
    """
    if path is None:
        return new_key()
    engine = make_engine(url_of(database))
    try:
        return await engine.run(partial(_settle, path=path, replace=replace))
    finally:
        await engine.close()


def _settle(connection: Connection, path: Path, replace: bool) -> str:
    kept = sa.select(settings.c.name, settings.c.value).where(settings.c.name.in_((OLD_KEY, MARK)))
    with connection.begin():
        found = {row.name: row.value for row in connection.execute(kept)}
        if MARK in found and not path.exists() and not replace:
            raise CannotOpenError("key_missing", path=path)
        key = read_or_create(path, found.get(OLD_KEY) or new_key())
        mark = hashlib.sha256(f"mark {key}".encode()).hexdigest()[:16]
        if replace:
            connection.execute(sa.delete(settings).where(settings.c.name == MARK))
        elif found.get(OLD_KEY, key) != key:
            raise CannotOpenError("key_wrong", path=path)
        connection.execute(sa.delete(settings).where(settings.c.name == OLD_KEY))
        connection.execute(insert_new(connection, settings), {"name": MARK, "value": mark})
        if (
            connection.execute(sa.select(settings.c.value).where(settings.c.name == MARK)).scalar_one()
            != mark
        ):
            raise CannotOpenError("key_wrong", path=path)
    return key
