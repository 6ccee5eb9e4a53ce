"""Figures of load, beside a reference in the same minute: a bare program that commits and sends the same."""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from dataclasses import dataclass, field

import msgspec
from bench.harness.client import create
from bench.harness.light import LightSocket
from bench.harness.postgres import free_port
from bench.harness.promise import Figure, Trial, promise
from bench.harness.scripts import script
from bench.harness.servers import Server

PING = b'{"do":"ping"}'
PING_EVERY = 4.0  # as the page does
SCRIPTS = 20  # games that are played again and again
OPENED_AT_ONCE = 50
REFUSED, NEWS, DONE = b'{"event":"refused"', b'{"event":"update"', b'{"event":"done"'
UNTIL_HEARD = 30.0
RATE = 200.0  # actions a second


def percentile(times: Sequence[float], percent: float) -> float:
    """Return a percentile in milliseconds."""
    return 1000 * sorted(times)[min(len(times) - 1, int(len(times) * percent / 100))]


async def at_rate(rate: float, seconds: float, act: Callable[[int], Coroutine[object, object, None]]) -> None:
    """Do something so many times a second, whatever it takes."""
    begun = time.monotonic()
    tasks: list[asyncio.Task[None]] = []
    for i in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, begun + i / rate - time.monotonic()))
        tasks.append(asyncio.create_task(act(i)))
    await asyncio.gather(*tasks)


