"""Reviewing a game: the score after each action, mistakes, and what would have been better.

This is the one judge of mistakes: the command line and the page both ask it. A position is judged by a number
of nodes, never by time, with one thread and a table of its own: the same game has the same verdicts on every
machine, however busy, and a review can be taken up anywhere.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from ruche import words
from ruche.engine import Limit, Line, Score, StopFlag, TranspositionTable, analyse
from ruche.engine.score import WIN
from ruche.engine.standing import leader_of, say_standing, standing_of
from ruche.engine.thread_pool import LONGEST_WAIT
from ruche.notation.annotations import Mark
from ruche.notation.game import Game
from ruche.rules.action import Action
from ruche.rules.core.board import COMPILED
from ruche.rules.facts.colours import WHITE, Colour
from ruche.rules.outcome import Outcome
from ruche.rules.position import Position

BUDGET = Limit(nodes=200_000 if COMPILED else 2_000)  # plain Python is a hundred times slower
TABLE_MIB = 8
OPENING_TURNS = 2  # of each side, which are not judged: nothing is decided there

# How many expected points an action must lose to be marked so.
MARKS: tuple[tuple[Mark, float], ...] = (("blunder", 0.3), ("mistake", 0.2), ("inaccuracy", 0.1))


SEVERITY = 4.35  # how fast accuracy falls: an action that loses a tenth of a point is worth 65 %


class StoppedError(Exception):
    """A position was not judged: the review was stopped."""


@dataclass(frozen=True)
class Verdict:
    """What the engine thinks of an action and of the position after it; all scores are White's."""

    number: int  # actions so far
    turn: str
    colour: Colour
    action: Action
    score: Score  # of the position after it
    outcome: Outcome | None  # if the game has ended with it
    best: Line  # what the engine would have played
    lost: float | None  # expected points that the player gave away; None in the opening

    @property
    def mark(self) -> Mark | None:
        """The kind of mistake, if it was one."""
        return None if self.lost is None else mark_by_loss(self.lost)

    @property
    def better(self) -> Line | None:
        """What the player should have done, if it was a mistake of any kind."""
        return self.best if self.mark else None

    @property
    def accuracy(self) -> float | None:
        """How good the action was, from 1 for the best down towards 0; None in the opening."""
        return None if self.lost is None else math.exp(-SEVERITY * self.lost)

    @property
    def is_turning_point(self) -> bool:
        """Whether a mistake has cost a lead, or given one."""
        return self.mark is not None and leader_of(self.best.score.chance) != leader_of(self.score.chance)

    def say(self, language: str) -> str:
        """Return the score as a player reads it, or how the game ended."""
        if self.outcome is not None:
            return say_outcome(self.outcome, language)
        return f"{self.score.say(language)} ({say_standing(self.score.chance, language)})"

    def as_data(self) -> dict[str, Any]:
        better = None
        if self.better is not None:
            better = {
                **score_data(self.better.score),
                "actions": [str(action) for action in self.better.actions],
            }
        return {
            "number": self.number,
            "turn": self.turn,
            "action": str(self.action),
            **score_data(self.score),
            "standing": standing_of(self.score.chance),
            "ended": self.outcome and {"result": self.outcome.state, "why": self.outcome.why},
            "lost": None if self.lost is None else round(self.lost, 3),
            "turning_point": self.is_turning_point,
            "mark": self.mark,
            "better": better,
        }


