"""Promises about PostgreSQL: stopped under way, shared by several processes, cut off right after COMMIT."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import secrets
import signal
import statistics
import time
from collections import Counter

import httpx
import sqlalchemy as sa
from bench.harness.client import Player
from bench.harness.commit_proxy import CommitProxy, commit_proxy
from bench.harness.evidence import compare
from bench.harness.games import end_all, play_on
from bench.harness.load import Table, make_tables, seated
from bench.harness.promise import Figure, Trial, promise
from sqlalchemy.engine import Connection

from ruche.server.store.engines import make_engine, url_of

NO_POSTGRES = [Figure("needs PostgreSQL (Debian: apt install postgresql)", None)]
LONGEST_COMMIT = 0.5  # seconds
CORES_FOR_TWO = 4  # two servers, the database, and whoever plays


@promise("outage", "PostgreSQL stopped and started: nothing lost, 503 with when to come back, ready in 2 s")
async def outage(trial: Trial) -> list[Figure]:
    """Stop the database in the middle of play, orderly and as a crash does, and start it again."""
    cluster = trial.need_postgres()
    if cluster is None:
        return NO_POSTGRES
    trial.start()
    rng = random.Random(trial.seed)
    figures = []
    for how in (signal.SIGINT, signal.SIGQUIT):
        games = [await trial.game(i) for i in range(6)]
        players = [player for game in games for player in game]
        async with trial.following(*players):
            playing = [asyncio.create_task(play_on(game, rng, 0.02)) for game in games]
            await asyncio.sleep(1)
            await asyncio.to_thread(cluster.stop, how)
            going_on = [white for white, _ in games if not white.view.get("outcome")]
            answers = Counter([await answer_without_database(trial, player) for player in going_on])
            ready = [await asyncio.to_thread(server.is_ready) for server in trial.servers]
            await asyncio.to_thread(cluster.start)
            back = time.monotonic()
            while not all([await asyncio.to_thread(server.is_ready) for server in trial.servers]):
                assert time.monotonic() < back + 30, "it does not get ready again"
                await asyncio.sleep(0.02)
            took = time.monotonic() - back
            await asyncio.sleep(max(0.0, back + 2 - time.monotonic()))
            await end_all(playing)
            await asyncio.sleep(0.5)  # until whoever was answered last has heard it
            compared = await compare(trial, players)
        said = ", ".join(f"{count} {answer}" for answer, count in answers.items())
        clear = bool(answers) and all(one.startswith("503") and "come back" in one for one in answers)
        figures += [
            Figure(f"{how.name}: {said}; ready {any(ready)}", clear and not any(ready)),
            Figure(f"{how.name}: ready {took:.2f} s after the database", took <= 2),
            *compared,
        ]
    return figures


async def answer_without_database(trial: Trial, player: Player) -> str:
    """Offer a draw; return how it is answered."""
    body = {"seq": player.seq, "offer": "draw", "request": secrets.token_urlsafe(16)}
    headers = {"authorization": f"Bearer {player.seats}"}
    path = f"{player.url}/api/games/{player.game}/offers"
    try:
        answer = await trial.client.post(path, json=body, headers=headers, timeout=10)
    except httpx.HTTPError as error:
        return repr(error)
    after = " and when to come back" if "retry-after" in answer.headers else ""
    return f"{answer.status_code} {answer.json()['error']}{after}"


@promise("commits", "two and three processes, cut off after COMMIT: no commit over 500 ms, no deadlock")
async def several_processes(trial: Trial) -> list[Figure]:
    """Play at several servers on one database; some answers to COMMIT never arrive."""
    cluster = trial.need_postgres()
    if cluster is None:
        return NO_POSTGRES
    figures = []
    for count in (2, 3):
        trial.direct = cluster.database(f"{trial.folder.name}_{count}")
        with commit_proxy(cluster.port, 0.0, trial.seed) as proxy:
            trial.address = trial.direct.replace(f":{cluster.port}/", f":{proxy.port}/")
            trial.processes = count
            trial.servers = []
            trial.start()
            try:
                figures += await play_at_all(trial, proxy)
                figures.append(Figure(f"{count} processes: {proxy.cuts} commits cut off", proxy.cuts > 0))
                deadlocks = await count_deadlocks(trial.direct)
                figures.append(Figure(f"{count} processes: {deadlocks} deadlocks", deadlocks == 0))
            finally:
                proxy.cut = 0.0
                for server in trial.servers:
                    server.kill()
    return figures


async def play_at_all(trial: Trial, proxy: CommitProxy) -> list[Figure]:
    """Play at all servers at once, with and without cuts; return what the log and everybody says."""
    rng = random.Random(trial.seed)
    games = [await trial.game(i) for i in range(trial.scaled(12, 30))]
    players = [player for game in games for player in game]
    count = len(trial.servers)
    async with trial.following(*players):
        commits = proxy.seconds
        commits.clear()
        for proxy.cut in (0.0, 0.05):
            playing = [asyncio.create_task(play_on(game, rng, 0.02)) for game in games]
            await asyncio.sleep(trial.scaled(6, 60))
            if not proxy.cut:
                longest, typical, made = max(commits), statistics.median(commits), len(commits)
            proxy.cut = 0.0
            await end_all(playing)
        await asyncio.sleep(2)
        compared = await compare(trial, players)
    return [
        Figure(
            f"{count} processes: the longest of {made} commits took {1000 * longest:.0f} ms, half of them"
            f" {1000 * typical:.1f} at most",
            longest <= LONGEST_COMMIT,
        ),
        *compared,
    ]


async def count_deadlocks(address: str) -> int:
    """Return how many deadlocks PostgreSQL has had to break."""

    def ask(connection: Connection) -> int:
        query = sa.text("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(connection.execute(query).scalar_one())

    engine = make_engine(url_of(address))
    try:
        return await engine.run(ask)
    finally:
        await engine.close()


@promise("processes", "two processes do at least 1.3 times the actions of one, where there are cores for it")
async def two_against_one(trial: Trial) -> list[Figure]:
    """Play as fast as answers come, by turns at one server and at two on the same database."""
    cluster = trial.need_postgres()
    if cluster is None:
        return NO_POSTGRES
    trial.processes = 2
    trial.start()
    both = list(trial.servers)
    rates: tuple[list[float], list[float]] = ([], [])
    for _ in range(trial.scaled(2, 5)):
        for found, servers in zip(rates, (both[:1], both), strict=True):
            trial.servers = servers
            found.append(await rate_of(await make_tables(trial, 24), trial.scaled(4, 15)))
    trial.servers = both
    one, two = map(statistics.median, rates)
    cores = os.cpu_count() or 1
    enough = cores >= CORES_FOR_TWO
    return [
        Figure(
            f"{one:.0f} actions a second at one process, {two:.0f} at two: {two / one:.2f} times, on {cores}"
            " cores that also run the database and everybody who plays",
            two >= 1.3 * one if enough else None,
        )
    ]


async def rate_of(tables: list[Table], seconds: float) -> float:
    """Return how many actions a second are played if each follows the one before at once."""
    played = 0
    ends = time.monotonic() + seconds

    async def play(table: Table) -> None:
        nonlocal played
        while time.monotonic() < ends:
            if await table.act() is None:
                return
            played += 1

    async with seated(tables):
        with contextlib.suppress(TimeoutError):
            await asyncio.gather(*(play(table) for table in tables))
    return played / seconds
