"""Calls and sockets, declared once: beside the handler, whose signature says what goes in and out.

    @call("POST", "/api/games/{id}/join", refuses=(403, 404, 409))
    async def join(request: Request, body: JoinRequest) -> JoinResponse:
        '''Take the open seat.'''

Routes, the OpenAPI document, the page's client and the table in the documentation are made from these.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, get_type_hints

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from ruche.server.wire.http import MOST_BYTES, decode, decode_query, json_response, read_body

JSON = "application/json"


@dataclass(frozen=True)
class Endpoint:
    """A path and the handler that answers there."""

    path: str
    handler: Callable[..., Awaitable[Any]]

    @property
    def module(self) -> str:
        """The resource: the name of the handler's module."""
        return self.handler.__module__.rpartition(".")[2]

    @property
    def summary(self) -> str:
        """What it is for: the first paragraph of the handler's docstring."""
        first = (self.handler.__doc__ or "").strip().split("\n\n")[0]
        return " ".join(first.split()).removesuffix(".")


@dataclass(frozen=True)
class Call(Endpoint):
    """An HTTP call; a handler that answers with a ready-made `Response` names its media type."""

    method: str
    status: int = 200
    media: str = JSON
    uses_seat: bool = False  # whether a seat token changes the answer
    refuses: tuple[int, ...] = ()
    most_bytes: int = MOST_BYTES

    @property
    def parameters(self) -> list[str]:
        return re.findall(r"{(\w+)}", self.path)

    @property
    def body(self) -> Any:
        """The type of the request's body, or None."""
        return get_type_hints(self.handler).get("body")

    @property
    def query(self) -> Any:
        """The type of the query, or None."""
        return get_type_hints(self.handler).get("query")

    @property
    def response(self) -> Any:
        """The type of the answer if it is JSON, else None."""
        return get_type_hints(self.handler)["return"] if self.media == JSON else None

    def route(self) -> BaseRoute:
        """Return the route: decodes what is asked, encodes what is answered."""
        body, query = self.body, self.query

        async def endpoint(request: Request) -> Response:
            arguments = {}
            if query is not None:
                arguments["query"] = decode_query(request.query_params, query)
            if body is not None:
                arguments["body"] = decode(await read_body(request, self.most_bytes), body)
            answer = await self.handler(request, **arguments)
            return answer if isinstance(answer, Response) else json_response(answer, self.status)

        return Route(self.path, endpoint, methods=[self.method])


@dataclass(frozen=True)
class Socket(Endpoint):
    """A WebSocket: the messages it takes and those it sends."""

    takes: Any
    sends: Any

    def route(self) -> BaseRoute:
        return WebSocketRoute(self.path, self.handler)


def call(method: str, path: str, **declared: Any) -> Callable[[Callable[..., Awaitable[Any]]], Call]:
    """Declare the handler below as a call; see `Call` for what else can be said."""
    return lambda handler: Call(path, handler, method, **declared)


def websocket(
    path: str, *, takes: Any, sends: Any
) -> Callable[[Callable[[WebSocket], Awaitable[None]]], Socket]:
    """Declare the handler below as a WebSocket."""
    return lambda handler: Socket(path, handler, takes, sends)
