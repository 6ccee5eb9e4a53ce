"""Whether a review can be trusted: `python bench/review.py [--games 100] [--keep FOLDER] [--check]`.

Reviews games twice, first as the machine is, then beside so many busy processes, and compares the verdicts in
full. What is reviewed is kept in a folder as it ends, so that the same command goes on where it was stopped;
`--only idle` or `--only busy` does one half, for when the machine is as it should be. With `--check` the
program fails if any verdicts differ, or if 60 actions take 20 s of processor time or more.
"""

import argparse
import contextlib
import json
import multiprocessing
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from ruche import Position
from ruche.engine import Limit, best_action
from ruche.engine.review import review

TYPES = ("Base", "Base+MLP", "Venom", "Base+MLP+Swarm")
LONGEST_GAME = 60  # actions
LONGEST_REVIEW = 20.0  # seconds for such a game


class Reviewed(NamedTuple):
    """What came of the review of a game: all verdicts as text, how many are marks, processor time."""

    verdicts: list[str]
    marks: int
    seconds: float


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


def review_game(number: int) -> Reviewed:
    positions = play(number)
    began = time.process_time()
    verdicts = list(review(positions))
    seconds = time.process_time() - began
    return Reviewed(
        [repr(verdict) for verdict in verdicts], sum(v.mark is not None for v in verdicts), seconds
    )


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


def read(file: Path) -> dict[int, Reviewed]:
    """Return the games that a file has, by number."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {number: Reviewed(*values) for number, *values in map(json.loads, lines)}


def review_all(games: int, file: Path, jobs: int) -> None:
    """Review the games that a file has not got, and write them there."""
    missing = [number for number in range(games) if number not in read(file)]
    with ProcessPoolExecutor(jobs) as pool, file.open("a", encoding="utf-8") as out:
        for number, reviewed in zip(missing, pool.map(review_game, missing), strict=True):
            print(json.dumps([number, *reviewed]), file=out, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--busy", type=int, default=4, help="how many processes disturb the second review")
    parser.add_argument("--jobs", type=int, default=1, help="games reviewed at a time")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keep what is reviewed, and go on from there"
    )
    parser.add_argument("--only", choices=("idle", "busy"), help="review one half only, and compare nothing")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = options.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        if options.only != "busy":
            review_all(options.games, folder / "idle.jsonl", options.jobs)
        if options.only != "idle":
            with busy(options.busy):
                review_all(options.games, folder / "busy.jsonl", options.jobs)
        if options.only is None:
            compare(read(folder / "idle.jsonl"), read(folder / "busy.jsonl"), options.check)


def compare(idle: dict[int, Reviewed], disturbed: dict[int, Reviewed], check: bool) -> None:
    """Say which games got other verdicts on a busy machine, and how long the review of one takes."""
    differing = [number for number in idle if idle[number].verdicts != disturbed[number].verdicts]
    actions = sum(len(game.verdicts) for game in idle.values())
    longest = LONGEST_GAME * sum(game.seconds for game in idle.values()) / actions
    marks = sum(game.marks for game in idle.values())
    print(f"{len(idle)} games, {actions} actions, {marks} marks; {len(differing)} games with other verdicts")
    print(f"a game of {LONGEST_GAME} actions: {longest:.1f} s of processor time")
    if check and (differing or longest >= LONGEST_REVIEW):
        sys.exit(f"the review depends on the machine, or takes too long: {differing}")


if __name__ == "__main__":
    main()
