"""Promises about games: everybody hears everything, nothing happens twice, clocks are right."""

from __future__ import annotations

import asyncio
import contextlib
import math
import random
import secrets
import sqlite3
import time
from collections.abc import Callable, Coroutine
from functools import partial

import httpx
from bench.harness.client import Follower, Player, Refused
from bench.harness.evidence import Claims, compare, execute
from bench.harness.promise import Figure, Trial, promise
from bench.harness.servers import Server


@promise("P1", "after a restart everybody hears every move; one object a game and process")
async def everybody_hears(trial: Trial) -> list[Figure]:
    """Let many games run, restart, follow all of them at once, and play a move in each."""
    count = trial.scaled(300, 5000)
    trial.start("--connections", "20000")
    gate = asyncio.Semaphore(50)

    async def make(i: int) -> tuple[Player, Player]:
        async with gate:
            return await trial.game(i)

    games = await asyncio.gather(*(make(i) for i in range(count)))
    for server in trial.servers:
        server.kill()
        server.start()
    trial.forget_connections()
    followers = [black for _, black in games]
    unheard = 0
    async with trial.following(*followers):

        async def move(white: Player, black: Player) -> bool:
            async with gate:
                seat = {"authorization": f"Bearer {white.seats}"}
                path = f"{white.url}/api/games/{white.game}"
                seq = (await trial.client.get(path, headers=seat)).json()["seq"]
                body = {"seq": seq, "action": "wG1", "request": secrets.token_urlsafe(16)}
                answer = await trial.client.post(f"{path}/actions", json=body, headers=seat)
                with contextlib.suppress(TimeoutError):
                    await black.until(answer.json()["seq"], 20)
                    return True
                return False

        heard = await asyncio.gather(*(move(*game) for game in games))
        unheard = heard.count(False)
    return [Figure(f"{unheard} of {count} games in which a move is not heard", unheard == 0)]


@promise("P2", "every request that changes something is safe to repeat")
async def safe_to_repeat(trial: Trial) -> list[Figure]:
    """Send each kind of request twice, to different servers if there are several."""
    trial.start()
    client = trial.client
    wrong = []

    async def twice(path: str, body: dict[str, object], seats: str = "") -> list[httpx.Response]:
        body = {**body, "request": secrets.token_urlsafe(16)}
        headers = {"authorization": f"Bearer {seats}"} if seats else {}
        return [await client.post(trial.url(i) + path, json=body, headers=headers) for i in range(2)]

    first, second = await twice("/api/games", {"type": "Base", "opponent": {"kind": "friend"}, "colour": "w"})
    made = first.json()
    if second.json() != made:
        wrong.append("create")
    game, white = f"/api/games/{made['id']}", made["seats"]["w"]
    first, second = await twice(f"{game}/join", {"invite": made["invite"], "name": "Bert"})
    if first.status_code != 200 or first.json() != second.json():
        wrong.append("join")
    for seq, seats, action in ((1, white, "wG1"), (2, first.json()["seats"]["b"], "bG1 wG1-")):
        first_act, second_act = await twice(f"{game}/actions", {"seq": seq, "action": action}, seats)
        if first_act.status_code != 200 or first_act.json() != second_act.json():
            wrong.append("action")
    first, second = await twice(f"{game}/offers", {"offer": "takeback", "seq": 3}, white)
    if first.status_code != 200 or first.json() != second.json():
        wrong.append("offer")
    machine = {"type": "Base", "opponent": {"kind": "machine", "level": 1}, "colour": "w"}
    alone = (await client.post(trial.url(0) + "/api/games", json=machine)).json()
    path, seats = f"/api/games/{alone['id']}", alone["seats"]["w"]
    headers = {"authorization": f"Bearer {seats}"}
    for _ in range(2):
        view = (await client.get(trial.url(0) + path, headers=headers)).json()
        body = {"seq": view["seq"], "action": view["actions"][0]["text"]}
        (await client.post(f"{trial.url(0)}{path}/actions", json=body, headers=headers)).raise_for_status()
        while not view["actions"] or view["seq"] <= body["seq"] + 1:
            query = {"after": view["seq"], "wait": 5}
            view = (await client.get(trial.url(0) + path, headers=headers, params=query)).json()
    await twice(f"{path}/offers", {"offer": "takeback", "seq": view["seq"]}, seats)
    left = len((await client.get(trial.url(1) + path, headers=headers)).json()["moves"])
    if left != 2:
        wrong.append(f"takeback ({left} moves left, not 2)")
    return [Figure(f"repeats that are not harmless: {', '.join(wrong) or 'none'}", not wrong)]


