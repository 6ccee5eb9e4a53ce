"""Openings: short random beginnings, about even, that are the same whenever they are asked for again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from ruche.notation.records import read_games
from ruche.players.spec import PlayerError
from ruche.rules.errors import IllegalAction
from ruche.rules.facts.game_type import GameType
from ruche.rules.position import Position

EVEN = 80  # hundredths of a point by which an opening may favour one side
TRIES = 50
DEPTH = 2


def arena_type(name: str) -> GameType:
    """Return a game type as the arena plays it: plain types forbid the queen opening, as over UHP (T4)."""
    kind = GameType(name)
    return kind.with_options(queen_opening="forbidden") if kind.is_plain else kind


def random_opening(kind: GameType, plies: int, seed: int) -> list[str]:
    """Return the actions of a random beginning after which neither side is much better."""
    rng = random.Random(f"{kind.name} {plies} {seed}")
    for _ in range(TRIES):
        position = Position(kind, seed=seed)
        while len(position.history) < plies and position.outcome is None:
            position.play(rng.choice(position.legal_actions()))
        if position.outcome is None and (plies == 0 or is_even(position)):
            break
    return [str(action) for action in position.history] if position.outcome is None else []


def is_even(position: Position) -> bool:
    """Tell whether a quick look finds neither side much better."""
    from ruche.engine import Limit, TranspositionTable, analyse

    value = 0
    for info in analyse(position, Limit(depth=DEPTH), 1, table=TranspositionTable(1)):
        value = info.score.value
    return abs(value) <= EVEN


def openings_of_file(path: Path, kind: GameType) -> Iterator[list[str]]:
    """Give the beginnings in a file of records of the same type, played by the arena's rules."""
    for number, game in enumerate(read_games(path), 1):
        if game.game_type.name == kind.name and game.result not in ("WhiteWins", "BlackWins", "Draw"):
            opening = [str(action) for action in game.actions]
            position = Position(kind, seed=game.seed)
            try:
                for text in opening:
                    position.play(text)
            except IllegalAction as error:
                raise PlayerError("bad_opening", file=path, game=number, reason=error.reason) from None
            yield opening
