"""Random games for the round trips of notation."""

import random

from ruche import Position


def playout(game_type: str, seed: int, plies: int) -> Position:
    """Play a random game, cut short."""
    chance = random.Random(seed)
    position = Position(game_type, seed=seed)
    for _ in range(plies):
        actions = position.legal_actions()
        if not actions:
            break
        position.play(chance.choice(actions))
    return position
