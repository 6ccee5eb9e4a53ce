"""Choosing faces before the game (V0d): by what each second face has been worth in games, not by search.

Before a piece is in play a search sees nothing of what a face is worth, and there are up to 4,608 choices.
How much better or worse players do with a second face was measured instead (`face_values.toml`).
"""

from __future__ import annotations

import random
import time
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ruche.engine.calibration import chance_scale
from ruche.engine.limits import Info, Line
from ruche.engine.score import Score
from ruche.rules.action import Action
from ruche.rules.position import Position

FILE = Path(__file__).with_name("face_values.toml")
VARIETY = 4  # hundredths of a point: faces that are worth about the same are chosen by turns


@cache
def values() -> dict[str, float]:
    """Return what a piece gains by its second face, in hundredths of a point, by the name of that face."""
    with FILE.open("rb") as file:
        return dict(tomllib.load(file)["second_faces"])


def choose_faces(position: Position, *, seed: int = 0, blur: float = 0) -> Iterator[Info]:
    """Yield all choices, the best first, with what each is worth less than the best; `blur` the values."""
    began = time.perf_counter()
    lots = random.Random(seed)
    worth = {face: value + lots.gauss(0, blur) if blur else value for face, value in values().items()}
    ranked = sorted(((value_of(action, worth), action) for action in position.legal_actions()), key=_by_value)
    best = ranked[0][0]
    scale = chance_scale(position.game_type)
    lines = tuple(Line(Score(round(value - best), scale=scale), (action,)) for value, action in ranked)
    yield Info(1, len(lines), time.perf_counter() - began, lines)


def value_of(choice: Action, worth: dict[str, float]) -> float:
    """Return what the second faces of a choice are worth together."""
    return sum(worth.get(piece.bug.name, 0) for piece in choice.chosen)


def _by_value(ranked: tuple[float, Action]) -> float:
    return -ranked[0]
