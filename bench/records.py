"""How fast games are read: PGN and GameStrings of 50 plies, and the memory that it takes.

    python bench/records.py [GAMES]

Games are random ones of Base+MLP. Seconds are of this process, so that other work on the machine counts
little.
"""

from __future__ import annotations

import random
import sys
import time
import tracemalloc
from collections.abc import Iterator

import ruche
from ruche import Game, Position, read_games
from ruche.notation.records import write_game

PLIES = 50
DIFFERENT = 50


def sample(seed: int) -> Game:
    """A random game that lasts long enough."""
    while True:
        chance = random.Random(seed)
        position = Position("Base+MLP")
        while position.outcome is None and len(position.history) < PLIES:
            position.play(chance.choice(position.legal_actions()))
        if len(position.history) == PLIES:
            return Game.of(position, tags={"White": "Anna", "Black": "Berta"})
        seed += 1_000_003


def lines(texts: list[str], games: int) -> Iterator[str]:
    """The lines of a file of that many games."""
    for i in range(games):
        yield from texts[i % len(texts)].splitlines(keepends=True)


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    samples = [sample(seed) for seed in range(DIFFERENT)]
    mode = "compiled" if ruche.COMPILED else "plain Python"
    print(f"ruche {ruche.__version__}, {mode}: {games} games of {PLIES} plies")
    for form in ("pgn", "gamestring"):
        texts = [write_game(game, form) for game in samples]
        began = time.process_time()
        read = sum(1 for _ in read_games(lines(texts, games), form))
        seconds = time.process_time() - began
        print(f"{form:12} {read / seconds:8.0f} games/s  {read * PLIES / seconds:10.0f} actions/s")
    texts = [write_game(game, "pgn") for game in samples]
    tracemalloc.start()
    for count in (50, 200):
        tracemalloc.reset_peak()
        for _ in read_games(lines(texts, count), "pgn"):
            pass
        print(f"reading {count} games: at most {tracemalloc.get_traced_memory()[1] / 1024:.0f} KiB more")


if __name__ == "__main__":
    main()
