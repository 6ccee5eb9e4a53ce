"""Annotating a game: the score after each action, mistakes, and what would have been better."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ruche.engine import Limit, Line, Score, Table, analyse
from ruche.engine.search import WHOLE_WIN
from ruche.rules.action import Action
from ruche.rules.colours import WHITE, Colour
from ruche.rules.position import Position

# How much of his chance to win a player has to give away to have made a mistake of a kind.
MARKS = (("blunder", 0.3), ("mistake", 0.2), ("inaccuracy", 0.1))


@dataclass(frozen=True)
class Verdict:
    """What the engine thinks of an action and of the position after it."""

    number: int  # actions so far
    turn: str
    colour: Colour
    action: Action
    score: Score  # of the position after it, for White
    best: Line | None  # what it would have done, with the score for the mover
    mark: str | None  # inaccuracy, mistake or blunder

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
        better = None
        if self.best is not None:
            better = {
                "points": self.best.score.points,
                "actions": [str(action) for action in self.best.actions],
            }
        return {
            "number": self.number,
            "turn": self.turn,
            "action": str(self.action),
            "points": self.score.points if self.score.plies is None else None,
            "plies": self.score.plies,
            "chance": round(self.score.chance, 3),
            "mark": self.mark,
            "better": better,
        }


def annotate(
    positions: Iterable[Position], limit: Limit, *, threads: int = 1, stop: threading.Event | None = None
) -> Iterator[Verdict]:
    """Judge every action of a game, given by its positions from first to last; stop early if told to."""
    table = Table()
    before: Position | None = None
    expected: Line | None = None
    for position in positions:
        found = judge(position, limit, threads, table, stop)
        if stop is not None and stop.is_set():
            return
        if before is not None and expected is not None:
            yield verdict(before, expected, position, found.score)
        before = position
        expected = found


def judge(position: Position, limit: Limit, threads: int, table: Table, stop: threading.Event | None) -> Line:
    """Return the best line of a position, its score for the side to move; of a finished game, its end."""
    if position.outcome is not None:
        winner = position.outcome.winner
        if winner is None:
            return Line(Score(0), ())
        return Line(Score(WHOLE_WIN if winner == position.colour else -WHOLE_WIN), ())
    best = Line(Score(0), ())
    for info in analyse(position, limit, 1, threads=threads, table=table, stop=stop):
        best = info.lines[0]
    return best


def verdict(before: Position, expected: Line, after: Position, score: Score) -> Verdict:
    """Compare what was played with what was best."""
    action = after.history[-1]
    mover = before.colour
    for_mover = score if after.colour == mover else -score
    best = None
    mark = None
    if expected.actions and not str(action).startswith(str(expected.actions[0])):
        lost = expected.score.chance - for_mover.chance
        mark = next((name for name, least in MARKS if lost >= least), None)
        best = expected
    return Verdict(
        number=len(after.history),
        turn=before.turn,
        colour=mover,
        action=action,
        score=for_mover if mover == WHITE else -for_mover,
        best=best,
        mark=mark,
    )
