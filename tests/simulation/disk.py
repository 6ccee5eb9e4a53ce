"""The one database of a simulation: SQLite in memory, reached by connections that fail as they are told to.

What runs on it is the server's own: the schema, the writer's groups, the claims, the beats. A piece of work
is done at once at some moment after it was asked for, whether or not the process that asked still lives; then
its answer travels back. Of PostgreSQL's it has `pg_notify`, heard by whoever listens when one commits.
"""

from __future__ import annotations

import asyncio
import contextvars
import itertools
import sqlite3
from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection
from sqlalchemy.pool import StaticPool

from ruche.server.store.backend import Backend
from ruche.server.store.engines import TIMEOUT
from ruche.server.store.listener import Listener
from ruche.server.store.opening import migrate
from ruche.server.store.schema import outages

if TYPE_CHECKING:
    from tests.simulation.world import World

T = TypeVar("T")
NAMES = itertools.count()
OPENED: list[Disk] = []  # the one that is in use: all share one engine, and so its compiled statements


class Trouble:
    """What is wrong with the database just now."""

    def __init__(self) -> None:
        self.away = False  # nobody reaches it
        self.full = False  # it reads and does not write
        self.slow = 0.0  # seconds that an answer takes more, at most
        self.lost_answers = 0.0  # how probably a commit is carried out and its answer lost
        self.lost_commits = 0.0  # how probably it is not carried out, and nobody is told
        self.lost_notices = 0.0


