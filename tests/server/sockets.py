"""A follower of a game over a socket, as the page is one, and connections on which anything may be sent."""

import contextlib
import json
import socket
from collections.abc import AsyncIterator
from typing import Any

from tests.server.helpers import Seat, Served
from tests.waiting import PATIENCE
from websockets.asyncio.client import ClientConnection, connect

UPGRADE = """Connection: Upgrade
Upgrade: websocket
Sec-WebSocket-Version: 13
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
"""


class Live:
    """The view as the events tell it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.view: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []

    async def send(self, do: str, **body: Any) -> None:
        await self.socket.send(json.dumps({"do": do, **body}))

    async def hear(self) -> dict[str, Any]:
        """The next event; what it says goes into the view."""
        event: dict[str, Any] = json.loads(await self.socket.recv())
        self.events.append(event)
        told = {name: value for name, value in event.items() if name != "event"}
        if event["event"] == "view":
            self.view = told["view"]
        elif event["event"] == "update":
            assert told["seq"] > self.view["seq"]
            start, moves = told.pop("moves_from"), told.pop("moves")
            assert start <= len(self.view["moves"])
            self.view = {**self.view, **told, "moves": [*self.view["moves"][:start], *moves]}
        elif event["event"] == "presence":
            self.view = {**self.view, **told}
        return event

    async def until(self, kind: str) -> dict[str, Any]:
        """The next event of a kind."""
        while (event := await self.hear())["event"] != kind:
            pass
        return event

    async def changed(self) -> dict[str, Any]:
        """The view after the next change of the log."""
        seq = self.view.get("seq", -1)
        while self.view.get("seq", -1) == seq:
            await self.hear()
        return self.view

    async def request(self, do: str, **body: Any) -> dict[str, Any]:
        """What is answered to a command."""
        await self.send(do, **body)
        while (event := await self.hear())["event"] not in ("done", "refused"):
            pass
        return event


@contextlib.asynccontextmanager
async def live(
    seat: Seat, after: int | None = None, view: dict[str, Any] | None = None
) -> AsyncIterator[Live]:
    """A socket that has said hello; `view` is what it knows from before."""
    address = seat.server.url.replace("http", "ws")
    async with connect(f"{address}{seat.path}/live") as socket:
        follower = Live(socket)
        follower.view = view or {}
        await follower.send("hello", seats=seat.token, after=after)
        yield follower


def raw(server: Served, text: str) -> socket.socket:
    """A connection on which something was sent."""
    host, port = server.url.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)), timeout=PATIENCE)
    connection.sendall(text.replace("\n", "\r\n").encode())
    return connection
