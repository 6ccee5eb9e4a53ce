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
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from ruche import Colour
from ruche.server import rulings
from ruche.server.clicks import spell
from ruche.server.figures import Figures
from ruche.server.index import row_of
from ruche.server.jobs import Judge, Judged, Think, Thought, known_to
from ruche.server.lines import course_of
from ruche.server.log import AnyEvent, Created, Declined, Ended, Entry, Followed, Paused
from ruche.server.match import Match, replay
from ruche.server.messages import (
    ActionWish,
    FriendOpponent,
    GameWish,
    Line,
    MachineOpponent,
    OfferWish,
    Player,
    ScreenOpponent,
    SpelledAction,
    View,
)
from ruche.server.refusals import RefusalError, RuleError, of_rules, refuse
from ruche.server.seats import Seats, new_game_id, new_key
from ruche.server.seen import match_view
from ruche.server.store import ConflictError, Store
from ruche.server.view import SIDES, colour_of
from ruche.server.workers import CrowdedError, Run, WorkerDiedError, Workers

logger = logging.getLogger("ruche.server")

KEPT = 500  # matches kept in memory though nobody looks at them
BEAT = 5.0  # seconds between notes that the server is alive, while clocks run
RETRY = 2.0  # seconds until a machine player whose worker died is asked again
LONGEST_TIMER = 86_400.0
PONDER = 4.0  # seconds that the machine thinks about an action, at most
CONTENT = 0.0  # the machine agrees to a draw when its score is no better than this

Held = frozenset[Colour]
Decide = Callable[[Match, float], Sequence[AnyEvent]]


