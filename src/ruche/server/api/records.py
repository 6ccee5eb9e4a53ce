"""Records over HTTP: read and write, for the analysis board."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ruche.server.records import ReadRecordRequest, WriteRecordRequest, formats, read_record, write_record
from ruche.server.wire.http import answer, asked
from ruche.server.wire.messages import WriteRecordResponse

MOST_BYTES = 1024 * 1024


async def listed(_: Request) -> Response:
    """List the formats."""
    return answer(formats())


async def read(request: Request) -> Response:
    """Read a record."""
    body = await asked(request, ReadRecordRequest, MOST_BYTES)
    return answer(read_record(body.text))


async def write(request: Request) -> Response:
    """Write a record."""
    return answer(
        WriteRecordResponse(text=write_record(await asked(request, WriteRecordRequest, MOST_BYTES)))
    )


ROUTES = [
    Route("/api/formats", listed, methods=["GET"]),
    Route("/api/records/read", read, methods=["POST"]),
    Route("/api/records/write", write, methods=["POST"]),
]
