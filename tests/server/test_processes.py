"""Two and three real servers on one PostgreSQL, whose connections are cut right after COMMIT."""

import asyncio
import contextlib
import random
import secrets
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from bench.harness.commit_proxy import CommitProxy, commit_proxy
from tests.server.databases import SharedDatabase, executed, key_file
from tests.server.helpers import Seat, Served, choose, run, wait_until
from tests.server.sockets import Live, live
from tests.waiting import PATIENCE

ACTIONS = 12  # of a game
GAMES = 4


@contextlib.contextmanager
def several(
    count: int, shared: SharedDatabase, *, cut: float = 0.0
) -> Iterator[tuple[list[Served], CommitProxy]]:
    """So many servers on one database, with one key, behind a proxy that cuts."""
    address, _, name = shared.url.rpartition("/")
    port = int(address.rpartition(":")[2])
    with contextlib.ExitStack() as stack:
        proxy = stack.enter_context(commit_proxy(port, 0.0))
        servers = []
        for i in range(count):
            folder = shared.folder / str(i)
            folder.mkdir()
            place = SharedDatabase(f"{address.rpartition(':')[0]}:{proxy.port}/{name}", folder)
            served = Served(place, options=("--key-file", str(key_file(shared)), "--workers", "1"))
            stack.callback(served.stop)
            servers.append(served)
        proxy.cut = cut
        yield servers, proxy
        proxy.cut = 0.0


def at(server: Served, seat: Seat) -> Seat:
    """The same seat, at another server."""
    return Seat(server, seat.game, seat.token)


def insist(servers: list[Served], path: str, headers: dict[str, str], body: dict[str, Any]) -> httpx.Response:
    """Send a request, with one id, to one server after the other until one gives an answer."""
    body = {"request": secrets.token_hex(16), **body}
    deadline = time.monotonic() + PATIENCE
    while True:
        for server in servers:
            answer = server.client.post(path, json=body, headers=headers)
            if answer.status_code != 503:
                return answer
        assert time.monotonic() < deadline, answer.text
        time.sleep(0.05)


class Play(threading.Thread):
    """A game whose players sit at different servers; it notes which answers were given."""

    def __init__(self, servers: list[Served], number: int) -> None:
        super().__init__()
        self.servers = servers
        self.rng = random.Random(number)
        self.game = ""
        self.answers: dict[int, str] = {}  # the action that was acknowledged with each number
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self.play()
        except BaseException as error:
            self.error = error

    def play(self) -> None:
        made = insist(
            self.servers,
            "/api/games",
            {},
            {"type": "Base+MLP", "opponent": {"kind": "screen"}, "colour": "w", "name": "Anna"},
        ).json()
        self.game = made["id"]
        seat = Seat(self.servers[0], self.game, ",".join(made["seats"].values()))
        deadline = time.monotonic() + PATIENCE
        while len(self.answers) < ACTIONS:
            assert time.monotonic() < deadline
            servers = self.rng.sample(self.servers, len(self.servers))
            view = at(servers[0], seat).look()
            action = choose(view, self.rng)
            answer = insist(
                servers, f"{seat.path}/actions", seat.headers, {"seq": view["seq"], "action": action}
            )
            assert answer.status_code in (200, 409), answer.text
            if answer.status_code == 200:  # also to the same action after the same entry: that is one wish
                assert self.answers.setdefault(answer.json()["seq"], action) == action


@pytest.mark.parametrize("count", [2, 3])
def test_every_answer_is_as_the_log_has_it(shared: SharedDatabase, count: int) -> None:
    with several(count, shared, cut=0.1) as (servers, proxy):
        plays = [Play(servers, number) for number in range(GAMES)]
        for play in plays:
            play.start()
        for play in plays:
            play.join()
        assert [play.error for play in plays] == [None] * GAMES
        assert proxy.cuts
        for play in plays:
            rows = executed(
                shared, f"SELECT seq, request, event FROM log WHERE game = '{play.game}' ORDER BY seq"
            )
            assert [seq for seq, _, _ in rows] == list(range(len(rows)))
            requests = [request for _, request, _ in rows if request]
            assert len(requests) == len(set(requests))
            events = {seq: event for seq, _, event in rows}
            for seq, action in play.answers.items():
                assert f'"{action}"' in events[seq].replace("\\\\", "\\"), (action, events[seq])
            wait_until(partial(all_alike, servers, Seat(servers[0], play.game, "")))
    (deadlocks,) = executed(
        shared, "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
    )
    assert deadlocks == (0,)


def all_alike(servers: list[Served], seat: Seat) -> bool:
    views = [at(server, seat).look() for server in servers]
    return all((view["seq"], view["moves"]) == (views[0]["seq"], views[0]["moves"]) for view in views)


@contextlib.asynccontextmanager
async def alive(follower: Live) -> AsyncIterator[None]:
    """Ping, as the page does: who is silent is gone."""

    async def ping() -> None:
        while True:
            await follower.send("ping")
            await asyncio.sleep(2)

    task = asyncio.create_task(ping())
    yield
    task.cancel()


async def sees(follower: Live, condition: Callable[[dict[str, Any]], bool]) -> None:
    """Wait until a follower is told that something is so."""
    while not follower.view or not condition(follower.view):
        await follower.hear()


def test_who_sits_elsewhere_is_there(shared: SharedDatabase) -> None:
    """White follows at one server, black at the other: each sees the other come and go."""

    async def scene(servers: list[Served]) -> None:
        white = servers[0].create(public=True)
        black = at(servers[1], white.join())
        async with live(white) as here, alive(here):
            async with live(black) as there, alive(there):
                await sees(here, lambda view: view["presence"]["b"] == "here")
                await sees(there, lambda view: view["presence"]["w"] == "here")
                async with live(at(servers[1], white.watch())) as watcher, alive(watcher):
                    await sees(here, lambda view: view["watchers"] == 1)
            await sees(here, lambda view: view["presence"]["b"] == "away")

    with several(2, shared) as (servers, _):
        run(scene(servers))


@pytest.mark.parametrize("count", [2, 3])
def test_first_starts_at_once_share_one_key(shared: SharedDatabase, tmp_path: Path, count: int) -> None:
    """Of processes that start at once on an empty database, one migrates, and all have one key."""
    started: list[Served] = []

    def start(i: int) -> None:
        (tmp_path / f"first{i}").mkdir()
        place = SharedDatabase(shared.url, tmp_path / f"first{i}")
        started.append(Served(place, options=("--key-file", str(tmp_path / "one.key"))))

    threads = [threading.Thread(target=start, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    try:
        assert len(started) == count
        seat = started[0].create(opponent={"kind": "screen"})
        for server, action in zip(started, ("wG1", "bG1 wG1-", "wQ -wG1"), strict=False):
            at(server, seat).play(action)
    finally:
        for served in started:
            served.stop()
