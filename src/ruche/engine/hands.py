"""Choosing a hand in Swarm (S1): every hand is tried against sampled hands of the opponent, by search.

The opponent's real choice is secret. All hands are looked at one action deep, the better half of them one
deeper, and so on.
"""

from __future__ import annotations

import random
import threading
import time

from ruche.engine import weights
from ruche.engine.evaluation import Evaluation
from ruche.engine.limits import Info, Limit, Line, Score
from ruche.engine.search import Search, Signal
from ruche.engine.table import Table
from ruche.rules.action import Action
from ruche.rules.colours import WHITE, Colour
from ruche.rules.position import Position

OPPONENTS = 3  # sampled hands of the opponent
DEEPEST = 5
KEPT = 4  # so many hands are looked at as deep as time allows


def is_choice(position: Position) -> bool:
    """Tell whether a hand is to be chosen."""
    return position.turn_number == 0 and "Swarm" in position.game_type.modules


def choose_hand(position: Position, limit: Limit, table: Table, seed: int, stop: threading.Event) -> Info:
    """Return the best hands, the best first."""
    begin = time.perf_counter()
    end = None if limit.seconds is None else begin + 0.9 * limit.seconds
    choice = Choice(position, table, seed)
    best = [Line(Score(0), (action,)) for action in choice.hands]
    for depth in range(1, min(limit.depth or DEEPEST, DEEPEST) + 1):
        found = []
        for line in best[: max(KEPT, len(choice.hands) >> depth - 1)]:
            late = end is not None and time.perf_counter() > end
            spent = limit.nodes is not None and choice.nodes > limit.nodes
            if late or spent or stop.is_set():
                return Info(depth, choice.nodes, time.perf_counter() - begin, tuple(best))
            found.append(Line(choice.value(line.actions[0], depth), line.actions))
        found.sort(key=lambda line: -line.score.value)
        best = found
    return Info(depth, choice.nodes, time.perf_counter() - begin, tuple(best))


class Choice:
    """The hands of one player, and sampled ones of the other."""

    def __init__(self, position: Position, table: Table, seed: int) -> None:
        self.colour: Colour = position.colour
        self.game_type = position.game_type
        self.hands = position.legal_actions()
        self.table = table
        self.evaluation = Evaluation(weights.default())
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

    def value(self, hand: Action, depth: int) -> Score:
        """Return the average score of a hand against those of the opponent."""
        total = 0
        for other in self.opponents:
            position = self.after(hand, other) if self.colour == WHITE else self.after(other, hand)
            search = Search(position, self.table, self.evaluation, Signal())
            search.depth = depth
            score = search.iterate(depth, 0, 0)
            total += score if self.colour == WHITE else -score
            self.nodes += search.nodes
        return Score(round(total / len(self.opponents)))
