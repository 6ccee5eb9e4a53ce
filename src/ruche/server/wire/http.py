"""HTTP: JSON by msgspec, sizes limited, every refusal in each language."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ruche.server.wire.malformed import malformed
from ruche.server.wire.refusals import (
    Refusable,
    RefusalError,
    bad_request,
    refusal_of,
    refuse,
    refuse_malformed,
)
from ruche.words.errors import shorten

logger = logging.getLogger("ruche.server")

MOST_BYTES = 64 * 1024
BODY_SECONDS = 15.0  # in which a body has to come
JSON = "application/json"
NUL = b"\\u0000"  # as JSON escapes it
MOST_ESCAPED = 1000  # texts that speak of the escape itself are not looked at more often than that
T = TypeVar("T")
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}


def json_response(value: object, status: int = 200) -> Response:
    """Return a value as JSON."""
    body = msgspec.json.encode(value)
    return Response(body, status, media_type=JSON, headers={"cache-control": "no-store"})


def refusal_response(error: RefusalError) -> Response:
    """Return a refusal as JSON."""
    response = json_response(error.body(), error.status)
    if error.retry_after is not None:
        response.headers["retry-after"] = str(error.retry_after)
    return response


@dataclass(frozen=True)
class RawResponse:
    """A response on its way from a worker."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    def response(self) -> Response:
        """Return it as it is sent."""
        response = Response(self.body, self.status)
        response.raw_headers = [*self.headers]
        return response


def raw_response(answer: object, status: int) -> RawResponse:
    """Return what a handler has answered, encoded."""
    response = answer if isinstance(answer, Response) else json_response(answer, status)
    return RawResponse(response.status_code, response.raw_headers, bytes(response.body))


async def read_body(request: Request, most: int) -> bytes:
    """Return the body of a request; refuses a larger one without reading it all."""
    media = request.headers.get("content-type") or JSON
    if media.partition(";")[0].strip().lower() != JSON:  # a foreign page can send others without asking us
        raise refuse("media_type", given=shorten(media), wanted=JSON)
    if int(request.headers.get("content-length") or 0) > most:
        raise refuse("too_large", most=most)
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                parts.append(part)
                size += len(part)
                if size > most:
                    raise refuse("too_large", most=most)
    except TimeoutError:
        raise refuse("too_slow", seconds=BODY_SECONDS) from None
    return b"".join(parts)


def decode(message: bytes | str, kind: Any) -> Any:
    """Read a message of a type, or of one of a union; refuses anything else."""
    if kind not in _decoders:
        _decoders[kind] = msgspec.json.Decoder(kind)
    encoded = message if isinstance(message, bytes) else message.encode(errors="replace")
    if (NUL in encoded or b"\0" in encoded) and has_nul(encoded):
        raise refuse_malformed("nul")
    try:
        return _decoders[kind].decode(message)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise bad_request(malformed(error)) from None


def has_nul(message: bytes) -> bool:
    """Tell whether JSON holds a NUL. A regular expression would take 40 ms a megabyte of the loop."""
    if b"\0" in message:
        return True
    before, at = 0, message.find(NUL)
    for _ in range(MOST_ESCAPED):
        if at < 0:
            return False
        escapes = message[before:at]
        if (len(escapes) - len(escapes.rstrip(b"\\"))) % 2 == 0:  # else it is a backslash, then u0000
            return True
        before, at = at + 1, message.find(NUL, at + 1)
    return True


def decode_query(query: Mapping[str, str], kind: type[T]) -> T:
    """Read the query of an address; what is left empty has its default."""
    if any("\0" in text for text in query.values()):
        raise refuse_malformed("nul")
    try:
        return msgspec.convert({name: text for name, text in query.items() if text}, kind, strict=False)
    except msgspec.ValidationError as error:
        raise bad_request(malformed(error)) from None


async def on_refusal(_: Request, error: Exception) -> Response:
    """Answer a refusal by the server, a match or the rules."""
    return refusal_response(refusal_of(error))


async def on_http_error(_: Request, error: Exception) -> Response:
    """Answer what the router refuses."""
    assert isinstance(error, HTTPException)
    key = {404: "not_found", 405: "method"}.get(error.status_code, "bad_request")
    refusal = refuse_malformed("other", detail=str(error)) if key == "bad_request" else refuse(key)
    response = refusal_response(refusal)
    response.headers.update(error.headers or {})
    return response


async def on_disconnect(_: Request, __: Exception) -> Response:
    """Whoever has gone in the middle of a request needs no answer, and the log no line."""
    return Response(status_code=400)


async def on_failure(request: Request, error: Exception) -> Response:
    """Answer when something went wrong here; the log of the server says what."""
    logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return refusal_response(refuse("failed"))


EXCEPTION_HANDLERS: dict[Any, Any] = {
    **dict.fromkeys(Refusable, on_refusal),
    HTTPException: on_http_error,
    ClientDisconnect: on_disconnect,
    Exception: on_failure,
}
