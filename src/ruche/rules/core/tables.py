"""Look-up tables of the rules, indexed by cell, by bug or by the six neighbours that are occupied.

A *mask* has a bit for each direction, 0 east and then clockwise. Compiled modules
keep copies of them as C arrays.
"""

from __future__ import annotations

from _random import Random  # the generator alone: the module around it takes a millisecond to load

from ruche.rules.facts import bugs, hexes

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


SLIDES = [slide_mask(m) for m in range(64)]


def count_arcs(mask: int) -> int:
    """Count the runs of occupied neighbours (none when all six are)."""
    return sum([1 for d in range(6) if has(mask, d) and not has(mask, d + 1)])


def wall_step(mask: int, wall: int, turn: int) -> int:
    """Next slide with a hand on the wall: direction * 8 + wall direction afterwards.

    `turn` is 1 to go round the hive clockwise, -1 to go the other way.
    """
    if not SLIDES[mask] or not has(mask, wall):
        return 0
    while has(mask, wall + turn) or has(mask, wall + 2 * turn):  # a gap of one hex is a gate
        wall += turn
    return (wall + turn) % 6 * 8 + (wall - turn) % 6


def walks(turn: int) -> list[int]:
    """By mask and wall: what the next slide adds to the cell, times 8, plus where the wall is then."""
    strides = [wall_step(i // 8, i % 8, turn) for i in range(512)]
    return [OFFSETS[stride // 8] << 3 | stride % 8 for stride in strides]


ARCS = [count_arcs(m) for m in range(64)]
WALKS, BACKWARDS = walks(1), walks(-1)
NUMBER = [m.bit_count() for m in range(64)]
LOWEST = [0] + [(m & -m).bit_length() - 1 for m in range(1, 64)]

# The neighbour that names a hex in notation: north-west first, then clockwise (UHP).
NAMING_ORDER = (4, 5, 0, 1, 2, 3)
NAMING = [next((d for d in NAMING_ORDER if m >> d & 1), 6) for m in range(64)]

_random = Random(20050101)
_keys = [_random.getrandbits(64) | 1 for _ in range(hexes.CELLS)]
ZOBRIST = [_keys[(cell - hexes.START) % hexes.CELLS] for cell in range(hexes.CELLS)]
HAND_KEYS = [_random.getrandbits(64) for _ in range(256)]
STATE_KEYS = [_random.getrandbits(64) for _ in range(128)]
