"""What a score is worth in points of a game, by game type: measured in games of the engine against itself.

A player who is ahead by the scale wins ten times as often as they lose. Where draws are common, with Venom
and with some modules, the same score promises less. The network's file has the scales by family.
"""

from __future__ import annotations

from functools import cache

from ruche.engine.network_file import SHIPPED, about_network
from ruche.engine.score import CHANCE_SCALE
from ruche.rules.facts.game_type import GameType


@cache
def chance_scale(game_type: GameType) -> int:
    """Return the scale of a game type; several modules average theirs, which is nearly right for Ultimate."""
    measured = _scales()
    families = [f"{game_type.base}+{module}" for module in game_type.modules]
    scales = [measured[family] for family in families if family in measured]
    return sum(scales) // len(scales) if scales else measured.get(game_type.base, CHANCE_SCALE)


@cache
def _scales() -> dict[str, int]:
    """Return the scales of the shipped network; one that was made without them has none."""
    return dict(about_network(SHIPPED).get("scales", {}))
