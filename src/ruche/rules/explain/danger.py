"""What endangers a royal: threats against it, and actions that cost a player their own.

A royal is threatened if the other side, were it to move now, could end the game against it by one action.
"""

from __future__ import annotations

from typing import Literal

from ruche.rules.core import codes
from ruche.rules.explain import probe
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.pieces import Piece
from ruche.rules.position import Position

# How an action ends the game against its own player (E2, E6), or for nobody (E3).
OwnLoss = Literal["surrounded", "removed", "both"]


def threatened_royals(position: Position) -> list[Piece]:
    """Return the royals that one action of their opponent would surround or remove."""
    if position.outcome is not None:
        return []
    royals = position.game_type.royals
    return [royals[colour] for colour in Colour if probe.is_threatened(position, colour)]


def own_losses(position: Position) -> dict[int, OwnLoss]:
    """Return the legal actions, by their codes, that cost the side to move its own royal."""
    mine = [] if position.outcome is not None else probe.fatal_actions(position, position.colour)
    if not mine:
        return {}
    theirs = set(probe.fatal_actions(position, position.colour.other))
    return {code: "both" if code in theirs else _way(code) for code in mine}


def _way(code: int) -> OwnLoss:
    return "removed" if code & codes.KIND == codes.KILL else "surrounded"
