"""Choosing a hand in Swarm (S1): every hand is searched against sampled hands of the opponent.

The opponent's real choice is secret. Those that the network likes most come first; all are searched
to depth one, the better half of them to depth two, and so on.
"""

from __future__ import annotations

import contextlib
import math
import random
import threading
import time
from collections.abc import Iterator

from ruche.engine.accumulator import Accumulator
from ruche.engine.calibration import chance_scale
from ruche.engine.limits import Info, Limit, Line
from ruche.engine.network_file import shipped_network
from ruche.engine.score import INFINITE, Score
from ruche.engine.search import CurrentIteration, Search
from ruche.engine.transposition import TranspositionTable
from ruche.rules.action import Action
from ruche.rules.facts.colours import WHITE, Colour
from ruche.rules.position import Position
from ruche.stop_flag import StopFlag

SAMPLES = 3  # hands of the opponent
MAX_DEPTH = 5
FINALISTS = 4  # the number of hands that are searched as deep as time allows


def choose_hand(
    position: Position, limit: Limit, table: TranspositionTable, seed: int, stop: StopFlag
) -> Iterator[Info]:
    """Yield, depth by depth, the hands that were searched, the best first."""
    begin = time.perf_counter()
    deadline = SearchDeadline(limit.seconds, stop)
    choice = HandChoice(position, table, seed, limit.nodes, deadline)
    best = [Line(Score(0), (action,)) for action in choice.hands]
    with deadline.armed():
        for depth in range(1, min(limit.depth or MAX_DEPTH, MAX_DEPTH) + 1):
            best = choice.deepen(best[: max(FINALISTS, len(choice.hands) >> depth - 1)], depth)
            yield Info(depth, choice.nodes, time.perf_counter() - begin, tuple(best))
            if deadline.has_passed():
                return


class SearchDeadline:
    """Stops searches when the time is up or the stop flag is set."""

    def __init__(self, seconds: float | None, stop: StopFlag) -> None:
        self.current = CurrentIteration()
        self.end = math.inf if seconds is None else time.perf_counter() + 0.9 * seconds
        self.stop = stop

    def has_passed(self) -> bool:
        """Tell whether searches are to stop, and stop them if so."""
        if self.stop.is_set() or time.perf_counter() > self.end:
            self.current.stop()
        return self.current.is_stopped()

    @contextlib.contextmanager
    def armed(self) -> Iterator[None]:
        """Interrupt a long search from another thread too.

        Beside many short searches that thread hardly gets a turn: between those, ask `has_passed`.
        """
        timer = threading.Timer(max(0.0, self.end - time.perf_counter()), self.current.stop)
        timer.daemon = True
        if self.end < math.inf:
            timer.start()
        try:
            with self.stop.notifying(self.current.stop):
                yield
        finally:
            timer.cancel()


class HandChoice:
    """The hands of one player, and sampled ones of the other."""

    def __init__(
        self,
        position: Position,
        table: TranspositionTable,
        seed: int,
        budget: int | None,
        deadline: SearchDeadline,
    ) -> None:
        self.colour: Colour = position.colour
        self.start = before_hands(position)
        self.table = table
        self.deadline = deadline
        self.budget = budget
        self.nodes = 0
        mine = position.legal_actions()
        theirs = (self.after(mine[0]) if self.colour == WHITE else self.start).legal_actions()
        self.opponents = random.Random(seed).sample(theirs, min(SAMPLES, len(theirs)))
        self.hands = sorted(mine, key=self.evaluation, reverse=True)

    def evaluation(self, hand: Action) -> int:
        """Return what the network thinks of a hand against one of the opponent's, without searching."""
        board = self.facing(hand, self.opponents[0]).board
        score = Accumulator(shipped_network(), board).of(board)
        return score if self.colour == WHITE else -score

    def facing(self, hand: Action, other: Action) -> Position:
        """Return the position after a choice and the opponent's."""
        return self.after(hand, other) if self.colour == WHITE else self.after(other, hand)

    def after(self, *hands: Action) -> Position:
        position = self.start.copy()
        for hand in hands:
            position.play(str(hand))
        return position

    def deepen(self, lines: list[Line], depth: int) -> list[Line]:
        """Search hands to a depth and sort them; those that there was no time for come last."""
        searched = []
        for line in lines:
            if self.budget is not None and self.nodes > self.budget:
                self.deadline.current.stop()
            score = None if self.deadline.has_passed() else self.score(line.actions[0], depth)
            if score is None:
                break
            searched.append(Line(score, line.actions))
        searched.sort(key=lambda line: -line.score.value)
        return searched + lines[len(searched) :]

    def score(self, hand: Action, depth: int) -> Score | None:
        """Return the average score of a hand against those of the opponent; None if it was stopped."""
        total = 0
        for other in self.opponents:
            search = Search(self.facing(hand, other), self.table, shipped_network(), self.deadline.current)
            score = search.iterate(0, depth, 0, -INFINITE, INFINITE)
            self.nodes += search.nodes
            if search.is_stopped():
                return None
            total += score if self.colour == WHITE else -score
        return Score(round(total / len(self.opponents)), scale=chance_scale(self.start.game_type))


def before_hands(position: Position) -> Position:
    """Return the position in which white chooses a hand: the faces are open by then (V0d)."""
    start = Position(position.game_type)
    while start.choosing == "faces":
        second = position.game_type.second_faces[start.colour]
        chosen = {piece for piece in second if position.held(piece.id) == piece}
        start.play(next(action for action in start.legal_actions() if set(action.chosen) == chosen))
    return start
