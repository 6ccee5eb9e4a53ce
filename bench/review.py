"""Whether a review can be trusted: `python bench/review.py [--games 100] [--busy 4] [--check]`.

Reviews games twice, first as the machine is, then beside so many busy processes, and compares the verdicts in
full. With `--check` the program fails if any differ, or if 60 actions take 20 s of processor time or more.
"""

import argparse
import contextlib
import multiprocessing
import random
import sys
import time
from collections.abc import Iterator

from ruche import Position
from ruche.engine import Limit, best_action
from ruche.engine.review import Verdict, review

TYPES = ("Base", "Base+MLP", "Venom", "Base+MLP+Swarm")
LONGEST_GAME = 60  # actions
LONGEST_REVIEW = 20.0  # seconds for such a game


def play(number: int) -> list[Position]:
    """Return the positions of a game between two players of which each errs now and then."""
    chance = random.Random(number)
    position = Position(TYPES[number % len(TYPES)], seed=number)
    positions = [position.copy()]
    while position.outcome is None and len(position.history) < LONGEST_GAME:
        best = best_action(position, Limit(nodes=500), seed=number)
        position.play(best if chance.random() < 0.8 else chance.choice(position.legal_actions()))
        positions.append(position.copy())
    return positions


def keep_busy() -> None:
    while True:
        pass


@contextlib.contextmanager
def busy(count: int) -> Iterator[None]:
    """Keep so many processes busy."""
    processes = [multiprocessing.Process(target=keep_busy, daemon=True) for _ in range(count)]
    for process in processes:
        process.start()
    try:
        yield
    finally:
        for process in processes:
            process.kill()


def review_all(games: list[list[Position]]) -> list[list[Verdict]]:
    """Review games, and print how long an action took."""
    wall, processor = time.perf_counter(), time.process_time()
    found = [list(review(positions)) for positions in games]
    actions = sum(map(len, found))
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    each = f"{1000 * wall / actions:.0f} ms each, {1000 * processor / actions:.0f} ms of processor time"
    print(f"{actions} actions: {each}", flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Review games twice, idle and busy, and compare.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--busy", type=int, default=4, help="how many processes disturb the second review")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    games = [play(number) for number in range(options.games)]
    began = time.process_time()
    idle = review_all(games)
    each = (time.process_time() - began) / sum(map(len, idle))
    with busy(options.busy):
        disturbed = review_all(games)
    differing = sum(one != other for one, other in zip(idle, disturbed, strict=True))
    marked = sum(verdict.mark is not None for verdicts in idle for verdict in verdicts)
    print(f"{options.games} games, {marked} marks; {differing} games with other verdicts on a busy machine")
    print(f"a game of {LONGEST_GAME} actions: {LONGEST_GAME * each:.1f} s of processor time")
    if options.check and (differing or LONGEST_GAME * each >= LONGEST_REVIEW):
        sys.exit("the review depends on the machine, or takes too long")


if __name__ == "__main__":
    main()
