"""A short way for sockets that follow games: thousands of them ping, and a move goes to hundreds at once.

Through ASGI a message passes a dozen functions on its way to the transport, and a ping wakes a task and
switches reading off and on again; both cost several times what sending does. So the connection offers itself
in the scope (`DIRECT`), and whoever follows a game writes to it. Everything else goes by ASGI.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from ruche.server.wire.live_messages import Ping

DIRECT = "ruche.direct"
PING = msgspec.json.encode(Ping())  # as the page sends it; otherwise spelled it is answered too, by ASGI
TEXT = 0x81  # a whole message in one frame
ABNORMAL = 1006


def text_frame(message: bytes) -> bytes:
    """Return a message as it goes over a WebSocket from the server (RFC 6455, 5.2): never masked."""
    size = len(message)
    if size < 126:
        return struct.pack("!BB", TEXT, size) + message
    if size < 1 << 16:
        return struct.pack("!BBH", TEXT, 126, size) + message
    return struct.pack("!BBQ", TEXT, 127, size) + message


class DirectSocket(WebSocketsSansIOProtocol):
    """A WebSocket connection that can be written to without ASGI, and has its pings answered at once."""

    take_ping: Callable[[], bytes | None] | None = None  # returns the answer; None: it goes by ASGI

    def handle_connect(self, event: Request) -> None:
        """Accept or refuse the connection; the application finds this object in the scope."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][DIRECT] = self  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        super().connection_lost(exc)
        if hasattr(self, "scope"):  # it leads back here: a circle
            self.scope["extensions"].pop(DIRECT, None)

    def handle_text(self, event: Frame) -> None:
        """Answer a ping; hand everything else to the application."""
        if (answer := self._answer_to(event)) is not None:
            self.transport.write(text_frame(answer))
        else:
            super().handle_text(event)

    def _answer_to(self, event: Frame) -> bytes | None:
        """Return the answer to a ping; None for anything else, and where it cannot be written just now."""
        if self.take_ping is None or event.data != PING or not event.fin:
            return None
        return self.take_ping() if self.writable.is_set() and not self.close_sent else None

    async def send_message(self, message: bytes) -> None:
        """Send a message, as soon as the other end reads."""
        if not self.writable.is_set():
            await self.writable.wait()
        if self.disconnected or self.close_sent:
            raise WebSocketDisconnect(ABNORMAL)
        self.transport.write(text_frame(message))


def direct_of(socket: WebSocket) -> DirectSocket | None:
    """Return the connection itself, where the server offers it."""
    found = socket.scope.get("extensions", {}).get(DIRECT)
    return found if isinstance(found, DirectSocket) else None
