"""A wire that fails: a proxy on loopback that knows where requests begin and end.

One request in five is harmed: it is dropped, repeated, delayed, overtaken by another, or its answer is
lost. What comes from the server over a socket is delayed or cut off, as TCP allows no more.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from dataclasses import dataclass

CHUNK = 65_536
HEAD_END = b"\r\n\r\n"
TEXT = 0x81  # the first byte of a whole text message


@dataclass(frozen=True)
class Faults:
    """What happens to a request, each with its probability; `delay` is in seconds."""

    drop: float = 0.04  # it never arrives
    lose_answer: float = 0.04  # it arrives, and the connection is cut before the answer
    repeat: float = 0.04  # it arrives twice
    delay: float = 0.04  # it arrives late
    reorder: float = 0.04  # it arrives after the next
    longest: float = 0.3  # seconds that something is late

    def choose(self, rng: random.Random) -> str | None:
        """Draw by lot what happens to a request."""
        at = rng.random()
        for name in ("drop", "lose_answer", "repeat", "delay", "reorder"):
            at -= getattr(self, name)
            if at < 0:
                return name
        return None


class FaultyProxy:
    """Forwards requests and sockets to a server, faultily."""

    def __init__(self, host: str, port: int, faults: Faults | None = None, seed: int = 0) -> None:
        self.target = (host, port)
        self.faults = faults or Faults()
        self.rng = random.Random(seed)
        self.connections: set[asyncio.Task[None]] = set()
        self.listener: asyncio.Server | None = None
        self.port = 0
        self.happened: Counter[str] = Counter()
        self.requests = 0
        self.passing = asyncio.Event()  # set by every request that goes by

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Listen on a free port."""
        self.listener = await asyncio.start_server(self._accept, "127.0.0.1", self.port)
        self.port = self.listener.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Cut everything and listen no more."""
        for task in self.connections:
            task.cancel()
        if self.listener is not None:
            self.listener.close()

    def next_fault(self) -> str | None:
        """Count a request, and say what happens to it."""
        self.requests += 1
        fault = self.faults.choose(self.rng)
        self.happened[fault or "none"] += 1
        return fault

    async def hold(self, fault: str | None) -> None:
        """Keep a request back for a while, or until another has gone by."""
        if fault == "delay":
            await asyncio.sleep(self.rng.random() * self.faults.longest)
        if fault == "reorder":
            self.passing.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.passing.wait(), self.faults.longest)
        else:
            self.passing.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.connections.add(task)
        with contextlib.suppress(OSError, asyncio.CancelledError, asyncio.IncompleteReadError):
            await self._serve(reader, writer)
        self.connections.discard(task)
        writer.transport.abort()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass one request on and its answer back; or a socket, until a fault ends it."""
        head = await reader.readuntil(HEAD_END)
        if b"upgrade: websocket" in head.lower():
            await self._pass_socket(head, reader, writer)
            return
        fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:] if b": " in line)
        request = head + await reader.readexactly(int(fields.get(b"content-length", b"0")))
        fault = self.next_fault()
        if fault == "drop":
            return
        await self.hold(fault)
        answer = await self._ask(request)
        if fault == "repeat":
            answer = await self._ask(request)
        if fault != "lose_answer":
            writer.write(answer)
            await writer.drain()
            writer.close()
            await writer.wait_closed()

    async def _ask(self, request: bytes) -> bytes:
        """Return the server's answer."""
        reader, writer = await asyncio.open_connection(*self.target)
        try:
            writer.write(request.replace(HEAD_END, b"\r\nConnection: close" + HEAD_END, 1))
            return await reader.read()
        finally:
            writer.transport.abort()

    async def _pass_socket(
        self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        far_reader, far_writer = await asyncio.open_connection(*self.target)
        try:
            far_writer.write(head)
            pumps = (
                asyncio.create_task(self._pass_messages(reader, far_writer)),
                asyncio.create_task(self._pass_news(far_reader, writer)),
            )
            try:
                await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for pump in pumps:
                    pump.cancel()
                await asyncio.gather(*pumps, return_exceptions=True)
        finally:
            far_writer.transport.abort()

    async def _pass_messages(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass a visitor's messages on, one by one, until a fault ends the connection."""
        held = b""  # a message that the next one overtakes
        while True:
            frame = await read_frame(reader)
            fault = self.next_fault() if frame[0] == TEXT else None
            if fault == "reorder" and not held:
                held = frame
                continue
            if fault == "drop":
                frame = b""
            await self.hold(fault if fault == "delay" else None)
            writer.write(frame * (2 if fault == "repeat" else 1) + held)
            held = b""
            await writer.drain()
            if fault == "lose_answer":
                await asyncio.sleep(0.01)
                return

    async def _pass_news(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on what the server says, sometimes late, until a fault ends the connection."""
        while data := await reader.read(CHUNK):
            if self.rng.random() < self.faults.delay:
                await asyncio.sleep(self.rng.random() * self.faults.longest)
            if self.rng.random() < self.faults.lose_answer / 4:
                self.happened["news cut"] += 1
                return
            writer.write(data)
            await writer.drain()


async def read_frame(reader: asyncio.StreamReader) -> bytes:
    """Return the bytes of a visitor's next frame, masked as it is."""
    head = await reader.readexactly(2)
    size = head[1] & 0x7F
    if size >= 126:
        more = await reader.readexactly(2 if size == 126 else 8)
        size, head = int.from_bytes(more), head + more
    return head + await reader.readexactly(4 + size)
