"""Places: the endless board folded onto a ring of 4096 cells, and the way back to coordinates.

A cell is a number modulo 4096; one hex east is +1, one south-east +116. Two hexes share a cell only
if they lie at least 71 steps apart, so a hive of up to 63 pieces and the hexes around it never meet
themselves, and no edge of a board needs to be checked. The first piece lies halfway round the ring, so that
few games ever reach its seam, where cell 0 follows cell 4095.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple


class Hex(NamedTuple):
    """A place on the board in axial coordinates: `X-` is (+1, 0), `X/` (+1, -1), `X\\` (0, +1)."""

    q: int
    r: int

    def neighbour(self, direction: int) -> Hex:
        """Return the hex one step away; 0 is east, then clockwise."""
        q, r = DIRECTIONS[direction % 6]
        return Hex(self.q + q, self.r + r)


CELLS = 4096
COMPACT = 34  # a hive of at most this many pieces has one reading in coordinates, with its surroundings
SOUTH_EAST = 116
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # E SE SW W NW NE
# How the hex in a direction from a piece is written around that piece's name (N).
BESIDE = ("{}-", "{}\\", "/{}", "-{}", "\\{}", "{}/")
START = CELLS // 2  # the cell of the hex (0, 0), where the first piece lies


def offset_of(q: int, r: int) -> int:
    """Return what must be added to a cell to go `q` and `r` hexes further."""
    return (q + SOUTH_EAST * r) % CELLS


def cell_of(q: int, r: int) -> int:
    """Return the cell of a hex."""
    return (START + offset_of(q, r)) % CELLS


def hex_of(cell: int) -> Hex:
    """Return the hex of a cell that is nearest to (0, 0)."""
    return displacements()[(cell - START) % CELLS]


@lru_cache(maxsize=1 << 16)
def hex_seen_from(anchor: int, cell: int) -> Hex:
    """Return the hex of a cell in a hive that has a piece at the anchor."""
    home, away = hex_of(anchor), displacements()[(cell - anchor) % CELLS]
    return Hex(home.q + away.q, home.r + away.r)


@cache
def displacements() -> list[Hex]:
    """Return by the difference of two cells how far one lies from the other: the shortest way."""
    found: dict[int, Hex] = {0: Hex(0, 0)}
    ring = [Hex(0, 0)]
    while len(found) < CELLS:
        reached = []
        for place in ring:
            for direction in range(6):
                near = place.neighbour(direction)
                if found.setdefault(offset_of(*near), near) is near:
                    reached.append(near)
        ring = reached
    return [found[cell] for cell in range(CELLS)]


@cache
def distances() -> list[int]:
    """Return for every cell how far it lies from (0, 0)."""
    return [max(abs(q), abs(r), abs(q + r)) for q, r in map(hex_of, range(CELLS))]
