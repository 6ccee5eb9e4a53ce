"""A live match: its state and everybody who waits for it."""

from __future__ import annotations

import asyncio

from ruche.server.live.time_source import Timer
from ruche.server.match.match import Match
from ruche.server.work.pool import JobHandle


class MatchSession:
    """A match in memory: its followers, the machine's thinking, the timer of its clock.

    `match` is as the log has it and never changes in place: a new one takes its place once it is committed.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lock = asyncio.Lock()  # held from the check to the commit
        self.followers: set[asyncio.Event] = set()
        self.thinking_at: int | None = None  # the entry after which the machine thinks
        self.job: JobHandle | None = None
        self.considers_draw = False  # whether the machine considers a draw
        self.timer: Timer | None = None

    @property
    def thinking(self) -> bool:
        """Whether the machine thinks about its next action."""
        return self.thinking_at is not None

    @property
    def idle(self) -> bool:
        """Whether it can be dropped from memory: nobody follows it and nothing is pending."""
        return not (self.followers or self.lock.locked() or self.thinking or self.timer)

    def publish(self) -> None:
        """Tell the followers that something has changed."""
        for follower in self.followers:
            follower.set()

    def stop(self) -> None:
        """Stop thinking and watching the clock."""
        if self.job is not None:
            self.job.cancel()
        self.job = self.thinking_at = None
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
