"""A game in memory: it follows the log, and everybody who waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeVar, cast

from ruche import Colour
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

T = TypeVar("T")
Memo = dict[object, object]  # what audiences share of one state of a match, made once
News = tuple[Presence, bool, int]  # what is sent beside the log


def shared(memo: Memo, key: object, make: Callable[[], T]) -> T:
    """Return what an audience before this one has had made, or make it."""
    if key not in memo:
        memo[key] = make()
    return cast(T, memo[key])


class Delivery(NamedTuple):
    """What is sent next to all who know the same, and what they know then."""

    message: bytes | None
    seq: int
    sent_news: News | None
    owed: bool
    made: float


class Follower(Protocol):
    """Whoever wants to hear of every change."""

    held: Held
    visible: bool

    def wake(self) -> None:
        """Look at the game: something has changed."""

    def prepare(self, match: Match, memo: Memo) -> None:
        """Make what messages of a state to come will share."""

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
        self.memo: Memo = {}  # what messages of this state share
        self.prepared: tuple[Match, Memo] | None = None  # a state to come, and its memo
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
        """Whether the machine is to move; worked out once a state, for however many follow."""
        return shared(self.memo, "awaits_machine", lambda: self.match.machine_to_move)

    @property
    def thinking(self) -> bool:
        """Whether the machine thinks about its next action."""
        return self.thinking_at is not None

    def publish(self, match: Match | None) -> None:
        """Let another state take the place of this one, and tell everybody; None: it is at fault."""
        self.loaded = match
        self.stale = self.outdated = False
        prepared = self.prepared
        self.forget_messages()
        if prepared is not None and prepared[0] is match:
            self.memo = prepared[1]
        self.wake()
        for future in self.waiting:
            if not future.done():
                future.set_result(None)
        self.waiting.clear()

    def rest(self, now: float) -> None:
        """Free what was made a while ago and can be made again: most games wait for their players."""
        if self.loaded is not None:
            self.loaded.playthrough.rest()
        if self.encoded and all(now - made > FRESH for made, _ in self.encoded.values()):
            self.forget_messages()

    def forget_messages(self) -> None:
        """Drop what was encoded: it is of an earlier state, or nobody has asked for it any more."""
        self.encoded.clear()
        self.memo.clear()
        self.deliveries.clear()
        self.prepared = None

    def prepare(self, draft: Match) -> None:
        """Make what the messages of a state will share while it is being written: afterwards all wait for it.

        Nobody is sent anything of it before it is published, and if it never is, it is dropped.
        """
        if self.loaded is draft:
            return  # the database was faster
        memo: Memo = {}
        self.prepared = draft, memo
        for follower in {follower.held: follower for follower in self.followers}.values():
            follower.prepare(draft, memo)

    def wake(self) -> None:
        """Tell the followers that there is news, in the log or beside it."""
        self.changes += 1
        self.deliveries.clear()
        self.to_wake = self._last_first()
        if not self.is_waking:
            self.is_waking = True
            asyncio.get_running_loop().call_soon(self._wake_some)

    def _last_first(self) -> list[Follower]:
        """Return the followers in the order in which they are taken from the end: first who is to move."""
        to_move = self.loaded.to_move if self.loaded is not None else None
        return sorted(self.followers, key=lambda follower: to_move in follower.held)

    def _wake_some(self) -> None:
        """Tell some of them, and let others have their turn: a game may have thousands of watchers."""
        for _ in range(min(WOKEN_AT_ONCE, len(self.to_wake))):
            self.to_wake.pop().wake()
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
        """Return when something has changed."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.add(future)
        try:
            await future
        finally:
            self.waiting.discard(future)
