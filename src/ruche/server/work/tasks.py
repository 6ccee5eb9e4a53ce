"""What a worker does: the one place where the server meets the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from ruche import Colour
from ruche.engine import Info, Limit, Score, StopFlag, TranspositionTable, analyse, best_action
from ruche.engine.proof import Unprovable, line_of, winning_actions
from ruche.server.work.jobs import Found, Judge, Judged, Prove, Proven, Search, Think, Thought, Variation

TABLE_MIB = 32
NODES = 5_000_000  # for a proof
DECIDED = 10.0  # the score, in points, of a game that is over


@cache
def table() -> TranspositionTable:
    """Return the memory of this worker's searches, kept from job to job."""
    return TranspositionTable(TABLE_MIB)


def think(job: Think, stop: StopFlag) -> Thought:
    """Choose an action."""
    limit = Limit(seconds=job.seconds)
    seed = random.getrandbits(32)
    action = best_action(job.position, limit, level=job.level, table=table(), stop=stop, seed=seed)
    return Thought(str(action))


def judge(job: Judge, stop: StopFlag) -> Judged:
    """Say how the game stands."""
    position = job.position
    if position.outcome is not None:
        winner = position.outcome.winner
        sign = 0 if winner is None else (1 if winner == Colour.WHITE else -1)
        return Judged(sign * DECIDED, None, None, (1 + sign) / 2)
    last: Info | None = None
    for info in analyse(position, Limit(seconds=job.seconds), 1, table=table(), stop=stop):
        last = info
    if last is None:  # stopped before it had looked at anything
        return Judged(0.0, None, None, 0.5)
    score = for_white(last.score, position.colour)
    best = last.lines[0].actions
    return Judged(points(score), score.plies, str(best[0]) if best else None, score.chance)


def search(job: Search, stop: StopFlag) -> Iterator[Found]:
    """Look for the best lines."""
    if job.position.outcome is not None:
        return
    for info in analyse(job.position, Limit(seconds=job.seconds), job.lines, table=table(), stop=stop):
        lines = []
        for line in info.lines:
            score = for_white(line.score, job.position.colour)
            lines.append(Variation(points(score), score.plies, [str(action) for action in line.actions]))
        yield Found(info.depth, info.nodes, info.speed, lines)


def prove(job: Prove) -> Proven:
    """Prove a win; nothing is won that cannot be proven."""
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
