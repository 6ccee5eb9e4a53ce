"""Thinking: searches on several threads, their limits, and what they report."""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from ruche.engine import weights
from ruche.engine.evaluation import Evaluation
from ruche.engine.levels import Level
from ruche.engine.limits import Info, Limit, Line, Score
from ruche.engine.search import ANY_SCORE, SURE_WIN, Search, Signal, deepest
from ruche.engine.transposition import Table
from ruche.rules.action import Action
from ruche.rules.facts.colours import Colour
from ruche.rules.position import Position
from ruche.stop import Stop

MARGIN = 0.008  # seconds kept for stopping
LONGEST_WAIT = 0.1  # seconds: where waiting cannot be interrupted, Ctrl-C is heard so late
WINDOW = 30  # by so much a score is expected to change from one depth to the next
WIDEST = 1_000
Found = list[tuple[int, list[int]]]  # scores and codes of lines


class Task(NamedTuple):
    """What threads work on together: a line of a depth. Its order is that of `Search.iterate`."""

    number: int
    depth: int
    rank: int  # so many better lines are left out
    alpha: int
    beta: int


class Team:
    """The searches of one position, a thread each, that share a table without locks.

    All search the same, each putting off what another one is at (step 10 of `Search.search`), and meet again
    in the table. Who has searched a depth first reports, and all go on to the next.
    """

    def __init__(self, position: Position, level: Level, threads: int, table: Table, seed: int) -> None:
        if threads < 1:
            raise ValueError(f"{threads!r} threads cannot search; expected 1 or more")
        self.position = position
        self.signal = Signal()
        self.reports: queue.SimpleQueue[tuple[int, int, Found] | None] = queue.SimpleQueue()
        evaluation = Evaluation(weights.default())
        table.grow_older()
        self.searches = [
            Search(
                position.seen_by(position.colour),  # S1, S7: it knows no more than the player
                table,
                evaluation,
                self.signal,
                seed=seed,
                noise=level.noise,
                overlook=level.overlook,
                shared=threads > 1,
            )
            for _ in range(threads)
        ]
        self.threads: list[threading.Thread] = []
        # what they work on together, and have found out
        self.lock = threading.Lock()
        self.task, self.depth, self.most = 0, 1, 1
        self.window, self.margin = (-ANY_SCORE, ANY_SCORE), WINDOW
        self.guesses: list[int] = []  # scores of the lines at the depth before
        self.best_codes: list[int] = []
        self.found: Found = []  # at this depth
        self.nodes_each: int | None = None

    def start(self, limit: Limit, lines: int) -> None:
        """Set the threads to work."""
        self.nodes_each = None if limit.nodes is None else limit.nodes // len(self.searches)
        self.most = min(limit.depth or deepest(), deepest())
        self.guesses = [0] * min(lines, self.searches[0].count)
        self.aim()
        self.threads = [threading.Thread(target=self.work, args=(s,), daemon=True) for s in self.searches]
        for thread in self.threads:
            thread.start()

    def work(self, search: Search) -> None:
        """Do task after task, each a line of a depth."""
        try:
            while (task := self.assign(search)) is not None:
                self.collect(search, task, search.iterate(*task))
        finally:
            self.stop()
            self.reports.put(None)

    def assign(self, search: Search) -> Task | None:
        """Give a search the task that all work on, if there is one."""
        with self.lock:
            if self.signal.is_raised():
                return None
            search.begin_with(self.best_codes)
            return Task(self.task, self.depth, len(self.found), *self.window)

    def collect(self, search: Search, task: Task, score: int) -> None:
        """Take over the result of the search that is first at the end of a task; all go on to the next."""
        with self.lock:
            if task.number != self.signal.task:
                return  # another one was first, or all were told to stop
            if search.is_stopped():  # its nodes are spent
                self.signal.stop()
                return
            self.best_codes = [search.action(i) for i in range(len(self.guesses))]
            self.task += 1
            self.signal.task = self.task
            if task.alpha < score < task.beta:
                self.guesses[task.rank] = score
                self.found.append((score, search.best_line()))
                if len(self.found) == len(self.guesses):
                    self.deepen()
                self.aim()
            else:
                self.widen(score)

    def deepen(self) -> None:
        """Report what was found at a depth, and go on to the next, if there is one.

        The first depth is always searched: there is no answer without.
        """
        self.reports.put((self.depth, self.nodes, sorted(self.found, key=lambda line: -line[0])))
        if self.depth == self.most or is_settled(self.depth, self.found):
            self.signal.stop()
        if self.nodes_each is not None:
            for search in self.searches:
                search.budget = self.nodes_each
        self.found = []
        self.depth += 1

    def aim(self) -> None:
        """Begin a line: ask first whether its score is near the one of the depth before."""
        guess = self.guesses[len(self.found)]
        self.margin = WINDOW
        self.window = (-ANY_SCORE, ANY_SCORE)
        if self.depth > 2 and abs(guess) < SURE_WIN:
            self.window = (guess - WINDOW, guess + WINDOW)

    def widen(self, score: int) -> None:
        """Ask again, in a wider window, after a score that lay outside."""
        alpha, beta = self.window
        self.margin *= 4
        far = self.margin >= WIDEST
        if score <= alpha:
            self.window = (-ANY_SCORE if far else score - self.margin, beta)
        else:
            self.window = (alpha, ANY_SCORE if far else score + self.margin)

    def stop(self) -> None:
        """Tell the threads to stop."""
        with self.lock:
            self.signal.stop()

    def end(self) -> None:
        """Stop the threads and wait for them."""
        self.stop()
        for thread in self.threads:
            thread.join()

    @property
    def nodes(self) -> int:
        """All nodes so far."""
        return sum(search.nodes for search in self.searches)

    def best(self) -> Action:
        """Return the best action so far, as one of the position it was asked of."""
        leader = self.searches[0]
        is_ahead = leader.task == self.task  # it may have seen better since the last task ended
        return self.position.action_of(leader.action(0) if is_ahead else self.best_codes[0])

    def describe(self, found: Found) -> tuple[Line, ...]:
        """Turn codes into actions."""
        return tuple(line_of(self.position, score, codes) for score, codes in found)


