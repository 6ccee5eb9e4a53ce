"""What the application's parts share while it runs."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from ruche.server.admission.gate import Gate
from ruche.server.admission.operator import Operator
from ruche.server.figures import Figures
from ruche.server.live.registry import MatchRegistry
from ruche.server.live.session import MatchSession
from ruche.server.match.decisions import Held
from ruche.server.store.database import Database
from ruche.server.work.pool import WorkerPool


@dataclass
class AppContext:
    """The parts of a running server."""

    database: Database
    workers: WorkerPool
    figures: Figures
    registry: MatchRegistry
    gate: Gate
    operator: Operator
    draining: bool = False  # whether the server is about to stop
    writes: bool = False  # whether the database took the last write that tried it
    written_until: float = float("-inf")  # how long that holds, by the monotonic clock


def context_of(connection: HTTPConnection) -> AppContext:
    """Return the parts of the server that a request came to."""
    context = connection.app.state.context
    assert isinstance(context, AppContext)
    return context


def bearer(connection: HTTPConnection) -> str | None:
    """Return the seat tokens that a request shows: `Authorization: Bearer`, or `?seat=` of a WebSocket."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    if connection.scope["type"] == "websocket":
        return connection.query_params.get("seat")
    return None


async def session_of(connection: HTTPConnection) -> tuple[MatchSession, Held]:
    """Return the match that a request is about and the seats that its sender holds."""
    registry = context_of(connection).registry
    session = await registry.find(connection.path_params["id"])
    return session, registry.seats.held(session.match.id, bearer(connection))
