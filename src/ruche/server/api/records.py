"""Records over HTTP: read and write, for the analysis board."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ruche.server.records import RecordText, RecordWish, formats, read_record, write_record
from ruche.server.wire.http import answer, asked
from ruche.server.wire.messages import TextView

MOST_BYTES = 1024 * 1024


async def listed(_: Request) -> Response:
    """List the formats."""
    return answer(formats())


async def read(request: Request) -> Response:
    """Read a record."""
    wish = await asked(request, RecordText, MOST_BYTES)
    return answer(read_record(wish.text))


async def write(request: Request) -> Response:
    """Write a record."""
    return answer(TextView(text=write_record(await asked(request, RecordWish, MOST_BYTES))))


ROUTES = [
    Route("/api/formats", listed, methods=["GET"]),
    Route("/api/records/read", read, methods=["POST"]),
    Route("/api/records/write", write, methods=["POST"]),
]
