"""How fast positions are written in one line and read again: random positions of thirty types, CPU time.

    python bench/position_text.py [POSITIONS]

20,000 round trips a second are wanted, compiled.
"""

from __future__ import annotations

import random
import sys
import time

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


def main() -> None:
    positions = sample(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
    began = time.process_time()
    texts = [position.text() for position in positions]
    written = time.process_time() - began
    began = time.process_time()
    read = [Position(text) for text in texts]
    seconds = time.process_time() - began
    assert read == positions
    mode = "compiled" if ruche.COMPILED else "plain Python"
    print(f"ruche {ruche.__version__}, {mode}: {len(positions)} positions of {len(TYPES)} types")
    print(f"written {len(texts) / written:8,.0f} a second, read {len(texts) / seconds:8,.0f} a second")
    print(f"round trips {len(texts) / (written + seconds):8,.0f} a second")


if __name__ == "__main__":
    main()
