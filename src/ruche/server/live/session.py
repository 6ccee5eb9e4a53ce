"""A match in memory."""

from __future__ import annotations

import asyncio

from ruche.server.match.match import Match
from ruche.server.wire.messages import SpelledAction
from ruche.server.wire.position_views import action_views
from ruche.server.work.pool import JobHandle


class Live:
    """A match in memory: who follows it, what the machine thinks about, when its clock runs down."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lock = asyncio.Lock()  # held from the check to the commit, and to look
        self.followers: set[asyncio.Event] = set()
        self.thinking_at: int | None = None  # the entry after which the machine thinks
        self.job: JobHandle | None = None
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
        if self.job is not None:
            self.job.cancel()
        self.job = self.thinking_at = None
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def actions(self) -> list[SpelledAction]:
        """Return the legal actions with their clicks, worked out once a position."""
        if self.spelled[0] != self.match.changed:
            self.spelled = (self.match.changed, action_views(self.match.position))
        return self.spelled[1]