class Disk:
    """The database, and whoever listens to it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.trouble = Trouble()
        self.random = world.random("disk")
        self.uri = f"file:simulation-{next(NAMES)}?mode=memory&cache=shared"
        self.keeper = sqlite3.connect(self.uri, uri=True)
        template().backup(self.keeper)
        self.notices: list[tuple[str, str]] = []  # of the transaction under way, each with its channel
        self.listeners: list[ListeningConnection] = []
        self.commits = 0
        shared_engine().dispose()
        OPENED[:] = [self]

    def connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.uri, uri=True)
        connection.create_function("pg_notify", 2, lambda *notice: self.notices.append(notice))
        connection.create_function("simulated_time", 0, self.world.database_time)
        return connection

    def close(self) -> None:
        shared_engine().dispose()
        self.keeper.close()

    def backend(self, process: str, *, shared: bool) -> Backend:
        """How one process reaches it."""
        writing, reading, beating = (
            SimulatedEngine(self, self.world.random(f"{process} {kind}")) for kind in ("w", "r", "b")
        )
        if not shared:
            return Backend(process, writing, reading, beating)
        return Backend(
            process,
            writing,
            reading,
            beating,
            clock=sa.select(sa.func.simulated_time()),
            listen=lambda heard, told: Listener(self.listening_connection, process, heard, told).run(),
        )

    # -- doing what is asked -----------------------------------------------------------------------

    def do(self, work: Callable[[Connection], T]) -> T:
        """Do a piece of work now."""
        if self.trouble.away:
            raise sa.exc.OperationalError("", {}, sqlite3.OperationalError("connection refused"))
        self.notices.clear()
        with shared_engine().connect() as connection:
            return work(connection)

    def commit(self, connection: sqlite3.Connection) -> None:
        """Commit a transaction, as far as the trouble lets it."""
        if not connection.in_transaction and not self.notices:
            return
        if self.trouble.full:
            connection.rollback()
            raise sqlite3.OperationalError("database or disk is full")
        if self.random.random() < self.trouble.lost_commits:
            connection.rollback()
            self.world.note("a commit is lost")
            raise sqlite3.OperationalError("connection lost")
        connection.commit()
        self.commits += 1
        for notice in self.notices:
            self._publish(*notice)
        self.notices.clear()
        if self.random.random() < self.trouble.lost_answers:
            self.world.note("the answer to a commit is lost")
            raise sqlite3.OperationalError("connection lost")

    def _publish(self, channel: str, notice: str) -> None:
        for listener in list(self.listeners):
            if self.random.random() < self.trouble.lost_notices:
                self.world.note(f"a notice is lost: {notice}")
            else:
                self.world.later(self.random.uniform(0.0005, 0.02), partial(listener.hear, channel, notice))

    # -- listening ---------------------------------------------------------------------------------

    async def listening_connection(self) -> ListeningConnection:
        await asyncio.sleep(0.002)
        if self.trouble.away:
            raise ConnectionRefusedError
        return ListeningConnection(self)

    def cut_listeners(self) -> None:
        """Cut every connection that listens; those there notice when they next look."""
        for listener in list(self.listeners):
            listener.terminate()

    # -- the truth ---------------------------------------------------------------------------------

    def rows(self, query: str, *values: object) -> list[Any]:
        return self.keeper.execute(query, values).fetchall()

    def heads(self) -> dict[str, int]:
        """The last entry of every game."""
        return dict(self.rows("SELECT game, MAX(seq) FROM log GROUP BY game"))

    def outages(self) -> list[tuple[float, float]]:
        return self.rows(f"SELECT began, ended FROM {outages.name} ORDER BY began")


class SimulatedEngine:
    """The connections of one process for one purpose."""

    def __init__(self, disk: Disk, random: Random) -> None:
        self.disk = disk
        self.random = random

    def _delay(self) -> float:
        usual = self.random.choice((0.0002, 0.001, 0.004))
        return usual * self.random.random() + self.disk.trouble.slow * self.random.random()

    async def run(self, work: Callable[[Connection], T]) -> T:
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.disk.world.later(self._delay(), partial(self._do, work, answer))
        async with asyncio.timeout(TIMEOUT + 1):
            return await answer

    def _do(self, work: Callable[[Connection], T], answer: asyncio.Future[T]) -> None:
        try:
            settle = partial(_set, answer.set_result, self.disk.do(work))
        except Exception as error:
            settle = partial(_set, answer.set_exception, error)
        self.disk.world.later(self._delay(), lambda: None if answer.done() else settle())

    async def close(self) -> None:
        """There is nothing to close."""


def _set(setter: Callable[[Any], None], value: Any) -> None:
    setter(value)


class ListeningConnection:
    """What asyncpg would give: a connection on which notices come."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.heard: dict[str, Callable[..., None]] = {}  # by channel
        self.context = contextvars.copy_context()  # of the process that listens
        self.closed = False

    async def add_listener(self, channel: str, heard: Callable[..., None]) -> None:
        self.heard[channel] = heard
        if self not in self.disk.listeners:
            self.disk.listeners.append(self)

    def hear(self, channel: str, notice: str) -> None:
        if not self.closed and channel in self.heard:
            heard = partial(self.heard[channel], self, 0, channel, notice)
            self.disk.world.loop.call_soon(heard, context=self.context)

    def is_closed(self) -> bool:
        return self.closed

    async def execute(self, _: str, timeout: float) -> None:
        await asyncio.sleep(0.001)
        if self.closed or self.disk.trouble.away:
            raise ConnectionResetError

    def terminate(self) -> None:
        self.closed = True
        if self in self.disk.listeners:
            self.disk.listeners.remove(self)


# -- SQLite ------------------------------------------------------------------------------------------------


@cache
def template() -> sqlite3.Connection:
    """A database in today's shape, made once."""
    made = sqlite3.connect(":memory:", check_same_thread=False)
    engine = sa.create_engine("sqlite://", creator=lambda: made, poolclass=StaticPool)
    with engine.connect() as connection:
        migrate(connection)
    made.commit()
    return made


@cache
def shared_engine() -> sa.Engine:
    """The engine of all simulations, one at a time."""
    engine = sa.create_engine("sqlite://", creator=lambda: OPENED[0].connect(), poolclass=StaticPool)
    dialect: Any = engine.dialect
    dialect.do_commit = lambda connection: OPENED[0].commit(connection)
    return engine
