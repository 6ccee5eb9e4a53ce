"""Running the application: where it listens, how uvicorn is set up, where the data lies."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

FRAME = 8 * 1024  # bytes a WebSocket message may have
HEADER = 16 * 1024
SHUTDOWN = 1  # seconds that requests have to end when the server stops


def data_folder() -> Path:
    """Return where a user's data belongs on this system."""
    home = Path.home()
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return base / "ruche"


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

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop; first tell everybody who waits for news."""
        self.app.state.context.registry.dismiss()
        await super().shutdown(sockets)


def make_server(app: Starlette) -> uvicorn.Server:
    """Return uvicorn, set up."""
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=FRAME,
        ws_per_message_deflate=False,
        h11_max_incomplete_event_size=HEADER,
        lifespan="on",
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN,
    )
    return Server(config, app)
