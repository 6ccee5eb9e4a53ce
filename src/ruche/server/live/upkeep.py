"""Work that no visitor asks for: beats, deadlines, claims for the machine, and following other processes.

It is done for all games together, by looking at the index now and then; there is no task for each game.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from ruche.server.live.database_time import find_time, follow_time
from ruche.server.live.presence import NOBODY, REPEATED, notices, read_notice
from ruche.server.live.replica import Replica
from ruche.server.match.outages import TOLERATED
from ruche.server.match.refusals import MatchRefusalError
from ruche.server.process.logs import OncePer
from ruche.server.store.beats import Beat
from ruche.server.store.errors import StoreError
from ruche.server.store.listener import Heads

if TYPE_CHECKING:
    from ruche.server.live.registry import MatchRegistry

logger = logging.getLogger("ruche.server")

FIRST_VISIT = 2.0  # seconds after a start in which clocks wait for the first visitor
BEAT = 0.1  # seconds between two notes that this process can commit, while clocks run
SLOW_BEAT = 5.0  # while none does
LOOK = 20.0  # seconds between two looks at which clocks run down soon
SOON = 40.0  # seconds that such a look covers
CLAIMING = 2.0  # seconds between two looks at where the machine is waited for
CLAIM = 15.0  # seconds that no other process lets the machine think; renewed while it does
SWEEP = 1.0  # seconds between two looks at the connections
SWEPT_AT_ONCE = 20  # games, which takes half a millisecond; with a hundred at once moves waited 15 ms
EXPIRY = 3600.0  # seconds between two looks for games that were never begun
NEVER_BEGUN = 86_400.0  # seconds after which such a game expires
POLL = 1.0  # seconds between two looks at how far the games held here have gone elsewhere


class Upkeep:
    """Beats, clocks that run down soon, machines that are waited for, and what other processes append."""

    def __init__(self, registry: MatchRegistry) -> None:
        self.registry = registry
        self.database = registry.database
        self.time_source = registry.time_source
        self.has_clocks = False
        self.returning = True  # from an outage that is over once somebody can be answered
        self.answering: asyncio.Task[None] | None = None
        self.clocks_noted = 0  # how often a clock was seen that runs
        self.last_beat = 0.0  # when one was last tried
        self.promised = SLOW_BEAT  # in how many seconds the next comes, as the last on record says
        self.fast_since = 0.0  # the first of the fast ones: from then on every outage is seen
        self.quickening: asyncio.Task[None] | None = None  # the first fast beat, on its way
        self.beaten = 0.0  # the last that is on record: until then every outage is known
        self.last_outage = 0.0
        self.loops: list[asyncio.Task[None]] = []

    async def start(self, *, before_visitors: bool = False) -> None:
        """Find out what time it is and since when nobody could commit; then look after everything.

        `before_visitors`: nobody can reach this process yet, and `answer_first` will be called for the first
        who does. Until then, or for a moment, the outage goes on: no player could have moved.
        """
        last = await self.database.last_beat()
        now = await find_time(self.database, self.time_source)
        self.time_source.anchor(max(now, last or 0.0))  # time never goes back
        self.has_clocks = await self.database.has_clocks()
        await self.note_outages()
        if not self.database.is_shared:
            await self.database.forget_claims()
        if before_visitors:
            self.loops.append(asyncio.create_task(self._await_visitors()))
        else:
            self._begin_beats()
        self._repeat(LOOK, self._look_at_clocks)
        self._repeat(CLAIMING, self._claim)
        self._repeat(SWEEP, self._sweep)
        self._repeat(EXPIRY, self._expire)
        if listening := self.database.listen(self.hear, self.hear_presence):
            self.loops.append(asyncio.create_task(listening))
            self._repeat(POLL, self._poll)
            self._repeat(SWEEP, self._announce)

    async def stop(self) -> None:
        """Stop, and note when: until then this process could commit, and from then on nobody or others."""
        for loop in self.loops:
            loop.cancel()
        await asyncio.gather(*self.loops, return_exceptions=True)
        try:
            await self.database.beat(self.time_source.now(), self._every if self.database.is_shared else 0.0)
        except StoreError as error:
            logger.warning("no last beat: %r", error)

    async def _expire(self) -> None:
        """Delete games that nobody has begun in a day."""
        before = self.time_source.now() - NEVER_BEGUN
        if count := await self.database.expire(before, self.registry.replicas.by_id):
            logger.info("%d games that were never begun have expired", count)

    def _repeat(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do something at regular times, however long it takes; what is missed is not made up for."""
        time_source = self.time_source
        trouble = OncePer(60.0, time_source.now)  # some are done ten times a second

        async def loop() -> None:
            due = time_source.now()
            while True:
                try:
                    await work()
                except StoreError as error:
                    if trouble.is_due():
                        logger.warning("%s was not done: %r", work.__name__, error)
                except Exception:
                    logger.exception("%s failed", work.__name__)
                now = time_source.now()
                due = max(due + seconds, now + seconds / 10)
                await time_source.sleep(due - now)

        self.loops.append(asyncio.create_task(loop()))

    # -- time --------------------------------------------------------------------------------------

    def _begin_beats(self) -> None:
        self.returning = False
        self.database.beat_with_commits(self.time_source.now)
        self._repeat(BEAT, self._beat)

    async def _await_visitors(self) -> None:
        """Let clocks run after a moment, even if no visitor has come by then."""
        await self.time_source.sleep(FIRST_VISIT)
        await self.answer_first()

    async def answer_first(self) -> None:
        """End the outage and begin with beats: visitors can be answered from now on."""
        if self.returning:
            self.answering = self.answering or self.registry.replicas.spawn(self._end_return())
            await asyncio.shield(self.answering)

    async def _end_return(self) -> None:
        try:
            await self.note_outages()
        except StoreError as error:
            logger.warning("the end of the outage was not noted: %r", error)
        self._begin_beats()

    def note_clock(self) -> asyncio.Task[None] | None:
        """Beat fast from now on, since a clock runs or is about to.

        Return the first fast beat as long as it is being written; a clock should start after it. An outage
        before it could not be noticed, because slow beats are further apart than an outage that counts.
        """
        self.clocks_noted += 1
        self.has_clocks = True
        if self.promised <= BEAT or self.returning:
            return None
        self.quickening = self.quickening or self.registry.replicas.spawn(self._quicken())
        return self.quickening

    async def _quicken(self) -> None:
        try:
            await self._beat_now()
        finally:
            self.quickening = None

    async def _beat(self) -> None:
        now = self.time_source.now()
        written = now - self.database.wrote_at() < 0.5 * self._every  # a group has said when, not how often
        if now - self.last_beat >= 0.9 * self._every and not (written and self.promised <= self._every):
            await self._beat_now()

    async def _beat_now(self, tolerated: float | None = None) -> None:
        """Note that this process can commit, and how soon it will say so again."""
        self.last_beat = now = self.time_source.now()
        every = self._every
        beat = await self.database.beat(now, every, tolerated)
        if every < self.promised:
            self.fast_since = now
        self.promised = every
        await self._take_in(now, beat)

    async def _take_in(self, now: float, beat: Beat) -> None:
        """Learn from a beat: of outages, and of other processes whose time is ahead.

        One may have started after somebody set the database's clock forward; to its eyes nobody could commit
        until then. Time never goes back, so the others follow it, and nobody's clock counts the difference.
        """
        is_behind = beat.latest - now > TOLERATED
        if beat.was_away or is_behind or now - self.known_until > TOLERATED:
            await self._read_outages(beat.latest if is_behind else None)
        self.beaten = beat.latest if is_behind else now

    @property
    def known_until(self) -> float:
        """Until when this process knows of every outage."""
        return max(self.beaten, self.database.wrote_at())

    @property
    def may_have_been_away(self) -> bool:
        """Whether there may be an outage that this process has not heard of, since it has not beaten."""
        return self.time_source.now() - self.known_until > TOLERATED

    @property
    def _every(self) -> float:
        """How often a process says that it can commit."""
        return BEAT if self.has_clocks else SLOW_BEAT

    async def note_outages(self) -> None:
        """Read every outage until now, after writing down the one that this process comes back from."""
        tolerated = None
        if self.returning:  # where others are at work, the last beat may be theirs
            tolerated = TOLERATED if self.database.is_shared else 0.0
        await self._beat_now(tolerated)

    async def _read_outages(self, ahead: float | None = None) -> None:
        """Let clocks leave out the outages on record; `ahead`: the time of another process, to follow."""
        found = await self.database.outages_since(self.last_outage)
        if ahead is not None and ahead > self.time_source.now():
            behind = ahead - self.time_source.now()
            logger.warning("this process's time was %.3f s behind that of another; it follows", behind)
            self.time_source.anchor(ahead)
        is_first = self.last_outage == 0.0  # since this process has started
        if self.has_clocks:
            for began, ended in found[-1:] if is_first else found:
                logger.warning("nobody could commit for %.3f s; clocks stood still", ended - began)
        for began, ended in found:
            self.registry.outages.add(began, ended)
            self.last_outage = max(self.last_outage, ended)
            replicas = self.registry.replicas
            for replica in list(replicas.by_id.values()):
                if replicas.by_id.get(replica.id) is replica:  # a timer that ends may let others go
                    self._stop_clock(replica, began)

    def _stop_clock(self, replica: Replica, began: float) -> None:
        """Let a replica's clock leave an outage out."""
        match = replica.loaded
        if match is None or match.clock is None:
            return
        if match.at > began:  # something was computed without it
            replica.outdated = True
            self.registry.replicas.start_reading(replica)
        elif not self.registry.closing.is_set():
            self.registry.set_timer(replica)
            replica.wake()

    async def _look_at_clocks(self) -> None:
        """Hold the games whose clocks run down soon: their timers do the rest."""
        now, noted = self.time_source.now(), self.clocks_noted
        held = [replica.loaded for replica in self.registry.replicas.by_id.values()]
        has_clocks = any(match and match.clock for match in held) or await self.database.has_clocks()
        if self.clocks_noted == noted:  # else one has begun meanwhile
            self.has_clocks = has_clocks
        for game in await self.database.due(now + SOON):
            await self._visit(game, self.registry.set_timer)

    async def _sweep(self) -> None:
        """Give up dead connections, tell who is there, read again what could not be read before.

        That is for all games at once, not a timer a socket.
        """
        everything = list(self.registry.replicas.by_id.values())
        pause = 0.8 * SWEEP * SWEPT_AT_ONCE / max(len(everything), 1)  # it is done before the next is due
        for i, replica in enumerate(everything):
            if i and i % SWEPT_AT_ONCE == 0:
                await self.time_source.sleep(pause)  # players come first
            self._look_after(replica)

    def _look_after(self, replica: Replica) -> None:
        """See to one game in memory."""
        replicas, now = self.registry.replicas, self.time_source.now()
        lags = (replica.stale or replica.outdated) and replica.loaded is not None
        if lags and replicas.by_id.get(replica.id) is replica:
            replicas.start_reading(replica)
        if replica.followers or replica.seen_here != NOBODY:
            for follower in list(replica.followers):
                follower.check(now)
            replica.note_presence(now)
        replica.rest(now)

    async def _announce(self) -> None:
        """Tell the other processes who is there by this one: when it changes, and now and then."""
        now, news = self.time_source.now(), {}
        for game, replica in self.registry.replicas.by_id.items():
            seen, (announced, at) = replica.to_announce, replica.announced
            if seen != announced or (seen != NOBODY and now - at >= REPEATED):
                news[game] = seen
                replica.announced = seen, now
        if news:
            await self.database.announce(notices(self.database.process, news))

    def hear_presence(self, notice: str) -> None:
        """Take in what another process says of who is there, for the games held here."""
        process, seen = read_notice(notice)
        now = self.time_source.now()
        for game, presence in seen.items():
            if (replica := self.registry.replicas.by_id.get(game)) is not None:
                replica.hear_presence(process, presence, now)

    # -- machines and other processes --------------------------------------------------------------

    async def _claim(self) -> None:
        """Take on machines that are waited for, as many as there are workers for."""
        now, machines = self.time_source.now(), self.registry.machines
        until = now + CLAIM
        thinking = [replica.id for replica in machines.busy]
        if thinking and self.database.is_shared:
            await self.database.keep_claims(thinking, until)
        if (free := machines.capacity - len(thinking)) > 0:
            for game in await self.database.claim(now, until, free):
                await self._visit(game, lambda replica: machines.attend(replica, claimed=True))

    async def _visit(self, game: str, do: Callable[[Replica], object]) -> None:
        """Do something with a game; one that cannot be replayed holds up no other."""
        try:
            async with self.registry.replicas.hold(game) as replica:
                do(replica)
        except MatchRefusalError as refusal:
            logger.warning("game %s is not looked at: %s", game, refusal)

    async def _poll(self) -> None:
        """Look at how far the games held here have gone, in case a notice was lost, at time and clocks."""
        held = [game for game, replica in self.registry.replicas.by_id.items() if replica.loaded is not None]
        if held:
            heads = await self.database.heads(held)
            self.hear(heads)
            for game in held:
                replica = self.registry.replicas.by_id.get(game)
                if game not in heads and replica is not None:
                    self.registry.let_go(replica)  # another process has deleted it
        await follow_time(self.database, self.time_source)
        self.has_clocks = self.has_clocks or await self.database.has_clocks()  # whoever has them may die
        now = self.time_source.now()
        latest = await self.database.last_beat() or now
        await self._read_outages(latest if latest - now > TOLERATED else None)

    def hear(self, heads: Heads | None) -> None:
        """Follow what other processes have appended; None: anything may have been."""
        replicas = self.registry.replicas
        for game in list(replicas.by_id if heads is None else heads):
            replica = replicas.by_id.get(game)
            if replica is None or replica.loaded is None:
                continue
            if heads is None or heads[game] > replica.loaded.seq:
                replicas.start_reading(replica, -1 if heads is None else heads[game])