class Seat:
    """One player's socket: tells when news and when an answer has come."""

    def __init__(self) -> None:
        self.socket: LightSocket | None = None
        self.news: asyncio.Future[None] | None = None
        self.answer: asyncio.Future[None] | None = None
        self.viewed = asyncio.Event()
        self.refusals = 0

    async def open(self, address: str, hello: bytes = b"") -> None:
        """Connect, and say hello where that is asked for."""
        self.socket = await LightSocket.open(address, self.hear)
        if hello:
            self.socket.send(hello)
            await asyncio.wait_for(self.viewed.wait(), UNTIL_HEARD)

    def hear(self, message: bytes) -> None:
        """Take a message, by its first bytes."""
        if message.startswith(NEWS):
            settle(self.news)
        elif message.startswith(DONE):
            settle(self.answer)
        elif message.startswith(REFUSED):
            self.refusals += 1
            settle(self.answer)
        elif message.startswith(b'{"event":"view"'):
            self.viewed.set()

    def send(self, message: bytes) -> None:
        """Send something."""
        assert self.socket is not None
        self.socket.send(message)

    def close(self) -> None:
        """Go away."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None


def settle(future: asyncio.Future[None] | None) -> None:
    """Let whoever waits go on."""
    if future is not None and not future.done():
        future.set_result(None)


@dataclass
class Table:
    """A game between two sockets, whose actions are known beforehand."""

    address: str = ""
    hellos: tuple[bytes, bytes] = (b"", b"")
    actions: tuple[str, ...] = ()
    played: int = 0
    first_seq: int = 1
    seats: tuple[Seat, Seat] = field(default_factory=lambda: (Seat(), Seat()))
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watching: list[Seat] = field(default_factory=list)

    @property
    def everybody(self) -> list[Seat]:
        """All sockets."""
        return [*self.seats, *self.watching]

    async def open(self) -> None:
        """Let both players in."""
        self.seats = (Seat(), Seat())
        for seat, hello in zip(self.seats, self.hellos, strict=True):
            await seat.open(self.address, hello)

    def close(self) -> None:
        """Let everybody go."""
        for seat in self.everybody:
            seat.close()

    async def act(self) -> float | None:
        """Play the next action; return the seconds until the opponent has it."""
        async with self.lock:
            if self.played >= len(self.actions):
                return None
            mover, other = self.seats[:: -1 if self.played % 2 else 1]
            loop = asyncio.get_running_loop()
            heard = [loop.create_future() for _ in self.everybody]
            for seat, future in zip(self.everybody, heard, strict=True):
                seat.news = future
            mover.answer = loop.create_future()
            action = {
                "do": "play",
                "seq": self.first_seq + self.played,
                "action": self.actions[self.played],
                "request": f"{id(self)}-{time.monotonic_ns()}",
            }
            begun = time.monotonic()
            mover.send(msgspec.json.encode(action))
            assert other.news is not None
            await asyncio.wait_for(other.news, UNTIL_HEARD)
            took = time.monotonic() - begun
            await asyncio.wait_for(asyncio.gather(mover.answer, *heard), UNTIL_HEARD)
            self.played += 1
            return took


class Reference(Server):
    """The bare program, as a server to be measured."""

    def __init__(self, trial: Trial, size: int) -> None:
        super().__init__(trial.folder, "")
        self.port = free_port()
        self.size = size

    async def run(self) -> None:
        """Start it and wait until it listens."""
        command = [sys.executable, "-m", "bench.harness.reference", str(self.port)]
        self.process = subprocess.Popen([*command, str(self.folder), str(self.size)])
        for _ in range(400):
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            await asyncio.sleep(0.05)
        raise AssertionError("the reference does not start")

    def tables(self, count: int) -> list[Table]:
        """Return as many games."""
        return [
            Table(f"ws://127.0.0.1:{self.port}/{i}", actions=("as long as a move",) * 10_000)
            for i in range(count)
        ]


@contextlib.asynccontextmanager
async def seated(tables: Sequence[Table], *, pings: bool = True) -> AsyncIterator[None]:
    """Have everybody sit down, and ping as the page does."""
    gate = asyncio.Semaphore(OPENED_AT_ONCE)

    async def open_one(table: Table) -> None:
        async with gate:
            await table.open()

    async def ping() -> None:
        due = time.monotonic()
        while pings:
            for table in tables:
                for seat in table.everybody:
                    if seat.socket is not None:
                        seat.send(PING)
                due += PING_EVERY / len(tables)  # however busy it is here: who falls silent is given up
                await asyncio.sleep(max(0.0, due - time.monotonic()))

    pinging = asyncio.create_task(ping())  # at once: until all are there, the first would have fallen silent
    try:
        await asyncio.gather(*(open_one(table) for table in tables))
        yield
    finally:
        pinging.cancel()
        for table in tables:
            table.close()


@dataclass
class Run:
    """What a stretch of load has shown."""

    times: list[float]
    processor: float  # seconds an action

    @property
    def p99(self) -> float:
        """Milliseconds within which 99 of 100 opponents have heard."""
        return percentile(self.times, 99)


async def put_load(servers: Sequence[Server], tables: Sequence[Table], rate: float, seconds: float) -> Run:
    """Play at a rate on tables where everybody sits."""
    times: list[float] = []

    async def act(i: int) -> None:
        if (took := await tables[i % len(tables)].act()) is not None:
            times.append(took)

    used = sum(server.cpu() for server in servers)
    await at_rate(rate, seconds, act)
    used = sum(server.cpu() for server in servers) - used
    assert times, "every script has come to its end"
    return Run(times, used / len(times))


async def make_tables(trial: Trial, count: int) -> list[Table]:
    """Make games on the server, begun some way into their scripts so that there is something on the board."""
    gate = asyncio.Semaphore(8)

    async def make(i: int) -> Table:
        actions, begun = script(i % SCRIPTS), i % 40
        async with gate:
            white, black = await create(trial.client, trial.url(i), actions=list(actions[:begun]))
        hellos = tuple(
            msgspec.json.encode({"do": "hello", "seats": one.seats, "after": None}) for one in (white, black)
        )
        address = f"{trial.url(i).replace('http', 'ws', 1)}/api/games/{white.game}/live"
        assert len(hellos) == 2
        return Table(address, hellos, actions, begun, first_seq=1 - begun)

    return await asyncio.gather(*(make(i) for i in range(count)))


def received(seats: Sequence[Seat]) -> int:
    """Return how many bytes of messages have come."""
    return sum(seat.socket.received for seat in seats if seat.socket)


def message_size(tables: Sequence[Table], actions: int) -> int:
    """Return how many bytes each of two players is sent an action, on average."""
    return sum(received(table.everybody) for table in tables) // (2 * actions)


@promise(
    "P13", "200 actions a second over 2,000 sockets, beside a bare program that commits and sends the same"
)
async def load(trial: Trial) -> list[Figure]:
    """Measure the server and the reference by turns."""
    trial.start("--connections", "20000")
    count = trial.scaled(100, 1000)
    rate, seconds, rounds = RATE, trial.scaled(4, 20), trial.scaled(3, 5)
    tables = await make_tables(trial, count)
    async with seated(tables):
        for table in tables:
            for seat in table.everybody:
                assert seat.socket is not None
                seat.socket.received = 0
        warm = await put_load(trial.servers, tables, rate, 3)
        size = message_size(tables, len(warm.times))
    reference = Reference(trial, size)
    await reference.run()
    mine: list[Run] = []
    bare: list[Run] = []
    try:
        for _ in range(rounds):
            others = reference.tables(count)
            async with seated(others):
                bare.append(await put_load([reference], others, rate, seconds))
            async with seated(tables):
                mine.append(await put_load(trial.servers, tables, rate, seconds))
    finally:
        reference.kill()
    refused = sum(seat.refusals for table in tables for seat in table.seats)
    slow, least = (statistics.median(run.p99 for run in runs) for runs in (mine, bare))
    cost, bare_cost = (1000 * statistics.median(run.processor for run in runs) for runs in (mine, bare))
    return [
        Figure(
            f"{2 * count} sockets, {size} bytes to each player an action, {refused} refused", refused == 0
        ),
        Figure(f"p99 {slow:.1f} ms, {slow / least:.2f} times the reference's {least:.1f}", slow <= 3 * least),
        Figure(
            f"{cost:.2f} ms of processor an action, {cost / bare_cost:.2f} times the reference's"
            f" {bare_cost:.2f}",
            cost <= 4 * bare_cost,
        ),
    ]


@promise("rate", "the highest rate of actions at which 99 of 100 opponents hear within 100 ms")
async def highest_rate(trial: Trial) -> list[Figure]:
    """Raise the rate step by step."""
    trial.start("--connections", "20000")
    tables = await make_tables(trial, trial.scaled(200, 1000))
    held = 0.0
    async with seated(tables):
        for rate in (200.0, 300.0, 400.0, 500.0, 600.0, 800.0, 1000.0):
            run = await put_load(trial.servers, tables, rate, trial.scaled(4, 10))
            if run.p99 > 100:
                break
            held = rate
    return [Figure(f"{held:.0f} actions a second at p99 under 100 ms (aim 500)", held >= 500 or None)]


@promise("memory", "memory above idle: at most 60 kB a live game and 50 kB a socket")
async def memory(trial: Trial) -> list[Figure]:
    """Let games live with two sockets each, then as many more, then more sockets.

    The first games are not counted: what they were sent when they were opened is freed after a moment, but
    stays with the process, where the others find room for theirs.
    """
    trial.start("--connections", "20000")
    count, more = trial.scaled(150, 1000), 2
    async with seated(await make_tables(trial, count)):
        await asyncio.sleep(2)
        idle = sum(server.memory() for server in trial.servers)
        tables = await make_tables(trial, count)
        async with seated(tables):
            await asyncio.sleep(2)
            with_two = sum(server.memory() for server in trial.servers)
            for table in tables:
                for _ in range(more):
                    seat = Seat()
                    await seat.open(table.address, b'{"do":"hello","seats":"","after":null}')
                    table.watching.append(seat)
            await asyncio.sleep(2)
            with_more = sum(server.memory() for server in trial.servers)
    a_socket = (with_more - with_two) / 1000 / (more * count)
    a_game = (with_two - idle) / 1000 / count - 2 * a_socket
    return [
        Figure(f"{a_game:.0f} kB a live game (at most 60)", a_game <= 60),
        Figure(f"{a_socket:.0f} kB a socket (at most 50)", a_socket <= 50),
    ]


@promise("watchers", "a move to 400 watchers: at most 5 ms of processor time beside the sends")
async def watchers(trial: Trial) -> list[Figure]:
    """Compare moves that hundreds watch with moves that nobody watches, here and at the reference."""
    trial.start()
    crowd, moves = 400, trial.scaled(20, 40)
    sent = 0  # bytes to the crowd

    async def cost(servers: Sequence[Server], tables: Sequence[Table], hello: bytes) -> float:
        """Return the milliseconds of processor time that the crowd adds to a move, of the same game."""
        nonlocal sent
        spent = []
        for table, size in zip(tables, (0, crowd), strict=True):
            async with seated([table], pings=False):  # they are no part of a move
                for _ in range(size):
                    seat = Seat()
                    await seat.open(table.address, hello)
                    table.watching.append(seat)
                for seat in table.everybody:
                    seat.send(PING)  # once, so that nobody is given up
                await asyncio.sleep(1.5)
                sent -= received(table.watching)
                used = sum(server.cpu() for server in servers)
                for _ in range(moves):
                    await table.act()
                spent.append((sum(server.cpu() for server in servers) - used) / moves)
                sent += received(table.watching)
        return 1000 * (spent[1] - spent[0])

    alike = [*await make_tables(trial, 1), *await make_tables(trial, 1)]
    total = await cost(trial.servers, alike, b'{"do":"hello","seats":"","after":null}')
    reference = Reference(trial, sent // (crowd * moves))
    await reference.run()
    try:
        sends = await cost([reference], reference.tables(2), b"")
    finally:
        reference.kill()
    return [
        Figure(
            f"{total:.1f} ms of processor a move more than without watchers;"
            f" the reference's sends take {sends:.1f}",
            total - sends <= 5,
        )
    ]
