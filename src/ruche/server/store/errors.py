"""What can go wrong with the database, as the rest of the server hears it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ruche.words.errors import LocalizedError


class StoreError(Exception):
    """The database did not do what it was asked to do."""


class ConflictError(StoreError):
    """Somebody else has appended to this game meanwhile."""


class GoneError(ConflictError):
    """Somebody else has deleted this game meanwhile."""


class UnavailableError(StoreError):
    """The database cannot be reached or cannot write; nothing was done."""


class UnknownOutcomeError(StoreError):
    """Whether the entries are on record is not known yet; asking again with the same request tells."""

    def __init__(self, done: asyncio.Future[bool]) -> None:
        super().__init__("no answer from the database")
        self.done = done

    def when_known(self, callback: Callable[[], object]) -> None:
        """Call back once it is known."""
        self.done.add_done_callback(lambda _: callback())


class CannotOpenError(StoreError, LocalizedError):
    """A database that this server must not use."""

    area = "database"