class Live:
    """A match in memory: who follows it, what the machine thinks about, when its clock runs down."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lock = asyncio.Lock()  # held from the check to the commit, and to look
        self.followers: set[asyncio.Event] = set()
        self.thinking_at: int | None = None  # the entry after which the machine thinks
        self.run: Run | None = None
        self.considers = False  # whether the machine considers a draw
        self.timer: asyncio.TimerHandle | None = None
        self.spelled: tuple[int, list[SpelledAction]] = (-1, [])

    @property
    def thinking(self) -> bool:
        """Whether the machine thinks about its next action."""
        return self.thinking_at is not None

    @property
    def idle(self) -> bool:
        """Whether nothing would be missed if it left the memory."""
        return not (self.followers or self.lock.locked() or self.thinking or self.timer)

    def publish(self) -> None:
        """Tell who follows that something has changed."""
        for follower in self.followers:
            follower.set()

    def rest(self) -> None:
        """Stop thinking and watching the clock."""
        if self.run is not None:
            self.run.stop()
        self.run = self.thinking_at = None
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def actions(self) -> list[SpelledAction]:
        """Return the legal actions with their clicks, worked out once a position."""
        if self.spelled[0] != self.match.changed:
            self.spelled = (self.match.changed, spell(self.match.position))
        return self.spelled[1]


class Matches:
    """All matches of the server."""

    def __init__(self, store: Store, workers: Workers, figures: Figures) -> None:
        self.store = store
        self.workers = workers
        self.figures = figures
        self.seats = Seats("")
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
            entry = Entry(game, match.seq + 1, max(now, match.at), Paused(seconds=missed))
            match.apply(entry)
            await self.store.append([entry], [row_of(match)])
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
                await self._commit(live, [Ended(winner=SIDES[match.to_move.other], why="time")], now)
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
        self, live: Live, events: Sequence[AnyEvent], now: float, new: Match | None = None
    ) -> None:
        """Append events to the log, with the beginning of another match perhaps; then they have happened."""
        match = live.match
        entries = [Entry(match.id, match.seq + 1 + i, now, event) for i, event in enumerate(events)]
        rows = []
        try:
            for entry in entries:
                match.apply(entry)
            rows.append(row_of(match))
            if new is not None:
                entries.append(Entry(new.id, 0, now, new.created))
                rows.append(row_of(new))
            await self.store.append(entries, rows)
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
        match = live.match
        self._set_timer(live)
        if self.closing.is_set():
            return
        asked = match.offers.get("draw")
        if asked is None:
            live.considers = False
        elif match.kind_of(asked.other) == "machine" and not live.considers:
            live.considers = True
            self.spawn(self._consider_draw(live, asked.other))
        if live.thinking_at == match.changed and match.machine_to_move:
            return  # it thinks already, about this very position
        if live.run is not None:
            live.run.stop()
        live.run = live.thinking_at = None
        if match.machine_to_move:
            live.thinking_at = match.changed
            self.spawn(self._think(live, match.changed))

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

    # -- the machine -------------------------------------------------------------------------------

    async def _think(self, live: Live, seq: int) -> None:
        """Have the machine's action found and played, unless the match goes on otherwise meanwhile."""
        begun = time.monotonic()
        while live.thinking_at == seq:
            match = live.match
            colour = match.position.colour
            level = match.players[colour].level or 1
            try:
                known = known_to(match.position, colour)
                live.run = self.workers.submit(Think(known, level, time_for(match)))
                thought = await live.run.result()
            except (CrowdedError, WorkerDiedError) as error:
                logger.warning("no action of the machine for %s: %r", live.match.id, error)
                await asyncio.sleep(RETRY)
                continue
            if not isinstance(thought, Thought) or live.thinking_at != seq:
                return
            await self._answer(live, frozenset({colour}), ActionWish(seq=seq, action=thought.action))
            self.figures.thought(time.monotonic() - begun)
            return

    async def _answer(self, live: Live, machine: Held, wish: ActionWish) -> None:
        """Play the machine's action; a late one, when the match has gone on, is refused and that is that."""

        def decide(match: Match, _: float) -> Sequence[AnyEvent]:
            try:
                return rulings.play(match, machine, wish)
            except RefusalError as refusal:
                if refusal.status == 409:
                    return ()
                logger.error("the machine wants what it may not in %s: %s", match.id, refusal)
                # rather any action than a game that stands still
                first = str(match.position.legal_actions()[0])
                return rulings.play(match, machine, ActionWish(seq=wish.seq, action=first))

        await self.enter(live, decide)

    async def _consider_draw(self, live: Live, machine: Colour) -> None:
        """Have the machine answer a draw by its score."""
        judged: object = None
        try:
            judged = await self.workers.submit(Judge(known_to(live.match.position, machine), 1.0)).result()
        except (CrowdedError, WorkerDiedError) as error:
            logger.warning("no judgement for %s: %r", live.match.id, error)

        def answer(match: Match, _: float) -> Sequence[AnyEvent]:
            if match.offers.get("draw") != machine.other:
                return ()
            if isinstance(judged, Judged):
                score = judged.score if machine == Colour.WHITE else -judged.score
                if score <= CONTENT:
                    return (Ended(winner=None, why="agreement"),)
            return (Declined(colour=SIDES[machine], offer="draw"),)

        await self.enter(live, answer)

    # -- what visitors do --------------------------------------------------------------------------

    async def play(self, live: Live, held: Held, wish: ActionWish) -> View:
        """Play an action."""
        begun = time.perf_counter()
        try:
            view = await self.enter(live, lambda match, _: rulings.play(match, held, wish), held)
        except RefusalError:
            self.figures.refused += 1
            raise
        self.figures.acted(time.perf_counter() - begun)
        return view

    async def offer(self, live: Live, held: Held, wish: OfferWish) -> View:
        """Offer something, or answer an offer."""
        if wish.offer == "rematch":
            return await self._rematch(live, held, wish.answer)
        return await self.enter(live, lambda match, _: rulings.offer(match, held, wish), held)

    async def join(self, live: Live, invite: str, name: str) -> Held:
        """Take the open seat; return it."""
        if not self.seats.is_invite(live.match.id, invite):
            raise refuse("bad_invite")
        before = {colour for colour in Colour if live.match.kind_of(colour) == "open"}
        await self.enter(live, lambda match, _: rulings.join(match, name))
        return frozenset(before)

    async def _rematch(self, live: Live, held: Held, answer: bool | None) -> View:
        async def agree() -> View:
            async with live.lock:
                match = live.match
                events = rulings.rematch(match, held, answer)
                now = max(time.time(), match.at)
                if events is None:
                    new = Match(Entry(new_game_id(), 0, now, swapped(match)))
                    await self._commit(live, [Followed(game=new.id)], now, new)
                    self._admit(new)
                elif events:
                    await self._commit(live, events, now)
                return self._view(live, held)

        return await asyncio.shield(self.spawn(agree()))

    async def create(self, wish: GameWish) -> tuple[Live, Held]:
        """Make a game; return it and the seats of who made it."""
        mine = Colour(secrets.randbelow(2)) if wish.colour == "random" else colour_of(wish.colour)
        me = Player(name=wish.name.strip(), kind="person")
        match wish.opponent:
            case MachineOpponent(level=level):
                other = Player(name="", kind="machine", level=level)
            case FriendOpponent():
                other = Player(name="", kind="open")
            case ScreenOpponent():
                other = Player(name="", kind="person")
        line = Line(type=wish.type, options=wish.options, setup=wish.setup)
        try:
            course = course_of(line, wish.actions)
        except RuleError as error:
            raise of_rules(error) from None
        if course.position.outcome is not None:
            raise refuse("over")
        screen = isinstance(wish.opponent, ScreenOpponent)
        created = Created(
            type=str(course.position.game_type),
            options=wish.options,
            players={SIDES[mine]: me, SIDES[mine.other]: other},
            clock=wish.clock,
            setup=wish.setup,
            actions=[step.text for step in course.steps],
            screen=screen,
        )
        game = Match(Entry(new_game_id(), 0, time.time(), created))
        await self.store.append([Entry(game.id, 0, game.started, created)], [row_of(game)])
        live = self._admit(game)
        return live, frozenset(Colour) if screen else frozenset({mine})


def time_for(match: Match) -> float:
    """Return the seconds that the machine may think about its next action; less when its clock is short."""
    if match.clock is None or match.clock.per_turn or match.clock.running is None:
        return PONDER
    left = match.clock.time_of(match.clock.running, time.time())
    return max(0.05, min(PONDER, left / 25 + match.clock.increment / 2, left / 3))


def swapped(match: Match) -> Created:
    """Return the beginning of a rematch, colours swapped."""
    old = match.created
    return Created(
        type=old.type,
        options=old.options,
        players={SIDES[colour.other]: player for colour, player in match.players.items()},
        clock=old.clock,
        setup=old.setup,
        actions=old.actions,
        screen=old.screen,
        after=match.id,
    )
