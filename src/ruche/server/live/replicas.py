"""The games in memory: loaded when somebody needs them, kept as long as somebody holds them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from typing import Any, TypeVar

from ruche import IllegalAction, NotationError
from ruche.server.live.replica import Replica
from ruche.server.match.events import Entry
from ruche.server.match.match import Match, replay
from ruche.server.match.outages import Outages
from ruche.server.match.refusals import MatchRefusalError, RefusalKind
from ruche.server.process.logs import OncePer
from ruche.server.store.database import Database
from ruche.server.store.errors import StoreError

logger = logging.getLogger("ruche.server")

KEPT = 200  # replicas kept in memory though nobody holds them
LONG = 500  # entries of a game that is not kept so: a thousand take a megabyte

REFUSALS = (MatchRefusalError, IllegalAction, NotationError)

T = TypeVar("T")


class Replicas:
    """The replicas of this process, one a game: made before the first await, dropped when nobody holds it."""

    def __init__(
        self,
        database: Database,
        outages: Outages,
        trouble: OncePer,
        changed: Callable[[Replica], None],
    ) -> None:
        self.database = database
        self.outages = outages
        self.trouble = trouble
        self.changed = changed  # called when a replica has followed the log
        self.by_id: dict[str, Replica] = {}
        self.unheld: OrderedDict[str, Replica] = OrderedDict()
        self.tasks: dict[asyncio.Task[Any], Replica | None] = {}  # in the background, and what each holds

    # -- leases ------------------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def hold(self, game: str) -> AsyncIterator[Replica]:
        """Hold a game in memory, loaded and no longer stale; refuses if there is none or it is at fault."""
        replica = self.by_id.get(game)
        if replica is None:
            replica = self.by_id[game] = Replica(game)
        with self.lease(replica):
            await self.make_ready(replica)
            yield replica

    @contextlib.contextmanager
    def lease(self, replica: Replica) -> Iterator[None]:
        """Hold a replica that is in memory."""
        self.acquire(replica)
        try:
            yield
        finally:
            self.release(replica)

    def acquire(self, replica: Replica) -> None:
        """Take a lease on a replica that is in memory."""
        assert self.by_id.get(replica.id) is replica, f"a second object of {replica.id}"
        replica.leases += 1
        self.unheld.pop(replica.id, None)

    def release(self, replica: Replica) -> None:
        """Give a lease back. Of those that nobody holds, the oldest and the long ones leave the memory."""
        replica.leases -= 1
        if replica.leases:
            return
        is_missing = replica.loaded is None and not replica.fault  # there is no such game
        if is_missing or (replica.loaded is not None and replica.loaded.seq > LONG):
            del self.by_id[replica.id]
            return
        self.unheld[replica.id] = replica
        while len(self.unheld) > KEPT:
            game, _ = self.unheld.popitem(last=False)
            del self.by_id[game]

    def admit(self, match: Match) -> Replica:
        """Put a game in memory that was just made."""
        replica = self.by_id.get(match.id)
        if replica is None:
            replica = self.by_id[match.id] = Replica(match.id)
            self.unheld[match.id] = replica
        if replica.loaded is None:
            replica.publish(match)
        return replica

    # -- in the background -------------------------------------------------------------------------

    def spawn(self, work: Coroutine[Any, Any, T], replica: Replica | None = None) -> asyncio.Task[T]:
        """Run something in the background; it holds a replica from now on, not only once it has begun."""
        if replica is not None:  # a lease; every action comes by here
            replica.leases += 1
            self.unheld.pop(replica.id, None)
        task = asyncio.create_task(work)
        self.tasks[task] = replica
        task.add_done_callback(self._finish)
        return task

    def _finish(self, task: asyncio.Task[Any]) -> None:
        if (replica := self.tasks.pop(task)) is not None:
            self.release(replica)
        if task.cancelled() or (error := task.exception()) is None or isinstance(error, REFUSALS):
            return
        if isinstance(error, StoreError):
            if self.trouble.is_due():  # in an outage every request and timer ends so
                logger.warning("not done in the background: %r", error)
        else:
            logger.error("something failed in the background", exc_info=error)

    async def cancel_tasks(self) -> None:
        """Cancel what runs in the background, and wait until it has ended."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    # -- following the log -------------------------------------------------------------------------

    async def make_ready(self, replica: Replica) -> None:
        """Load a replica, or let it catch up if it is stale. A caller who is cancelled stops nobody else."""
        if replica.loaded is not None and not (replica.stale or replica.outdated):
            return
        if not replica.fault:
            await self.read(replica)
        assert replica.match is not None  # or it refuses: at fault

    async def read(self, replica: Replica) -> None:
        """Read what the log has beyond the replica."""
        await asyncio.shield(self.start_reading(replica))

    def start_reading(self, replica: Replica, head: int = -1) -> asyncio.Task[None]:
        """Begin to read what the log has, up to a certain entry at least; one at a time, however many ask."""
        replica.head = max(replica.head, head)
        if replica.loading is None:
            replica.loading = self.spawn(self._read(replica), replica)
        return replica.loading

    async def _read(self, replica: Replica) -> None:
        try:
            async with replica.lock:
                await self.catch_up(replica)
                if replica.loaded is not None and replica.loaded.seq < replica.head:
                    await self.catch_up(replica)  # the first look was too early for what was heard since
        finally:
            replica.loading = None

    async def catch_up(self, replica: Replica) -> None:
        """Apply what the log has beyond the replica, whose lock is held; all of it if it is not loaded."""
        known = None if replica.outdated else replica.loaded
        entries = await self._entries(replica, -1 if known is None else known.seq)
        if known is None and not entries and not replica.fault:
            raise MatchRefusalError(RefusalKind.NO_GAME)
        try:
            match = (
                _continued(known, entries) if known else replay(entries, self.outages) if entries else None
            )
        except Exception as error:  # whatever is wrong with it, all other games go on
            await self._quarantine(replica, f"{type(error).__name__}: {error}")
            return
        if match is not None and match is not known:
            replica.publish(match)
            self.changed(replica)
        replica.stale = False

    async def _entries(self, replica: Replica, after: int) -> list[Entry]:
        try:
            return await self.database.entries(replica.id, after)
        except StoreError:
            raise
        except Exception as error:
            await self._quarantine(replica, f"{type(error).__name__}: {error}")
            return []

    async def _quarantine(self, replica: Replica, fault: str) -> None:
        replica.fault = fault
        replica.publish(None)
        logger.error("game %s is put in quarantine: %s", replica.id, fault)
        try:
            await self.database.quarantine(replica.id, fault)
        except StoreError as error:
            logger.warning("that could not be noted: %r", error)


def _continued(match: Match, entries: list[Entry]) -> Match:
    """Return a match with more entries; the same object if there are none."""
    if not entries:
        return match
    draft = match.copy()
    for entry in entries:
        draft.apply(entry)
    return draft
