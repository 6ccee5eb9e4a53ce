"""Connections: a cap below the system's limit of files, and an end for those that only occupy a place.

Uvicorn waits for ever for headers, for the rest of a body that nobody wants, and for readers that do not
read.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from websockets.frames import Frame

from ruche.server.process.logs import OncePer
from ruche.server.wire.direct_sockets import DirectSocket

logger = logging.getLogger("ruche.server")

HEADER_SECONDS = 10.0  # from the first byte, or from connecting, to the whole header
READ_SECONDS = 20.0  # in which a reader has to take what is sent: 48 KiB of it, if there is more
RESERVED_FILES = 128  # for the database, workers, and connections that are just accepted
ACCEPTED_AT_ONCE = 32
DEFAULT_CAP = 20_000
# Bytes read at once: what is in them is parsed in one go, and a frame of a WebSocket may have as few as six.
REQUEST_READ, FRAMES_READ = 16 * 1024, 4 * 1024
CONTROL_FRAMES = 50  # a second; browsers send none, programs one every few seconds
FRAGMENTS = 64  # frames that one message may come in


def connection_cap(wanted: int | None = None) -> int:
    """Return how many connections there may be: what is wanted, or the default, as far as files allow."""
    most = wanted or DEFAULT_CAP
    try:
        import resource
    except ImportError:
        return most  # Windows
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return most if files == resource.RLIM_INFINITY else max(8, min(most, files - RESERVED_FILES))


class Connections:
    """All open connections. When there are too many, the longest without a request gives way."""

    def __init__(self, cap: int) -> None:
        self.cap = cap
        self.transports: set[asyncio.Transport] = set()
        self.waiting: dict[asyncio.Transport, None] = {}  # those without a request, oldest first
        self.turned_away = 0
        self.trouble = OncePer(60.0)

    def admit(self, transport: asyncio.Transport) -> None:
        """Count a new connection; end the oldest that waits for a request if there are too many."""
        self.transports.add(transport)
        self.waiting[transport] = None
        if len(self.transports) > self.cap:
            oldest = next(iter(self.waiting))
            self.discard(oldest)
            oldest.abort()
            self.turned_away += 1
            if self.trouble.is_due():
                logger.warning("%d connections: %d turned away so far", self.cap, self.turned_away)

    def set_waiting(self, transport: asyncio.Transport, waiting: bool) -> None:
        """Note whether a connection waits for a request."""
        if not waiting:
            self.waiting.pop(transport, None)
        elif transport in self.transports:
            self.waiting.setdefault(transport)

    def discard(self, transport: asyncio.Transport) -> None:
        """Forget a connection."""
        self.transports.discard(transport)
        self.waiting.pop(transport, None)


class Deadline:
    """A time limit for something to happen on a connection, which is ended otherwise."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.timer: asyncio.TimerHandle | None = None

    def begin(self, transport: asyncio.Transport) -> None:
        """Start the time limit, unless it is running."""
        if self.timer is None:
            self.timer = asyncio.get_running_loop().call_later(self.seconds, transport.abort)

    def end(self) -> None:
        """Stop the time limit: what was waited for has happened."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class ReadInTime(asyncio.Protocol):
    """The part of a protocol that ends a connection whose other end does not read."""

    transport: Any

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.reading = Deadline(READ_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self.reading.end()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start the time limit: the other end reads more slowly than we send."""
        super().pause_writing()
        self.reading.begin(self.transport)

    def resume_writing(self) -> None:
        """Stop the time limit: the other end has caught up."""
        super().resume_writing()
        self.reading.end()


def read_at_most(transport: asyncio.BaseTransport, size: int) -> None:
    """Let asyncio read no more than so many bytes at once, where that can be set."""
    if hasattr(transport, "max_size"):
        transport.max_size = size


class GuardedSocket(ReadInTime, DirectSocket):
    """A WebSocket that is counted, and closed when it sends hardly more than control frames."""

    guard: Connections

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.conn.debug = False  # it would log every message, tokens and all
        self.control_frames = 0
        self.counted_since = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        super().connection_made(transport)
        read_at_most(transport, FRAMES_READ)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self.guard.discard(self.transport)
        super().connection_lost(exc)

    def handle_ping(self) -> None:
        """Answer a ping frame of the WebSocket protocol; the page's own pings are messages."""
        super().handle_ping()
        self._count_control_frame()

    def handle_pong(self, event: Frame) -> None:
        """Take a pong frame."""
        super().handle_pong(event)
        self._count_control_frame()

    def handle_cont(self, event: Frame) -> None:
        """Take a further frame of a message; one that comes in too many ends the connection."""
        super().handle_cont(event)
        if len(self.frames) > FRAGMENTS:
            self.transport.abort()

    def _count_control_frame(self) -> None:
        """Count a control frame, which costs as much as a message; too many end the connection."""
        now = self.loop.time()
        if now - self.counted_since > 1:
            self.counted_since, self.control_frames = now, 0
        self.control_frames += 1
        if self.control_frames > CONTROL_FRAMES:
            self.transport.abort()


class GuardedRequests(ReadInTime, H11Protocol):
    """A connection for requests that is counted, and closed when one takes too long to come."""

    guard: Connections

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.header = Deadline(HEADER_SECONDS)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, if there is room."""
        super().connection_made(transport)
        read_at_most(transport, REQUEST_READ)
        self.guard.admit(transport)
        self.header.begin(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self.guard.discard(self.transport)
        self.header.end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        """Wait for the next request, now that an answer is written."""
        super().on_response_complete()
        self._look()

    def _look(self) -> None:
        """Watch over a connection as long as it has no request at hand."""
        waiting = self.cycle is None or self.cycle.response_complete
        if self.transport.get_protocol() is not self:
            waiting = False  # it is a WebSocket now
        self.guard.set_waiting(self.transport, waiting)
        if waiting and not self.transport.is_closing():
            self.header.begin(self.transport)
        else:
            self.header.end()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection on which nothing more comes."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()  # it does not read the answer
        else:
            super().timeout_keep_alive_handler()


def guarded(connections: Connections) -> tuple[type[GuardedRequests], type[GuardedSocket]]:
    """Return the protocols of one server, which uvicorn makes objects of: they know its connections."""

    class Requests(GuardedRequests):
        guard = connections

    class Sockets(GuardedSocket):
        guard = connections

    return Requests, Sockets
