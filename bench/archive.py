"""Forty people search the archive of 100,000 games while others play: what a move takes, with and without.

    python bench/archive.py [--games 100000] [--searchers 40] [--seconds 8] [--rounds 6]

Both are measured by turns in one run, on SQLite, with one server: 250 games over sockets, 100 actions a
second, whatever each takes. A searcher waits a second on average before the next search, as people do; they
run in a process of their own, so that nobody on this side waits for them. They take processor time all the
same, and so does what answers them: therefore they search as much at another server, where nobody plays. The
ratio of two p99 comes with the interval in which it is in 95 of 100 samples drawn from the moves: if 1 is in
it, no difference has been seen.
"""

import argparse
import asyncio
import contextlib
import multiprocessing
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.harness.load import make_tables, put_load, seated
from bench.harness.promise import Trial, trial
from bench.harness.servers import Server

TABLES = 250
RATE = 100.0  # actions a second
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
    """Search for parts of names, one after the other, in no step with others."""
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


def search_all(port: int, names: list[str], people: int, told: Connection) -> None:
    """Search until told to stop; answer with the seconds that each search took."""

    async def run() -> list[float]:
        took: list[float] = []
        tasks = [asyncio.create_task(search(port, names, took, random.Random(i))) for i in range(people)]
        await asyncio.to_thread(told.recv)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return took

    told.send(asyncio.run(run()))


@contextlib.contextmanager
def searching(port: int, names: list[str], people: int, took: list[float]) -> Iterator[None]:
    """Have people search in another process."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.Process(target=search_all, args=(port, names, people, there), daemon=True)
    process.start()
    yield
    here.send(None)
    took += here.recv()
    process.join()


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


async def measure(options: argparse.Namespace, made: Trial, other: Server) -> None:
    made.start()
    names = fill(made.database, options.games, random.Random(0))
    fill(Path(other.database), options.games, random.Random(0))
    tables = await make_tables(made, TABLES)
    alone: list[float] = []
    elsewhere: list[float] = []
    searched: list[float] = []
    searches: list[float] = []
    elsewhere_took: list[float] = []
    places = ((other.port, elsewhere, elsewhere_took), (made.server.port, searched, searches))
    async with seated(tables):
        await put_load(made.servers, tables, RATE, 2)
        for _ in range(options.rounds):
            alone += (await put_load(made.servers, tables, RATE, options.seconds)).times
            for port, moves, took in places:
                with searching(port, names, options.searchers, took):
                    await asyncio.sleep(2)  # until they are there
                    moves += (await put_load(made.servers, tables, RATE, options.seconds)).times
    print(f"a move, nobody searching:      {shown(alone)}")
    print(f"{options.searchers} people searching elsewhere: {shown(elsewhere)}")
    print(f"{options.searchers} people searching here:      {shown(searched)}")
    print(f"p99, here to nobody:           {ratio(searched, alone)}")
    print(f"p99, here to elsewhere:        {ratio(searched, elsewhere)}")
    print(f"a search:                      {shown(searches)}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Moves while the archive is searched.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--searchers", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=6)
    options = parser.parse_args()
    with (
        trial(quick=False, processes=1, postgres=None, name="archive", seed=0, seconds=float("inf")) as made,
        tempfile.TemporaryDirectory() as folder,
    ):
        other = Server(Path(folder), str(Path(folder) / "games.sqlite"))
        other.start()
        try:
            asyncio.run(measure(options, made, other))
        finally:
            other.stop()


if __name__ == "__main__":
    main()
