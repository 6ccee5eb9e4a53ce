"""The garbage collector, kept from holding everybody up.

Nearly everything is freed as soon as nothing refers to it any more. The collector is there for the rest,
which refers to itself in a circle and is little: a connection that has ended, an error with its traceback. To
find it among two thousand sockets takes a third of a second, in which nobody is answered. So only what was
made lately is looked through; what is left then is set aside. All of it is looked through once there is much
more than there was, at a moment when nobody plays if one comes in time.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Callable

logger = logging.getLogger("ruche.server")

# How many objects more than before let the youngest be looked through, and after how many such looks those
# that were left are too and set aside: some 10,000, which takes less than a hundredth of a second.
YOUNG = (2_000, 4)
NEVER = 1_000_000_000
EVERY = 30.0  # seconds between two thoughts of looking through everything
GROWN_IDLE, GROWN_BUSY = 2, 4  # times as much as there was, when nobody plays and when people do
SLACK = 200_000  # objects that are not worth a look


class Collector:
    """Decides when the collector looks at what."""

    def __init__(self) -> None:
        self.kept = 0  # how many objects were left when everything was last looked through
        self.usual = gc.get_threshold()

    def start(self) -> None:
        """Take over from Python's own rule; what has been loaded by now stays."""
        self.look_through_all()
        gc.callbacks.append(self._set_aside)
        gc.set_threshold(*YOUNG, NEVER)

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
        self.kept = gc.get_freeze_count()

    def look_if_grown(self, *, idle: bool) -> None:
        """Look through everything if there is much more than there was."""
        there = gc.get_freeze_count()
        if there > SLACK + self.kept * (GROWN_IDLE if idle else GROWN_BUSY):
            begun = time.perf_counter()
            self.look_through_all()
            took = time.perf_counter() - begun
            logger.info("%d of %d objects were garbage; it took %.3f s", there - self.kept, there, took)

    async def watch(self, is_idle: Callable[[], bool]) -> None:
        """Look through everything now and then, as long as the server runs."""
        while True:
            await asyncio.sleep(EVERY)
            self.look_if_grown(idle=is_idle())