def summary_data(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Return a review in short, as plain data: accuracy and marks of each side, and the turning points."""

    def side(colour: Colour) -> dict[str, Any]:
        own = [verdict for verdict in verdicts if verdict.colour == colour]
        accuracy = [verdict.accuracy for verdict in own if verdict.accuracy is not None]
        marks = Counter(verdict.mark for verdict in own)
        return {
            "accuracy": round(fmean(accuracy), 3) if accuracy else None,
            **{mark: marks[mark] for mark, _ in MARKS},
        }

    turning = [verdict.number for verdict in verdicts if verdict.is_turning_point]
    return {"white": side(WHITE), "black": side(WHITE.other), "turning_points": turning}


def say_outcome(outcome: Outcome, language: str) -> str:
    """Say who has won, and why, if that is known."""
    winner = outcome.winner
    result = words.say(f"page.result.{'draw' if winner is None else winner.letter}", language)
    if outcome.why == "unknown":
        return result
    why = words.say(f"page.result.why_{outcome.why}", language)
    return words.say("page.result.sentence", language, result=result, why=why)


def score_data(score: Score) -> dict[str, Any]:
    """Return a score as plain data: points, or the actions to a forced end, and the chance."""
    return {
        "points": score.points if score.plies is None else None,
        "plies": score.plies,
        "chance": round(score.chance, 3),
    }


def positions_of(game: Game) -> Iterator[Position]:
    """Yield the positions of a record under the rules by which it was most likely played.

    Programs play the eight plain types with the queen opening forbidden (T4), and records do not say so:
    unless somebody opened with the queen, that opening is not recommended.
    """
    kind = game.game_type
    if not kind.is_plain or game.is_set_up or opens_with_queen(game):
        return game.positions()
    strict = Game(kind.with_options(queen_opening="forbidden"), seed=game.seed)
    for action in game.actions:
        strict.play(str(action))
    return strict.positions()


def opens_with_queen(game: Game) -> bool:
    """Tell whether a player's first piece is the queen."""
    firsts = [action.piece for action in game.actions[:2]]
    return any(piece is not None and piece.is_royal for piece in firsts)


def review(
    positions: Iterable[Position], limit: Limit = BUDGET, *, threads: int = 1, stop: StopFlag | None = None
) -> Iterator[Verdict]:
    """Judge every action of a game, given by its positions from first to last; end early if stopped.

    Each thread judges a position of its own; the verdicts are the same with any number of them.
    """
    if limit.seconds is not None:
        raise ValueError(f"{limit!r} judges by time; expected a limit of nodes or depth")

    def think(position: Position) -> Line:
        return best_line(position, limit, stop)

    before: tuple[Position, Line] | None = None
    try:
        for number, (position, line) in enumerate(think_ahead(positions, think, threads)):
            if before is not None:
                yield judge(number, *before, position, line, think)
            before = position, line
    except StoppedError:
        return


def think_ahead(
    positions: Iterable[Position], think: Callable[[Position], Line], threads: int
) -> Iterator[tuple[Position, Line]]:
    """Yield positions with their best lines, in order; think about one position in each thread."""
    waiting: deque[tuple[Position, Future[Line]]] = deque()

    def first() -> tuple[Position, Line]:
        position, line = waiting.popleft()
        while not line.done():
            wait([line], LONGEST_WAIT)
        return position, line.result()

    with ThreadPoolExecutor(threads) as pool:
        for position in positions:
            waiting.append((position, pool.submit(think, position)))
            if len(waiting) >= threads:
                yield first()
        while waiting:
            yield first()


def best_line(position: Position, limit: Limit = BUDGET, stop: StopFlag | None = None) -> Line:
    """Return the best line of a position, its score for the side to move; of a finished game, its result.

    Raise `StoppedError` rather than say what a part of the search has found.
    """
    if position.outcome is not None:
        winner = position.outcome.winner
        if winner is None:
            return Line(Score(0), ())
        return Line(Score(WIN if winner == position.colour else -WIN), ())
    infos = list(analyse(position, limit, 1, table=TranspositionTable(TABLE_MIB), stop=stop))
    if stop is not None and stop.is_set():
        raise StoppedError
    if not infos:  # the limit was too narrow for any answer
        infos = list(analyse(position, Limit(depth=1), 1, table=TranspositionTable(TABLE_MIB)))
    return infos[-1].lines[0]


def judge(
    number: int,
    before: Position,
    expected: Line,
    after: Position,
    found: Line,
    think: Callable[[Position], Line],
) -> Verdict:
    """Compare the action that was played with the best one, by the best lines before and after it."""
    mover = before.colour
    score = found.score if after.colour == mover else -found.score
    action = after.history[-1]
    return Verdict(
        number=number,
        turn=before.turn,
        colour=mover,
        action=action,
        score=score if mover == WHITE else -score,
        outcome=after.outcome,
        best=Line(expected.score if mover == WHITE else -expected.score, expected.actions),
        lost=lost_points(before, expected, action, score.chance, think),
    )


def lost_points(
    before: Position, expected: Line, action: Action, chance: float, think: Callable[[Position], Line]
) -> float | None:
    """Return the expected points that an action lost for its player; None in the opening.

    `expected` is the best line before it, `chance` the player's chance after it. The engine's own best action
    loses nothing. What an action happened to draw is luck (S2): it is judged by its average over all draws.
    """
    if before.turn_number <= OPENING_TURNS:
        return None
    if not expected.actions or action.without_draw == expected.actions[0].without_draw:
        return 0.0
    lost = expected.score.chance - chance
    if mark_by_loss(lost) and action.drawn is not None:
        chance = chance_after(before, action, think)
        lost = expected.score.chance - chance
    if mark_by_loss(lost):
        # The search after an action sees one action further than the one before it. Before blaming a player,
        # look as far after the best action: it may have been no better.
        lost = min(lost, chance_after(before, expected.actions[0], think) - chance)
    return max(0.0, lost)


def mark_by_loss(lost: float) -> Mark | None:
    """Return the mark for losing `lost` expected points."""
    return next((mark for mark, least in MARKS if lost >= least), None)


def chance_after(before: Position, action: Action, think: Callable[[Position], Line]) -> float:
    """Return a player's chance after an action, on average over the pieces that it may draw."""
    chances: dict[tuple[Colour | None, str], float] = {}  # by kind: like pieces give like positions
    for draw in before.draws(action):
        after = before.copy()
        after.play(draw)
        score = think(after).score
        if after.colour != before.colour:
            score = -score
        if draw.drawn is None:
            return score.chance
        chances[draw.drawn.colour, draw.drawn.bug.name] = score.chance
    return sum(chances[piece.colour, piece.bug.name] for piece in before.bag) / len(before.bag)
