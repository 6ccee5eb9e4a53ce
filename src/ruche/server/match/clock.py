"""A game's clock, computed from the times in the log alone."""

from __future__ import annotations

from ruche import Colour
from ruche.server.wire.messages import ClockView, DaysClock, RealClock, TimeControl
from ruche.server.wire.position_views import side_of

DAY = 86_400.0


class Clock:
    """The time each side has left; at most one side's runs."""

    def __init__(self, control: RealClock | DaysClock) -> None:
        self.per_turn = isinstance(control, DaysClock)
        self.whole = control.days * DAY if isinstance(control, DaysClock) else control.seconds
        self.increment = 0.0 if isinstance(control, DaysClock) else control.increment
        self.left = [self.whole, self.whole]
        self.running: Colour | None = None
        self.since = 0.0

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
        """Do not count time in which the server was away."""
        if self.running is not None:
            self.left[self.running] += seconds

    def time_of(self, colour: Colour, now: float) -> float:
        """Return the time a side has left, never less than nothing."""
        spent = max(0.0, now - self.since) if self.running == colour else 0.0
        return max(0.0, self.left[colour] - spent)

    def deadline(self) -> float | None:
        """Return when the running clock will have run down."""
        return None if self.running is None else self.since + self.left[self.running]

    def view(self, now: float) -> ClockView:
        """Return the clock as it is sent."""
        white, black = (round(self.time_of(colour, now), 3) for colour in Colour)
        return ClockView(
            kind="days" if self.per_turn else "real",
            w=white,
            b=black,
            running=side_of(self.running),
            increment=self.increment,
        )


def clock_of(control: TimeControl) -> Clock | None:
    """Return the clock that was wished for."""
    return None if control is None else Clock(control)
