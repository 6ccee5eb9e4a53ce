"""Perft in small pieces: it can be stopped, shared among threads, and says how far it is."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from ruche.rules.action import Action
from ruche.rules.position import PERFT_PIECE as PIECE
from ruche.rules.position import Position

SHARES = 16  # pieces of work a thread: with fewer, the last thread keeps the others waiting


class Stopped(Exception):
    """The count was stopped."""


def count(
    position: Position,
    depth: int,
    *,
    leaves: bool = False,
    threads: int = 1,
    stop: threading.Event | None = None,
    on_progress: Callable[[int, int], object] = lambda done, total: None,
) -> int:
    """Count as `Position.perft` does; raise `Stopped` once the stop flag is set.

    `on_progress` is called with how many of how many first actions (or pairs of them) are done.
    """
    halt = stop or threading.Event()
    start = position.copy()
    start.resume()
    if depth <= (PIECE if threads == 1 else 2):
        return count_after(start, depth, leaves, halt)
    lines = beginnings(start, SHARES * threads)
    todo = deque(lines)
    done: list[int] = []

    def work() -> None:
        mine = start.copy()
        with suppress(IndexError):  # none left
            while True:
                done.append(count_line(mine, todo.popleft(), depth, leaves, halt))
                on_progress(len(done), len(lines))

    if threads == 1:
        work()
        return sum(done)
    with ThreadPoolExecutor(threads) as pool:  # counting needs no GIL
        try:
            for worker in [pool.submit(work) for _ in range(threads)]:
                worker.result()
        except BaseException:  # Ctrl-C too: the pool waits for its threads
            halt.set()
            raise
    return sum(done)


def beginnings(position: Position, enough: int) -> list[list[Action]]:
    """Return all first actions, or all pairs of them where there are too few to share fairly."""
    firsts = [[action] for action in all_actions(position)]
    if len(firsts) >= enough:
        return firsts
    pairs = []
    for [first] in firsts:
        play(position, first)
        pairs += [[first, second] for second in all_actions(position)]
        position.undo()
    return pairs


def count_line(
    position: Position, line: list[Action], depth: int, leaves: bool, stop: threading.Event
) -> int:
    """Count the sequences that begin with some actions."""
    for action in line:
        play(position, action)
    total = count_after(position, depth - len(line), leaves, stop)
    for _ in line:
        position.undo()
    return total


def count_after(position: Position, depth: int, leaves: bool, stop: threading.Event) -> int:
    """Count from a position, which is the same afterwards unless the count is stopped."""
    if stop.is_set():
        raise Stopped
    if depth <= PIECE:
        return position.perft(depth, leaves=leaves)
    return sum(count_line(position, [action], depth, leaves, stop) for action in all_actions(position))


def all_actions(position: Position) -> Iterator[Action]:
    """Yield every legal action, once for each kind of piece that it may draw (S2)."""
    for action in position.legal_actions():
        yield from position.draws(action)


def play(position: Position, action: Action) -> None:
    """Play an action; perft ignores repetition (E4)."""
    position.play(action)
    position.resume()
