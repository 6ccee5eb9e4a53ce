"""What a worker that thinks does: here the server meets the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from ruche import Colour, Position
from ruche.engine import Limit, Line, Score, StopFlag, TranspositionTable, analyse
from ruche.engine.review import best_line, mark_of
from ruche.players.player import EnginePlayer
from ruche.server.work.jobs import (
    Found,
    Judge,
    Judged,
    Search,
    Tasks,
    Think,
    Thought,
    Variation,
    unpack_position,
)

TABLE_MIB = 32
DECIDED = 10.0  # the score, in points, of a game that is over


@cache
def table() -> TranspositionTable:
    """Return the transposition table of this worker, kept from job to job."""
    return TranspositionTable(TABLE_MIB)


def think(job: Think, stop: StopFlag) -> Iterator[Thought]:
    """Choose an action."""
    player = EnginePlayer(job.level, table=table())
    player.new_game(random.getrandbits(32))
    yield Thought(str(player.choose(job.position, Limit(seconds=job.seconds), stop)))


def judge(job: Judge, stop: StopFlag) -> Iterator[Judged]:
    """Say how the game stands, and judge the action that led there."""

    def think(position: Position) -> Line:
        return best_line(position, Limit(seconds=job.seconds), 1, table(), stop)

    position = unpack_position(job.position)
    line = think(position)
    mark = None
    if job.before is not None:
        before, expected = unpack_position(job.before[0]), job.before[1]
        score = line.score if position.colour == before.colour else -line.score
        mark = mark_of(before, expected, position.history[-1], score.chance, think)
    score = for_white(line.score, position.colour)
    yield Judged(points(score), score.plies or None, line, score.chance, mark)


def search(job: Search, stop: StopFlag) -> Iterator[Found]:
    """Look for the best lines."""
    position = unpack_position(job.position)
    if position.outcome is not None:
        return
    for info in analyse(position, Limit(seconds=job.seconds), job.lines, table=table(), stop=stop):
        lines = []
        for line in info.lines:
            score = for_white(line.score, position.colour)
            lines.append(Variation(points(score), score.plies, [str(action) for action in line.actions]))
        yield Found(info.depth, info.nodes, info.speed, lines)


def for_white(score: Score, mover: Colour) -> Score:
    """Return a score of the side to move from White's side."""
    return score if mover == Colour.WHITE else -score


def points(score: Score) -> float:
    """Return a score in points, a forced win as if the game were over."""
    if score.plies is not None:
        return DECIDED if score.value > 0 else -DECIDED
    return score.points


TASKS: Tasks = {Think: think, Judge: judge, Search: search}
