"""Positions that tests of several rooms begin with."""

from __future__ import annotations

from ruche import GameType, Position

# Beetles of both sides climb over three pieces.
CLIMB = (
    *("wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", "wB1 -wQ", "bB1 bQ-"),
    *("wB1 wQ", "bB1 bQ", "wB1 wG1", "bB1 bG1"),
)


def played(game_type: GameType | str, *actions: str, seed: int = 0) -> Position:
    """Return the position after some actions."""
    position = Position(game_type, seed=seed)
    for action in actions:
        position.play(action)
    return position
