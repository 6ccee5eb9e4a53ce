"""Iterative deepening with aspiration windows, on several threads that share one table (ABDADA)."""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from ruche.engine.calibration import chance_scale
from ruche.engine.levels import Level
from ruche.engine.limits import Info, Limit, Line
from ruche.engine.network_file import shipped_network
from ruche.engine.score import INFINITE, MATE_BOUND, Score
from ruche.engine.search import CurrentIteration, Search, max_depth
from ruche.engine.transposition import TranspositionTable
from ruche.rules.action import Action
from ruche.rules.facts.colours import Colour
from ruche.rules.position import Position, action_from_code
from ruche.stop_flag import StopFlag

STOPPING_SECONDS = 0.003  # kept back for stopping the threads
LONGEST_WAIT = 0.1  # seconds: where waiting cannot be interrupted, Ctrl-C is heard so late
ASPIRATION_WINDOW = 30  # how much a score is expected to change from one depth to the next
WIDEST_WINDOW = 1_000
ScoredLines = list[tuple[int, list[int]]]  # scores and codes of lines


class Iteration(NamedTuple):
    """What all threads search together: one line of one depth. The order is that of `Search.iterate`."""

    number: int
    depth: int
    rank: int  # how many better lines are left out
    alpha: int
    beta: int


class ThreadPool:
    """The searches of one position, one thread each, that share a table without locks.

    All search the same tree, each deferring moves that another one is searching (step 10 of `Search.search`),
    and exchange results through the table. The first to finish an iteration reports it, and all go on to
    the next.
    """

    def __init__(
        self, position: Position, level: Level, threads: int, table: TranspositionTable, seed: int
    ) -> None:
        if threads < 1:
            raise ValueError(f"{threads!r} threads cannot search; expected 1 or more")
        self.position = position
        self.current = CurrentIteration()
        self.reports: queue.SimpleQueue[tuple[int, int, ScoredLines] | None] = queue.SimpleQueue()
        table.new_search()
        self.searches = [
            Search(
                position.seen_by(position.colour),  # S1, S7: it knows no more than the player
                table,
                shipped_network(),
                self.current,
                seed=seed,
                noise=level.noise,
                overlook=level.overlook,
                shared=threads > 1,
            )
            for _ in range(threads)
        ]
        self.threads: list[threading.Thread] = []
        # What they work on together and what they found, guarded by the lock.
        self.lock = threading.Lock()
        self.number, self.depth, self.max_depth = 0, 1, 1
        self.window, self.margin = (-INFINITE, INFINITE), ASPIRATION_WINDOW
        self.last_scores: list[int] = []  # of the lines at the depth before
        self.best_codes: list[int] = []
        self.lines: ScoredLines = []  # at this depth
        self.nodes_each: int | None = None

    def start(self, limit: Limit, lines: int) -> None:
        self.nodes_each = None if limit.nodes is None else limit.nodes // len(self.searches)
        self.max_depth = min(limit.depth or max_depth(), max_depth())
        self.last_scores = [0] * min(lines, self.searches[0].count)
        self.aim()
        self.threads = [threading.Thread(target=self.work, args=(s,), daemon=True) for s in self.searches]
        for thread in self.threads:
            thread.start()

    def work(self, search: Search) -> None:
        """Search one iteration after another, until none is left."""
        try:
            while (iteration := self.assign(search)) is not None:
                self.collect(search, iteration, search.iterate(*iteration))
        finally:
            self.stop()
            self.reports.put(None)

    def assign(self, search: Search) -> Iteration | None:
        """Give a search the iteration that all work on; None once they are stopped."""
        with self.lock:
            if self.current.is_stopped():
                return None
            search.begin_with(self.best_codes)
            return Iteration(self.number, self.depth, len(self.lines), *self.window)

    def collect(self, search: Search, iteration: Iteration, score: int) -> None:
        """Take the result of the search that finishes an iteration first; all go on to the next."""
        with self.lock:
            if iteration.number != self.current.number:
                return  # another one was first, or all were stopped
            if search.is_stopped():  # its nodes are spent
                self.current.stop()
                return
            self.best_codes = [search.action(i) for i in range(len(self.last_scores))]
            self.number += 1
            self.current.number = self.number
            if iteration.alpha < score < iteration.beta:
                self.last_scores[iteration.rank] = score
                self.lines.append((score, search.best_line()))
                if len(self.lines) == len(self.last_scores):
                    self.deepen()
                self.aim()
            else:
                self.widen(score)

    def deepen(self) -> None:
        """Report what was found at a depth, and go on to the next, if there is one.

        The first depth is always searched to its end, whatever the limit: otherwise there is no answer.
        """
        self.reports.put((self.depth, self.nodes, sorted(self.lines, key=lambda line: -line[0])))
        if self.depth == self.max_depth or is_decided(self.depth, self.lines):
            self.current.stop()
        if self.nodes_each is not None:
            for search in self.searches:
                search.budget = self.nodes_each
        self.lines = []
        self.depth += 1

    def aim(self) -> None:
        """Begin a line with an aspiration window around its score at the depth before."""
        guess = self.last_scores[len(self.lines)]
        self.margin = ASPIRATION_WINDOW
        self.window = (-INFINITE, INFINITE)
        if self.depth > 2 and abs(guess) < MATE_BOUND:
            self.window = (guess - ASPIRATION_WINDOW, guess + ASPIRATION_WINDOW)

    def widen(self, score: int) -> None:
        """Search again in a wider window, after a score that failed low or high."""
        alpha, beta = self.window
        self.margin *= 4
        far = self.margin >= WIDEST_WINDOW
        if score <= alpha:
            self.window = (-INFINITE if far else score - self.margin, beta)
        else:
            self.window = (alpha, INFINITE if far else score + self.margin)

    def stop(self) -> None:
        with self.lock:
            self.current.stop()

    def end(self) -> None:
        self.stop()
        for thread in self.threads:
            thread.join()

    @property
    def nodes(self) -> int:
        return sum(search.nodes for search in self.searches)

    def best(self) -> Action:
        """Return the best action so far, as one of the position that was asked about."""
        first = self.searches[0]
        is_ahead = first.iteration == self.number  # it may have seen better since the last iteration ended
        return action_from_code(self.position, first.action(0) if is_ahead else self.best_codes[0])

    def describe(self, lines: ScoredLines) -> tuple[Line, ...]:
        return tuple(line_of(self.position, score, codes) for score, codes in lines)


