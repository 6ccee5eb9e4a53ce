"""The application: everything put together."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ruche import words
from ruche.server.admission.gate import Gate, GateMiddleware
from ruche.server.admission.operator import Operator
from ruche.server.admission.settings import AdmissionSettings
from ruche.server.api import endpoints
from ruche.server.api.page import FOLDER, Page
from ruche.server.context import AppContext
from ruche.server.live.registry import MatchRegistry
from ruche.server.process.figures import Figures
from ruche.server.routing import route_of
from ruche.server.seat_key import key_path, load_key
from ruche.server.store.database import Database
from ruche.server.wire.http import EXCEPTION_HANDLERS
from ruche.server.wire.match_views import prepare_updates
from ruche.server.work.pool import WorkerPool

# Nothing from elsewhere, and nobody else's frame around the page. (Pictures to be saved are blobs.)
POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
]


class SafeHeaders:
    """Puts the headers that keep visitors safe on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and complete its answer."""

        async def complete(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        await self.app(scope, receive, complete if scope["type"] == "http" else send)


class Reception:
    """Tells the registry of the first visitor: for players the server was away until then."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or socket on."""
        if scope["type"] != "lifespan":
            await scope["app"].state.context.registry.upkeep.answer_first()
        await self.app(scope, receive, send)


def make_app(
    database: str,
    *,
    workers: int | None = None,
    admission: AdmissionSettings | None = None,
    operator: Operator | None = None,
    key_file: Path | None = None,
) -> Starlette:
    """Return the application; `database` is a path or an SQLAlchemy address."""
    gate = Gate(admission or AdmissionSettings())

    def context() -> AppContext:
        opened, pool, figures = Database(database), WorkerPool(workers), Figures()
        registry = MatchRegistry(opened, pool, figures, prepare_updates)
        return AppContext(opened, pool, figures, registry, gate, operator or Operator())

    return assemble(gate, context, lambda: load_key(database, key_file or key_path(database)))


def assemble(
    gate: Gate, make_context: Callable[[], AppContext], key: Callable[[], Awaitable[str]]
) -> Starlette:
    """Return the application over parts that are made when it starts, and opened and closed in order."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.context = context = make_context()
        await context.database.open()
        context.workers.open()
        for language in words.LANGUAGES:  # before the first refusal, which would keep everybody waiting
            words.keys(language)
        try:
            await context.registry.open(await key(), before_visitors=True)
            yield
        finally:
            await context.registry.close()
            await context.workers.close()
            await context.database.close()

    routes = [route_of(endpoint) for endpoint in endpoints()]
    routes.append(Route("/{path:path}", Page(FOLDER).show, methods=["GET"]))
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        exception_handlers=EXCEPTION_HANDLERS,
        middleware=[Middleware(SafeHeaders), Middleware(GateMiddleware, gate=gate), Middleware(Reception)],
    )
