"""A game in memory: it follows the log, and everybody who waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, NamedTuple, Protocol

from ruche import Colour
from ruche.server.live.eager import begin
from ruche.server.live.presence import HOLDS, NOBODY, Presence, PresenceKind, merged
from ruche.server.live.time_source import Timer
from ruche.server.match.decisions import Held
from ruche.server.match.match import Match
from ruche.server.match.refusals import MatchRefusalError, RefusalKind
from ruche.server.work.pool import JobHandle

PATIENCE = 30.0  # seconds after which a player whose connection ended is gone

FRESH = 0.5  # seconds that an encoded message serves all who may see the same

WOKEN_AT_ONCE = 200  # followers

POLLING = 60.0  # seconds in which a program that plays over HTTP asks again

News = tuple[Presence, bool, int]  # what is sent beside the log


class Delivery(NamedTuple):
    """What is sent next to all who know the same, and what they know then."""

    message: bytes | None
    seq: int
    sent_news: News | None
    owed: bool
    made: float


class Follower(Protocol):
    """A connection that is sent every change of a game."""

    held: Held
    visible: bool
    sending: asyncio.Task[None] | None  # while it waits for the other end to read

    def send_news(self) -> Coroutine[Any, Any, None]:
        """Send what has changed, until nothing is new."""

    def check(self, now: float) -> None:
        """Give up a connection on which nothing comes or goes any more."""


class Replica:
    """One game in this process. There is one object a game, from before it is loaded until nobody holds it.

    `match` is as the log had it and never changes in place: a new one takes its place once it is committed.
    """

    def __init__(self, game: str) -> None:
        self.id = game
        self.loaded: Match | None = None
        self.fault = ""  # why the log cannot be replayed
        self.loading: asyncio.Task[None] | None = None
        self.head = -1  # the last entry that another process is known to have appended
        self.stale = False  # the log may have more than this
        self.outdated = False  # an outage was noted late: clocks have to be computed anew
        self.leases = 0
        self.lock = asyncio.Lock()  # held from the check to the commit
        self.followers: set[Follower] = set()
        self.changes = 0  # how often followers were told to look
        self.to_wake: list[Follower] = []
        self.is_waking = False  # whether they are being told
        self.waiting: set[asyncio.Future[None]] = set()  # for the next change
        self.left_at: dict[Colour, float] = {}  # when a player's last connection ended
        self.asked_at: dict[Colour, float] = {}  # when a player last asked over HTTP
        self.presence = self.seen_here = NOBODY
        self.seen_elsewhere: dict[str, tuple[Presence, float]] = {}  # by another process, until when it holds
        self.announced = (NOBODY, 0.0)  # what was last told the other processes, and when
        self.thinking_at: int | None = None  # the entry after which the machine thinks
        self.job: JobHandle | None = None
        self.considers_draw = False  # whether the machine considers a draw
        self.timer: Timer | None = None
        self.encoded: dict[object, tuple[float, bytes]] = {}  # messages of this state, and when made
        # since the last change, by what a follower may see and knows
        self.deliveries: dict[tuple[Held, int | None, News | None], Delivery] = {}

    @property
    def match(self) -> Match:
        """The match; refuses if it cannot be replayed."""
        if self.loaded is None:
            raise MatchRefusalError(RefusalKind.QUARANTINED, id=self.id)
        return self.loaded

    @property
    def awaits_machine(self) -> bool:
        """Whether the machine is to move."""
        return self.match.machine_to_move

    @property
    def thinking(self) -> bool:
        """Whether the machine thinks about its next action."""
        return self.thinking_at is not None

    def publish(self, match: Match | None) -> None:
        """Replace the state of the game and tell everybody who follows it; None means that it is at fault."""
        self.loaded = match
        self.stale = self.outdated = False
        self.encoded.clear()
        self.wake()
        for future in self.waiting:
            if not future.done():
                future.set_result(None)
        self.waiting.clear()

    def rest(self, now: float) -> None:
        """Free memory that was not used for a while and can be filled again: most games wait for players."""
        match = self.loaded
        if match is not None:
            match.playthrough.rest()
        if self.encoded and all(now - made > FRESH for made, _ in self.encoded.values()):
            self.encoded.clear()
            self.deliveries.clear()
            if match is not None:
                match.memo.clear()

    def wake(self) -> None:
        """Tell the followers that there is news, in the log or beside it; who is to move hears first."""
        self.changes += 1
        self.deliveries.clear()
        to_move = self.loaded.to_move if self.loaded is not None else None
        self.to_wake = sorted(self.followers, key=lambda follower: to_move in follower.held)  # the first last
        if not self.is_waking:
            self.is_waking = True
            asyncio.get_running_loop().call_soon(self._wake_some)

    def _wake_some(self) -> None:
        """Tell some of them, and let others have their turn: a game may have thousands of watchers."""
        for _ in range(min(WOKEN_AT_ONCE, len(self.to_wake))):
            follower = self.to_wake.pop()
            if follower.sending is None:
                follower.sending = begin(follower.send_news())
        self.is_waking = bool(self.to_wake)
        if self.is_waking:
            asyncio.get_running_loop().call_soon(self._wake_some)

    def note_presence(self, now: float) -> None:
        """See who is there; the followers hear of it if that has changed."""
        seen: set[Colour] = set()
        connected: set[Colour] = set()
        watchers = 0
        for follower in self.followers:
            connected |= follower.held
            if follower.visible:
                seen |= follower.held
            watchers += not follower.held

        def kind(colour: Colour) -> PresenceKind:
            if colour in seen or now - self.asked_at.get(colour, 0.0) < POLLING:
                return "here"
            if self.loaded is not None and self.loaded.kind_of(colour) == "machine":
                return "here"
            return "away" if colour in connected or now - self.left_at.get(colour, 0.0) < PATIENCE else "gone"

        presence = self.seen_here = Presence(kind(Colour.WHITE), kind(Colour.BLACK), watchers)
        if self.seen_elsewhere:
            elsewhere = [told for told, until in self.seen_elsewhere.values() if now < until]
            presence = merged([presence, *elsewhere])
        if presence != self.presence:
            self.presence = presence
            self.wake()

    @property
    def to_announce(self) -> Presence:
        """Who is there by this process, the machine aside: every process knows that by itself."""
        if self.loaded is None:
            return NOBODY
        seen = self.seen_here
        if self.loaded.kind_of(Colour.WHITE) == "machine":
            seen = seen._replace(white="gone")
        if self.loaded.kind_of(Colour.BLACK) == "machine":
            seen = seen._replace(black="gone")
        return seen

    def hear_presence(self, process: str, seen: Presence, now: float) -> None:
        """Take in who is there by another process."""
        if seen == NOBODY:
            self.seen_elsewhere.pop(process, None)
        else:
            self.seen_elsewhere[process] = seen, now + HOLDS
        self.note_presence(now)

    async def change(self) -> None:
        """Wait until the state changes, then return."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.add(future)
        try:
            await future
        finally:
            self.waiting.discard(future)
