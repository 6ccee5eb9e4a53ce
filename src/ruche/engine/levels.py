"""How strong the machine plays: eight levels, from one that a child beats to full strength.

Weaker levels err like people: they look less far, overlook some actions and judge less finely. Their names
are in the catalogue, `level.1.name` and `level.1.about` and so on.
"""

from __future__ import annotations

from dataclasses import dataclass

from ruche import words
from ruche.engine.limits import Limit


@dataclass(frozen=True)
class Level:
    """How far a level looks, how much it overlooks and how finely it judges."""

    number: int
    depth: int | None = None  # actions
    nodes: int | None = None
    noise: int = 0  # hundredths of a point by which its judgement may be off
    overlook: int = 0  # of a thousand actions, how many it does not see

    def name(self, language: str) -> str:
        """Return the level's name for players."""
        return words.say(f"level.{self.number}.name", language)

    def about(self, language: str) -> str:
        """Return a sentence on the level for players."""
        return words.say(f"level.{self.number}.about", language)

    def within(self, limit: Limit) -> Limit:
        """Return a limit that is no wider than the level's own."""
        return Limit(limit.seconds, narrower(limit.depth, self.depth), narrower(limit.nodes, self.nodes))


def narrower(one: int | None, two: int | None) -> int | None:
    """Return the smaller of two limits, None being no limit."""
    if one is None or two is None:
        return two if one is None else one
    return min(one, two)


LEVELS = (
    Level(1, depth=1, noise=160, overlook=350),
    Level(2, depth=1, noise=95, overlook=200),
    Level(3, depth=2, noise=140, overlook=300),
    Level(4, depth=2, noise=50, overlook=80),
    Level(5, depth=3, noise=40, overlook=50),
    Level(6, depth=4),
    Level(7, depth=7, nodes=60_000),
    Level(8),
)
STRONGEST = LEVELS[-1]


def level_of(number: int) -> Level:
    """Return a level, 1 to 8; raise `ValueError` for another number."""
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"no level {number}; expected 1 to {len(LEVELS)}")
    return LEVELS[number - 1]
