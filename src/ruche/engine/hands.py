"""Choosing a hand in Swarm (S1): every hand is tried against sampled hands of the opponent, by search.

The opponent's real choice is secret. The hands that promise most by their pieces alone come first; all are
looked at one action deep, the better half of them one deeper, and so on.
"""

from __future__ import annotations

import contextlib
import math
import random
import threading
import time
from collections.abc import Iterator

from ruche.engine import weights
from ruche.engine.evaluation import Evaluation
from ruche.engine.limits import Info, Limit, Line, Score
from ruche.engine.search import ANY_SCORE, Search, Signal
from ruche.engine.transposition import Table
from ruche.rules.action import Action
from ruche.rules.facts.colours import WHITE, Colour
from ruche.rules.position import Position
from ruche.stop import Stop

OPPONENTS = 3  # sampled hands of the opponent
DEEPEST = 5
KEPT = 4  # so many hands are looked at as deep as time allows


def is_choice(position: Position) -> bool:
    """Tell whether a hand is to be chosen."""
    return position.turn_number == 0 and "Swarm" in position.game_type.modules


def choose_hand(position: Position, limit: Limit, table: Table, seed: int, stop: Stop) -> Iterator[Info]:
    """Give depth by depth the hands that were looked at, the best first."""
    begin = time.perf_counter()
    alarm = Alarm(limit.seconds, stop)
    choice = Choice(position, table, seed, limit.nodes, alarm)
    best = [Line(Score(0), (action,)) for action in choice.hands]
    with alarm.armed():
        for depth in range(1, min(limit.depth or DEEPEST, DEEPEST) + 1):
            best = choice.deepen(best[: max(KEPT, len(choice.hands) >> depth - 1)], depth)
            yield Info(depth, choice.nodes, time.perf_counter() - begin, tuple(best))
            if alarm.rings():
                return


class Alarm:
    """Raises a signal when the time is up, or when told to stop."""

    def __init__(self, seconds: float | None, stop: Stop) -> None:
        self.signal = Signal()
        self.end = math.inf if seconds is None else time.perf_counter() + 0.9 * seconds
        self.stop = stop

    def rings(self) -> bool:
        """Raise the signal if it is time to; tell whether it is raised."""
        if self.stop.is_set() or time.perf_counter() > self.end:
            self.signal.stop()
        return self.signal.is_raised()

    @contextlib.contextmanager
    def armed(self) -> Iterator[None]:
        """Raise the signal from another thread too, so that a long search is interrupted.

        Beside many short searches that thread hardly gets a turn: who makes those asks `rings` himself.
        """
        timer = threading.Timer(max(0.0, self.end - time.perf_counter()), self.signal.stop)
        timer.daemon = True
        if self.end < math.inf:
            timer.start()
        try:
            with self.stop.heard_by(self.signal.stop):
                yield
        finally:
            timer.cancel()


class Choice:
    """The hands of one player, and sampled ones of the other."""

    def __init__(self, position: Position, table: Table, seed: int, budget: int | None, alarm: Alarm) -> None:
        self.colour: Colour = position.colour
        self.game_type = position.game_type
        self.hands = sorted(position.legal_actions(), key=promise, reverse=True)
        self.table = table
        self.evaluation = Evaluation(weights.default())
        self.alarm = alarm
        self.budget = budget
        self.nodes = 0
        theirs = self.after(self.hands[0]) if self.colour == WHITE else Position(self.game_type)
        hands = theirs.legal_actions()
        self.opponents = random.Random(seed).sample(hands, min(OPPONENTS, len(hands)))

    def after(self, *hands: Action) -> Position:
        """Return the position after some choices."""
        position = Position(self.game_type)
        for hand in hands:
            position.play(str(hand))
        return position

    def deepen(self, lines: list[Line], depth: int) -> list[Line]:
        """Look at hands to a depth, and sort them; those that there was no time for come last."""
        found = []
        for line in lines:
            if self.budget is not None and self.nodes > self.budget:
                self.alarm.signal.stop()
            score = None if self.alarm.rings() else self.value(line.actions[0], depth)
            if score is None:
                break
            found.append(Line(score, line.actions))
        found.sort(key=lambda line: -line.score.value)
        return found + lines[len(found) :]

    def value(self, hand: Action, depth: int) -> Score | None:
        """Return the average score of a hand against those of the opponent; None if it was cut short."""
        total = 0
        for other in self.opponents:
            position = self.after(hand, other) if self.colour == WHITE else self.after(other, hand)
            search = Search(position, self.table, self.evaluation, self.alarm.signal)
            score = search.iterate(0, depth, 0, -ANY_SCORE, ANY_SCORE)
            self.nodes += search.nodes
            if search.is_stopped():
                return None
            total += score if self.colour == WHITE else -score
        return Score(round(total / len(self.opponents)))


def promise(hand: Action) -> int:
    """Return what the pieces of a hand are worth by themselves."""
    values = weights.default()
    return sum(values[weights.index(piece.bug.name, "hand")] for piece in hand.chosen)