def is_settled(depth: int, found: Found) -> bool:
    """Tell whether looking deeper cannot change a result: every line's end is seen for sure."""
    plies = [Score(score).plies for score, _ in found]
    return all(n is not None and abs(n) <= depth for n in plies)


def line_of(position: Position, value: int, codes: list[int]) -> Line:
    """Turn codes into actions, up to the first that draws a piece: nobody knows which."""
    twin = position.copy()
    actions: list[Action] = []
    colours: list[Colour] = []
    for code in codes:
        actions.append(twin.action_of(code))
        colours.append(twin.colour)
        if twin.bag and actions[-1].kind in ("place", "draw"):
            break
        twin.play(actions[-1])
        if twin.outcome is not None:
            break
    winner = twin.outcome.winner if twin.outcome is not None else None
    score = Score(value, None if winner is None else colours.count(winner))
    return Line(score, tuple(actions))


def watch(team: Team, limit: Limit, lines: int, stop: Stop) -> Iterator[Info]:
    """Run a team until its limit, or until it is told to stop, and give what it reports."""
    begin = time.perf_counter()
    end = math.inf if limit.seconds is None else begin + max(limit.seconds - MARGIN, limit.seconds / 2)
    team.start(limit, lines)
    try:
        with stop.heard_by(lambda: team.reports.put(None)):
            while (left := end - time.perf_counter()) > 0 and not stop.is_set():
                try:
                    report = team.reports.get(timeout=min(left, LONGEST_WAIT))
                except queue.Empty:
                    continue
                if report is None:
                    return
                depth, nodes, found = report
                yield Info(depth, nodes, time.perf_counter() - begin, team.describe(found))
    finally:
        team.end()


def deliberate(team: Team, limit: Limit, stop: Stop, on_info: Callable[[Info], None] | None) -> Action:
    """Run a team until its limit and return the best action; where there is only one, at once."""
    if team.searches[0].count == 1:
        limit = replace(limit, depth=1)
    for info in watch(team, limit, 1, stop):
        if on_info is not None:
            on_info(info)
    return team.best()
