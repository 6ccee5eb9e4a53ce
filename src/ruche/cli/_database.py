"""What the commands about the server's database share."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import click

from ruche import words
from ruche.cli._language import say
from ruche.data_folder import data_folder


def chosen_database(database: str | None) -> str:
    """Return the database that is meant: the one that `ruche serve` uses, unless another is named."""
    return database or str(data_folder() / "games.sqlite")


def check_there(database: str) -> None:
    """Refuse a file that is not there: whoever opened it would make it."""
    from ruche.server.store.engines import is_sqlite, url_of
    from ruche.server.store.errors import CannotOpenError

    if is_sqlite(database) and not Path(str(url_of(database).database)).is_file():
        raise CannotOpenError("no_database", database=database)


@contextlib.contextmanager
def tell_why_not() -> Iterator[None]:
    """Say in a sentence why a database cannot be used."""
    from sqlalchemy.exc import DBAPIError

    from ruche.server.store.errors import CannotOpenError

    try:
        yield
    except CannotOpenError as error:
        raise click.ClickException(error.say(words.language())) from None
    except (DBAPIError, OSError) as error:
        cause = error.orig if isinstance(error, DBAPIError) else error
        raise click.ClickException(say("database.failed", error=cause)) from None
