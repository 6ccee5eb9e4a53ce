"""What a worker that thinks does: here the server meets the engine."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator
from functools import cache

from ruche import Colour, Position
from ruche.engine import Limit, Line, Score, StopFlag, TranspositionTable, analyse, review
from ruche.players.player import EnginePlayer
from ruche.server.work.jobs import (
    FindLines,
    Found,
    Judge,
    Judged,
    Review,
    Reviewed,
    Tasks,
    Think,
    Thought,
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
    """Say how the game stands."""
    infos = list(analyse(job.position, Limit(seconds=job.seconds), 1, table=table(), stop=stop))
    if infos:
        yield Judged(points(for_white(infos[-1].score, job.position.colour)))


def review_position(job: Review, stop: StopFlag) -> Iterator[Reviewed]:
    """Find the best line of a position, and judge the action that led there; nothing if it is stopped."""

    def think(position: Position) -> Line:
        return review.best_line(position, stop=stop)

    position = unpack_position(job.position)
    with contextlib.suppress(review.StoppedError):
        line = think(position)
        verdict = None
        if job.before is not None:
            before, expected = unpack_position(job.before[0]), job.before[1]
            verdict = review.judge(job.number, before, expected, position, line, think)
        yield Reviewed(line, for_white(line.score, position.colour), verdict)


def search(job: FindLines, stop: StopFlag) -> Iterator[Found]:
    """Look for the best lines."""
    position = unpack_position(job.position)
    if position.outcome is not None:
        return
    for info in analyse(position, Limit(seconds=job.seconds), job.lines, table=table(), stop=stop):
        lines = [Line(for_white(line.score, position.colour), line.actions) for line in info.lines]
        yield Found(info.depth, info.nodes, info.speed, lines)


def for_white(score: Score, mover: Colour) -> Score:
    """Return a score of the side to move from White's side."""
    return score if mover == Colour.WHITE else -score


def points(score: Score) -> float:
    """Return a score in points, a forced win as if the game were over."""
    if score.plies is not None:
        return DECIDED if score.value > 0 else -DECIDED
    return score.points


TASKS: Tasks = {Think: think, Judge: judge, Review: review_position, FindLines: search}
