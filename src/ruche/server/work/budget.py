"""How much processor time a task may use."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType


class OutOfTimeError(Exception):
    """The task has used its processor time."""


@contextlib.contextmanager
def processor_time(seconds: float) -> Iterator[None]:
    """Raise `OutOfTimeError` in the body, which the main thread runs, once it has used so many seconds.

    Windows has no such timer; there the server ends the process at the job's deadline.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGPROF, _break_off)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _break_off(_: int, __: FrameType | None) -> None:
    raise OutOfTimeError