@promise("P3", "on SQLite a second server is refused; a live file can be read")
async def one_server_a_file(trial: Trial) -> list[Figure]:
    """Start a second server on the same file."""
    if trial.postgres:
        return [Figure("on PostgreSQL every promise is tried with several processes", True)]
    trial.start()
    second = Server(trial.folder, trial.address, name="second")
    second.start(wait=False)
    assert second.process is not None
    code = await asyncio.to_thread(second.process.wait, 30)
    sentence = second.log().strip()
    return [
        Figure(f"the second ends with {code}: {sentence[:120]!r}", code != 0 and "Traceback" not in sentence)
    ]


@promise("P4", "all followers at the log's head within 2 s of the database's return")
async def after_an_outage(trial: Trial) -> list[Figure]:
    """Stop the database in the middle of play; when it is back, compare what everybody sees."""
    trial.start()
    rng = random.Random(trial.seed)
    games = [await trial.game(i) for i in range(trial.scaled(10, 50))]
    async with trial.following(*(player for game in games for player in game)):
        playing = [asyncio.create_task(play_on(game, rng)) for game in games]
        await asyncio.sleep(1)
        if trial.postgres:
            trial.postgres.stop()
            await asyncio.sleep(4)
            trial.postgres.start()
        else:
            with contextlib.closing(sqlite3.connect(trial.database, timeout=30)) as other:
                other.execute("BEGIN EXCLUSIVE")
                await asyncio.sleep(7)
                other.rollback()
        back = time.monotonic()
        await asyncio.sleep(1)
        await end_all(playing)  # so that nothing is on its way any more when they are compared
        await asyncio.sleep(max(0.0, back + 2 - time.monotonic()))
        behind = await count_behind(trial, games)
        slowest = 0.0
        for game in games:
            begun = time.monotonic()
            await play_one(game, rng)
            slowest = max(slowest, time.monotonic() - begun)
    return [
        Figure(f"{behind} of {2 * len(games)} followers behind the log after 2 s", behind == 0),
        Figure(f"every game goes on; the slowest move took {slowest:.2f} s", slowest < 2),
    ]


async def end_all(tasks: list[asyncio.Task[None]]) -> None:
    """Cancel tasks until all have ended: before Python 3.12 a `wait_for` could swallow that."""
    while waiting := [task for task in tasks if not task.done()]:
        for task in waiting:
            task.cancel()
        await asyncio.wait(waiting, timeout=1)


async def play_one(game: tuple[Player, Player], rng: random.Random) -> None:
    """Play one action, by whoever is to move, and wait until both have heard it."""
    for player in game:
        if (seq := await player.play(rng)) is not None:
            await asyncio.gather(*(one.until(seq) for one in game))
            return


async def play_on(
    game: tuple[Player, Player], rng: random.Random, pause: float = 0.05, seconds: float = math.inf
) -> None:
    """Play until the time is over or the game ends."""
    ends = time.monotonic() + seconds
    while not game[0].view.get("outcome") and time.monotonic() < ends:
        with contextlib.suppress(Refused, TimeoutError):
            await play_one(game, rng)
        await asyncio.sleep(pause * rng.random())


async def count_behind(trial: Trial, games: list[tuple[Player, Player]]) -> int:
    """Count the followers whose position is not that of the log."""
    behind = 0
    for white, black in games:
        view = (await trial.client.get(f"{trial.url(0)}/api/games/{white.game}")).json()
        moves = [move["text"] for move in view["moves"]]
        for player in (white, black):
            behind += player.seq != view["seq"] or [m["text"] for m in player.view["moves"]] != moves
    return behind


@promise("P6", "after a kill no clock is off by more than 250 ms; flags fall within 250 ms")
async def clocks(trial: Trial) -> list[Figure]:
    """Kill the server while a clock runs, and let clocks run down."""
    trial.start()
    clock = {"kind": "real", "seconds": 120, "increment": 0}
    worst = 0.0
    for i in range(trial.scaled(3, 12)):
        white, black = await trial.game(i, clock=clock)
        async with trial.following(white, black):
            await white.until(1)
            await white.do("play", seq=white.seq, action="wG1")
            begun = time.monotonic()
            await asyncio.sleep(0.5 + random.random())
        killed = time.monotonic()
        for server in trial.servers:
            server.kill()
        await asyncio.sleep(1.5)
        trial.server.start()  # from then on it can be played, whatever the others do
        trial.forget_connections()
        ready = time.monotonic()
        view = (await trial.client.get(f"{trial.url(0)}/api/games/{white.game}")).json()
        lived = (killed - begun) + (time.monotonic() - ready)
        worst = max(worst, abs(120 - view["clock"]["b"] - lived))
        for server in trial.servers[1:]:
            server.start()
    late = 0.0
    for i in range(trial.scaled(3, 20)):
        white, black = await trial.game(i, clock={"kind": "real", "seconds": 1, "increment": 0})
        async with trial.following(white, black):
            await white.until(1)
            await white.do("play", seq=white.seq, action="wG1")
            begun = time.monotonic()
            while not white.view["outcome"]:
                await white.until(white.seq + 1, 10)
            late = max(late, time.monotonic() - begun - 1)
    return [
        Figure(f"a kill costs or gives a clock at most {1000 * worst:.0f} ms", worst <= 0.25),
        Figure(f"flags fall at most {1000 * late:.0f} ms late", late <= 0.25),
    ]


