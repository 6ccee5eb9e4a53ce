"""How the database is reached: an SQLite file of our own, or a PostgreSQL server that others use too."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any

import sqlalchemy as sa

from ruche.server.store.engines import Engine, is_sqlite, make_engines, url_of
from ruche.server.store.listener import Heads, Listener, connect_to

OnEntries = Callable[[Heads | None], None]
OnNotice = Callable[[str], None]


@dataclass(frozen=True)
class Backend:
    """Where the statements of one process run: a database hands everything it does to these."""

    process: str  # a name for this process that no other has
    writing: Engine
    reading: Engine
    beating: Engine
    clock: sa.Select[Any] | None = None  # asks for the database's own time; a file has none
    # Passes on what other processes append; without it there are none.
    listen: Callable[[OnEntries, OnNotice | None], Coroutine[Any, Any, None]] | None = None
    address: str = ""  # where worker processes reach it; only simulated ones need none


def backend_of(database: str) -> Backend:
    """Return how a database is reached, by its path or address."""
    process = secrets.token_hex(6)
    if is_sqlite(database):
        return Backend(process, *make_engines(database), address=database)
    connect = partial(connect_to, url_of(database))
    return Backend(
        process,
        *make_engines(database),
        clock=sa.select(sa.extract("epoch", sa.func.clock_timestamp())),
        listen=lambda on_entries, on_notice: Listener(connect, process, on_entries, on_notice).run(),
        address=database,
    )
