"""The engine: the best action in every game type, scores and lines, eight levels.

>>> from ruche import Position
>>> from ruche.engine import Limit, best_action
>>> position = Position("Base")
>>> best_action(position, Limit(depth=2)) in position.legal_actions()
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ruche.engine.hands import choose_hand, is_choice
from ruche.engine.levels import LEVELS, STRONGEST, Level, level_of
from ruche.engine.limits import Info, Limit, Line, Score
from ruche.engine.thread_pool import Team, deliberate, watch
from ruche.engine.transposition import Table
from ruche.rules.action import Action
from ruche.rules.position import Position
from ruche.stop import Stop

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
    stop: Stop | None = None,
    seed: int = 0,
) -> Iterator[Info]:
    """Give depth by depth what the best lines are, with their scores for the side to move."""
    refuse_finished(position)
    if lines < 1:
        raise ValueError(f"{lines!r} lines cannot be looked for; expected 1 or more")
    table = table or Table(TABLE_MIB)
    stop = stop or Stop()
    if is_choice(position):
        for info in choose_hand(position, limit, table, seed, stop):
            yield replace(info, lines=info.lines[:lines])
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
    stop: Stop | None = None,
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
    if not is_choice(position):
        return deliberate(Team(position, strength, threads, table, seed), limit, stop, on_info)
    for info in choose_hand(position, limit, table, seed, stop):
        if on_info is not None:
            on_info(info)
    return info.lines[0].actions[0]


def refuse_finished(position: Position) -> None:
    """Raise `ValueError` if there is nothing to think about."""
    if position.outcome is not None:
        raise ValueError(f"the game has ended ({position.state}): there is nothing to think about")
