"""Reviewing a game: the score after each action, mistakes, and what would have been better.

`mark_of` is the one judge of mistakes; the command line and the page both ask it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from ruche import words
from ruche.engine import Limit, Line, Score, StopFlag, TranspositionTable, analyse
from ruche.engine.score import WIN
from ruche.notation.game import Game
from ruche.rules.action import Action
from ruche.rules.facts.colours import WHITE, Colour
from ruche.rules.outcome import Outcome
from ruche.rules.position import Position

Mark = Literal["inaccuracy", "mistake", "blunder"]
# How many expected points an action must lose to be marked so.
MARKS: tuple[tuple[Mark, float], ...] = (("blunder", 0.3), ("mistake", 0.2), ("inaccuracy", 0.1))


@dataclass(frozen=True)
class Verdict:
    """What the engine thinks of an action and of the position after it; all scores are White's."""

    number: int  # actions so far
    turn: str
    colour: Colour
    action: Action
    score: Score  # of the position after it
    outcome: Outcome | None  # if the game has ended with it
    better: Line | None  # what the player should have done, if it was a mistake of any kind
    mark: Mark | None

    def say(self, language: str) -> str:
        """Return the score as a player reads it, or how the game ended."""
        return self.score.say(language) if self.outcome is None else say_outcome(self.outcome, language)

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
            "ended": self.outcome and {"result": self.outcome.state, "why": self.outcome.why},
            "mark": self.mark,
            "better": better,
        }


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
    positions: Iterable[Position], limit: Limit, *, threads: int = 1, stop: StopFlag | None = None
) -> Iterator[Verdict]:
    """Judge every action of a game, given by its positions from first to last; end early if stopped."""
    table = TranspositionTable()
    before: Position | None = None
    expected: Line | None = None

    def think(position: Position) -> Line:
        return best_line(position, limit, threads, table, stop)

    for number, position in enumerate(positions):
        line = think(position)
        if before is not None and expected is not None:
            verdict = judge(number, before, expected, position, line.score, think)
            if stop is not None and stop.is_set():
                return
            yield verdict
        before = position
        expected = line


def best_line(
    position: Position, limit: Limit, threads: int, table: TranspositionTable, stop: StopFlag | None
) -> Line:
    """Return the best line of a position, its score for the side to move; of a finished game, its result."""
    if position.outcome is not None:
        winner = position.outcome.winner
        if winner is None:
            return Line(Score(0), ())
        return Line(Score(WIN if winner == position.colour else -WIN), ())
    infos = list(analyse(position, limit, 1, threads=threads, table=table, stop=stop))
    if not infos:  # the limit was too narrow for any answer
        infos = list(analyse(position, Limit(depth=1), 1, table=table))
    return infos[-1].lines[0]


def judge(
    number: int,
    before: Position,
    expected: Line,
    after: Position,
    score: Score,
    think: Callable[[Position], Line],
) -> Verdict:
    """Compare the action that was played with the best one; the scores are for the sides to move."""
    mover = before.colour
    for_mover = score if after.colour == mover else -score
    mark = mark_of(before, expected, after.history[-1], for_mover.chance, think)
    for_white = Line(expected.score if mover == WHITE else -expected.score, expected.actions)
    return Verdict(
        number=number,
        turn=before.turn,
        colour=mover,
        action=after.history[-1],
        score=for_mover if mover == WHITE else -for_mover,
        outcome=after.outcome,
        better=for_white if mark else None,
        mark=mark,
    )


def mark_of(
    before: Position, expected: Line, action: Action, chance: float, think: Callable[[Position], Line]
) -> Mark | None:
    """Return the mark of an action by the expected points that it lost for its player.

    `expected` is the best line before it, `chance` the player's chance after it. The engine's own best action
    has no mark. What an action happened to draw is luck (S2): it is judged by its average over all draws.
    """
    if not expected.actions or action.without_draw == expected.actions[0].without_draw:
        return None
    best = expected.score.chance
    mark = mark_by_loss(best - chance)
    if mark is None or action.drawn is None:
        return mark
    return mark_by_loss(best - average_chance(before, action, think))


def mark_by_loss(lost: float) -> Mark | None:
    """Return the mark for losing so many expected points."""
    return next((mark for mark, least in MARKS if lost >= least), None)


def average_chance(before: Position, action: Action, think: Callable[[Position], Line]) -> float:
    """Return a player's chance after an action, on average over the pieces that it may draw."""
    chances: dict[tuple[Colour | None, str], float] = {}  # by kind: like pieces give like positions
    for draw in before.draws(action):
        assert draw.drawn is not None
        after = before.copy()
        after.play(draw)
        score = think(after).score
        if after.colour != before.colour:
            score = -score
        chances[draw.drawn.colour, draw.drawn.bug.name] = score.chance
    return sum(chances[piece.colour, piece.bug.name] for piece in before.bag) / len(before.bag)
