"""Whether the server can do its work, for whoever distributes visitors."""

from __future__ import annotations

import asyncio
import logging
import time

from starlette.requests import Request

from ruche.server.context import AppContext, context_of
from ruche.server.wire.calls import call
from ruche.server.wire.messages import ResponseBody
from ruche.server.wire.refusals import refuse

logger = logging.getLogger("ruche.server")

PATIENCE = 2.0  # seconds that writing may take
KEPT = 1.0  # seconds for which an answer holds: asking costs a write


class ReadyResponse(ResponseBody):
    """The server writes to its database and is not about to stop."""

    ready: bool


@call("GET", "/readyz", refuses=(503,))
async def readyz(request: Request) -> ReadyResponse:
    """Say whether the server can save what is played."""
    context = context_of(request)
    if context.draining or not await can_write(context):
        raise refuse("not_ready")
    return ReadyResponse(ready=True)


async def can_write(context: AppContext) -> bool:
    """Tell whether the database takes a write; asked often, it says what it said a moment ago."""
    now = time.monotonic()
    if now >= context.written_until:
        context.written_until = now + KEPT
        try:
            async with asyncio.timeout(PATIENCE):
                await context.database.try_write()
            context.writes = True
        except Exception as error:  # whatever it is, nothing can be saved
            logger.warning("the database does not take a write: %r", error)
            context.writes = False
    return context.writes
