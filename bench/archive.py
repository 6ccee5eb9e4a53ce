"""Forty people search the archive of 100,000 games while others play: what a move takes, with and without.

    python bench/archive.py [--games 100000] [--searchers 40] [--moves 500] [--rounds 6]

Both are measured by turns in one run, on SQLite, with one server; four people play at once. A searcher waits
a second on average before the next search, as people do. The ratio of the two p99 comes with the interval in
which it is in 95 of 100 samples drawn from the moves: if 1 is in it, searching has not been seen to change a
move.
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

PLAYERS = 4  # at once
SAMPLES = 400
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


async def search(port: int, names: list[str], took: list[float], rng: random.Random) -> None:
    """Search for parts of names, one after the other, in no step with others.

    By hand, over one connection: forty clients of httpx would keep the moves waiting on this side.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        while True:
            await asyncio.sleep(2 * rng.random())
            name = rng.choice(names)
            part = name[: rng.randint(3, len(name))]
            begun = time.perf_counter()
            writer.write(f"GET /api/games?player={part} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n\r\n".encode())
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            assert head.startswith(b"http/1.1 200"), head
            await reader.readexactly(int(head.partition(b"content-length:")[2].split()[0]))
            took.append(time.perf_counter() - begun)
    finally:
        writer.close()


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
        body = {"seq": view["seq"], "action": action}
        answer = await client.post(f"{path}/actions", headers=seat, json=body)
        while answer.status_code == 503:  # what is sent again is done once; it all counts
            answer = await client.post(f"{path}/actions", headers=seat, json=body)
        answer.raise_for_status()
        took.append(time.perf_counter() - begun)
    return took


async def play_all(client: httpx.AsyncClient, moves: int) -> list[float]:
    """Play in several games at once."""
    played = await asyncio.gather(*(play(client, moves // PLAYERS) for _ in range(PLAYERS)))
    return [seconds for one in played for seconds in one]


def p99(took: list[float]) -> float:
    return statistics.quantiles(took, n=100)[98]


def ratio(searched: list[float], alone: list[float]) -> str:
    """Return how many times longer a move takes at the worst, with its interval."""
    rng = random.Random(0)
    drawn = sorted(
        p99(rng.choices(searched, k=len(searched))) / p99(rng.choices(alone, k=len(alone)))
        for _ in range(SAMPLES)
    )
    low, high = drawn[SAMPLES // 40], drawn[-SAMPLES // 40]
    return f"{p99(searched) / p99(alone):.2f} ({low:.2f} to {high:.2f})"


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
            alone += await play_all(client, options.moves)
            people = [
                asyncio.create_task(search(server.port, names, searches, random.Random(i)))
                for i in range(options.searchers)
            ]
            searched += await play_all(client, options.moves)
            for one in people:
                one.cancel()
            await asyncio.gather(*people, return_exceptions=True)
    print(f"a move, nobody searching:      {shown(alone)}")
    print(f"a move, {options.searchers} people searching:  {shown(searched)}")
    print(f"p99 with searches to without:  {ratio(searched, alone)}")
    print(f"a search:                      {shown(searches)}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Moves while the archive is searched.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--searchers", type=int, default=40)
    parser.add_argument("--moves", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=6)
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