@promise("P7", "an unreadable entry costs its own game only")
async def quarantine(trial: Trial) -> list[Figure]:
    """Spoil an entry of a game with a running clock, and start again."""
    trial.start()
    clock = {"kind": "real", "seconds": 600, "increment": 0}
    spoilt, sound = (await trial.game(0, clock=clock))[0], await trial.game(1, clock=clock)
    async with trial.following(spoilt):
        await spoilt.until(1)
        await spoilt.do("play", seq=spoilt.seq, action="wG1")
    for server in trial.servers:
        server.kill()
    await execute(trial, "UPDATE log SET event = '{]' WHERE game = :game AND seq = 1", game=spoilt.game)
    took = max(server.start() for server in trial.servers)
    trial.forget_connections()
    answer = await trial.client.get(f"{trial.url(0)}/api/games/{spoilt.game}")
    async with trial.following(*sound):
        await play_one(sound, random.Random(1))
    named = spoilt.game in trial.server.log()
    return [
        Figure(
            f"the server starts in {took:.1f} s, the game answers {answer.status_code}",
            answer.status_code == 503,
        ),
        Figure("it is named in the log" if named else "it is not named in the log", named),
    ]


@promise("P12", "starting replays nothing: under 2 s at 10,000 running games")
async def lazy_start(trial: Trial) -> list[Figure]:
    """Clone one running game into thousands, by their rows, and start."""
    if trial.postgres:
        return [Figure("tried on SQLite", None)]
    trial.start()
    clock = {"kind": "real", "seconds": 86_400, "increment": 0}
    game = await trial.game(0, clock=clock)
    async with trial.following(*game):
        for _ in range(40):
            await play_one(game, random.Random(3))
    before = trial.server.memory()
    trial.server.stop()
    baseline = trial.server.start()
    trial.server.stop()
    count = 10_000
    clone(trial, game[0].game, count)
    took = trial.server.start()
    grown = trial.server.memory() - before
    return [
        Figure(
            f"{took:.2f} s to start with {count} running games ({baseline:.2f} s with one)",
            took < baseline + 2,
        ),
        Figure(f"{grown / 2**20:.0f} MiB more than with one", grown < 60 * 2**20),
    ]


def clone(trial: Trial, game: str, count: int) -> None:
    """Write copies of a game under other ids."""
    with contextlib.closing(sqlite3.connect(trial.database)) as connection, connection:
        for table, key in (("log", "game"), ("games", "id")):
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            others = ", ".join(name for name in names if name != key)
            connection.executemany(
                f"INSERT INTO {table} ({key}, {others}) SELECT ?, {others} FROM {table} WHERE {key} = ?",
                ((f"copy{i:05d}", game) for i in range(count)),
            )


@promise("kills", "random kills under load lose nothing that was acknowledged", limit=4 * 3600.0)
async def kills(trial: Trial) -> list[Figure]:
    """Kill the server at random moments of play, again and again, then compare with the log."""
    trial.start()
    rng = random.Random(trial.seed)
    count, done = trial.scaled(10, 1000), 0
    everybody: list[Follower] = []
    over: list[Player] = []

    async def play(i: int) -> None:
        """Play one game after the other, before a watcher."""
        while True:
            game = await trial.game(i)
            watcher = Follower(trial.url(i + 1), game[0].game)
            everybody.extend((*game, watcher))
            for one in (*game, watcher):
                one.start()
            await play_on(game, rng, 0.01)
            await asyncio.gather(*(one.until(game[0].seq) for one in (*game, watcher)))
            for one in (*game, watcher):
                await one.stop()
                everybody.remove(one)
            over.extend(game)

    playing = [asyncio.create_task(insist(partial(play, i))) for i in range(6)]
    ends = time.monotonic() + trial.seconds
    while done < count and time.monotonic() < ends:
        await asyncio.sleep(0.1 + 0.3 * rng.random())
        victim = rng.choice(trial.servers)
        victim.kill()
        done += 1
        await asyncio.to_thread(victim.start)
    await end_all(playing)
    await asyncio.sleep(2)
    figures = await compare(trial, everybody, Claims().add(over))
    for one in everybody:
        await one.stop()
    return [Figure(f"{done} kills of {count}", True if done == count else None), *figures]


async def insist(work: Callable[[], Coroutine[object, object, None]]) -> None:
    """Begin something again when a kill has cut it off."""
    while True:
        with contextlib.suppress(httpx.HTTPError, TimeoutError):
            await work()
