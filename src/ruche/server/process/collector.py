"""The garbage collector, kept from holding everybody up.

Nearly everything is freed as soon as nothing refers to it any more. The collector is there for the rest,
which refers to itself in a circle and is little: an error with its traceback, a few objects of a connection
that has ended. To find it among two thousand sockets takes a second, in which nobody is answered. So only
what was made lately is looked through; what is left then is set aside. All of it is looked through once the
process has grown a lot, sooner while nobody plays.

Python looks whenever so many objects have been made, that is, always in the middle of somebody's action. So
the server looks by itself before that, when nothing is under way.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path

logger = logging.getLogger("ruche.server")

# How many objects more than before let the youngest be looked through. At every second look those that were
# left are too, and set aside. With 500 such a look takes up to 5 ms, once a second at 200 actions a second:
# the objects are few, but all that they refer to is looked at as well.
YOUNG = 100
# How many let Python look by itself: only where a single step makes that many, or the server is never idle.
MANY = (5_000, 0)
NEVER = 1_000_000_000
PAUSE, LONGEST_PAUSE = 0.01, 0.32  # seconds until it is asked again whether to look; longer when less is done
POSTPONED = 20  # how often a look is put off because something is under way
EVERY = 30.0  # seconds between two decisions whether to look through everything
GROWN_IDLE, GROWN_BUSY = 2, 4  # times the size after the last look, when nobody plays and when people do
SLACK = 100_000_000  # bytes that are not worth a look
SIZES = Path("/proc/self/statm")  # in pages; the second is what lies in memory


def process_size() -> int:
    """Return how many bytes of memory the process takes."""
    return int(SIZES.read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Collector:
    """Decides when the collector looks at what; Python's own rule stays where sizes cannot be asked for."""

    def __init__(self, size: Callable[[], int] = process_size) -> None:
        self.size = size
        self.size_before = 0  # after everything was last looked through
        self.usual = gc.get_threshold()

    def start(self) -> None:
        """Take over from Python's own rule; what has been loaded by now stays."""
        self.look_through_all()
        gc.callbacks.append(self._set_aside)
        gc.set_threshold(*MANY, NEVER)

    def stop(self) -> None:
        """Give back to Python's own rule."""
        gc.callbacks.remove(self._set_aside)
        gc.set_threshold(*self.usual)
        gc.unfreeze()

    def _set_aside(self, phase: str, info: dict[str, int]) -> None:
        """Leave alone from now on what a look at more than the youngest has left."""
        if phase == "stop" and info["generation"] > 0:
            gc.freeze()

    def look_through_all(self) -> None:
        """Find all circles that nothing else refers to; everybody waits for it."""
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self.size_before = self.size()

    def look_if_grown(self, *, idle: bool) -> None:
        """Look through everything if the process has grown a lot."""
        size = self.size()
        if size > SLACK + self.size_before * (GROWN_IDLE if idle else GROWN_BUSY):
            begun = time.perf_counter()
            self.look_through_all()
            took, freed = time.perf_counter() - begun, (size - self.size_before) / 1e6
            logger.info("grown to %.0f MB: %.0f of them freed in %.3f s", size / 1e6, freed, took)

    def look_at_young(self) -> None:
        """Look through what was made lately; at every second time set aside what is left."""
        if gc.isenabled():
            gc.collect(1 if gc.get_count()[1] else 0)

    async def tidy(self, is_busy: Callable[[], bool]) -> None:
        """Look through what was made lately while nothing is under way, as long as the server runs."""
        pause, postponed = PAUSE, 0
        while True:
            await asyncio.sleep(pause)
            if gc.get_count()[0] < YOUNG:
                pause = min(LONGEST_PAUSE, 2 * pause)
            elif is_busy() and postponed < POSTPONED:
                pause, postponed = PAUSE, postponed + 1
            else:
                self.look_at_young()
                pause, postponed = PAUSE, 0

    async def watch(self, is_idle: Callable[[], bool]) -> None:
        """Look through everything when it is time, as long as the server runs."""
        while True:
            await asyncio.sleep(EVERY)
            self.look_if_grown(idle=is_idle())
