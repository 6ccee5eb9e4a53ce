"""Thinking: searches on several threads, their limits, and what they report."""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from ruche.engine import weights
from ruche.engine.evaluation import Evaluation
from ruche.engine.levels import Level
from ruche.engine.limits import POLL, Info, Limit, Line, Score
from ruche.engine.search import Search, Signal, deepest
from ruche.engine.table import Table
from ruche.rules.action import Action
from ruche.rules.colours import Colour
from ruche.rules.position import Position

MARGIN = 0.008  # seconds kept for stopping
Found = list[tuple[int, list[int]]]  # scores and codes of lines, the best first


class Team:
    """The searches of one position, a thread each, that share a table without locks.

    All search the same, each putting off what another one is at (step 10 of `Search.search`), and meet again
    in the table. The first one decides and reports.
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

    def start(self, limit: Limit, lines: int) -> None:
        """Set the threads to work."""
        if lines < 1:
            raise ValueError(f"{lines!r} lines cannot be looked for; expected 1 or more")
        leader = self.searches[0]
        if limit.nodes is not None:
            leader.budget = limit.nodes
        most = min(limit.depth or deepest(), deepest())
        self.threads = [threading.Thread(target=self.lead, args=(leader, most, lines), daemon=True)]
        for helper in self.searches[1:]:
            self.threads.append(threading.Thread(target=self.help, args=(helper,), daemon=True))
        for thread in self.threads:
            thread.start()

    def lead(self, search: Search, most: int, lines: int) -> None:
        """Deepen, and report after every depth."""
        try:
            guesses = [0] * lines
            before: Found = []
            for depth in range(1, most + 1):
                found = self.deepen(search, depth, guesses)
                if found:
                    found = complete(found, before)
                    self.reports.put((depth, self.nodes, found))
                if search.is_stopped() or is_settled(depth, found):
                    break
                before = found
        finally:
            self.reports.put(None)

    def deepen(self, search: Search, depth: int, guesses: list[int]) -> Found:
        """Search to one depth, once for every line; lines that were cut short are left out."""
        found: Found = []
        search.depth = depth
        for rank in range(min(len(guesses), search.count)):
            score = search.iterate(depth, rank, guesses[rank])
            if search.is_stopped():
                break
            guesses[rank] = score
            found.append((score, search.best_line()))
        found.sort(key=lambda line: -line[0])
        return found

    def help(self, search: Search) -> None:
        """Deepen until told to stop."""
        guess = 0
        for depth in range(1, deepest() + 1):
            search.depth = depth
            guess = search.iterate(depth, 0, guess)
            if search.is_stopped():
                break

    def end(self) -> None:
        """Stop the threads and wait for them."""
        self.signal.raised = 1
        for thread in self.threads:
            thread.join()

    @property
    def nodes(self) -> int:
        """All nodes so far."""
        return sum(search.nodes for search in self.searches)

    def best(self) -> Action:
        """Return the best action so far, as one of the position it was asked of."""
        return self.position.action_of(self.searches[0].action(0))

    def describe(self, found: Found) -> tuple[Line, ...]:
        """Turn codes into actions."""
        return tuple(line_of(self.position, score, codes) for score, codes in found)


def complete(found: Found, before: Found) -> Found:
    """Fill up the lines of a depth that was cut short with those of the depth before."""
    known = {codes[0] for _, codes in found}
    others = [line for line in before if line[1][0] not in known]
    return found + others[: max(0, len(before) - len(found))]


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


def watch(team: Team, limit: Limit, lines: int, stop: threading.Event) -> Iterator[Info]:
    """Run a team until its limit, or until it is told to stop, and give what it reports."""
    begin = time.perf_counter()
    end = math.inf if limit.seconds is None else begin + max(limit.seconds - MARGIN, limit.seconds / 2)
    team.start(limit, lines)
    try:
        while (left := end - time.perf_counter()) > 0 and not stop.is_set():
            try:
                report = team.reports.get(timeout=min(left, POLL))
            except queue.Empty:
                continue
            if report is None:
                return
            depth, nodes, found = report
            yield Info(depth, nodes, time.perf_counter() - begin, team.describe(found))
    finally:
        team.end()


def deliberate(
    team: Team, limit: Limit, stop: threading.Event, on_info: Callable[[Info], None] | None
) -> Action:
    """Run a team until its limit and return the best action; where there is only one, at once."""
    if team.searches[0].count == 1:
        limit = replace(limit, depth=1)
    for info in watch(team, limit, 1, stop):
        if on_info is not None:
            on_info(info)
    return team.best()
