"""How fast positions are written in one line and read again: random ones of all types, the best of three.

    python bench/position_text.py [POSITIONS]

20,000 round trips a second are wanted, compiled.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.rules.playouts import TYPES, random_action

import ruche
from ruche import Position

PLIES = 40


def sample(count: int) -> list[Position]:
    """Return positions of random games, by turns of every type."""
    chance = random.Random(1)
    found: list[Position] = []
    while len(found) < count:
        position = Position(TYPES[len(found) % len(TYPES)], seed=len(found))
        for _ in range(chance.randrange(PLIES)):
            if position.outcome is not None:
                break
            position.play(random_action(position, chance))
        position.resume()
        found.append(position)
    return found


def best(work: Callable[[], object]) -> float:
    """Return the seconds of the fastest of three tries: the machine is busy with other things, too."""
    found = float("inf")
    for _ in range(3):
        began = time.perf_counter()
        work()
        found = min(found, time.perf_counter() - began)
    return found


def main() -> None:
    positions = sample(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
    texts = [position.text() for position in positions]
    assert [Position(text) for text in texts] == positions
    written = sum(best(position.text) for position in positions)
    read = sum(best(partial(Position, text)) for text in texts)
    mode = "compiled" if ruche.COMPILED else "plain Python"
    print(f"ruche {ruche.__version__}, {mode}: {len(positions)} positions of {len(TYPES)} types")
    print(f"written {len(texts) / written:8,.0f} a second, read {len(texts) / read:8,.0f} a second")
    print(f"round trips {len(texts) / (written + read):8,.0f} a second")


if __name__ == "__main__":
    main()
