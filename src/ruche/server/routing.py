"""From declared calls to routes: where each is answered, and how what is asked is decoded."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from ruche.server.context import context_of
from ruche.server.wire.calls import Call, Socket, Undecoded
from ruche.server.wire.http import RawResponse, decode, decode_query, json_response, read_body
from ruche.server.worker.offloaded import answer_call

INLINE_COST, OFFLOADED_COST = 1, 10


def route_of(endpoint: Call | Socket) -> BaseRoute:
    """Return the route of a call or a socket."""
    if isinstance(endpoint, Socket):
        return WebSocketRoute(endpoint.path, endpoint.handler)
    answer = offloaded(endpoint) if endpoint.offloaded else Inline(endpoint)
    return Route(endpoint.path, answer.answer, methods=[endpoint.method])


def charge(request: Request, call: Call, usual: int) -> None:
    """Take what a call costs from the budgets; the gate has taken one unit already."""
    context_of(request).gate.charge(request, (call.cost or usual) - 1)


class Inline:
    """Answers a call on the event loop: what it does there is short."""

    def __init__(self, call: Call) -> None:
        self.call = call
        self.body, self.query = call.body, call.query
        self.decodes_itself = call.decodes_itself

    async def answer(self, request: Request) -> Response:
        """Decode what is asked, encode what is answered."""
        charge(request, self.call, INLINE_COST)
        arguments: dict[str, Any] = {}
        if self.query is not None:
            arguments["query"] = decode_query(request.query_params, self.query)
        if self.body is not None:
            content = await read_body(request, self.call.most_bytes)
            arguments["body"] = Undecoded(content) if self.decodes_itself else decode(content, self.body)
        answer = await self.call.handler(request, **arguments)
        return answer if isinstance(answer, Response) else json_response(answer, self.call.status)


class Offloaded:
    """Answers a call by a worker process, which decodes and encodes too."""

    def __init__(self, call: Call) -> None:
        self.call = call

    async def answer(self, request: Request) -> Response:
        """Pass on what is asked and what is answered."""
        body = b"" if self.call.body is None else await read_body(request, self.call.most_bytes)
        return (await self.compute(request, body)).response()

    async def compute(self, request: Request, body: bytes) -> RawResponse:
        """Have a worker answer."""
        charge(request, self.call, OFFLOADED_COST)
        return await context_of(request).workers.compute(
            answer_call, self.call.name, request.path_params, dict(request.query_params), body
        )


class Constant(Offloaded):
    """Answers a call whose answer never changes: a worker is asked once."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.query = call.query
        self.answers: dict[tuple[str, ...], RawResponse] = {}

    async def answer(self, request: Request) -> Response:
        """Answer what was answered before; what is refused is asked again."""
        asked = None if self.query is None else decode_query(request.query_params, self.query)
        key = (*request.path_params.values(), repr(asked))
        if key not in self.answers:
            self.answers[key] = await self.compute(request, b"")
        return self.answers[key].response()


def offloaded(call: Call) -> Offloaded:
    """Return what answers an offloaded call."""
    return Constant(call) if call.constant else Offloaded(call)
