"""What a promise is, and where it is tried."""

from __future__ import annotations

import contextlib
import resource
import shutil
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from bench.harness.client import Player, create
from bench.harness.postgres import Postgres, programs
from bench.harness.servers import Server

# One machine plays everybody, so what an address may ask is set as high as it goes.
UNLIMITED = ("--address-budget", "1000000")


@dataclass(frozen=True)
class Figure:
    """Something measured, and whether it is as promised; None: it could not be measured here."""

    text: str
    kept: bool | None


Try = Callable[["Trial"], Coroutine[object, object, list[Figure]]]


@dataclass(frozen=True)
class Promise:
    """A promise by its name, with the program that tries it."""

    name: str
    text: str
    run: Try
    in_quick: bool = True
    limit: float = 3600.0  # seconds that it may take to try in full


PROMISES: list[Promise] = []


def promise(name: str, text: str, *, in_quick: bool = True, limit: float = 3600.0) -> Callable[[Try], Try]:
    """Declare the function below as the trial of a promise."""

    def declare(run: Try) -> Try:
        PROMISES.append(Promise(name, text, run, in_quick, limit))
        return run

    return declare


@dataclass
class Trial:
    """A folder, a database and as many servers as were asked for, all of one promise's own."""

    folder: Path
    quick: bool
    processes: int = 1
    postgres: Postgres | None = None
    seed: int = 0
    seconds: float = float("inf")  # after which the trial should come to its end by itself
    servers: list[Server] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)  # what the servers get besides one's own
    address: str = ""  # of the database, as the servers reach it
    direct: str = ""  # the same, if something stands between
    clients: list[httpx.AsyncClient] = field(default_factory=list)
    own: Postgres | None = None  # a PostgreSQL that ends with the trial

    def scaled(self, quick: int, full: int) -> int:
        """Return how many of something are tried."""
        return quick if self.quick else full

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.folder / "games.sqlite"

    @property
    def database_address(self) -> str:
        """Where the trial itself reaches the database, whatever stands before the servers."""
        return self.direct or self.address

    @property
    def server(self) -> Server:
        """The first server."""
        return self.servers[0]

    @property
    def client(self) -> httpx.AsyncClient:
        """A client for calls."""
        return self.clients[0]

    def url(self, i: int) -> str:
        """Return a server's address; visitors are spread over them by number."""
        return self.servers[i % len(self.servers)].url

    def start(self, *options: str, unlimited: bool = True, files: int | None = None) -> None:
        """Start the servers on a database of their own."""
        if not self.address:
            self.address = self.postgres.database(self.folder.name) if self.postgres else str(self.database)
        budget = UNLIMITED if unlimited else ()
        for _ in range(self.processes):
            name = f"server-{len(self.servers)}"
            server = Server(self.folder, self.address, *budget, *options, name=name, files=files)
            server.environment = self.environment
            self.servers.append(server)
            server.start()

    def need_postgres(self) -> Postgres | None:
        """Return the PostgreSQL that the trial is run on, or one of its own; None if there is none."""
        if self.postgres is None and programs() is not None:
            self.postgres = self.own = Postgres(self.folder)
            self.postgres.start()
        return self.postgres

    def forget_connections(self) -> None:
        """Ask over new connections: those to servers that were killed are broken."""
        self.clients.insert(0, new_client())

    async def game(self, i: int = 0, **wanted: object) -> tuple[Player, Player]:
        """Make a game between two persons, each following it at a server of their own."""
        white, black = await create(self.client, self.url(i), **wanted)
        black.url = self.url(i + 1)
        return white, black

    @contextlib.asynccontextmanager
    async def following(self, *players: Player) -> AsyncIterator[None]:
        """Have players follow their games."""
        for player in players:
            player.start()
        try:
            for player in players:
                await player.until(0)
            yield
        finally:
            for player in players:
                await player.stop()


def new_client() -> httpx.AsyncClient:
    """Return a client for calls."""
    return httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=100))


@contextlib.contextmanager
def trial(
    quick: bool, processes: int, postgres: Postgres | None, name: str, seed: int, seconds: float
) -> Iterator[Trial]:
    """Prepare a trial; whatever happens, nothing of it stays."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    folder = Path(tempfile.mkdtemp(prefix=f"{name.lower()}_"))
    made = Trial(folder, quick, processes, postgres, seed, seconds)
    made.clients.append(new_client())
    try:
        yield made
    finally:
        for server in made.servers:
            if server.process is not None and server.process.poll() is None:
                server.kill()
        if made.own is not None:
            made.own.stop()
        shutil.rmtree(folder, ignore_errors=True)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
