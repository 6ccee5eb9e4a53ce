"""What the application's parts share while it runs."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from ruche.server.admission.gate import Gate
from ruche.server.admission.operator import Operator
from ruche.server.live.registry import MatchRegistry
from ruche.server.live.replica import Replica
from ruche.server.match.decisions import Held, check_visible
from ruche.server.process.figures import Figures
from ruche.server.store.database import Database
from ruche.server.studies.store import StudyStore
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
    studies: StudyStore = field(init=False)
    draining: bool = False  # whether the server is about to stop
    writes: bool = False  # whether the database took the last write that tried it
    written_until: float = float("-inf")  # how long that holds, by the monotonic clock

    def __post_init__(self) -> None:
        self.studies = StudyStore(self.database)


def context_of(connection: HTTPConnection) -> AppContext:
    """Return the parts of the server that a request came to."""
    context = connection.app.state.context
    assert isinstance(context, AppContext)
    return context


def bearer(connection: HTTPConnection) -> str | None:
    """Return the seat tokens that a request shows: `Authorization: Bearer`."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


@contextlib.asynccontextmanager
async def seated(connection: HTTPConnection, *, invited: bool = False) -> AsyncIterator[tuple[Replica, Held]]:
    """Hold the game that a request is about, and tell which seats its sender holds.

    Refuses whoever may not see the game; who says to be invited is yet to show the invitation.
    """
    registry = context_of(connection).registry
    async with registry.replicas.hold(connection.path_params["id"]) as replica:
        held = registry.seats.held(replica.id, bearer(connection), replica.match.generations)
        if not invited:
            check_visible(replica.match, held)
        replica.asked_at.update(dict.fromkeys(held, registry.time_source.now()))
        yield replica, held
