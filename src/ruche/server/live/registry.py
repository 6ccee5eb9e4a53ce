"""The live matches, and the one way by which anything happens in them.

Every event is checked against the match, appended to the log and committed; only then is it
acknowledged and published. Persons, machines and programs all submit here.
"""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from ruche import Colour, Outcome
from ruche.server.live.machine_players import Decide, MachinePlayers
from ruche.server.live.replica import Replica
from ruche.server.live.replicas import REFUSALS, Replicas
from ruche.server.live.seats import Seats
from ruche.server.live.time_source import AnchoredTime, TimeSource
from ruche.server.live.upkeep import CLAIM, Upkeep
from ruche.server.match import decisions
from ruche.server.match.decisions import Held
from ruche.server.match.events import Created, Ended, Entry, Event, Followed, OfferKind, Request
from ruche.server.match.match import Match
from ruche.server.match.outages import Outages
from ruche.server.match.refusals import MatchRefusalError, RefusalKind
from ruche.server.process.figures import Figures
from ruche.server.process.logs import OncePer
from ruche.server.store.database import Database
from ruche.server.store.errors import (
    ConflictError,
    GoneError,
    StoreError,
    UnavailableError,
    UnknownOutcomeError,
)
from ruche.server.store.index import row_of
from ruche.server.work.pool import WorkerPool

logger = logging.getLogger("ruche.server")

HORIZON = 40.0  # seconds before a clock runs down that its game is held in memory
GRACE = 0.1  # seconds after that until the game is ended: what arrived in time may still be on its way
RETRY = 0.5  # seconds until a clock is looked at again whose end could not be written
ATTEMPTS = 5  # a request is decided anew when another process was faster
Prepare = Callable[[Replica, Match, Seats, float], None]  # makes what the messages of a new state share


