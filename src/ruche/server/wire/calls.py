"""Calls and sockets, declared once: beside the handler, whose signature says what goes in and out.

    @call("POST", "/api/games/{id}/join", refuses=(403, 404, 409))
    async def join(request: Request, body: JoinRequest) -> JoinResponse:
        '''Take the open seat.'''

A handler that is `async` is answered on the event loop and must be short. A plain one is called by a worker
process, with the names in its path as arguments: `def one(id: str) -> LessonView`. Routes
(`ruche.server.routing`), the OpenAPI document, the page's client and the table in the documentation are made
from these declarations.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, get_args, get_origin, get_type_hints

from starlette.websockets import WebSocket

from ruche.server.wire.http import JSON, MOST_BYTES

PROBES = ("/healthz", "/readyz")  # asked by whoever watches the server, by any name
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
T = TypeVar("T")


@dataclass(frozen=True)
class Undecoded(Generic[T]):
    """A body that its handler has decoded elsewhere: reading it may be too much for the event loop."""

    content: bytes


@dataclass(frozen=True)
class Endpoint:
    """A path and the handler that answers there."""

    path: str
    handler: Callable[..., Any]

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
    uses_study: bool = False  # whether the token of a study or of a maker changes the answer
    refuses: tuple[int, ...] = ()
    most_bytes: int = MOST_BYTES
    cost: int | None = None  # units of the budget; unless it is said, 10 if a worker answers
    gives: Any = None  # what the JSON of a ready-made `Response` holds
    constant: bool = False  # whether the answer never changes while the server runs

    @property
    def name(self) -> str:
        """Its method and path."""
        return f"{self.method} {self.path}"

    @property
    def offloaded(self) -> bool:
        """Whether a worker process answers it."""
        return not inspect.iscoroutinefunction(self.handler)

    @property
    def parameters(self) -> list[str]:
        """The names in the path."""
        return re.findall(r"{(\w+)}", self.path)

    @property
    def body(self) -> Any:
        """The type of the request's body, or None."""
        kind = get_type_hints(self.handler).get("body")
        return get_args(kind)[0] if get_origin(kind) is Undecoded else kind

    @property
    def decodes_itself(self) -> bool:
        """Whether the handler gets the body as it came."""
        return get_origin(get_type_hints(self.handler).get("body")) is Undecoded

    @property
    def query(self) -> Any:
        """The type of the query, or None."""
        return get_type_hints(self.handler).get("query")

    @property
    def response(self) -> Any:
        """The type of the answer if it is JSON, else None."""
        if self.media != JSON:
            return None
        return self.gives or get_type_hints(self.handler)["return"]


@dataclass(frozen=True)
class Socket(Endpoint):
    """A WebSocket: the messages it takes and those it sends."""

    takes: Any
    sends: Any


def call(method: str, path: str, **declared: Any) -> Callable[[Callable[..., Any]], Call]:
    """Declare the handler below as a call; see `Call` for what else can be said."""
    return lambda handler: Call(path, handler, method, **declared)


def websocket(
    path: str, *, takes: Any, sends: Any
) -> Callable[[Callable[[WebSocket], Awaitable[None]]], Socket]:
    """Declare the handler below as a WebSocket."""
    return lambda handler: Socket(path, handler, takes, sends)
