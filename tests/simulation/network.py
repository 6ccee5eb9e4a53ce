"""The network between visitors and processes: HTTP requests and WebSockets, as the application sees them.

Requests over HTTP have connections of their own and overtake each other; a proxy may repeat them.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from tests.simulation.process import Process
from tests.simulation.sockets import CutError, Socket

if TYPE_CHECKING:
    from tests.simulation.world import World

HOST_HEADER = (b"host", b"localhost")


class NetworkTrouble:
    """What is wrong with the network just now: how probably, for a request, an answer or a message."""

    def __init__(self) -> None:
        self.drops = 0.0
        self.repeats = 0.0
        self.late = 0.0  # by seconds, not milliseconds
        self.cuts = 0.0  # of sockets, at a message


@dataclass(frozen=True)
class Request:
    """A request on its way: what is asked of whom, who waits for the answer, and when that comes back."""

    process: Process
    method: str
    path: str
    body: object
    token: str
    answer: asyncio.Future[tuple[int, bytes]]
    back: float | None  # seconds that the answer travels; None: it is lost


class Network:
    """Carries what visitors and processes send."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.trouble = NetworkTrouble()
        self.sockets: set[Socket] = set()
        self.silent = False  # sockets carry nothing, and nobody is told
        self.held: list[tuple[Socket, int, Any]] = []  # what they will carry then

    def delay(self, random: Random) -> float:
        usual = random.uniform(0.0005, 0.03)
        return usual + (random.uniform(0.2, 3.0) if random.random() < self.trouble.late else 0.0)

    def speak_again(self) -> None:
        """Let sockets carry what has waited."""
        self.silent, held, self.held = False, self.held, []
        for socket, way, arrive in held:
            socket.carry(way, arrive)

    # -- HTTP --------------------------------------------------------------------------------------

    async def request(
        self, process: Process, random: Random, method: str, path: str, body: object = None, token: str = ""
    ) -> tuple[int, bytes]:
        """Return the status and the body of an answer; raises `CutError`, even if it was carried out."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[tuple[int, bytes]] = loop.create_future()
        copies = 1 + (random.random() < self.trouble.repeats)
        if random.random() < self.trouble.drops:
            copies = 0
        for _ in range(copies):
            back = None if random.random() < self.trouble.drops else self.delay(random)
            sent = Request(process, method, path, body, token, answer, back)
            self.world.later(self.delay(random), partial(self._arrive, sent))
        try:
            async with asyncio.timeout(8.0 if copies else random.choice((0.1, 2.0))):
                return await answer
        except TimeoutError:
            raise CutError from None

    def _arrive(self, sent: Request) -> None:
        if not sent.process.ready:
            self.world.later(0.001, partial(_fail, sent.answer))
            return
        self.world.note(f"{sent.process.name} <- {sent.method} {sent.path} {sent.body}")
        self.world.arrived(sent.body)
        sent.process.run(self._answer(sent))

    async def _answer(self, sent: Request) -> None:
        path, _, query = sent.path.partition("?")
        scope = self._scope("http", path, query, sent.token) | {"method": sent.method}
        body = b"" if sent.body is None else json.dumps(sent.body).encode()
        incoming = deque([{"type": "http.request", "body": body}])
        parts: list[bytes] = []
        status = 0

        async def receive() -> Any:
            return incoming.popleft() if incoming else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)
            parts.append(message.get("body", b""))

        try:
            await sent.process.app(scope, receive, send)
        except asyncio.CancelledError:
            self.world.later(0.0, partial(_fail, sent.answer))
            raise
        if sent.back is not None:
            self.world.later(sent.back, lambda: _succeed(sent.answer, (status, b"".join(parts))))

    def _scope(self, kind: str, path: str, query: str, token: str) -> dict[str, Any]:
        headers = [HOST_HEADER]
        if token:
            headers.append((b"authorization", f"Bearer {token}".encode()))
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("10.0.0.1", 1),
            "server": ("localhost", 80),
        }

    # -- WebSockets --------------------------------------------------------------------------------

    async def connect(self, process: Process, random: Random, path: str) -> Socket:
        """Return an open socket; raises `CutError`."""
        await asyncio.sleep(self.delay(random))
        if not process.ready or random.random() < self.trouble.drops:
            raise CutError
        socket = Socket(self, process, random)
        self.sockets.add(socket)
        scope = self._scope("websocket", path, "", "") | {"subprotocols": []}
        process.run(socket.serve(scope))
        return socket

    def cut(self, process: Process | None = None, *, silently: bool = False) -> None:
        """Cut the sockets of a process, or all; silently: only the server hears of it, never the visitor."""
        for socket in sorted(self.sockets, key=lambda socket: socket.number):
            if process is None or socket.process is process:
                socket.cut(tell_visitor=not silently)


def _succeed(answer: asyncio.Future[Any], value: object) -> None:
    if not answer.done():
        answer.set_result(value)


def _fail(answer: asyncio.Future[Any]) -> None:
    if not answer.done():
        answer.set_exception(CutError())
