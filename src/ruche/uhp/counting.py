"""Counting sequences of actions in small pieces, so that it can be told to stop."""

from __future__ import annotations

import threading

from ruche import COMPILED
from ruche.rules.position import Position

PIECE = 3 if COMPILED else 1  # so many last actions are counted in one go, a blink in either mode


class Stopped(Exception):
    """The count was told to stop."""


def count(position: Position, depth: int, stop: threading.Event) -> int:
    """Count as `Position.perft` does; raise `Stopped` once told to."""
    return count_behind(twin_without_repetition(position), depth, stop)


def twin_without_repetition(position: Position) -> Position:
    """Return the same game in which no position is a draw: perft ignores repetition (E4)."""
    twin = Position(position.game_type.with_options(repetition="off"), seed=position.seed)
    for action in position.history:
        twin.play(str(action))
    return twin


def count_behind(position: Position, depth: int, stop: threading.Event) -> int:
    """Count from a position, which is the same afterwards unless it is stopped."""
    if stop.is_set():
        raise Stopped
    if depth <= PIECE:
        return position.perft(depth)
    total = 0
    for listed in position.legal_actions():
        for action in position.draws(listed):
            position.play(action)
            total += count_behind(position, depth - 1, stop)
            position.undo()
    return total
