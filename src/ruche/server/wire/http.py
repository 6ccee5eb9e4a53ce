"""Requests in, answers out: JSON by msgspec, sizes limited, every refusal in both languages."""

from __future__ import annotations

import logging
from typing import Any, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ruche.server.wire.refusals import RefusalError, RuleError, of_rules, refuse

logger = logging.getLogger("ruche.server")

MOST_BYTES = 64 * 1024
T = TypeVar("T")
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}


def answer(value: object, status: int = 200) -> Response:
    """Return a value as JSON."""
    body = msgspec.json.encode(value)
    return Response(body, status, media_type="application/json", headers={"cache-control": "no-store"})


async def body_of(request: Request, most: int = MOST_BYTES) -> bytes:
    """Return the body of a request; refuses a larger one without reading it all."""
    if int(request.headers.get("content-length") or 0) > most:
        raise refuse("too_large", most=most)
    parts, size = [], 0
    async for part in request.stream():
        parts.append(part)
        size += len(part)
        if size > most:
            raise refuse("too_large", most=most)
    return b"".join(parts)


async def asked(request: Request, kind: type[T], most: int = MOST_BYTES) -> T:
    """Return the body of a request as what it must be."""
    return decode(await body_of(request, most), kind)


def decode(body: bytes | str, kind: type[T]) -> T:
    """Read a message; refuses what is not one."""
    if kind not in _decoders:
        _decoders[kind] = msgspec.json.Decoder(kind)
    try:
        found: T = _decoders[kind].decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise refuse("bad_request", detail=str(error)) from None
    return found


def number(request: Request, name: str, default: int, most: int) -> int:
    """Return a number of the query, at least 0; refuses what is none."""
    text = request.query_params.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) <= most):
        raise refuse("bad_request", detail=f"{name}={text[:40]}")
    return int(text)


def refused(error: RefusalError) -> Response:
    """Return a refusal."""
    return answer(error.body(), error.status)


async def on_refusal(_: Request, error: Exception) -> Response:
    """Answer a refusal, or what the rules refuse."""
    if isinstance(error, RefusalError):
        return refused(error)
    return refused(of_rules(error))


async def on_http_error(_: Request, error: Exception) -> Response:
    """Answer what the router refuses."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    response = refused(
        refuse({404: "not_found", 405: "method"}.get(status, "bad_request"), detail=str(error))
    )
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response


async def on_failure(request: Request, error: Exception) -> Response:
    """Answer when something went wrong here; the log of the server says what."""
    logger.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return refused(refuse("failed"))


HANDLERS: dict[Any, Any] = {
    RefusalError: on_refusal,
    **dict.fromkeys(RuleError, on_refusal),
    HTTPException: on_http_error,
    Exception: on_failure,
}
