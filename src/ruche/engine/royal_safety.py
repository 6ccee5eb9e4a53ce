"""How close a royal is to being lost: filled neighbours, and whether one action might take it.

`royal_safety.pxd` gives the look-ups C types.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.engine import distance
from ruche.rules.core import tables
from ruche.rules.core.board import Board

if not cython.compiled:
    from ruche.rules.core.bits import step
    from ruche.rules.core.codes import CELL, NEIGHBOURS
    from ruche.rules.core.hive import beside, height_at
    from ruche.rules.facts.bugs import MIMIC
    from ruche.rules.facts.bugs import STRIKE as CAN_STRIKE
    from ruche.rules.facts.bugs import THROW as CAN_THROW

ABILITIES, LOWEST, COUNT = tables.ABILITIES, tables.LOWEST, tables.NUMBER
DISTANCE = distance.DISTANCE


def ring_count(board: Board, colour: int) -> int:
    """Count the filled neighbours of a royal; with Guardians its cover counts too (E7)."""
    royal = board.start[colour]
    cell = board.pos[royal]
    if cell < 0:
        return 0
    count = COUNT[board.near[cell] & NEIGHBOURS]
    if board.covering and board.top[cell] != royal:
        count += 1
    return count


def exposed(board: Board, colour: int) -> bool:
    """Tell whether one action might cost a player the royal.

    One hex beside it is free, a predator is near, or a thrower beside it has a hole to throw it into (B7).
    """
    if ring_count(board, colour) >= (6 if board.covering else 5):
        return True
    if board.powers & (CAN_STRIKE | CAN_THROW) == 0:
        return False
    cell = board.pos[board.start[colour]]
    if cell < 0 or height_at(board, cell) > 1:
        return False
    todo = beside(board, cell, 1 - colour)
    while todo:
        other = step(cell, LOWEST[todo])
        able = ABILITIES[board.bug[board.top[other]]]
        todo &= todo - 1
        if board.powers & CAN_STRIKE and able & (CAN_STRIKE | MIMIC):
            return True
        if able & (CAN_THROW | MIMIC) and has_hole(board, other, cell):
            return True
    return False


def has_hole(board: Board, cell: int, royal: int) -> bool:
    """Tell whether beside a cell there is a hole with six filled neighbours, the royal not among them."""
    todo = ~board.near[cell] & NEIGHBOURS
    while todo:
        hole = step(cell, LOWEST[todo])
        todo &= todo - 1
        if board.near[hole] & NEIGHBOURS == NEIGHBOURS and DISTANCE[(hole - royal) & CELL] > 1:
            return True
    return False
