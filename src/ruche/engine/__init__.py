"""The engine: the best action in every game type, scores and lines, eight levels.

>>> from ruche import Position
>>> from ruche.engine import Limit, best_action
>>> position = Position("Base")
>>> best_action(position, Limit(depth=2)) in position.legal_actions()
True
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

from ruche.engine.hands import choose_hand, is_choice
from ruche.engine.levels import LEVELS, STRONGEST, Level, level_of
from ruche.engine.limits import Info, Limit, Line, Score, Stop
from ruche.engine.table import Table
from ruche.engine.thinking import Team, deliberate, watch
from ruche.rules.action import Action
from ruche.rules.position import Position

__all__ = [
    "LEVELS",
    "Info",
    "Level",
    "Limit",
    "Line",
    "Score",
    "Stop",
    "Table",
    "analyse",
    "best_action",
    "level_of",
    "think",
]

TABLE_MIB = 64
SMALL_MIB = 4


def analyse(
    position: Position,
    limit: Limit,
    lines: int = 3,
    *,
    threads: int = 1,
    table: Table | None = None,
    stop: threading.Event | None = None,
    seed: int = 0,
) -> Iterator[Info]:
    """Give depth by depth what the best lines are, with their scores for the side to move."""
    refuse_finished(position)
    table = table or Table(TABLE_MIB)
    stop = stop or Stop()
    if is_choice(position):
        info = choose_hand(position, limit, table, seed, stop)
        yield Info(info.depth, info.nodes, info.seconds, info.lines[:lines])
        return
    team = Team(position, STRONGEST, threads, table, seed)
    yield from watch(team, limit, lines, stop)


def best_action(
    position: Position,
    limit: Limit,
    *,
    level: int = 8,
    threads: int = 1,
    table: Table | None = None,
    stop: threading.Event | None = None,
    on_info: Callable[[Info], None] | None = None,
    seed: int = 0,
) -> Action:
    """Return what a level of the machine would do; with a seed and a limit of nodes, always the same.

    A table given is remembered from action to action. `on_info` hears of every depth.
    """
    refuse_finished(position)
    strength = level_of(level)
    if table is None or strength != STRONGEST:  # what a weak player believes is not worth remembering
        table = Table(TABLE_MIB if strength == STRONGEST else SMALL_MIB)
    stop = stop or Stop()
    limit = strength.within(limit)
    if is_choice(position):
        return choose_hand(position, limit, table, seed, stop).lines[0].actions[0]
    team = Team(position, strength, threads, table, seed)
    return deliberate(team, limit, stop, on_info)


def think(
    position: Position,
    seconds: float | None = None,
    depth: int | None = None,
    level: int = 8,
    threads: int = 1,
    table_mib: int = TABLE_MIB,
    stop: threading.Event | None = None,
    on_info: Callable[[Info], None] | None = None,
    seed: int = 0,
) -> Action:
    """Return the machine's action, as `best_action` does, everything said by plain numbers."""
    return best_action(
        position,
        Limit(seconds=seconds, depth=depth),
        level=level,
        threads=threads,
        table=Table(table_mib),
        stop=stop,
        on_info=on_info,
        seed=seed,
    )


def refuse_finished(position: Position) -> None:
    """Raise `ValueError` if there is nothing to think about."""
    if position.outcome is not None:
        raise ValueError(f"the game has ended ({position.state}): there is nothing to think about")
