"""Coroutines that mostly have nothing to wait for: begun at once, and made a task only if they have to wait.

A task a message costs as much as the message itself, when a move goes to hundreds of watchers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from types import coroutine as generator_coroutine
from typing import Any


def begin(coroutine: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run a coroutine until it waits for something; return the task in which it goes on, or None if it ended.

    Until then it is nobody's task: it must not ask which one it is in, nor set a time limit.
    """
    try:
        awaited = coroutine.send(None)
    except StopIteration:
        return None
    return asyncio.get_running_loop().create_task(_go_on(coroutine, awaited))


@generator_coroutine
def _go_on(coroutine: Coroutine[Any, Any, None], awaited: Any) -> Generator[Any, Any, None]:
    """Wait for what a coroutine waits for, and let it go on, until it ends."""
    while True:
        try:
            try:
                sent = yield awaited
            except BaseException as error:  # it is cancelled: the coroutine may have to put things right
                awaited = coroutine.throw(error)
            else:
                awaited = coroutine.send(sent)
        except StopIteration:
            return