class MatchRegistry:
    """The live matches of this process."""

    def __init__(
        self,
        database: Database,
        workers: WorkerPool,
        figures: Figures,
        prepare: Prepare,
        time_source: TimeSource | None = None,
        chance: random.Random | None = None,
    ) -> None:
        self.database = database
        self.figures = figures
        self.prepare = prepare
        self.time_source = time_source or AnchoredTime()
        self.chance = chance or secrets.SystemRandom()
        self.seats = Seats("")
        self.outages = Outages()
        self.trouble = OncePer(60.0, self.time_source.now)
        self.replicas = Replicas(database, self.outages, self.trouble, self._follow_up)
        self.machines = MachinePlayers(workers, figures, self)
        self.upkeep = Upkeep(self)
        self.closing = asyncio.Event()

    async def open(self, key: str, *, before_visitors: bool = False) -> None:
        """Take up where the log has left off; no game is replayed before it is due or asked for.

        All tokens follow from the key. `before_visitors`: nobody can reach this process yet.
        """
        self.seats = Seats(key)
        await self.upkeep.start(before_visitors=before_visitors)

    async def close(self) -> None:
        """Stop everything; the log has all events."""
        self.dismiss()
        for replica in list(self.replicas.by_id.values()):
            self.machines.stop(replica)
            self._drop_timer(replica)
        await self.replicas.cancel_tasks()
        await self.upkeep.stop()

    async def delete(self, replica: Replica) -> None:
        """Delete a game for good."""
        async with replica.lock:
            await self.database.delete(replica.id)
            self.let_go(replica)

    def let_go(self, replica: Replica) -> None:
        """Drop a game that is no longer on record; whoever asks for it again is told so."""
        self.machines.stop(replica)
        self._drop_timer(replica)
        replica.publish(None)

    async def forget_names(self, replica: Replica, colours: Held) -> None:
        """Remove the names of some players from the log, once they have taken them back."""
        await self.database.forget_names(replica.id, colours)
        replica.outdated = True
        await self.replicas.read(replica)

    def dismiss(self) -> None:
        """Tell everybody who waits for news that the server stops."""
        self.closing.set()
        for replica in self.replicas.by_id.values():
            replica.publish(replica.loaded)

    # -- submitting --------------------------------------------------------------------------------

    def own_request(self) -> Request:
        """Return a request of the server's own."""
        return Request(f"{self.chance.getrandbits(128):032x}", "")

    async def create(self, created: Created, request: Request) -> Match:
        """Make a game; the same request makes it once."""
        return await asyncio.shield(self.replicas.spawn(self._create(created, request)))

    async def _create(self, created: Created, request: Request) -> Match:
        for attempt in range(ATTEMPTS):
            first = Entry(
                self.seats.game_id(request.id, attempt), 0, self.time_source.now(), created, request
            )
            match = Match(first, self.outages)
            if match.outcome is not None:
                raise MatchRefusalError(RefusalKind.OVER)
            try:
                row = row_of(match, self.database.process, first.at + CLAIM)
                if await self.database.append([first], [row]):
                    self._follow_up(self.replicas.admit(match), claimed=True)
                    return match
            except ConflictError:
                pass  # either it was made already, or the id belongs to another game
            async with self.replicas.hold(first.game) as replica:
                if request.id in replica.match.requests:
                    _check_digest(replica.match, request)
                    return replica.match
        raise UnavailableError("no free id")

    async def submit(self, replica: Replica, decide: Decide, request: Request | None = None) -> int:
        """Commit the events that `decide` returns, unless it refuses; return the number of the last entry.

        It runs to its end even if the caller is cancelled: memory and log must not part. A request that was
        carried out before is answered, not repeated.
        """
        work = self._submit(replica, decide, request or self.own_request(), self.time_source.now())
        return await asyncio.shield(self.replicas.spawn(work, replica))

    async def _submit(self, replica: Replica, decide: Decide, request: Request, at: float) -> int:
        async with replica.lock:
            for _ in range(ATTEMPTS):
                has_clock = replica.loaded is not None and replica.loaded.clock is not None
                if has_clock and (quickening := self.upkeep.note_clock()) is not None:
                    await asyncio.shield(quickening)
                if replica.stale or replica.outdated:
                    await self.replicas.catch_up(replica)
                match = replica.match
                if request.id in match.requests:
                    _check_digest(match, request)
                    return match.seq
                try:
                    now = max(at, match.at)
                    if match.clock is not None and match.clock.running is None:
                        now = max(now, self.upkeep.fast_since)  # a clock that begins counts no outage
                    if match.deadline is not None and match.deadline <= now:
                        await self._end_by_time(replica, now)
                    if events := decide(replica.match):
                        await self._commit(replica, events, request, now)
                    return replica.match.seq
                except GoneError:
                    self.let_go(replica)
                    raise MatchRefusalError(RefusalKind.NO_GAME) from None
                except ConflictError:  # another process was faster
                    replica.stale = True
            raise MatchRefusalError(RefusalKind.STALE)

    async def _end_by_time(self, replica: Replica, now: float) -> None:
        """End a game whose clock has run down; what seems so may have been an outage."""
        if self.upkeep.may_have_been_away:
            await self.upkeep.note_outages()
        if replica.outdated:
            await self.replicas.catch_up(replica)
        match = replica.match
        if match.to_move is not None and match.deadline is not None and match.deadline <= now:
            lost = Ended(Outcome(match.to_move.other, "time"))
            await self._commit(replica, [lost], self.own_request(), now)

    async def _commit(self, replica: Replica, events: Sequence[Event], request: Request, now: float) -> None:
        """Append events to the log; then the replica has them, and its followers hear of it."""
        draft, known_outages = replica.match.copy(), self.outages.count
        entries: list[Entry] = []
        for event in events:
            entry = Entry(draft.id, draft.seq + 1, now, event, None if entries else request)
            entries.append(entry)
            draft.apply(entry)
        following = [event.game for event in events if isinstance(event, Followed)]
        first = [Entry(game, 0, now, draft.rematch(), self.own_request()) for game in following]
        matches = [draft, *(Match(entry, self.outages) for entry in first)]
        try:
            rows = [row_of(match, self.database.process, now + CLAIM) for match in matches]
            meanwhile = None
            if replica.followers:
                meanwhile = partial(self.prepare, replica, draft, self.seats, now)
            exact = await self.database.append([*entries, *first], rows, meanwhile)
        except UnknownOutcomeError as error:
            replica.stale = True
            self.replicas.acquire(replica)  # until it is known
            error.when_known(partial(self._read_and_release, replica))
            raise
        except UnavailableError:
            replica.stale = True
            raise
        # A clock that was computed before an outage was known would charge it.
        replica.outdated = draft.clock is not None and self.outages.count != known_outages
        if exact and not replica.outdated:
            replica.publish(draft)
        else:
            replica.stale = True
            await self.replicas.catch_up(replica)
        if replica.match.plays_on_alone:
            self._follow_up(replica, claimed=True)
        for rematch in matches[1:]:
            self._follow_up(self.replicas.admit(rematch), claimed=True)

    def _read_and_release(self, replica: Replica) -> None:
        """Read what has become of a commit, which is known now."""
        self.replicas.start_reading(replica)
        self.replicas.release(replica)

    # -- what a match does by itself ---------------------------------------------------------------

    def _follow_up(self, replica: Replica, *, claimed: bool = False) -> None:
        """Set the timer of the clock, and let the machine think if this process has claimed the game."""
        if self.closing.is_set():
            return
        if replica.match.clock is not None:
            self.upkeep.note_clock()  # before it runs: an outage may begin first
        if replica.timer is not None or replica.match.deadline is not None:
            self.set_timer(replica)
        if replica.thinking or replica.match.wakes == 0:
            self.machines.attend(replica, claimed=claimed)

    def set_timer(self, replica: Replica) -> None:
        """Look at the clock when it will have run down, if that is soon; else the index tells later."""
        with self.replicas.lease(replica):  # the timer before may have been the last to hold it
            self._drop_timer(replica)
            deadline = replica.match.deadline
            if deadline is None:
                return
            self.upkeep.note_clock()
            wait = max(0.0, deadline - self.time_source.now()) + GRACE
            if wait < HORIZON:
                self._start_timer(replica, wait)

    def _start_timer(self, replica: Replica, seconds: float) -> None:
        self.replicas.acquire(replica)
        replica.timer = self.time_source.call_later(
            seconds, lambda: self.replicas.spawn(self._check_clock(replica), replica)
        )

    def _drop_timer(self, replica: Replica) -> None:
        if replica.timer is not None:
            replica.timer.cancel()
            replica.timer = None
            self.replicas.release(replica)

    async def _check_clock(self, replica: Replica) -> None:
        """End the game if its clock has run down: submitting anything sees to that. Else look again later."""
        try:
            await self.submit(replica, lambda _: ())
            self.set_timer(replica)
        except StoreError as error:
            if self.trouble.is_due():
                logger.warning("the clock of %s could not be looked at: %r", replica.id, error)
            self._drop_timer(replica)
            self._start_timer(replica, RETRY)
        except MatchRefusalError:
            self._drop_timer(replica)  # put in quarantine

    # -- what visitors do --------------------------------------------------------------------------

    async def play(
        self, replica: Replica, held: Held, seen: int, text: str, request: Request, arrived: float
    ) -> int:
        """Play an action, as `submit` does; `arrived` is when it came in."""
        begun = self.figures.clock()
        pick = self.chance.getrandbits(62)  # S2, S4: the server is the referee
        decide = partial(decisions.play, held=held, seen=seen, text=text, pick=pick)
        work = self._submit(replica, decide, request, arrived)
        try:
            seq = await asyncio.shield(self.replicas.spawn(work, replica))
        except REFUSALS:
            self.figures.refused += 1
            raise
        self.figures.acted(self.figures.clock() - begun)
        return seq

    async def offer(
        self,
        replica: Replica,
        held: Held,
        seen: int,
        kind: OfferKind | Literal["resign"],
        answer: bool | None,
        request: Request,
    ) -> int:
        """Offer something, answer an offer, or resign."""
        attempts = iter(range(ATTEMPTS))

        def decide(match: Match) -> Sequence[Event]:
            rematch = self.seats.rematch_id(match.id, next(attempts))
            return decisions.offer(match, held, seen, kind, answer, rematch)

        return await self.submit(replica, decide, request)

    async def name(self, replica: Replica, held: Held, name: str, request: Request) -> int:
        """Give a name to a player who sat down without one."""
        return await self.submit(replica, partial(decisions.name, held=held, name=name.strip()), request)

    async def join(self, replica: Replica, invite: str, name: str, request: Request) -> Held:
        """Take the open seat; return it."""
        if not self.seats.is_invite(replica.id, invite):
            raise MatchRefusalError(RefusalKind.BAD_INVITE)
        await self.submit(replica, partial(decisions.join, name=name), request)
        seated = replica.match.created.players
        return frozenset(colour for colour in Colour if seated[colour].kind == "open")


def _check_digest(match: Match, request: Request) -> None:
    """Refuse an id that came with another request before."""
    if match.requests[request.id] != request.digest:
        raise MatchRefusalError(RefusalKind.REQUEST_REUSED)
