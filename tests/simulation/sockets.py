"""A WebSocket between a visitor and a process.

It is a TCP connection: what arrives, arrives in order, but it may come late, stop half-way, or be cut with
both ends knowing or one of them.
"""

from __future__ import annotations

import asyncio
import json
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from tests.simulation.process import Process

if TYPE_CHECKING:
    from tests.simulation.network import Network

BUFFER = 8  # messages that a connection holds before who sends has to wait
GONE = 1006
IN_ORDER = 1e-6  # seconds between two messages on one way


class CutError(ConnectionError):
    """The connection is gone."""


class Socket:
    """One WebSocket. Each way is a queue whose messages arrive in order."""

    def __init__(self, network: Network, process: Process, random: Random) -> None:
        self.network = network
        self.world = network.world
        self.process = process
        self.random = random
        self.number = self.world.next_number()
        self.to_server: asyncio.Queue[Any] = asyncio.Queue()
        self.to_server.put_nowait({"type": "websocket.connect"})
        self.to_visitor: asyncio.Queue[str | None] = asyncio.Queue()
        self.free_at = [0.0, 0.0]  # each way: when the last message arrives
        self.under_way = 0
        self.room = asyncio.Event()
        self.is_cut = False
        self.reads = True  # whether the visitor takes what comes

    async def serve(self, scope: dict[str, Any]) -> None:
        """Run the application on it, in its process."""
        try:
            await self.process.app(scope, self.to_server.get, self._send)
        finally:
            self.cut()

    async def _send(self, message: Any) -> None:
        """Take a message of the server's; waits while the connection is full."""
        while self.under_way >= BUFFER and not self.is_cut:
            self.room.clear()
            await self.room.wait()
        if self.is_cut:
            raise OSError("the connection is gone")
        if message["type"] == "websocket.send":
            self.under_way += 1
            self.carry(1, partial(self._arrive_at_visitor, message["text"]))
        elif message["type"] == "websocket.close":
            self.carry(1, self.cut)

    def send(self, message: dict[str, Any]) -> None:
        """Send a visitor's message."""
        if self.is_cut:
            raise CutError
        if self.random.random() < self.network.trouble.cuts:
            self.cut(tell_visitor=self.random.random() < 0.5)
            return
        self.carry(0, partial(self._arrive_at_server, message))

    def carry(self, way: int, arrive: Any) -> None:
        """Let a message arrive in its turn."""
        if self.network.silent:
            self.network.held.append((self, way, arrive))
            return
        now = self.world.loop.time()
        self.free_at[way] = max(self.free_at[way] + IN_ORDER, now + self.network.delay(self.random))
        self.world.later(self.free_at[way] - now, arrive)

    def _arrive_at_server(self, message: dict[str, Any]) -> None:
        if not self.is_cut:
            self.world.arrived(message)
            self.world.note(f"{self.process.name} <- socket {self.number} {message}")
            self.to_server.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def _arrive_at_visitor(self, text: str) -> None:
        if not self.reads:
            return
        self.under_way -= 1
        self.room.set()
        if not self.is_cut:
            self.to_visitor.put_nowait(text)

    async def receive(self) -> str:
        """Return the next message for the visitor; raises `CutError`."""
        text = await self.to_visitor.get()
        if text is None:
            raise CutError
        return text

    def cut(self, *, tell_visitor: bool = True) -> None:
        """Cut it; a visitor who is not told notices the silence."""
        if tell_visitor:
            self.to_visitor.put_nowait(None)
        if not self.is_cut:
            self.is_cut = True
            self.network.sockets.discard(self)
            self.to_server.put_nowait({"type": "websocket.disconnect", "code": GONE})
            self.room.set()
