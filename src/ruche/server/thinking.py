"""What a worker does: the one place where the server meets the engine."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

from ruche import Action, Colour, Position
from ruche.server.jobs import Found, Judge, Judged, Search, Think, Thought, Variation

Stopped = Callable[[], bool]
WIN = 100.0


def think(job: Think, stopped: Stopped) -> Thought:
    """Choose an action."""
    ranked = rank(job.position, stopped)
    return Thought(str(ranked[0][1]))


def judge(job: Judge, stopped: Stopped) -> Judged:
    """Say how the game stands."""
    position = job.position
    if position.outcome is not None:
        winner = position.outcome.winner
        sign = 0 if winner is None else (1 if winner == Colour.WHITE else -1)
        return Judged(sign * WIN, None, None, (1 + sign) / 2)
    score, best = rank(position, stopped)[0]
    if position.colour == Colour.BLACK:
        score = -score
    return Judged(score, None, str(best), 1 / (1 + 10 ** (-score / 4)))


def search(job: Search, stopped: Stopped) -> Iterator[Found]:
    """Look for the best lines."""
    begun = time.monotonic()
    if job.position.outcome is not None:
        return
    ranked = rank(job.position, stopped)
    sign = 1 if job.position.colour == Colour.WHITE else -1
    lines = [Variation(sign * score, None, [str(action)]) for score, action in ranked[: job.lines]]
    yield Found(1, len(ranked), len(ranked) / max(1e-6, time.monotonic() - begun), lines)


def rank(position: Position, stopped: Stopped) -> list[tuple[float, Action]]:
    """Return the legal actions by what one look ahead says, best first."""
    scored: list[tuple[float, Action]] = []
    for action in position.legal_actions():
        if stopped() and scored:
            break
        if action.kind == "hand":
            scored.append((random.random(), action))
            continue
        me = position.colour
        position.play(action)
        scored.append((balance(position, me) + random.random() / 10, action))
        position.undo()
    return sorted(scored, key=lambda pair: pair[0], reverse=True)


def balance(position: Position, me: Colour) -> float:
    """Return how much closer the enemy's queen is to being surrounded."""
    if position.outcome is not None:
        return 0.0 if position.outcome.winner is None else (WIN if position.outcome.winner == me else -WIN)
    stacks = position.stacks
    round_queen = [0, 0]
    for place, stack in stacks.items():
        for piece in stack:
            if piece.bug.letter in "QW" and piece.colour is not None:
                round_queen[piece.colour] = sum(place.neighbour(d) in stacks for d in range(6))
    return float(round_queen[me.other] - round_queen[me])
