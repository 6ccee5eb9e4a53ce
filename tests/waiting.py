"""Waiting for what may never come."""

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 60.0  # seconds: machines are slow and shared at times


def within_a_minute(function: Callable[[], T]) -> T:
    """Return what a function returns; fail if it does not come back."""
    found: list[T] = []
    thread = threading.Thread(target=lambda: found.append(function()), daemon=True)
    thread.start()
    thread.join(PATIENCE)
    assert found, "it is still busy, or has failed"
    return found[0]
