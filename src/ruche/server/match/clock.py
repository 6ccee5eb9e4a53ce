"""A game's clock, computed from the times in the log alone."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

from ruche import Colour
from ruche.server.match.outages import Outages

DAY = 86_400.0


@dataclass(frozen=True)
class RealTime:
    """So many seconds a game, and some more after every turn."""

    seconds: float
    increment: float = 0.0


@dataclass(frozen=True)
class DaysPerTurn:
    """So many days a turn."""

    days: float


ClockSettings = RealTime | DaysPerTurn


class Clock:
    """The time each side has left; at most one side's runs, and none during an outage."""

    def __init__(self, settings: ClockSettings, outages: Outages | None = None) -> None:
        self.outages = outages or Outages()
        self.per_turn = isinstance(settings, DaysPerTurn)
        self.whole = settings.days * DAY if isinstance(settings, DaysPerTurn) else settings.seconds
        self.increment = 0.0 if isinstance(settings, DaysPerTurn) else settings.increment
        self.left = [self.whole, self.whole]
        self.running: Colour | None = None
        self.since = 0.0

    def copy(self) -> Clock:
        """Return an independent copy; outages are the same for all clocks."""
        twin = copy(self)
        twin.left = list(self.left)
        return twin

    def turn_to(self, colour: Colour | None, at: float, *, completed: bool = False) -> None:
        """Let another side's clock run, or none; `completed`: the turn before was brought to its end."""
        before = self.running
        if before is not None:
            self.left[before] = self.time_of(before, at)
            if completed and before != colour:
                self.left[before] = self.whole if self.per_turn else self.left[before] + self.increment
        if self.per_turn and colour is not None and colour != before:
            self.left[colour] = self.whole
        self.running = colour
        self.since = at

    def skip(self, seconds: float) -> None:
        """Do not count time in which a server of ruche 0.1 was away."""
        if self.running is not None:
            self.left[self.running] += seconds

    def time_of(self, colour: Colour, now: float) -> float:
        """Return the time a side has left, never less than nothing."""
        if self.running != colour:
            return self.left[colour]
        spent = now - self.since - self.outages.within(self.since, now)
        return max(0.0, self.left[colour] - max(0.0, spent))

    def deadline(self) -> float | None:
        """Return when the running clock will have run down."""
        if self.running is None:
            return None
        return self.outages.delay(self.since, self.left[self.running])
