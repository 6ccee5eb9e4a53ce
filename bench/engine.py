"""How fast the engine thinks: `python bench/engine.py [--seconds S] [--threads N] [--check]`.

Nodes a second of one thread in middle games of Base+MLP, how deep it gets, and how much sooner several
threads reach a depth than one, by turns. That takes many positions: how large a tree becomes is luck, the
same for one thread every time (a smaller table doubles some). The speed is given by the clock and, since
other work disturbs that, by the time that the processor spent on it. As in a game, the table's memory is
there before a search begins.
With `--check` the program fails below 2 million nodes a second.
"""

import argparse
import random
import sys
import time
from pathlib import Path

from ruche import Position
from ruche.engine import Limit, TranspositionTable, analyse, best_action
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
        if is_open(position):
            found.append(position)
        if len(found) == count:
            break
    return found


def played_games(count: int) -> list[Position]:
    """Middle games as the engine plays them after six actions by lot, none won or lost by force."""
    found: list[Position] = []
    table = TranspositionTable(4)
    seed = 0
    while len(found) < count:
        seed += 1
        lots, position = random.Random(seed), Position("Base+MLP")
        while position.outcome is None and len(position.history) < 16 + seed % 3 * 4:
            if len(position.history) < 6:
                position.play(lots.choice(position.legal_actions()))
            else:
                position.play(best_action(position, Limit(nodes=3_000), table=table, seed=seed))
        if position.outcome is None and is_open(position):
            found.append(position)
    return found


def is_open(position: Position) -> bool:
    """Tell whether neither side is seen to win by force."""
    return list(analyse(position, Limit(depth=4), 1))[-1].score.plies is None


def speed(positions: list[Position], seconds: float, table: TranspositionTable) -> float:
    """Print nodes a second and depths; return the speed by the processor's time."""
    nodes, clock, busy = 0, 0.0, 0.0
    depths = []
    for position in positions:
        table.clear()
        worked = time.process_time()
        for info in analyse(position, Limit(seconds=seconds), 1, table=table):
            last, spent = info, time.process_time() - worked
        nodes += last.nodes
        clock += last.seconds
        busy += spent
        depths.append(last.depth)
    print(f"one thread: {nodes / clock / 1e6:.2f} million nodes a second by the clock,")
    print(f"{nodes / busy / 1e6:.2f} million by the processor's time")
    print(f"depths reached in {seconds:g} s: {' '.join(map(str, depths))}")
    return nodes / busy


def to_depth(position: Position, depth: int, threads: int, table: TranspositionTable) -> tuple[float, int]:
    """Return the seconds and the nodes to reach a depth."""
    table.clear()
    began = time.perf_counter()
    last = list(analyse(position, Limit(depth=depth), 1, threads=threads, table=table))[-1]
    return time.perf_counter() - began, last.nodes


def compare(positions: list[Position], depth: int, threads: int, table: TranspositionTable) -> None:
    """Print how much sooner several threads reach a depth, and why not as many times as they are."""
    alone, together = [0.0, 0.0], [0.0, 0.0]
    for position in positions:
        for total, number in ((alone, 1), (together, threads)):
            for i, much in enumerate(to_depth(position, depth, number, table)):
                total[i] += much
    faster, more = alone[0] / together[0], together[1] / alone[1]
    print(f"depth {depth}: {alone[0]:.2f} s alone, {together[0]:.2f} s with {threads} threads,")
    print(
        f"{faster:.2f} times as fast: {faster * more:.2f} times the nodes a second, {more:.2f} times as many"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the engine in middle games of Base+MLP.")
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--positions", type=int, default=8, help="how many the speed is measured in")
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--games", type=int, default=32, help="how many positions threads are compared in")
    parser.add_argument("--check", action="store_true", help="fail below 2 million nodes a second")
    options = parser.parse_args()
    positions = middle_games(options.positions)
    table = TranspositionTable(64)
    found = speed(positions, options.seconds, table)
    compare(played_games(options.games), options.depth, options.threads, table)
    if options.check and found < TARGET:
        sys.exit(f"{found:.0f} nodes a second, expected {TARGET}")


if __name__ == "__main__":
    main()
