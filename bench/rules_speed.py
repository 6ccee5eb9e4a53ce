#!/usr/bin/env python3
"""Speed of the rules beside the yardstick, in one run: the ratio is the figure, not the time.

    python bench/rules_speed.py --yardstick YARDSTICK_PYTHON YARDSTICK_SCRIPT

runs this project and the yardstick by turns on `midgame.tsv` and prints, for each set of positions, the best
speed of both and their ratio. Without `--yardstick` only our own speed is measured. `--games` measures middle
games with expansions, as a share of Base+MLP's speed; `--threads 2` two threads against one; `--calls` times
`play`, `undo` and `legal_actions` from Python.

The yardstick script is called as `SCRIPT` and `SCRIPT made`; it prints lines `set ... X Mn/s`.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.midgame import load

from ruche import COMPILED, GameType, Position
from ruche.rules import perft

SPEED = re.compile(r"(?m)^(\S+) .* ([\d.]+) Mn/s")


def once(positions: list[tuple[Position, int, int]], leaves: bool) -> float:
    """Count every position of a set once; return millions of nodes a second."""
    began = time.perf_counter()
    counts = [position.perft(depth, leaves=leaves) for position, depth, _ in positions]
    seconds = time.perf_counter() - began
    assert counts == [count for *_, count in positions]
    return sum(counts) / seconds / 1e6


def yardstick(command: list[str], leaves: bool) -> dict[str, float]:
    """Run the yardstick once; return its speeds by set."""
    if leaves:
        command = [*command, "made"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {found[1]: float(found[2]) for found in SPEED.finditer(printed)}


def compare(command: list[str] | None, rounds: int) -> None:
    """Measure by turns and print the best of each."""
    sets = load()
    for leaves in (False, True):
        print("making every move" if leaves else "counting the last ply")
        ours: dict[str, float] = defaultdict(float)
        theirs: dict[str, float] = defaultdict(float)
        for _ in range(rounds):
            for name, positions in sets.items():
                ours[name] = max(ours[name], *(once(positions, leaves) for _ in range(5)))
            for name, speed in (yardstick(command, leaves) if command else {}).items():
                theirs[name] = max(theirs[name], speed)
        for name, speed in ours.items():
            ratio = f"   yardstick {theirs[name]:7.1f}   ratio {speed / theirs[name]:.2f}" if theirs else ""
            print(f"  {name:12} {speed:7.1f} Mn/s{ratio}")


def middle_games(game_type: str, plies: int, number: int) -> list[Position]:
    """Play some random games that far."""
    chance = random.Random(1)
    found: list[Position] = []
    while len(found) < number:
        position = Position(GameType(game_type, queen_opening="forbidden", repetition="off"))
        while len(position.history) < plies and position.outcome is None:
            position.play(chance.choice(position.legal_actions()))
        if position.outcome is None:
            found.append(position)
    return found


def expansions(rounds: int) -> None:
    """Compare middle games with expansions to those of Base+MLP."""
    speeds = {}
    for game_type in ("Base+MLP", "Venom+MLP", "Base+MLP+Guardians", "Base+MLP+Honeycombo", "Ultimate"):
        games = middle_games(game_type, 24, 8)
        best = 0.0
        for _ in range(rounds):
            began = time.perf_counter()
            nodes = sum(position.perft(3) for position in games)
            best = max(best, nodes / (time.perf_counter() - began) / 1e6)
        speeds[game_type] = best
        print(f"  {game_type:22} {best:7.1f} Mn/s   of Base+MLP {best / speeds['Base+MLP']:.2f}")


def threads(number: int, rounds: int) -> None:
    """Compare several threads to one."""
    position = load()["Base+MLP-20"][0][0]
    best = {1: 1e9, number: 1e9}
    for _ in range(rounds):
        for n in best:
            began = time.perf_counter()
            perft.count(position, 4, threads=n)
            best[n] = min(best[n], time.perf_counter() - began)
    print(f"  {number} threads: {best[1] / best[number]:.2f} times one")


def calls(rounds: int) -> None:
    """Time calls from Python."""
    for game_type in ("Base", "Base+MLP", "Ultimate"):
        position = middle_games(game_type, 24, 1)[0]
        actions = position.legal_actions()
        turn = min(_turn_time(position) for _ in range(rounds))
        listing = min(_list_time(position) for _ in range(rounds))
        budget = 1 + 0.1 * len(actions)
        print(f"  {game_type:9} play and undo {turn:.2f} µs (of 0.5)   "
              f"legal_actions {listing:.1f} µs for {len(actions)} (of {budget:.1f})")  # fmt: skip


def _turn_time(position: Position, repeat: int = 2000) -> float:
    action = position.legal_actions()[0]
    began = time.perf_counter()
    for _ in range(repeat):
        position.play(action)
        position.undo()
    return (time.perf_counter() - began) / repeat * 1e6


def _list_time(position: Position, repeat: int = 1000) -> float:
    began = time.perf_counter()
    for _ in range(repeat):
        position.legal_actions()
    return (time.perf_counter() - began) / repeat * 1e6


def main() -> None:
    """Read the command line and measure."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--yardstick", nargs="+", metavar="COMMAND")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", action="store_true")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--calls", action="store_true")
    options = parser.parse_args()
    print(json.dumps({"compiled": COMPILED, "python": sys.version.split()[0]}))
    if options.games:
        expansions(options.rounds)
    elif options.threads:
        threads(options.threads, options.rounds)
    elif options.calls:
        calls(options.rounds)
    else:
        compare(options.yardstick, options.rounds)


if __name__ == "__main__":
    main()
