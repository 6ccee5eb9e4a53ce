"""Annotating a game: the score after each action, mistakes, and what would have been better."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ruche import words
from ruche.engine import Limit, Line, Score, StopFlag, TranspositionTable, analyse
from ruche.engine.score import WIN
from ruche.notation.game import Game
from ruche.rules.action import Action
from ruche.rules.facts.colours import WHITE, Colour
from ruche.rules.outcome import Outcome
from ruche.rules.position import Position

# How much of his chance to win a player has to give away to have made a mistake of a kind.
MARKS = (("blunder", 0.3), ("mistake", 0.2), ("inaccuracy", 0.1))


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
    mark: str | None  # inaccuracy, mistake or blunder

    def say(self, language: str) -> str:
        """Return the score as a player reads it, or how the game ended."""
        return self.score.say(language) if self.outcome is None else say_outcome(self.outcome, language)

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data for JSON."""
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
    """Give the positions of a record under the rules by which it was most likely played.

    Programs play the eight plain types with the queen opening forbidden (T4), and records do not say so:
    unless somebody opened with the queen, she is nothing to recommend.
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


def annotate(
    positions: Iterable[Position], limit: Limit, *, threads: int = 1, stop: StopFlag | None = None
) -> Iterator[Verdict]:
    """Judge every action of a game, given by its positions from first to last; stop early if told to."""
    table = TranspositionTable()
    before: Position | None = None
    expected: Line | None = None

    def think(position: Position) -> Line:
        return judge(position, limit, threads, table, stop)

    for number, position in enumerate(positions):
        found = think(position)
        if before is not None and expected is not None:
            judged = verdict(number, before, expected, position, found.score)
            if judged.mark is not None and position.history[-1].drawn is not None:
                judged = without_luck(judged, before, expected, think)
            if stop is not None and stop.is_set():
                return
            yield judged
        before = position
        expected = found


def judge(
    position: Position, limit: Limit, threads: int, table: TranspositionTable, stop: StopFlag | None
) -> Line:
    """Return the best line of a position, its score for the side to move; of a finished game, its end."""
    if position.outcome is not None:
        winner = position.outcome.winner
        if winner is None:
            return Line(Score(0), ())
        return Line(Score(WIN if winner == position.colour else -WIN), ())
    infos = list(analyse(position, limit, 1, threads=threads, table=table, stop=stop))
    if not infos:  # the limit was too narrow for any answer
        infos = list(analyse(position, Limit(depth=1), 1, table=table))
    return infos[-1].lines[0]


def verdict(number: int, before: Position, expected: Line, after: Position, score: Score) -> Verdict:
    """Compare what was played with what was best; the scores are for the sides to move."""
    action = after.history[-1]
    mover = before.colour
    for_mover = score if after.colour == mover else -score
    mark = None
    if expected.actions and not is_same(action, expected.actions[0]):
        mark = mark_of(expected.score.chance - for_mover.chance)
    for_white = Line(expected.score if mover == WHITE else -expected.score, expected.actions)
    return Verdict(
        number=number,
        turn=before.turn,
        colour=mover,
        action=action,
        score=for_mover if mover == WHITE else -for_mover,
        outcome=after.outcome,
        better=for_white if mark else None,
        mark=mark,
    )


def mark_of(lost: float) -> str | None:
    """Return what it is called to give away so much of one's chance to win."""
    return next((name for name, least in MARKS if lost >= least), None)


def without_luck(
    judged: Verdict, before: Position, expected: Line, think: Callable[[Position], Line]
) -> Verdict:
    """Judge an action by all that it might have drawn: what it did draw is no mistake (S2)."""
    known: dict[tuple[Colour | None, str], float] = {}  # alike pieces are alike
    for action in before.draws(judged.action):
        assert action.drawn is not None
        after = before.copy()
        after.play(action)
        score = think(after).score
        known[action.drawn.colour, action.drawn.bug.name] = (
            score if after.colour == before.colour else -score
        ).chance
    chances = [known[piece.colour, piece.bug.name] for piece in before.bag]
    mark = mark_of(expected.score.chance - sum(chances) / len(chances))
    return replace(judged, mark=mark, better=judged.better if mark else None)


def is_same(one: Action, other: Action) -> bool:
    """Tell whether two actions of a position are the same, whatever they draw: that is luck (S2)."""
    return one.without_draw == other.without_draw
