"""What a score is worth in points of a game, by game type: measured in games of the engine against itself.

A player who is ahead by the scale wins ten times as often as loses. Where draws are common, with Venom and
with some modules, the same score promises less.
"""

from __future__ import annotations

from functools import cache

from ruche.rules.facts.bugs import BASE, GUARDIANS, HONEYCOMBO, PREDATORS, SWARM, VENOM
from ruche.rules.facts.game_type import GameType

# In hundredths of a point; fitted to results and search scores (1,000 nodes) of 4.2 million positions. The
# header of a network says what its games gave.
SCALES = {BASE: 234, VENOM: 281}
SCALES_WITH = {
    (BASE, PREDATORS): 237,
    (VENOM, PREDATORS): 313,
    (BASE, GUARDIANS): 299,
    (VENOM, GUARDIANS): 359,
    (BASE, HONEYCOMBO): 226,
    (VENOM, HONEYCOMBO): 289,
    (BASE, SWARM): 260,
    (VENOM, SWARM): 308,
}


@cache
def chance_scale(game_type: GameType) -> int:
    """Return the scale of a game type; several modules average theirs, which is right for Ultimate."""
    pairs = [(game_type.base, module) for module in game_type.modules]
    scales = [SCALES_WITH[pair] for pair in pairs if pair in SCALES_WITH] or [SCALES[game_type.base]]
    return sum(scales) // len(scales)
