"""Count the games of a few actions, and check the rules by it: the numbers of the plain game are well known.

python examples/count.py Base+MLP 4
"""

from __future__ import annotations

import argparse
import time

from ruche import GameType, Position


def count(game_type: str, depth: int) -> list[int]:
    """Return how many sequences of 0, 1, 2 ... actions there are."""
    kind = GameType(game_type, queen_opening="forbidden")  # as everyone counts
    position = Position(kind)
    return [position.perft(n) for n in range(depth + 1)]


def count_by_hand(position: Position, depth: int) -> int:
    """Count by playing and taking back: slower, and the same number."""
    if depth == 0:
        return 1
    total = 0
    for action in position.legal_actions():
        position.play(action)
        total += count_by_hand(position, depth - 1)
        position.undo()
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game_type", nargs="?", default="Base")
    parser.add_argument("depth", nargs="?", type=int, default=3)
    arguments = parser.parse_args()
    began = time.perf_counter()
    for depth, number in enumerate(count(arguments.game_type, arguments.depth)):
        print(f"{depth} actions: {number:,}")
    print(f"in {time.perf_counter() - began:.3f} s")


if __name__ == "__main__":
    main()
