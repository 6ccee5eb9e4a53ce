"""Arithmetic on cells and bit sets, so small that compiled code has it inline: `bits.pxd` says it in C."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

if not cython.compiled:
    from ruche.rules.core.codes import LANE
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

    def mark(near: list[int], cell: int) -> None:
        """Toggle whether a cell is occupied in the masks of its six neighbours."""
        for d in range(6):
            near[step(cell, d)] ^= 1 << (d + 3) % 6  # for the eastern one it lies in the west

    def add_lanes(near: list[int], cell: int, colour: int) -> None:
        """Show a piece of a colour to the six neighbours of a cell that was empty."""
        for d in range(6):
            near[step(cell, d)] += (1 | 1 << LANE * (colour + 1)) << (d + 3) % 6

    def remove_lanes(near: list[int], cell: int, colour: int) -> None:
        """Undo `add_lanes`."""
        for d in range(6):
            near[step(cell, d)] -= (1 | 1 << LANE * (colour + 1)) << (d + 3) % 6

    def move_lanes(near: list[int], cell: int, to: int, colour: int) -> None:
        """Show a piece of a colour around another cell."""
        remove_lanes(near, cell, colour)
        add_lanes(near, to, colour)

    def change_lanes(near: list[int], cell: int, old: int, now: int) -> None:
        """Show the neighbours of a cell another colour: a stack has its top's (H3)."""
        remove_lanes(near, cell, old)
        add_lanes(near, cell, now)

    def mix(number: int) -> int:
        """Scramble 64 bits."""
        number = (number + 0x9E3779B97F4A7C15) & MASK64
        number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & MASK64
        number = (number ^ number >> 27) * 0x94D049BB133111EB & MASK64
        return number ^ number >> 31
