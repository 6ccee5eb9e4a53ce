"""The engine: the best action in every game type, scores and lines, at eight levels.

>>> from ruche import Position
>>> from ruche.engine import Limit, best_action
>>> position = Position("Base")
>>> best_action(position, Limit(depth=2)) in position.legal_actions()
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ruche.engine.face_choice import VARIETY, choose_faces
from ruche.engine.levels import LEVELS, STRONGEST, Level, level_of
from ruche.engine.limits import Info, Limit, Line
from ruche.engine.score import Score
from ruche.engine.swarm_hands import choose_hand
from ruche.engine.thread_pool import ThreadPool, choose_action, run
from ruche.engine.transposition import TranspositionTable
from ruche.rules.action import Action
from ruche.rules.position import Position
from ruche.stop_flag import StopFlag

__all__ = [
    "LEVELS",
    "Info",
    "Level",
    "Limit",
    "Line",
    "Score",
    "StopFlag",
    "TranspositionTable",
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
    table: TranspositionTable | None = None,
    stop: StopFlag | None = None,
    seed: int = 0,
) -> Iterator[Info]:
    """Yield, depth by depth, the best lines and their scores for the side to move."""
    refuse_finished(position)
    if lines < 1:
        raise ValueError(f"{lines!r} lines cannot be looked for; expected 1 or more")
    table = table or TranspositionTable(TABLE_MIB)
    stop = stop or StopFlag()
    if position.choosing is None:
        yield from run(ThreadPool(position, STRONGEST, threads, table, seed), limit, lines, stop)
        return
    choosing = (
        choose_faces(position)
        if position.choosing == "faces"
        else choose_hand(position, limit, table, seed, stop)
    )
    for info in choosing:
        yield replace(info, lines=info.lines[:lines])


def best_action(
    position: Position,
    limit: Limit,
    *,
    level: int = 8,
    threads: int = 1,
    table: TranspositionTable | None = None,
    stop: StopFlag | None = None,
    on_info: Callable[[Info], None] | None = None,
    seed: int = 0,
) -> Action:
    """Return the action that a level of the engine chooses; with a seed and a node limit, always the same.

    Pass the same table for every action of a game to keep what was found. `on_info` is called at every depth.
    """
    refuse_finished(position)
    strength = level_of(level)
    if table is None or strength != STRONGEST:  # what a weak level found must not mislead a strong one
        table = TranspositionTable(TABLE_MIB if strength == STRONGEST else SMALL_MIB)
    stop = stop or StopFlag()
    limit = strength.within(limit)
    if position.choosing is None:
        return choose_action(ThreadPool(position, strength, threads, table, seed), limit, stop, on_info)
    choosing = (
        choose_faces(position, seed=seed, blur=VARIETY + strength.noise)
        if position.choosing == "faces"
        else choose_hand(position, limit, table, seed, stop)
    )
    for info in choosing:
        if on_info is not None:
            on_info(info)
    return info.lines[0].actions[0]


def refuse_finished(position: Position) -> None:
    """Raise `ValueError` if there is nothing to think about."""
    if position.outcome is not None:
        raise ValueError(f"the game has ended ({position.state}): there is nothing to think about")
