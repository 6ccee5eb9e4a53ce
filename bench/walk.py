"""Count the functions that an action passes on its way from a player's socket to the opponent's page.

    python bench/walk.py

White's socket gets an action; every function of the server that is entered before Black's socket sends the
update counts once, however often it runs. Of what only makes views or plays by the rules (`play/`, `wire/`)
only those functions count that the rest of the server calls, not their helpers. Properties do not count, nor
what a thread of the database or the upkeep does meanwhile, nor modules that are compiled where there is a
compiler: the figure is the same without one. The two functions that wait for the message
(`receive_commands`, `receive`) run already: they are added.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from pathlib import Path
from types import FrameType
from typing import Any

from starlette.applications import Starlette

from ruche.server.app import make_app

HELPERS = ("play/", "server/wire/")
COUNTED = ("server/wire/http.py", "server/wire/sockets.py")
NEVER = ("rules/", "words/", "notation/")
UPKEEP = "Upkeep._repeat.<locals>.loop"  # what it does is nobody's action
WAITING = ["server/api/live.py receive_commands", "server/wire/sockets.py receive"]


class Walk:
    """The functions passed, in order, and how often each."""

    def __init__(self) -> None:
        self.passed: dict[str, int] = {}

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Count a call, as `sys.setprofile` tells it."""
        place = _place(frame)
        if event != "call" or not place or place.startswith(NEVER) or _is_small(frame):
            return
        if _is_compiled_elsewhere(frame) or _is_upkeep(frame):
            return
        caller = frame.f_back
        while caller is not None and (not _place(caller) or caller.f_code.co_name.startswith("<")):
            caller = caller.f_back
        if _helps(place) and caller is not None and _helps(_place(caller)):
            return
        name = f"{place} {frame.f_code.co_qualname}"
        self.passed[name] = self.passed.get(name, 0) + 1


def _place(frame: FrameType) -> str:
    return frame.f_code.co_filename.partition("/ruche/")[2].rpartition("ruche/")[2]


def _helps(place: str) -> bool:
    return place.startswith(HELPERS) and place not in COUNTED


def _is_compiled_elsewhere(frame: FrameType) -> bool:
    """Tell whether the module is one that a compiler takes: then its functions cannot be seen."""
    return Path(frame.f_code.co_filename).with_suffix(".pxd").exists()


def _is_upkeep(frame: FrameType | None) -> bool:
    while frame is not None and frame.f_code.co_qualname != UPKEEP:
        frame = frame.f_back
    return frame is not None


def _is_small(frame: FrameType) -> bool:
    """Tell whether it is a property, or no function with a name of its own."""
    owner, _, name = frame.f_code.co_qualname.rpartition(".")
    if name.startswith("<") or name == "__init__":
        return True
    return isinstance(getattr(frame.f_globals.get(owner), "__dict__", {}).get(name), property)


class Socket:
    """A player's socket, without the network."""

    def __init__(self, app: Starlette, game: str, seat: str) -> None:
        self.inbox: asyncio.Queue[Any] = asyncio.Queue()
        self.views: asyncio.Queue[Any] = asyncio.Queue()
        self.before_sending: Any = None
        scope = {
            "type": "websocket",
            "path": f"/api/games/{game}/live",
            "headers": [(b"host", b"127.0.0.1")],
            "app": app,
            "query_string": b"",
            "root_path": "",
            "subprotocols": [],
        }
        self.inbox.put_nowait(lambda: {"type": "websocket.connect"})
        hello = json.dumps({"do": "hello", "seats": seat})
        self.inbox.put_nowait(lambda: {"type": "websocket.receive", "text": hello})
        self.task = asyncio.create_task(app(scope, self.receive, self.send))

    async def receive(self) -> Any:
        """Give the server the next message, made when it is taken."""
        return (await self.inbox.get())()

    async def send(self, message: Any) -> None:
        """Take what the server sends."""
        if message["type"] == "websocket.send":
            event = json.loads(message["text"])
            if event["event"] not in ("view", "update"):
                return
            if self.before_sending:
                self.before_sending()
            self.views.put_nowait(event.get("view", event))


async def post(app: Starlette, path: str, **body: Any) -> Any:
    """Make a call without the network."""
    sent: list[Any] = []
    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "headers": [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")],
        "query_string": b"",
        "root_path": "",
    }

    async def receive() -> Any:
        return {"type": "http.request", "body": json.dumps(body).encode()}

    async def send(message: Any) -> None:
        sent.append(message)

    await app({**scope, "app": app, "root_path": ""}, receive, send)
    return json.loads(sent[1]["body"])


async def walk() -> dict[str, int]:
    """Return the functions that an action passes on a server of its own, in order, and how often each."""
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(str(Path(folder) / "games.sqlite"))
        async with app.router.lifespan_context(app):
            walked = await walk_of(app)
    return dict.fromkeys(WAITING, 1) | walked.passed


async def walk_of(app: Starlette) -> Walk:
    """Play three actions; return what the third has passed."""
    made = await post(app, "/api/games", type="Base+MLP", opponent={"kind": "friend"}, colour="w")
    joined = await post(app, f"/api/games/{made['id']}/join", invite=made["invite"])
    sockets = [Socket(app, made["id"], seat) for seat in (made["seats"]["w"], joined["seats"]["b"])]
    views = [await socket.views.get() for socket in sockets]
    walked = Walk()
    for i, action in enumerate(("wG1", "bG1 wG1-", "wQ -wG1")):
        mover, other = sockets[i % 2], sockets[1 - i % 2]
        text = json.dumps({"do": "play", "seq": views[0]["seq"], "action": action})

        def message(text: str = text, last: bool = i == 2) -> Any:
            if last:
                sys.setprofile(walked.note)
            return {"type": "websocket.receive", "text": text}

        other.before_sending = lambda: sys.setprofile(None)
        mover.inbox.put_nowait(message)
        views = [await socket.views.get() for socket in (other, mover)]
    for socket in sockets:
        socket.task.cancel()
    return walked


async def main() -> None:
    """Print the walk and how long it is."""
    passed = await walk()
    for name, times in passed.items():
        print(f"{times:3} {name}")
    print(f"{len(passed)} functions")


if __name__ == "__main__":
    asyncio.run(main())
