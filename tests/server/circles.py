"""A server that counts what its followers leave behind: `python -m tests.server.circles DIR HOW`."""

import asyncio
import contextlib
import gc
import json
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from tests.waiting import PATIENCE
from websockets.asyncio.client import connect

from ruche.server.admission.settings import AdmissionSettings, served_hosts
from ruche.server.app import make_app
from ruche.server.service import listen, make_server

HOST = "127.0.0.1"
OURS = ("ruche.", "uvicorn.", "starlette.")


@contextlib.asynccontextmanager
async def serving(database: Path) -> AsyncIterator[tuple[uvicorn.Server, str]]:
    """A server in this very process, and its address."""
    listener = listen(HOST, 0)
    admission = AdmissionSettings(hosts=served_hosts(HOST))
    server = make_server(make_app(str(database), workers=1, admission=admission))
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield server, f"http://{HOST}:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task


@contextlib.contextmanager
def found_circles() -> Iterator[Counter[str]]:
    """Count what only the collector finds of what has happened meanwhile."""
    found: Counter[str] = Counter()
    gc.disable()
    gc.collect()
    try:
        yield found
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        for one in gc.garbage:
            module = type(one).__module__
            if module.startswith(OURS):
                found[f"{module}.{type(one).__qualname__}"] += 1
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


async def say(socket: Any, **message: object) -> None:
    await socket.send(json.dumps(message))
    await socket.recv()


async def follow(url: str, how: str) -> None:
    """Follow a game as the page does, and end in one of several ways."""
    made = {"type": "Base", "opponent": {"kind": "screen"}, "colour": "w", "name": "Ada"}
    async with httpx.AsyncClient(timeout=PATIENCE) as client:
        game = (await client.post(f"{url}/api/games", json=made)).json()["id"]
    path = "nothere1" if how == "of no game" else game
    async with connect(f"{url.replace('http', 'ws')}/api/games/{path}/live") as socket:
        await say(socket, do="nonsense" if how == "refused" else "hello", seats="", after=None)
        if how in ("refused", "of no game"):
            return
        await say(socket, do="ping")
        await say(socket, do="play", seq=0, action="wS1", request="0" * 31 + "1")  # refused
        if how == "cut off":
            socket.transport.abort()


async def main(folder: str, how: str) -> None:
    async with serving(Path(folder) / "games.sqlite") as (server, url):
        await follow(url, how)  # what is made once stays
        with found_circles() as circles:
            for _ in range(3):
                await follow(url, how)
            while server.server_state.connections:  # the server hears of the end
                await asyncio.sleep(0.01)
        print(json.dumps(circles))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
