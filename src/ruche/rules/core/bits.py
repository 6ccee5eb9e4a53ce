"""Arithmetic on cells and bit sets, so small that compiled code has it inline: `bits.pxd` says it in C."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

if not cython.compiled:
    from ruche.rules.core.tables import OFFSETS
    from ruche.rules.facts.hexes import CELLS

    MASK64 = 0xFFFF_FFFF_FFFF_FFFF  # Python's integers do not wrap; C's do

    def step(cell: int, direction: int) -> int:
        """Return the cell one step away; 0 is east, then clockwise."""
        return (cell + OFFSETS[direction]) % CELLS

    def before_opposite(direction: int) -> int:
        """Return a mask of the directions that come before the opposite one."""
        return (1 << (direction + 3) % 6) - 1

    def lowest(bits: int) -> int:
        """Return the number of the lowest bit that is set."""
        return (bits & -bits).bit_length() - 1

    def mark(near: list[int], cell: int, lanes: int) -> None:
        """Toggle a cell in the masks of its six neighbours: for the eastern one it lies in the west."""
        for d in range(6):
            near[step(cell, d)] ^= lanes << (d + 3) % 6

    def mix(number: int) -> int:
        """Scramble 64 bits."""
        number = (number + 0x9E3779B97F4A7C15) & MASK64
        number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK64
        number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK64
        return number ^ number >> 31
