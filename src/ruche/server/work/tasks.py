"""What a worker does: the one place where the server meets the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from ruche import Colour, Position
from ruche.engine import Limit, Line, Score, StopFlag, TranspositionTable, analyse
from ruche.engine.proof import Unprovable, line_of, winning_actions
from ruche.engine.review import best_line, mark_of
from ruche.players.player import EnginePlayer
from ruche.server.work.jobs import Found, Judge, Judged, Prove, Proven, Search, Think, Thought, Variation

TABLE_MIB = 32
NODES = 5_000_000  # for a proof
DECIDED = 10.0  # the score, in points, of a game that is over


@cache
def table() -> TranspositionTable:
    """Return the transposition table of this worker, kept from job to job."""
    return TranspositionTable(TABLE_MIB)


def think(job: Think, stop: StopFlag) -> Thought:
    player = EnginePlayer(job.level, table=table())
    player.new_game(random.getrandbits(32))
    return Thought(str(player.choose(job.position, Limit(seconds=job.seconds), stop)))


def judge(job: Judge, stop: StopFlag) -> Judged:
    """Say how the game stands, and judge the action that led there."""

    def think(position: Position) -> Line:
        return best_line(position, Limit(seconds=job.seconds), 1, table(), stop)

    position = job.position
    line = think(position)
    mark = None
    if job.before is not None:
        before, expected = job.before
        score = line.score if position.colour == before.colour else -line.score
        mark = mark_of(before, expected, position.history[-1], score.chance, think)
    score = for_white(line.score, position.colour)
    return Judged(points(score), score.plies or None, line, score.chance, mark)


def search(job: Search, stop: StopFlag) -> Iterator[Found]:
    if job.position.outcome is not None:
        return
    for info in analyse(job.position, Limit(seconds=job.seconds), job.lines, table=table(), stop=stop):
        lines = []
        for line in info.lines:
            score = for_white(line.score, job.position.colour)
            lines.append(Variation(points(score), score.plies, [str(action) for action in line.actions]))
        yield Found(info.depth, info.nodes, info.speed, lines)


def prove(job: Prove) -> Proven:
    """Prove a win; the answer is empty if the proof fails."""
    position = job.position
    try:
        winners = winning_actions(position, job.actions, NODES)
        for action in winners or []:
            if job.action in (None, str(action)):
                return Proven(line_of(position, action, job.actions))
    except Unprovable:
        pass
    return Proven([])


def for_white(score: Score, mover: Colour) -> Score:
    """Return a score of the side to move from White's side."""
    return score if mover == Colour.WHITE else -score


def points(score: Score) -> float:
    """Return a score in points, a forced win as if the game were over."""
    if score.plies is not None:
        return DECIDED if score.value > 0 else -DECIDED
    return score.points
