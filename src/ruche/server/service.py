"""Running the application: where it listens, how uvicorn is set up, where the data lies."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ruche.server.admission.connections import (
    ACCEPTED_AT_ONCE,
    Connections,
    connection_cap,
    guarded,
)
from ruche.server.process.collector import SIZES, Collector
from ruche.server.process.logs import OncePer

logger = logging.getLogger("ruche.server")

FRAME = 8 * 1024  # bytes a WebSocket message may have
# One byte less than is read at once: a larger header is never whole in the first piece.
HEADER = 16 * 1024 - 1
SHUTDOWN = 1  # seconds that requests have to end when the server stops
DRAIN = 3.0  # seconds over which WebSockets are closed on SIGTERM, so that not all come back at once
BACKLOG = 2048  # connections that the system holds until they are accepted
IDLE = 2.0  # seconds without a commit after which nobody plays, as far as one can tell


ACCEPT_TROUBLE = OncePer(60.0)


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; if the port is taken, at another that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for wanted in (port, 0):
        # The protocol must be named: only then does asyncio send small answers at once (TCP_NODELAY).
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if sys.platform != "win32":  # where it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, wanted))
            listener.listen(2048)
        except OSError:
            listener.close()
            if wanted == 0:
                raise
            continue
        listener.set_inheritable(False)
        return listener
    raise AssertionError("port 0 is never taken")


def url_of(listener: socket.socket) -> str:
    """Return the address to open in a browser."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class Server(uvicorn.Server):
    """Uvicorn, which tells the application before it waits for its requests to end."""

    def __init__(self, config: uvicorn.Config, app: Starlette) -> None:
        super().__init__(config)
        self.app = app
        self.terminated = False
        self.collector = Collector()
        self.collecting: list[asyncio.Task[None]] = []  # decide when to collect garbage

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Note by which signal the server is to end."""
        self.terminated = self.terminated or sig == signal.SIGTERM
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        for listener in sockets or []:
            listener.listen(BACKLOG)  # asyncio has set it to how many it accepts at once
        asyncio.get_running_loop().set_exception_handler(log_loop_error)
        if SIZES.exists():
            self.collector.start()
            self.collecting = [
                asyncio.create_task(self.collector.watch(self.is_idle)),
                asyncio.create_task(self.collector.tidy(self.is_writing)),
            ]

    def is_writing(self) -> bool:
        """Tell whether somebody's action is being committed just now."""
        return bool(self.app.state.context.registry.database.writer.is_writing)

    def is_idle(self) -> bool:
        """Tell whether nobody seems to play just now."""
        registry = self.app.state.context.registry
        return bool(registry.time_source.now() - registry.database.wrote_at() > IDLE)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; first tell everybody who waits for news, on SIGTERM one after the other."""
        context = self.app.state.context
        context.draining = True  # `/readyz` says so while it still answers
        if self.terminated:
            await self.drain()
        context.registry.dismiss()
        if self.collecting:
            for task in self.collecting:
                task.cancel()
            self.collector.stop()
        await super().shutdown(sockets)

    async def drain(self) -> None:
        """Close the WebSockets over a few seconds, unless a second signal comes."""
        connections = [
            one for one in self.server_state.connections if isinstance(one, WebSocketsSansIOProtocol)
        ]
        logger.info("draining: %d sockets to close", len(connections))
        ends = asyncio.get_running_loop().time() + DRAIN
        for left, connection in zip(range(len(connections), 0, -1), connections, strict=True):
            if self.force_exit:
                return
            connection.shutdown()
            await asyncio.sleep(max(0.0, ends - asyncio.get_running_loop().time()) / left)


def log_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what goes wrong in the event loop itself; trouble with accepting gets one line per minute."""
    if "accept" not in str(context.get("message")):
        loop.default_exception_handler(context)
    elif ACCEPT_TROUBLE.is_due():
        logger.error("no connections can be accepted: %s", context.get("exception"))


def make_server(
    app: Starlette, *, proxies: Sequence[str] = (), most_connections: int | None = None
) -> uvicorn.Server:
    """Return uvicorn, set up; `proxies` are the addresses that may say for whom they ask."""
    requests, sockets = guarded(Connections(connection_cap(most_connections)))
    config = uvicorn.Config(
        app,
        http=requests,
        ws=sockets,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        backlog=ACCEPTED_AT_ONCE,
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        h11_max_incomplete_event_size=HEADER,
        lifespan="on",
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN,
    )
    return Server(config, app)
