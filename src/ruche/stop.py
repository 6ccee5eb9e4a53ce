"""How work that takes long is told to stop."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator


class Stop(threading.Event):
    """Tells a search to stop, from any thread or from a signal's handler: `set()` it."""

    def __init__(self) -> None:
        super().__init__()
        self._listeners: list[Callable[[], object]] = []

    def set(self) -> None:
        """Tell all who listen, now and later."""
        super().set()
        for tell in tuple(self._listeners):
            tell()

    @contextlib.contextmanager
    def heard_by(self, tell: Callable[[], object]) -> Iterator[None]:
        """Call `tell` at the moment of stopping, so that nobody has to ask again and again."""
        self._listeners.append(tell)
        try:
            if self.is_set():
                tell()
            yield
        finally:
            self._listeners.remove(tell)
