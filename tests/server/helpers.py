"""A real server, in a process of its own, on a real database."""

import asyncio
import contextlib
import functools
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, ParamSpec

import httpx
from tests.server.databases import Place, folder_of, key_file, name_of
from tests.waiting import PATIENCE

from ruche import Colour, GameType
from ruche.server.live.registry import MatchRegistry
from ruche.server.live.replica import Replica
from ruche.server.live.time_source import TimeSource
from ruche.server.match.clock import ClockSettings
from ruche.server.match.decisions import Held
from ruche.server.match.events import Created, Request, SeatHolder
from ruche.server.process.figures import Figures
from ruche.server.store.database import Database
from ruche.server.wire.match_views import prepare_updates
from ruche.server.work.pool import WorkerPool

P = ParamSpec("P")
KEY = "the key of all tests"
SERVE = ("-m", "ruche", "serve")


def wait_until(condition: Callable[[], object]) -> None:
    """Wait until something is so, for a minute at most."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


class Served:
    """A running `ruche serve`, or another program that says where it listens in the same way."""

    def __init__(
        self, database: Place, program: tuple[str, ...] = SERVE, options: tuple[str, ...] = ()
    ) -> None:
        self.database = database
        if not isinstance(database, Path) and "--key-file" not in options:
            options = (*options, "--key-file", str(key_file(database)))
        command = [sys.executable, *program, "--port", "0", "--database", str(database), *options]
        environment = {**os.environ, "RUCHE_LANG": "en", "PYTHONUNBUFFERED": "1"}
        self.log = folder_of(database) / Path(name_of(database)).with_suffix(".err")
        self.errors = open(self.log, "a+", encoding="utf-8")  # noqa: SIM115
        self.errors.seek(0, os.SEEK_END)
        begin = self.errors.tell()
        self.process = subprocess.Popen(command, stderr=self.errors, env=environment)
        deadline = time.monotonic() + PATIENCE
        while True:
            self.errors.seek(begin)
            found = re.search(r"http://\S+", self.errors.read())
            if found:
                break
            assert self.process.poll() is None, "the server ended"
            assert time.monotonic() < deadline, "the server did not start"
            time.sleep(0.02)
        self.url = found[0].rstrip("/")
        self.client = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def children(self) -> list[int]:
        """The ids of its worker processes."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in path.read_text().split()] if path.exists() else []

    def figure(self, name: str) -> Any:
        """One of the operator's figures."""
        return self.client.get("/api/figures").json()["figures"][name]

    def stop(self) -> None:
        """End it by Ctrl-C."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        self.kill()

    def kill(self) -> None:
        """End it at once."""
        self.process.kill()
        self.process.wait()
        self.client.close()
        self.errors.close()

    # -- playing -----------------------------------------------------------------------------------

    def create(self, **body: Any) -> "Seat":
        """Make a game; returns the maker's seat."""
        usual = {"type": "Base+MLP", "opponent": {"kind": "friend"}, "colour": "w", "name": "Anna"}
        body = {**usual, "public": True, **body}  # watched and listed, as most tests want it
        answer = self.client.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return Seat(self, made["id"], ",".join(made["seats"].values()), made["invite"])


class Seat:
    """A seat at a game."""

    def __init__(self, server: Served, game: str, token: str, invite: str | None = None) -> None:
        self.server = server
        self.game = game
        self.token = token
        self.invite = invite
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    @property
    def path(self) -> str:
        return f"/api/games/{self.game}"

    def join(self, name: str = "Bert") -> "Seat":
        """Take the other seat."""
        answer = self.server.client.post(f"{self.path}/join", json={"invite": self.invite, "name": name})
        assert answer.status_code == 200, answer.text
        return Seat(self.server, self.game, next(iter(answer.json()["seats"].values())))

    def watch(self) -> "Seat":
        return Seat(self.server, self.game, "")

    def look(self, **query: Any) -> dict[str, Any]:
        answer = self.server.client.get(self.path, params=query, headers=self.headers)
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()
        return view

    def post(self, what: str, **body: Any) -> httpx.Response:
        return self.server.client.post(f"{self.path}/{what}", json=body, headers=self.headers)

    def act(self, action: str, seq: int | None = None) -> dict[str, Any]:
        answer = self.post("actions", seq=self.look()["seq"] if seq is None else seq, action=action)
        assert answer.status_code == 200, answer.text
        view = self.look()
        assert view["seq"] >= answer.json()["seq"]
        return view

    def propose(self, offer: str, **body: Any) -> httpx.Response:
        """Offer something or answer an offer, having seen how the game stands."""
        return self.post("offers", **{"seq": self.look()["seq"], "offer": offer, **body})

    def offer(self, offer: str, answer: bool | None = None) -> dict[str, Any]:
        """Offer something or answer an offer; returns how the game stands then."""
        response = self.propose(offer, answer=answer)
        assert response.status_code == 200, response.text
        return self.look()

    def play(self, *actions: str) -> dict[str, Any]:
        view = self.look()
        for action in actions:
            view = self.act(action, view["seq"])
        return view

    def until(self, condition: Any, seconds: float = PATIENCE) -> dict[str, Any]:
        """Follow the game until something is so."""
        deadline = time.monotonic() + seconds
        view = self.look()
        while not condition(view):
            assert time.monotonic() < deadline, view
            view = self.look(after=view["seq"], wait=1)
        return view


