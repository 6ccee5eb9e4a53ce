"""Games known beforehand, so that whoever plays them under load need not read what the server says."""

from __future__ import annotations

import random
from functools import cache

from ruche import GameType, Position

LENGTH = 160


@cache
def script(seed: int, game_type: str = "Base+MLP") -> tuple[str, ...]:
    """Return the actions of a random game that goes on for long enough."""
    for attempt in range(100):
        rng = random.Random(f"{seed} {attempt}")
        position = Position(GameType(game_type))
        texts: list[str] = []
        while position.outcome is None and len(texts) < LENGTH:
            texts.append(str(position.play(rng.choice(position.legal_actions()))))
        if len(texts) == LENGTH:
            return tuple(texts)
    raise AssertionError("random games end too soon")
