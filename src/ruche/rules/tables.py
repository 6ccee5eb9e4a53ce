"""Look-up tables of the rules, indexed by cell, by bug or by the six neighbours that are occupied.

A *mask* has a bit for each direction, 0 east and then clockwise. Compiled modules
keep copies of them as C arrays.
"""

from __future__ import annotations

import random

from ruche.rules import bugs, hexes

OFFSETS = [q + hexes.SOUTH_EAST * r for q, r in hexes.DIRECTIONS]
_SPARE = [0] * (24 - len(bugs.BUGS))
ABILITIES = [bug.abilities for bug in bugs.BUGS] + _SPARE
AURAS = [bug.aura for bug in bugs.BUGS] + _SPARE
BIT = [1 << i for i in range(64)]


def has(mask: int, direction: int) -> int:
    """Tell whether the neighbour in a direction is occupied."""
    return mask >> (direction % 6) & 1


def slide_mask(mask: int) -> int:
    """Directions with a free slide: empty, and exactly one of the two flanks occupied (H4)."""
    return sum([1 << d for d in range(6) if not has(mask, d) and has(mask, d + 5) != has(mask, d + 1)])


def count_arcs(mask: int) -> int:
    """Count the runs of occupied neighbours (none when all six are)."""
    return sum([1 for d in range(6) if has(mask, d) and not has(mask, d + 1)])


def wall_step(mask: int, wall: int) -> int:
    """Next slide clockwise with a hand on the wall: direction * 8 + wall direction afterwards."""
    if not slide_mask(mask) or not has(mask, wall):
        return 0
    while has(mask, wall + 1) or has(mask, wall + 2):  # a gap of one hex is a gate: part of the wall
        wall += 1
    return (wall + 1) % 6 * 8 + (wall + 5) % 6


SLIDES = [slide_mask(m) for m in range(64)]
ARCS = [count_arcs(m) for m in range(64)]
# By mask and wall: what the next slide adds to the cell, times 8, plus the wall's direction afterwards.
WALKS = [OFFSETS[wall_step(i // 8, i % 8) // 8] << 3 | wall_step(i // 8, i % 8) % 8 for i in range(512)]
NUMBER = [m.bit_count() for m in range(64)]
LOWEST = [0] + [(m & -m).bit_length() - 1 for m in range(1, 64)]

# The neighbour that names a hex in notation: north-west first, then clockwise (UHP).
NAMING_ORDER = (4, 5, 0, 1, 2, 3)
NAMING = [next((d for d in NAMING_ORDER if m >> d & 1), 6) for m in range(64)]

_random = random.Random(20050101)
ZOBRIST = [_random.getrandbits(64) | 1 for _ in range(hexes.CELLS)]
HAND_KEYS = [_random.getrandbits(64) for _ in range(256)]
STATE_KEYS = [_random.getrandbits(64) for _ in range(128)]
