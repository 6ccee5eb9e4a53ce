"""Hearing from PostgreSQL which games have gone on, on a connection of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import sqlalchemy as sa

from ruche.server.process.logs import OncePer
from ruche.server.store.writer import CHANNEL, PRESENCE_CHANNEL

logger = logging.getLogger("ruche.server")

PAUSE = 0.5  # seconds between two tries to listen
CHECK = 3.0  # seconds between two looks at whether the connection still lives
PATIENCE = 2.0  # seconds that such a look may take

Heads = dict[str, int]  # the last entry of games


async def connect_to(url: sa.URL) -> Any:
    """Return a connection of asyncpg's own, on which one can listen."""
    import asyncpg

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return await asyncpg.connect(address, timeout=PATIENCE)


class Listener:
    """Passes on what other processes write: `on_entries(heads)`, with None when some may be missed.

    `on_notice` gets what they say of who is there, if anybody wants to know.
    """

    def __init__(
        self,
        connect: Callable[[], Awaitable[Any]],
        process: str,
        on_entries: Callable[[Heads | None], None],
        on_notice: Callable[[str], None] | None = None,
    ) -> None:
        self.connect = connect
        self.process = process
        self.on_entries = on_entries
        self.on_notice = on_notice
        self.trouble = OncePer(60.0)

    async def run(self) -> None:
        """Listen for ever; after a lost connection all games may have gone on."""
        import asyncpg

        while True:
            try:
                connection = await self.connect()
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                if self.trouble.is_due():
                    logger.warning("nobody listens to the database: %r", error)
                await asyncio.sleep(PAUSE)
                continue
            try:
                await connection.add_listener(CHANNEL, self._hear)
                if self.on_notice is not None:
                    await connection.add_listener(PRESENCE_CHANNEL, self._tell)
                self.on_entries(None)
                while not connection.is_closed():
                    await asyncio.sleep(CHECK)
                    await connection.execute("SELECT 1", timeout=PATIENCE)
            except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                logger.warning("the connection that listens was lost: %r", error)
            finally:
                connection.terminate()

    def _tell(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        if self.on_notice is not None and not payload.startswith(f"{self.process} "):
            self.on_notice(payload)

    def _hear(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        process, *words = payload.split(" ")
        if process != self.process:
            self.on_entries({game: int(seq) for game, seq in zip(words[::2], words[1::2], strict=True)})
