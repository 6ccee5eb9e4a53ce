"""The live matches, and the one way by which anything happens in them.

Every event is checked against the match, appended to the log and committed; only then is it
acknowledged and published. Persons, machines and programs all submit here.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any

from ruche import Colour, IllegalAction, NotationError, Outcome
from ruche.server.figures import Figures
from ruche.server.live.machine_players import Decide, MachinePlayers
from ruche.server.live.seats import Seats, new_game_id, new_key
from ruche.server.live.session import MatchSession
from ruche.server.live.time_source import SystemTime, TimeSource
from ruche.server.match import decisions
from ruche.server.match.decisions import Held
from ruche.server.match.events import Created, Ended, Entry, Event, Followed, Paused
from ruche.server.match.match import Match, replay
from ruche.server.match.refusals import MatchRefusalError, RefusalKind
from ruche.server.store.database import ConflictError, Database
from ruche.server.work.pool import WorkerPool

logger = logging.getLogger("ruche.server")

KEPT = 500  # matches kept in memory though nobody looks at them
BEAT = 5.0  # seconds between notes that the server is alive, while clocks run
LONGEST_TIMER = 86_400.0  # it is set again then
RETRY = 2.0  # seconds until a clock is looked at again whose end could not be written
REFUSALS = (MatchRefusalError, IllegalAction, NotationError)


class MatchRegistry:
    """The sessions of all live matches, by their ids."""

    def __init__(
        self, database: Database, workers: WorkerPool, figures: Figures, time_source: TimeSource | None = None
    ) -> None:
        self.database = database
        self.figures = figures
        self.time_source = time_source or SystemTime()
        self.seats = Seats("")
        self.machines = MachinePlayers(workers, figures, self.time_source, self.submit, self.spawn)
        self.sessions: OrderedDict[str, MatchSession] = OrderedDict()
        self.loading: dict[str, asyncio.Task[MatchSession]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = asyncio.Event()

    async def open(self) -> None:
        """Resume every match that has to go on by itself, where the log has left it."""
        key = await self.database.setting("key")
        if key is None:
            key = new_key()
            await self.database.set_setting("key", key)
        self.seats = Seats(key)
        alive = await self.database.setting("alive")
        away = max(0.0, self.time_source.now() - float(alive)) if alive else 0.0
        for game in await self.database.waking():
            await self._resume(game, away)
        self.spawn(self._note_alive())

    async def close(self) -> None:
        """Stop everything; the log has all events."""
        self.dismiss()
        for session in self.sessions.values():
            session.stop()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.database.set_setting("alive", str(self.time_source.now()))

    def dismiss(self) -> None:
        """Tell everybody who waits for news that the server stops."""
        self.closing.set()
        for session in self.sessions.values():
            session.publish()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something in the background."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finish)
        return task

    def _finish(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, REFUSALS):
            logger.error("something failed in the background", exc_info=error)

    async def _note_alive(self) -> None:
        """Note now and then that the server is alive, so that no clock runs while it is not."""
        while True:
            if any(session.match.deadline for session in self.sessions.values()):
                await self.database.set_setting("alive", str(self.time_source.now()))
            await asyncio.sleep(BEAT)

    async def _resume(self, game: str, away: float) -> None:
        """Take up a match after the server was away; nobody's clock counts that time."""
        match = replay(await self.database.entries(game))
        if match.clock is not None and match.clock.running is not None and away > 0:
            now = self.time_source.now()
            missed = max(0.0, min(away, now - match.clock.since))
            entry = Entry(game, match.seq + 1, max(now, match.at), Paused(missed))
            match.apply(entry)
            await self.database.append([entry], [match])
        self._admit(match)

    # -- finding and making ------------------------------------------------------------------------

    async def find(self, game: str) -> MatchSession:
        """Return a match's session, from the log if it is not in memory; refuses if there is none."""
        if game in self.sessions:
            self.sessions.move_to_end(game)
            return self.sessions[game]
        if game not in self.loading:
            self.loading[game] = asyncio.create_task(self._load(game))
        try:
            return await asyncio.shield(self.loading[game])
        finally:
            self.loading.pop(game, None)

    async def _load(self, game: str) -> MatchSession:
        entries = await self.database.entries(game)
        if not entries:
            raise MatchRefusalError(RefusalKind.NO_GAME)
        return self._admit(replay(entries))

    def _admit(self, match: Match) -> MatchSession:
        """Hold a match in memory; the oldest that nobody needs are dropped."""
        session = MatchSession(match)
        self.sessions[match.id] = session
        self._follow_up(session)
        for game in [game for game, other in self.sessions.items() if other.idle and other is not session]:
            if len(self.sessions) <= KEPT:
                break
            del self.sessions[game]
        return session

    async def create(self, created: Created) -> MatchSession:
        """Make a game."""
        first = Entry(new_game_id(), 0, self.time_source.now(), created)
        match = Match(first)
        if match.outcome is not None:
            raise MatchRefusalError(RefusalKind.OVER)
        await self.database.append([first], [match])
        return self._admit(match)

    # -- submitting --------------------------------------------------------------------------------

    async def submit(self, session: MatchSession, decide: Decide) -> int:
        """Commit the events that `decide` returns, unless it refuses; return the number of the last entry.

        It runs to its end even if the caller is cancelled: memory and log must not part.
        """
        return await asyncio.shield(self.spawn(self._submit(session, decide)))

    async def _submit(self, session: MatchSession, decide: Decide) -> int:
        async with session.lock:
            now = max(self.time_source.now(), session.match.at)
            draft = session.match.copy()
            if draft.to_move is not None and draft.deadline is not None and draft.deadline <= now:
                await self._commit(session, draft, [Ended(Outcome(draft.to_move.other, "time"))], now)
                draft = session.match.copy()
            if events := decide(draft):
                await self._commit(session, draft, events, now)
            return session.match.seq

    async def _commit(self, session: MatchSession, draft: Match, events: Sequence[Event], now: float) -> None:
        """Append events to the log; then the session has them, and its followers hear of it."""
        entries = [Entry(draft.id, draft.seq + 1 + i, now, event) for i, event in enumerate(events)]
        for entry in entries:
            draft.apply(entry)
        following = [event.game for event in events if isinstance(event, Followed)]
        first = [Entry(game, 0, now, draft.rematch()) for game in following]
        rematches = [Match(entry) for entry in first]
        try:
            await self.database.append([*entries, *first], [draft, *rematches])
        except ConflictError:
            await self._reload(session)
            raise MatchRefusalError(RefusalKind.STALE) from None
        session.match = draft
        for rematch in rematches:
            self._admit(rematch)
        self._follow_up(session)
        session.publish()

    async def _reload(self, session: MatchSession) -> None:
        """Take over what another process has written to the log."""
        session.match = replay(await self.database.entries(session.match.id))
        self._follow_up(session)
        session.publish()

    def _follow_up(self, session: MatchSession) -> None:
        """Set the timer of the clock and the machine's thinking as the match now asks for."""
        if session.timer is not None:
            session.timer.cancel()
            session.timer = None
        if self.closing.is_set():
            return
        deadline = session.match.deadline
        if deadline is not None:
            wait = max(0.0, deadline - self.time_source.now()) + 0.01
            self._set_timer(session, min(wait, LONGEST_TIMER))
        self.machines.attend(session)

    def _set_timer(self, session: MatchSession, seconds: float) -> None:
        session.timer = self.time_source.call_later(seconds, lambda: self.spawn(self._check_clock(session)))

    async def _check_clock(self, session: MatchSession) -> None:
        """End the game if its clock has run down: submitting anything sees to that. Else look again later."""
        try:
            await self._submit(session, lambda _: ())
            self._follow_up(session)
        except Exception:
            logger.exception("the clock of %s could not be looked at", session.match.id)
            self._set_timer(session, RETRY)

    # -- what visitors do --------------------------------------------------------------------------

    async def play(self, session: MatchSession, held: Held, seen: int, text: str) -> int:
        """Play an action."""
        begun = time.perf_counter()
        try:
            seq = await self.submit(session, partial(decisions.play, held=held, seen=seen, text=text))
        except REFUSALS:
            self.figures.refused += 1
            raise
        self.figures.acted(time.perf_counter() - begun)
        return seq

    async def join(self, session: MatchSession, invite: str, name: str) -> Held:
        """Take the open seat; return it."""
        if not self.seats.is_invite(session.match.id, invite):
            raise MatchRefusalError(RefusalKind.BAD_INVITE)
        taken = frozenset(colour for colour in Colour if session.match.kind_of(colour) == "open")
        await self.submit(session, partial(decisions.join, name=name))
        return taken
