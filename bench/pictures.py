"""How long pictures take: `python bench/pictures.py [--check]`.

Machines differ, so every time is also given in units of one that is measured in the same run: reading the SVG
picture with the standard library's XML parser. With `--check` the program fails if an SVG takes 5 ms or more.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable
from xml.etree import ElementTree

from ruche import Position, render


def hive(pieces: int) -> Position:
    """A game of everything, played at random until so many pieces are in play."""
    chance = random.Random(7)
    position = Position("Ultimate", seed=7)
    while sum(map(len, position.stacks.values())) < pieces:
        actions = position.legal_actions()
        placing = [action for action in actions if action.kind == "place"]
        position.play(chance.choice(placing or actions))
        assert position.outcome is None, "this seed ends too early"
    return position


def best(work: Callable[[], object], seconds: float = 0.5) -> float:
    """The shortest of many runs, in milliseconds: what the machine's other work did not disturb."""
    work()
    found, end = float("inf"), time.perf_counter() + seconds
    while time.perf_counter() < end:
        began = time.perf_counter()
        work()
        found = min(found, time.perf_counter() - began)
    return 1000 * found


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the pictures of a hive of 30 pieces.")
    parser.add_argument("--check", action="store_true", help="fail if an SVG takes 5 ms or more")
    check = parser.parse_args().check
    position = hive(30)
    picture = render.svg(position, labels="notation")
    unit = best(lambda: ElementTree.fromstring(picture))
    actions = len(position.history)
    works: dict[str, tuple[Callable[[], object], int]] = {
        "svg": (lambda: render.svg(position), 1),
        "svg with notation": (lambda: render.svg(position, labels="notation"), 1),
        "text": (lambda: render.text(position), 1),
        "png": (lambda: render.png(position), 1),
        f"film of {actions} actions, each": (lambda: render.film(position), actions),
    }
    print(f"{'reading the SVG':32}{unit:8.2f} ms   1.00")
    times = {name: best(work) / count for name, (work, count) in works.items()}
    for name, taken in times.items():
        print(f"{name:32}{taken:8.2f} ms{taken / unit:7.2f}")
    if check and times["svg with notation"] >= 5:
        sys.exit("an SVG of 30 pieces takes 5 ms or more")


if __name__ == "__main__":
    main()
