"""How fast the engine thinks: `python bench/engine.py [--seconds S] [--threads N] [--check]`.

Nodes a second of one thread in middle games of Base+MLP, how deep it gets, and how much sooner several
threads reach a depth than one. The speed is given by the clock and, since other work disturbs that, by the
time that the processor spent on it. With `--check` the program fails below 2 million nodes a second.
"""

import argparse
import sys
import time
from pathlib import Path

from ruche import Position
from ruche.engine import Limit, Table, analyse
from ruche.notation.gamestring import read_gamestring

MIDGAMES = Path(__file__).with_name("midgame.tsv")
TARGET = 2_000_000


def middle_games(count: int) -> list[Position]:
    """The first positions of the set that are neither won nor lost by force."""
    rows = [line.split("\t") for line in MIDGAMES.read_text(encoding="utf-8").splitlines()]
    found = []
    for row in rows:
        if row[0] != "Base+MLP-20":
            continue
        position = read_gamestring(row[3])
        last = list(analyse(position, Limit(depth=4), 1))[-1]
        if last.score.plies is None:
            found.append(position)
        if len(found) == count:
            break
    return found


def speed(positions: list[Position], seconds: float) -> float:
    """Print nodes a second and depths; return the speed by the processor's time."""
    nodes, clock, busy = 0, 0.0, 0.0
    depths = []
    for position in positions:
        worked = time.process_time()
        for info in analyse(position, Limit(seconds=seconds), 1):
            last, spent = info, time.process_time() - worked
        nodes += last.nodes
        clock += last.seconds
        busy += spent
        depths.append(last.depth)
    print(f"one thread: {nodes / clock / 1e6:.2f} million nodes a second by the clock,")
    print(f"{nodes / busy / 1e6:.2f} million by the processor's time")
    print(f"depths reached in {seconds:g} s: {' '.join(map(str, depths))}")
    return nodes / busy


def time_to_depth(positions: list[Position], depth: int, threads: int) -> float:
    """Seconds to reach a depth in all positions."""
    total = 0.0
    for position in positions:
        began = time.perf_counter()
        for _ in analyse(position, Limit(depth=depth), 1, threads=threads, table=Table(64)):
            pass
        total += time.perf_counter() - began
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the engine in middle games of Base+MLP.")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--positions", type=int, default=6)
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--check", action="store_true", help="fail below 2 million nodes a second")
    options = parser.parse_args()
    positions = middle_games(options.positions)
    found = speed(positions, options.seconds)
    alone = time_to_depth(positions, options.depth, 1)
    together = time_to_depth(positions, options.depth, options.threads)
    print(f"depth {options.depth}: {alone:.2f} s alone, {together:.2f} s with {options.threads} threads,")
    print(f"{alone / together:.2f} times as fast")
    if options.check and found < TARGET:
        sys.exit(f"{found:.0f} nodes a second, expected {TARGET}")


if __name__ == "__main__":
    main()
