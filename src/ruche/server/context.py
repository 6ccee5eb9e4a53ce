"""What the application's parts share while it runs."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from ruche import Colour
from ruche.server.figures import Figures
from ruche.server.live.registry import Matches
from ruche.server.live.session import Live
from ruche.server.store.database import Database
from ruche.server.work.pool import WorkerPool


@dataclass
class State:
    """The parts of a running server."""

    store: Database
    workers: WorkerPool
    figures: Figures
    matches: Matches


def state_of(connection: HTTPConnection) -> State:
    """Return the parts of the server that a request came to."""
    state = connection.app.state.ruche
    assert isinstance(state, State)
    return state


def bearer(connection: HTTPConnection) -> str | None:
    """Return the seat tokens that a request shows: `Authorization: Bearer`, or `?seat=` of a WebSocket."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    if connection.scope["type"] == "websocket":
        return connection.query_params.get("seat")
    return None


async def match_of(connection: HTTPConnection) -> tuple[Live, frozenset[Colour]]:
    """Return the match a request is about and the seats its sender holds."""
    matches = state_of(connection).matches
    live = await matches.find(connection.path_params["id"])
    return live, matches.seats.held(live.match.id, bearer(connection))
