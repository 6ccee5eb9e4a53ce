"""The live matches, and the one door by which anything happens in them.

Whatever is to happen is checked against the match, appended to the log, committed, and only then acknowledged
and published. Persons, machines and programs all come in here.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from typing import Any

from ruche import Colour, Outcome
from ruche.play.playthrough import Playthrough
from ruche.server.figures import Figures
from ruche.server.live.machine import Decide, Held, Machine
from ruche.server.live.seats import Seats, new_game_id, new_key
from ruche.server.live.session import Live
from ruche.server.match import decisions as rulings
from ruche.server.match.clock import ClockSettings, DaysPerTurn, RealTime
from ruche.server.match.events import Created, Ended, Entry, Event, Followed, Paused, Player
from ruche.server.match.match import Match, replay
from ruche.server.store.database import ConflictError, Database
from ruche.server.wire.lines import position_of
from ruche.server.wire.match_views import match_view
from ruche.server.wire.messages import (
    ActionRequest,
    CreateGameRequest,
    FriendOpponent,
    MachineOpponent,
    OfferRequest,
    RealClock,
    ScreenOpponent,
    TimeControl,
    View,
)
from ruche.server.wire.position_views import colour_of
from ruche.server.wire.refusals import RefusalError, RuleError, of_rules, refuse
from ruche.server.work.pool import WorkerPool

logger = logging.getLogger("ruche.server")

KEPT = 500  # matches kept in memory though nobody looks at them
BEAT = 5.0  # seconds between notes that the server is alive, while clocks run
LONGEST_TIMER = 86_400.0


class Matches:
    """All matches of the server."""

    def __init__(self, store: Database, workers: WorkerPool, figures: Figures) -> None:
        self.store = store
        self.workers = workers
        self.figures = figures
        self.seats = Seats("")
        self.machine = Machine(workers, figures, self.enter, self.spawn)
        self.live: OrderedDict[str, Live] = OrderedDict()
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closing = asyncio.Event()

    async def open(self) -> None:
        """Take up every match where the log has left it."""
        key = await self.store.setting("key")
        if key is None:
            key = new_key()
            await self.store.keep("key", key)
        self.seats = Seats(key)
        alive = await self.store.setting("alive")
        away = max(0.0, time.time() - float(alive)) if alive else 0.0
        for game in await self.store.waking():
            await self._resume(game, away)
        self.spawn(self._beat())

    async def close(self) -> None:
        """Let everything rest; nothing is lost, the log has it all."""
        self.dismiss()
        for live in self.live.values():
            live.rest()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.store.keep("alive", str(time.time()))

    def dismiss(self) -> None:
        """Send home who waits for news: the server stops."""
        self.closing.set()
        for live in self.live.values():
            live.publish()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Let something go on by itself."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finish)
        return task

    def _finish(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, RefusalError):
            logger.error("something failed in the background", exc_info=error)

    async def _beat(self) -> None:
        """Note now and then that the server is alive, so that no clock runs while it is not."""
        while True:
            if any(live.match.deadline for live in self.live.values()):
                await self.store.keep("alive", str(time.time()))
            await asyncio.sleep(BEAT)

    async def _resume(self, game: str, away: float) -> None:
        """Take up a match after the server was away; nobody's clock feels it."""
        match = replay(await self.store.entries(game))
        if match.clock is not None and match.clock.running is not None and away > 0:
            now = time.time()
            missed = max(0.0, min(away, now - match.clock.since))
            entry = Entry(game, match.seq + 1, max(now, match.at), Paused(missed))
            match.apply(entry)
            await self.store.append([entry], [match])
        self._admit(match)

    # -- finding -----------------------------------------------------------------------------------

    async def find(self, game: str) -> Live:
        """Return a match, from the log if it is not in memory; refuses if there is none."""
        if game in self.live:
            self.live.move_to_end(game)
            return self.live[game]
        if game not in self.loading:
            self.loading[game] = asyncio.create_task(self._load(game))
        try:
            return await asyncio.shield(self.loading[game])
        finally:
            self.loading.pop(game, None)

    async def _load(self, game: str) -> Live:
        entries = await self.store.entries(game)
        if not entries:
            raise refuse("no_game")
        return self._admit(replay(entries))

    def _admit(self, match: Match) -> Live:
        live = Live(match)
        self.live[match.id] = live
        self._follow_up(live)
        for game in [game for game, other in self.live.items() if other.idle and other is not live]:
            if len(self.live) <= KEPT:
                break
            del self.live[game]
        return live

    async def view(self, live: Live, held: Held) -> View:
        """Return how a match stands, for who holds these seats."""
        async with live.lock:
            return self._view(live, held)

    def _view(self, live: Live, held: Held) -> View:
        mine = live.match.to_move in held
        return match_view(
            live.match,
            held,
            self.seats,
            now=time.time(),
            thinking=live.thinking,
            watchers=len(live.followers),
            actions=live.actions() if mine else [],
        )

    # -- the door ----------------------------------------------------------------------------------

    async def enter(self, live: Live, decide: Decide, held: Held = frozenset()) -> View:
        """Let happen what `decide` says, which may refuse; return how the match stands then.

        It runs to its end even if who asked goes away: what is in memory and the log must not part.
        """
        return await asyncio.shield(self.spawn(self._enter(live, decide, held)))

    async def _enter(self, live: Live, decide: Decide, held: Held) -> View:
        async with live.lock:
            match = live.match
            now = max(time.time(), match.at)
            if match.deadline is not None and match.deadline <= now and match.to_move is not None:
                await self._commit(live, [Ended(Outcome(match.to_move.other, "time"))], now)
            try:
                events = decide(match, now)
                if events:
                    await self._commit(live, events, now)
            except RefusalError as refusal:
                if refusal.error == "stale":
                    refusal.view = self._view(live, held)
                raise
            return self._view(live, held)

    async def _commit(
        self, live: Live, events: Sequence[Event], now: float, new: Match | None = None
    ) -> None:
        """Append events to the log, with the beginning of another match perhaps; then they have happened."""
        match = live.match
        entries = [Entry(match.id, match.seq + 1 + i, now, event) for i, event in enumerate(events)]
        try:
            for entry in entries:
                match.apply(entry)
            changed = [match]
            if new is not None:
                entries.append(Entry(new.id, 0, now, new.created))
                changed.append(new)
            await self.store.append(entries, changed)
        except Exception as error:
            await self._reload(live)
            raise (refuse("stale") if isinstance(error, ConflictError) else error) from error
        self._follow_up(live)
        live.publish()

    async def _reload(self, live: Live) -> None:
        """Go back to what the log says; if even that fails, forget the match until it is asked for again."""
        live.rest()
        self.live.pop(live.match.id, None)
        live.match = replay(await self.store.entries(live.match.id))
        self.live[live.match.id] = live
        self._follow_up(live)
        live.publish()

    def _follow_up(self, live: Live) -> None:
        """Set the timer of the clock and the machine's thinking as the match now asks for."""
        self._set_timer(live)
        if not self.closing.is_set():
            self.machine.attend(live)

    def _set_timer(self, live: Live) -> None:
        """Have the clock looked at when it will have run down, or in a day."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        deadline = live.match.deadline
        if deadline is not None and not self.closing.is_set():
            wait = min(max(0.0, deadline - time.time()), LONGEST_TIMER) + 0.01
            live.timer = asyncio.get_running_loop().call_later(wait, self._ring, live)

    def _ring(self, live: Live) -> None:
        """A clock may have run down: the door sees to it."""
        self._set_timer(live)
        self.spawn(self._enter(live, lambda _match, _now: (), frozenset()))

    # -- what visitors do --------------------------------------------------------------------------

    async def play(self, live: Live, held: Held, request: ActionRequest) -> View:
        """Play an action."""
        begun = time.perf_counter()
        try:
            view = await self.enter(live, lambda match, _: rulings.play(match, held, request), held)
        except RefusalError:
            self.figures.refused += 1
            raise
        self.figures.acted(time.perf_counter() - begun)
        return view

    async def offer(self, live: Live, held: Held, request: OfferRequest) -> View:
        """Offer something, or answer an offer."""
        if request.offer == "rematch":
            return await self._rematch(live, held, request.answer)
        return await self.enter(live, lambda match, _: rulings.offer(match, held, request), held)

    async def join(self, live: Live, invite: str, name: str) -> Held:
        """Take the open seat; return it."""
        if not self.seats.is_invite(live.match.id, invite):
            raise refuse("bad_invite")
        before = {colour for colour in Colour if live.match.kind_of(colour) == "open"}
        await self.enter(live, lambda match, _: rulings.join(match, name))
        return frozenset(before)

    async def name(self, live: Live, held: Held, name: str) -> View:
        """Give a name to who sits there without one."""
        return await self.enter(live, lambda match, _: rulings.name(match, held, name), held)

    async def _rematch(self, live: Live, held: Held, answer: bool | None) -> View:
        async def agree() -> View:
            async with live.lock:
                match = live.match
                events = rulings.rematch(match, held, answer)
                now = max(time.time(), match.at)
                if events is None:
                    new = Match(Entry(new_game_id(), 0, now, swapped(match)))
                    await self._commit(live, [Followed(new.id)], now, new)
                    self._admit(new)
                elif events:
                    await self._commit(live, events, now)
                return self._view(live, held)

        return await asyncio.shield(self.spawn(agree()))

    async def create(self, request: CreateGameRequest) -> tuple[Live, Held]:
        """Make a game; return it and the seats of who made it."""
        mine = Colour(secrets.randbelow(2)) if request.colour == "random" else colour_of(request.colour)
        me = Player(request.name.strip(), "person")
        match request.opponent:
            case MachineOpponent(level=level):
                other = Player("", "machine", level)
            case FriendOpponent():
                other = Player("", "open")
            case ScreenOpponent():
                other = Player("", "person")
        try:
            playthrough = Playthrough(position_of(request.type, request.options, request.setup))
            playthrough.play_all(request.actions)
        except RuleError as error:
            raise of_rules(error) from None
        if playthrough.position.outcome is not None:
            raise refuse("over")
        screen = isinstance(request.opponent, ScreenOpponent)
        created = Created(
            game_type=playthrough.position.game_type,
            players={mine: me, mine.other: other},
            clock=clock_settings(request.clock),
            set_up=request.setup,
            actions=tuple(step.text for step in playthrough.steps),
            one_screen=screen,
        )
        game = Match(Entry(new_game_id(), 0, time.time(), created))
        await self.store.append([Entry(game.id, 0, game.started, created)], [game])
        live = self._admit(game)
        return live, frozenset(Colour) if screen else frozenset({mine})


def swapped(match: Match) -> Created:
    """Return the beginning of a rematch, colours swapped."""
    players = {colour.other: player for colour, player in match.players.items()}
    return replace(match.created, players=players, after=match.id)


def clock_settings(control: TimeControl) -> ClockSettings | None:
    """Return the clock that a request asks for."""
    if control is None:
        return None
    if isinstance(control, RealClock):
        return RealTime(control.seconds, control.increment)
    return DaysPerTurn(control.days)
