"""A WebSocket client that costs next to nothing, so that load measures the server and not its visitors."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
UNMASKED = b"\0\0\0\0"  # a mask is asked for, and any will do


class LightSocket(asyncio.Protocol):
    """Hands every message to `hear` as it came; answers pings."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self.hear = hear
        self.received = 0  # bytes of messages
        self.buffer = bytearray()
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None

    @classmethod
    async def open(cls, address: str, hear: Callable[[bytes], None]) -> LightSocket:
        """Connect to a `ws:` address."""
        url = urlsplit(address)
        loop = asyncio.get_running_loop()
        assert url.hostname is not None
        assert url.port is not None
        transport, made = await loop.create_connection(lambda: cls(hear), url.hostname, url.port)
        made.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = (
            f"GET {url.path} HTTP/1.1",
            f"Host: {url.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        )
        transport.write("\r\n".join((*lines, "", "")).encode())
        await made.opened
        return made

    def send(self, data: bytes, kind: int = TEXT) -> None:
        """Send a message."""
        assert self.transport is not None
        size = len(data)
        head = (
            struct.pack("!BB", kind, 0x80 | size)
            if size < 126
            else struct.pack("!BBH", kind, 0x80 | 126, size)
        )
        self.transport.write(head + UNMASKED + data)

    def close(self) -> None:
        """Go away."""
        assert self.transport is not None
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take what comes, in whatever pieces."""
        self.buffer += data
        if not self.opened.done():
            head, found, rest = bytes(self.buffer).partition(b"\r\n\r\n")
            if not found:
                return
            self.buffer = bytearray(rest)
            if b" 101 " not in head[:20]:
                self.opened.set_exception(ConnectionError(head[:60].decode(errors="replace")))
                return
            self.opened.set_result(None)
        self._take_frames()

    def _take_frames(self) -> None:
        buffer, at = self.buffer, 0
        while len(buffer) - at >= 2:
            kind, size, start = buffer[at], buffer[at + 1], at + 2
            if size >= 126:
                width, form = (2, "!H") if size == 126 else (8, "!Q")
                if len(buffer) < start + width:
                    break
                (size,) = struct.unpack_from(form, buffer, start)
                start += width
            if len(buffer) < start + size:
                break
            at = start + size
            self._take(kind, bytes(buffer[start:at]))
        del buffer[:at]

    def _take(self, kind: int, message: bytes) -> None:
        if kind == TEXT:
            self.received += len(message)
            self.hear(message)
        elif kind == PING:
            self.send(message, PONG)

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever still waits hears of it."""
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed"))
