"""Play a game of any type at random, and say how it went.

python examples/random_game.py Ultimate+Swarm --seed 7
"""

from __future__ import annotations

import argparse
import random

from ruche import Game, Position


def random_game(game_type: str, seed: int, most: int = 300) -> Position:
    """Play until the game ends, or for `most` actions."""
    chance = random.Random(seed)
    position = Position(game_type, seed=seed)  # the seed also decides what is drawn in Swarm
    while position.outcome is None and len(position.history) < most:
        position.play(chance.choice(position.legal_actions()))
    return position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game_type", nargs="?", default="Base+MLP")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    position = random_game(arguments.game_type, arguments.seed)
    print(Game.of(position).gamestring())
    why = f" ({position.outcome.why})" if position.outcome else ""
    print(f"{position.state}{why} after {len(position.history)} actions")


if __name__ == "__main__":
    main()
