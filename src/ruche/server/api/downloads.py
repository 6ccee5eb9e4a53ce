"""Downloads: the records of many games, one after the other, as they are read."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable

from starlette.responses import StreamingResponse
from starlette.types import Send

from ruche.server.context import AppContext
from ruche.server.match.events import Entry
from ruche.server.match.match import Match, replay
from ruche.server.match.refusals import MatchRefusalError
from ruche.server.store.events import UnreadableEventError
from ruche.server.wire.refusals import Refusable
from ruche.server.work.pool import CrowdedError

logger = logging.getLogger("ruche.server")

TRIES = 30  # a download waits for a worker longer than a person would


class Download(StreamingResponse):
    """A file of records. If it has to be broken off, the connection is, so that nobody takes it for whole."""

    def __init__(self, texts: AsyncIterator[str], name: str) -> None:
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        super().__init__(texts, media_type="text/plain; charset=utf-8", headers=headers)

    async def stream_response(self, send: Send) -> None:
        """Send all of it."""
        try:
            await super().stream_response(send)
        except Refusable as error:
            logger.warning("a download was broken off: %r", error)


async def record(context: AppContext, game: str, write: Callable[..., str | None], *arguments: object) -> str:
    """Return what a worker writes of a game; nothing of one that cannot be replayed, which is named."""
    with contextlib.suppress(UnreadableEventError):
        entries = await context.database.entries(game)
        text = await _patiently(context, write, entries, *arguments)
        if text is not None:
            return text
    with contextlib.suppress(MatchRefusalError):
        async with context.registry.replicas.hold(game):  # which puts it in quarantine
            pass
    return ""


async def _patiently(context: AppContext, write: Callable[..., str | None], *arguments: object) -> str | None:
    for _ in range(TRIES - 1):
        try:
            return await context.workers.compute(write, *arguments)
        except CrowdedError as error:
            await asyncio.sleep(error.retry_after)
    return await context.workers.compute(write, *arguments)


def replayed(entries: list[Entry]) -> Match | None:
    """Return the match of a log; None if that is damaged."""
    try:
        return replay(entries)
    except Exception:  # whatever a damaged log leads to
        return None
