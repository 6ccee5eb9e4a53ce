#!/usr/bin/env python3
"""This version beside another one, by turns in one run: the ratio is the figure, above 1 is faster.

    python bench/versions.py OTHER_PYTHON [--rounds 15]

OTHER_PYTHON is the interpreter of an environment in which the other version is installed. Both do the same
work by turns, measured in processor time: perft of `midgame.tsv`, counting and making, middle games with
expansions, the nodes a second of the search, and copying. The interval is two standard errors of the mean.
"""

from __future__ import annotations

import argparse
import math
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.midgame import load

from ruche import Position
from ruche.engine import Limit, best_action
from ruche.engine.bench import sample

EXPANSIONS = ("Venom+MLP", "Ultimate")
NODES = 40_000
COPIES = 300


def works() -> dict[str, Callable[[], int]]:
    """Return what is measured, by name; each returns how much it has done."""
    sets = {name: [(position, depth) for position, depth, _ in rows] for name, rows in load().items()}
    for kind in EXPANSIONS:
        sets[kind] = [(sample(kind, 24, seed), 2) for seed in range(1, 5)]
    found: dict[str, Callable[[], int]] = {}
    for name, positions in sets.items():
        for leaves in (False, True):
            found[f"{name} {'made' if leaves else 'counted'}"] = perft(positions, leaves)
    found["search"] = search([sample(kind, 18, seed) for kind in ("Base", "Base+MLP") for seed in (1, 2)])
    found["copy"] = copy(sample("Base+MLP", 40))
    return found


def perft(positions: list[tuple[Position, int]], leaves: bool) -> Callable[[], int]:
    return lambda: sum(position.perft(depth, leaves=leaves) for position, depth in positions)


def search(positions: list[Position]) -> Callable[[], int]:
    def work() -> int:
        for position in positions:
            best_action(position, Limit(nodes=NODES))
        return NODES * len(positions)

    return work


def copy(position: Position) -> Callable[[], int]:
    def work() -> int:
        for _ in range(COPIES):
            position.copy()
        return COPIES

    return work


def answer() -> None:
    """Measure what is asked for on standard input, line by line."""
    known = works()
    print(*known, sep="\t", flush=True)
    for line in sys.stdin:
        began = time.process_time()
        done = known[line.rstrip("\n")]()
        print(done / (time.process_time() - began), flush=True)


class Version:
    """One of the two versions, in a process of its own."""

    def __init__(self, python: str) -> None:
        self.process = subprocess.Popen(
            [python, "-P", __file__, "--answer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.works = self.process.stdout.readline().rstrip("\n").split("\t")

    def speed(self, work: str) -> float:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(work, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())


def show(name: str, ratios: list[float]) -> None:
    """Print the mean ratio and its interval."""
    mean = statistics.mean(ratios)
    error = 2 * statistics.stdev(ratios) / math.sqrt(len(ratios))
    low, high = math.exp(mean - error), math.exp(mean + error)
    print(f"{name:24} {math.exp(mean):.3f}  ({low:.3f} to {high:.3f})", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("other", nargs="?")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.answer:
        return answer()
    ours, theirs = Version(sys.executable), Version(options.other)
    rules: list[float] = []
    for work in ours.works:
        ratios = []
        for i in range(options.rounds):
            first, second = (ours, theirs) if i % 2 else (theirs, ours)
            speeds = {first: first.speed(work), second: second.speed(work)}
            ratios.append(math.log(speeds[ours] / speeds[theirs]))
        show(work, ratios)
        rules += ratios if work.endswith(("made", "counted")) else []
    show("all perft", rules)
    return None


if __name__ == "__main__":
    main()
