"""A wire that fails: a TCP proxy on loopback that delays and cuts, by seed."""

from __future__ import annotations

import asyncio
import contextlib
import random
from dataclasses import dataclass

CHUNK = 65_536


@dataclass
class Faults:
    """What happens to a piece of data on its way, each with its probability; `delay` is in seconds."""

    cut: float = 0.0  # the connection is cut before this piece
    cut_after: float = 0.0  # ... right after it: the receiver acts, the sender never hears
    late: float = 0.0  # this piece waits up to `delay`
    delay: float = 0.3


class FaultyProxy:
    """Forwards connections to a server, faultily."""

    def __init__(self, host: str, port: int, faults: Faults | None = None, seed: int = 0) -> None:
        self.target = (host, port)
        self.faults = faults or Faults()
        self.rng = random.Random(seed)
        self.connections: set[asyncio.Task[None]] = set()
        self.listener: asyncio.Server | None = None
        self.port = 0
        self.cuts = 0

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

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.connections.add(task)
        with contextlib.suppress(OSError, asyncio.CancelledError, ConnectionError):
            await self._forward(reader, writer)
        self.connections.discard(task)
        writer.transport.abort()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(*self.target)
        try:
            pumps = (
                asyncio.create_task(self._pump(reader, far_writer)),
                asyncio.create_task(self._pump(far_reader, writer)),
            )
            try:
                await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for pump in pumps:
                    pump.cancel()
                await asyncio.gather(*pumps, return_exceptions=True)
        finally:
            far_writer.transport.abort()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass data on in one direction until a fault ends it."""
        faults, rng = self.faults, self.rng
        while data := await reader.read(CHUNK):
            if rng.random() < faults.cut:
                self.cuts += 1
                return
            if rng.random() < faults.late:
                await asyncio.sleep(rng.random() * faults.delay)
            writer.write(data)
            await writer.drain()
            if rng.random() < faults.cut_after:
                self.cuts += 1
                await asyncio.sleep(0.01)
                return
