"""How long requests keep the server's event loop: processor time of the longest callback, and of all.

    python bench/loop_time.py

It starts a server of its own on the loopback, whose callbacks are timed by the processor time of their
thread, and asks it for the dearest things that anybody may ask. Ends with 1 if a callback took over 50 ms, or
a request over 200 ms of the loop in all.
"""

import asyncio
import json
import random
import sys
import tempfile
import threading
import time
from asyncio import events
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx

from ruche import Game, GameType, Position
from ruche.notation.records import write_game
from ruche.server.app import make_app
from ruche.server.service import listen, make_server, url_of

LONGEST_CALLBACK, LONGEST_REQUEST = 0.05, 0.2
PATIENCE = 120.0
there_and_back = ["wQ \\wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"]
SHUFFLE = ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", *there_and_back * 249]
JSON = {"content-type": "application/json"}


class LoopTimes:
    """The processor time of every callback of a loop."""

    def __init__(self) -> None:
        self.longest = self.total = 0.0

    def install(self) -> None:
        """Time every callback from now on."""
        run = events.Handle._run

        def timed(handle: Any) -> None:
            begun = time.thread_time()
            run(handle)
            taken = time.thread_time() - begun
            self.longest = max(self.longest, taken)
            self.total += taken

        setattr(events.Handle, "_run", timed)  # noqa: B010

    def reset(self) -> None:
        self.longest = self.total = 0.0


def record() -> str:
    """Return the PGN of a random game."""
    rng = random.Random(1)
    position = Position(GameType("Base+MLP"))
    while position.outcome is None and len(position.history) < 200:
        position.play(rng.choice(position.legal_actions()))
    return write_game(Game.of(position), "pgn")


def chapters(client: httpx.Client, text: str) -> list[dict[str, Any]]:
    """Return as many chapters as a study of 2 MiB may have."""
    (read,) = client.post("/api/records/import", json={"text": text}).json()["records"]
    one = {key: read[key] for key in ("type", "options", "nodes")}
    count = min(20_000 // len(one["nodes"]), 2_000_000 // len(json.dumps(one)))
    return [{**one, "id": str(i), "title": "One"} for i in range(count)]


def questions(client: httpx.Client) -> dict[str, Callable[[], httpx.Response]]:
    """Return what is asked."""
    line = {"type": "Base", "options": {"repetition": "off"}, "actions": SHUFFLE}
    nodes = [{"action": action, "parent": i - 1} for i, action in enumerate(SHUFFLE)]
    text = record()
    study = {"title": "Long", "chapters": chapters(client, text)}
    mine = {"authorization": f"Bearer {'a' * 24}"}
    keep = {"request": "b" * 22, "study": study}
    texts = text * (900_000 // len(text))
    return {
        "a record of 0.9 MB": lambda: client.post("/api/records/read", json={"text": texts}),
        "0.9 MB of brackets": lambda: client.post("/api/records/read", json={"text": "(" * 900_000}),
        "writing a record": lambda: client.post(
            "/api/records/write",
            json={"format": "pgn", "type": "Base", "options": line["options"], "nodes": nodes},
        ),
        "a view of 1000 actions": lambda: client.post("/api/view", json=line),
        "1000 frames": lambda: client.post("/api/frames", json=line),
        "keeping a study of 20,000 moves": lambda: client.post(
            "/api/studies/aaaaaaaaaaaa/save", json=keep, headers=mine
        ),
        "that study": lambda: client.get("/api/studies/aaaaaaaaaaaa", headers=mine),
        "why": lambda: client.post("/api/why", json={**line, "clicks": ["hex:0,0"]}),
        "a picture": lambda: client.post("/api/picture", json={**line, "format": "png"}),
        "a game of 1000 actions": lambda: client.post(
            "/api/games", json={**line, "opponent": {"kind": "screen"}, "name": "Long"}
        ),
        "the archive": lambda: client.get("/api/archive.pgn"),
        "a search": lambda: client.get("/api/games", params={"player": "long"}),
        "all words": lambda: client.get("/api/words"),
        "puzzles": lambda: client.get("/api/puzzles"),
        "a page of the rules": lambda: client.get("/api/rules/beetle", params={"language": "fr"}),
        "the description": lambda: client.get("/api/openapi.json"),
        "the page": lambda: client.get("/"),
        "deep JSON": lambda: client.post("/api/view", content=b"[" * 60_000, headers=JSON),
    }


def measure(url: str, times: LoopTimes) -> bool:
    """Ask, and print what each question cost; tell whether all of them kept to the limits."""
    kept = True
    with httpx.Client(base_url=url, timeout=PATIENCE) as client:
        client.get("/api/types")
        for name, ask in questions(client).items():
            times.reset()
            begun = time.monotonic()
            status = ask().status_code
            seconds = time.monotonic() - begun
            fits = times.longest <= LONGEST_CALLBACK and times.total <= LONGEST_REQUEST and status < 500
            kept = kept and fits
            figures = {
                "question": name,
                "status": status,
                "seconds": round(seconds, 2),
                "longest_callback_ms": round(1000 * times.longest, 1),
                "loop_ms": round(1000 * times.total, 1),
                "kept": fits,
            }
            print(json.dumps(figures), flush=True)
    return kept


def main() -> None:
    """Serve and measure."""
    times = LoopTimes()
    times.install()
    with tempfile.TemporaryDirectory() as folder:
        listener = listen("127.0.0.1", 0)
        server = make_server(make_app(str(Path(folder) / "games.sqlite")))
        kept: list[bool] = []

        def ask() -> None:
            while not server.started:
                time.sleep(0.05)
            try:
                kept.append(measure(url_of(listener), times))
            finally:
                server.should_exit = True

        asker = threading.Thread(target=ask)
        asker.start()
        asyncio.run(server.serve(sockets=[listener]))
        asker.join()
    sys.exit(0 if kept == [True] else 1)


if __name__ == "__main__":
    main()