def choose(view: dict[str, Any], rng: random.Random) -> str:
    """Choose an action as a visitor does: click by click, or a first hand."""
    if view["choose"]:
        names = []
        for entry in view["choose"]["from"]:
            stem = entry["name"].rstrip("0123456789")
            first = entry["name"][len(stem) :]
            names += [f"{stem}{int(first) + i}" if first else stem for i in range(entry["count"])]
        kinds = {entry["name"]: entry for entry in view["choose"]["from"]}
        assert "wQ" not in kinds
        assert "bQ" not in kinds
        return "hand " + " ".join(names[: view["choose"]["count"]])
    clicked: list[str] = []
    while True:
        fitting = [action for action in view["actions"] if action["clicks"][: len(clicked)] == clicked]
        whole = [action for action in fitting if action["clicks"] == clicked]
        if whole:
            assert len(fitting) == 1, (clicked, fitting)
            text: str = whole[0]["text"]
            return text
        clicked.append(rng.choice(sorted({action["clicks"][len(clicked)] for action in fitting})))


@contextlib.contextmanager
def serving(database: Place, *options: str, program: tuple[str, ...] = SERVE) -> Iterator[Served]:
    """A server of one's own."""
    served = Served(database, program, options)
    try:
        yield served
    finally:
        served.stop()


@contextlib.asynccontextmanager
async def open_registry(
    database: Place,
    time_source: TimeSource | None = None,
    workers: WorkerPool | None = None,
    *,
    before_visitors: bool = False,
) -> AsyncIterator[MatchRegistry]:
    """The matches of a database, without the network."""
    opened, workers = Database(str(database)), workers or WorkerPool(1)
    registry = MatchRegistry(opened, workers, Figures(), prepare_updates, time_source)
    await opened.open()
    await registry.open(KEY, before_visitors=before_visitors)
    try:
        yield registry
    finally:
        await registry.close()
        await workers.close()
        await opened.close()


BOTH = frozenset(Colour)


def game(clock: ClockSettings | None = None) -> Created:
    """A game of two people at one screen."""
    players = {Colour.WHITE: SeatHolder("Anna", "person"), Colour.BLACK: SeatHolder("Bert", "person")}
    return Created(GameType("Base"), players, clock=clock, one_screen=True)


async def new_game(registry: MatchRegistry, created: Created) -> Replica:
    """A game just made; the test holds it."""
    match = await registry.create(created, registry.own_request())
    replica = registry.replicas.by_id[match.id]
    registry.replicas.acquire(replica)
    return replica


async def play(
    registry: MatchRegistry,
    replica: Replica,
    held: Held,
    seen: int,
    text: str,
    arrived: float | None = None,
    request: Request | None = None,
) -> int:
    """Play an action, which has just come in unless a test says when."""
    at = registry.time_source.now() if arrived is None else arrived
    return await registry.play(replica, held, seen, text, request or registry.own_request(), at)


async def until(condition: Callable[[], object]) -> None:
    """Let others go on until something is so; a minute at most, as `run` says."""
    while not condition():
        await asyncio.sleep(0.002)


def run(work: Any) -> Any:
    """Run something asynchronous."""
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


def asynchronous(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Make an ordinary test of an asynchronous one, which has a minute."""

    @functools.wraps(test)
    def ordinary(*fixtures: P.args, **more: P.kwargs) -> None:
        run(test(*fixtures, **more))

    return ordinary
