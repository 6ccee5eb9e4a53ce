"""Forty people search the archive of 100,000 games while others play: what a move takes, with and without.

    python bench/archive.py [--games 100000] [--searchers 40] [--moves 100] [--rounds 3]

Both are measured by turns in one run, on SQLite, with one server. A searcher waits a second before the next
search, as people do.
"""

import argparse
import asyncio
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import httpx
from bench.harness.servers import Server

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def fill(database: Path, count: int, rng: random.Random) -> list[str]:
    """Write finished games into the index; return some of the names."""
    names = ["".join(rng.choices(LETTERS, k=rng.randint(4, 10))) for _ in range(5000)]
    rows = []
    for i in range(count):
        white, black = rng.sample(names, 2)
        players = [f'{{"name":"{name}","kind":"person"}}' for name in (white, black)]
        rows.append(
            (f"b{i:07}", "Base", *players, f"{white}\n{black}", "Draw", "agreement", 40, float(i), 41, 1)
        )
    columns = "id, type, white, black, names, state, why, moves, started, seq, listed"
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.executemany(f"INSERT INTO games ({columns}) VALUES ({', '.join('?' * 11)})", rows)
    return names


async def search(client: httpx.AsyncClient, names: list[str], took: list[float], rng: random.Random) -> None:
    """Search for parts of names, one after the other."""
    while True:
        name = rng.choice(names)
        begun = time.perf_counter()
        answer = await client.get("/api/games", params={"player": name[: rng.randint(3, len(name))]})
        answer.raise_for_status()
        took.append(time.perf_counter() - begun)
        await asyncio.sleep(1)


async def play(client: httpx.AsyncClient, moves: int) -> list[float]:
    """Play legal actions in a game of one's own; return the seconds that each took."""
    body = {"type": "Base+MLP", "opponent": {"kind": "screen"}, "colour": "w"}
    made = (await client.post("/api/games", json=body)).json()
    seat = {"authorization": f"Bearer {','.join(made['seats'].values())}"}
    path = f"/api/games/{made['id']}"
    took: list[float] = []
    rng = random.Random(1)
    while len(took) < moves:
        view = (await client.get(path, headers=seat)).json()
        if view["outcome"] is not None:
            return [*took, *await play(client, moves - len(took))]
        action = rng.choice(view["actions"])["text"]
        begun = time.perf_counter()
        answer = await client.post(
            f"{path}/actions", headers=seat, json={"seq": view["seq"], "action": action}
        )
        answer.raise_for_status()
        took.append(time.perf_counter() - begun)
    return took


def shown(took: list[float]) -> str:
    cuts = statistics.quantiles(took, n=100)
    return f"median {1000 * cuts[49]:.1f} ms, p99 {1000 * cuts[98]:.1f} ms ({len(took)} of them)"


async def measure(options: argparse.Namespace, server: Server, names: list[str]) -> None:
    alone: list[float] = []
    searched: list[float] = []
    searches: list[float] = []
    limits = httpx.Limits(max_connections=100)
    async with httpx.AsyncClient(base_url=server.url, timeout=60, limits=limits) as client:
        for _ in range(options.rounds):
            alone += await play(client, options.moves)
            people = [
                asyncio.create_task(search(client, names, searches, random.Random(i)))
                for i in range(options.searchers)
            ]
            searched += await play(client, options.moves)
            for one in people:
                one.cancel()
            await asyncio.gather(*people, return_exceptions=True)
    print(f"a move, nobody searching:      {shown(alone)}")
    print(f"a move, {options.searchers} people searching:  {shown(searched)}")
    print(f"a search:                      {shown(searches)}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Moves while the archive is searched.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--searchers", type=int, default=40)
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.sqlite"
        server = Server(Path(folder), str(database))
        server.start()
        try:
            names = fill(database, options.games, random.Random(0))
            asyncio.run(measure(options, server, names))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
