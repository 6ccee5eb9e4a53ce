"""A flag that stops long work, such as a search or a count."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator


class StopFlag(threading.Event):
    """Tells long work to stop, from any thread or from a signal handler: `set()` it."""

    def __init__(self) -> None:
        super().__init__()
        self._callbacks: list[Callable[[], object]] = []

    def set(self) -> None:
        """Raise the flag and call everyone who asked to be called."""
        super().set()
        for callback in tuple(self._callbacks):
            callback()

    @contextlib.contextmanager
    def notifying(self, callback: Callable[[], object]) -> Iterator[None]:
        """Call `callback` when the flag is set, at once if it is set already; so nobody has to poll."""
        self._callbacks.append(callback)
        try:
            if self.is_set():
                callback()
            yield
        finally:
            self._callbacks.remove(callback)
