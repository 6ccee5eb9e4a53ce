"""Figures of load, beside a reference in the same minute: a bare program that commits and sends the same."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine

from bench.harness.client import Follower, Player
from bench.harness.postgres import free_port
from bench.harness.promise import Figure, Trial, promise
from bench.harness.servers import Server
from websockets.asyncio.client import ClientConnection, connect

UPDATE = 6000  # bytes of an update, as the reference sends it


def percentile(times: list[float], percent: float) -> float:
    """Return a percentile in milliseconds."""
    return 1000 * sorted(times)[min(len(times) - 1, int(len(times) * percent / 100))]


async def at_rate(rate: float, seconds: float, act: Callable[[int], Coroutine[object, object, None]]) -> None:
    """Do something so many times a second, whatever it takes."""
    begun = time.monotonic()
    tasks: set[asyncio.Task[None]] = set()
    for i in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, begun + i / rate - time.monotonic()))
        tasks.add(asyncio.create_task(act(i)))
    await asyncio.gather(*tasks)


class Reference(Server):
    """The bare program, as a server to be measured."""

    def __init__(self, trial: Trial) -> None:
        super().__init__(trial.folder, "")
        self.port = free_port()

    async def run(self) -> None:
        """Start it and wait until it listens."""
        command = [
            sys.executable,
            "-m",
            "bench.harness.reference",
            str(self.port),
            str(self.folder),
            str(UPDATE),
        ]
        self.process = subprocess.Popen(command)
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return


async def reference_load(trial: Trial, games: int, rate: float, seconds: float) -> tuple[list[float], float]:
    """Load the reference; return the times from send to the opponent, and processor time an action."""
    reference = Reference(trial)
    await reference.run()
    pairs: list[tuple[ClientConnection, ClientConnection]] = []
    for i in range(games):
        address = f"ws://127.0.0.1:{reference.port}/{i}"
        pairs.append(
            (
                await connect(address, compression=None, ping_interval=None),
                await connect(address, compression=None, ping_interval=None),
            )
        )
    times: list[float] = []
    locks = [asyncio.Lock() for _ in pairs]

    async def act(i: int) -> None:
        one, other = pairs[i % games]
        async with locks[i % games]:
            begun = time.monotonic()
            await one.send("x" * 200)
            await other.recv()
            times.append(time.monotonic() - begun)
            await one.recv()

    used = reference.cpu()
    await at_rate(rate, seconds, act)
    used = (reference.cpu() - used) / len(times)
    for pair in pairs:
        for socket in pair:
            await socket.close()
    reference.kill()
    return times, used


async def real_load(
    trial: Trial, games: list[tuple[Player, Player]], rate: float, seconds: float
) -> tuple[list[float], float]:
    """Load the server in the same way."""
    rng = random.Random(trial.seed)
    times: list[float] = []
    locks = [asyncio.Lock() for _ in games]

    async def act(i: int) -> None:
        game = games[i % len(games)]
        async with locks[i % len(games)]:
            for player, other in (game, game[::-1]):
                if actions := player.view.get("actions"):
                    begun = time.monotonic()
                    sending = asyncio.create_task(
                        player.do("play", seq=player.seq, action=rng.choice(actions)["text"])
                    )
                    await other.until(player.seq + 1)
                    times.append(time.monotonic() - begun)
                    await sending
                    return

    used = sum(server.cpu() for server in trial.servers)
    await at_rate(rate, seconds, act)
    used = (sum(server.cpu() for server in trial.servers) - used) / max(1, len(times))
    return times, used


@promise("P13", "200 actions a second over 2,000 sockets; memory a game and a socket; 400 watchers")
async def load(trial: Trial) -> list[Figure]:
    """Measure the server and the reference by turns."""
    trial.start("--connections", "20000")
    count = trial.scaled(200, 1000)
    idle = sum(server.memory() for server in trial.servers)
    games = [await trial.game(i) for i in range(count)]
    figures = []
    async with trial.following(*(player for game in games for player in game)):
        await asyncio.sleep(1)
        grown = sum(server.memory() for server in trial.servers) - idle
        figures.append(
            Figure(
                f"{grown / 1000 / count:.0f} kB a game with two sockets (at most {60 + 2 * 50})",
                grown / 1000 / count <= 160,
            )
        )
        rate, seconds, rounds = 200.0, trial.scaled(5, 20), trial.scaled(1, 3)
        mine: list[float] = []
        bare: list[float] = []
        used: list[float] = []
        bare_used: list[float] = []
        for _ in range(rounds):
            times, spent = await reference_load(trial, count, rate, seconds)
            bare += times
            bare_used.append(spent)
            times, spent = await real_load(trial, games, rate, seconds)
            mine += times
            used.append(spent)
        slow, least = percentile(mine, 99), percentile(bare, 99)
        figures.append(
            Figure(
                f"p99 {slow:.1f} ms, {slow / least:.2f} of the reference's {least:.1f}",
                slow <= 3 * least,
            )
        )
        cost = sum(used) / sum(bare_used)
        figures.append(
            Figure(
                f"{1000 * sum(used) / rounds:.2f} ms of processor an action, {cost:.2f} of the reference's",
                cost <= 4,
            )
        )
        highest = 0.0
        for rate in (200.0, 300.0, 400.0, 500.0, 700.0):
            times, _ = await real_load(trial, games, rate, trial.scaled(3, 10))
            if percentile(times, 99) > 100:
                break
            highest = rate
        figures.append(
            Figure(
                f"{highest:.0f} actions a second held at p99 under 100 ms (aim 500)",
                None if highest < 500 else True,
            )
        )
    figures.append(await watchers(trial, games[0]))
    return figures


async def watchers(trial: Trial, game: tuple[Player, Player]) -> Figure:
    """Let hundreds watch a move, and compare its processor time with a move that few see."""
    rng = random.Random(1)
    crowd = [Follower(trial.url(i), game[0].game) for i in range(400)]
    spent = []
    for watching in ([], crowd):
        for one in watching:
            one.start()
        async with trial.following(*game):
            for one in watching:
                await one.until(0)
            await asyncio.sleep(1)
            used = sum(server.cpu() for server in trial.servers)
            moves = 40
            for _ in range(moves):
                for player in game:
                    if (seq := await player.play(rng)) is not None:
                        await asyncio.gather(*(one.until(seq) for one in (*game, *watching)))
                        break
            spent.append((sum(server.cpu() for server in trial.servers) - used) / moves)
        for one in watching:
            await one.stop()
    more = 1000 * (spent[1] - spent[0])
    return Figure(f"a move to 400 watchers takes {more:.1f} ms of processor more, the sends included", None)