def is_decided(depth: int, lines: ScoredLines) -> bool:
    """Tell whether a deeper search cannot change the result: every line ends in a forced win or loss."""
    plies = [Score(score).plies for score, _ in lines]
    return all(n is not None and abs(n) <= depth for n in plies)


def line_of(position: Position, value: int, codes: list[int]) -> Line:
    """Turn codes into actions, up to the first that draws a piece: what it draws is unknown."""
    twin = position.copy()
    actions: list[Action] = []
    colours: list[Colour] = []
    for code in codes:
        actions.append(action_from_code(twin, code))
        colours.append(twin.colour)
        if twin.bag and actions[-1].kind in ("place", "draw"):
            break
        twin.play(actions[-1])
        if twin.outcome is not None:
            break
    winner = twin.outcome.winner if twin.outcome is not None else None
    actions_to_win = None if winner is None else colours.count(winner)
    score = Score(value, actions_to_win, chance_scale(position.game_type))
    return Line(score, tuple(actions))


def run(pool: ThreadPool, limit: Limit, lines: int, stop: StopFlag) -> Iterator[Info]:
    """Run a pool up to its limit or until it is stopped, and yield what it reports."""
    begin = time.perf_counter()
    end = math.inf
    if limit.seconds is not None:
        end = begin + max(limit.seconds - STOPPING_SECONDS, limit.seconds / 2)
    pool.start(limit, lines)
    try:
        with stop.notifying(lambda: pool.reports.put(None)):
            while (left := end - time.perf_counter()) > 0 and not stop.is_set():
                try:
                    report = pool.reports.get(timeout=min(left, LONGEST_WAIT))
                except queue.Empty:
                    continue
                if report is None:
                    return
                depth, nodes, found = report
                yield Info(depth, nodes, time.perf_counter() - begin, pool.describe(found))
    finally:
        pool.end()


def choose_action(
    pool: ThreadPool, limit: Limit, stop: StopFlag, on_info: Callable[[Info], None] | None
) -> Action:
    """Run a pool up to its limit and return the best action; if there is only one, at once."""
    if pool.searches[0].count == 1:
        limit = replace(limit, depth=1)
    for info in run(pool, limit, 1, stop):
        if on_info is not None:
            on_info(info)
    return pool.best()
