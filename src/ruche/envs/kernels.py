"""The inner loops of the environments: numbers of actions, masks, planes of the hive."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.action import Action
from ruche.rules.facts import hexes
from ruche.rules.facts.hexes import Hex
from ruche.rules.position import Position

if not cython.compiled:
    from ruche.rules.core.codes import KIND, MOVE, PLACE

SIDES = 7  # where a destination lies: six sides of its reference, and on top of it
NO_REFERENCE = 7  # the very first piece
HALF = 0.5


def number_actions(
    legal: list[Action], actor: list[int], coloured: int, pieces: int, swap: bool
) -> list[int]:
    """Return the numbers of placings and moves, as `Numbering` gives them; -1 for actions of other kinds.

    `actor` says where the faces of a piece begin. With `swap` pieces are counted from black's side.
    """
    numbers = []
    row = pieces * SIDES + 1
    for action in legal:
        kind = action.code & KIND
        if kind != MOVE and kind != PLACE:
            numbers.append(-1)
            continue
        mover = action.shown >> 1
        other = action.other >> 1
        if swap:
            mover = (mover + coloured // 2) % coloured if mover < coloured else mover
            other = (other + coloured // 2) % coloured if other < coloured else other
        to = row - 1 if action.way == NO_REFERENCE else other * SIDES + action.way
        numbers.append((actor[mover] + (action.shown & 1)) * row + to)
    return numbers


def fill_mask(mask: NDArray[np.int8], numbers: list[int]) -> None:
    """Set the mask to 1 at every number."""
    for number in numbers:
        mask[number] = 1


def fill_hive(
    found: NDArray[np.float32],
    position: Position,
    planes: list[int],
    marks: list[tuple[int, int]],
    hex_by_cell: dict[int, Hex] | None,
) -> None:
    """Fill the planes of what lies where, the middle of the hive in their middle.

    `planes` has the plane of every piece and face, `marks` planes and the bit sets of pieces to mark there.
    The top of a stack counts 1, what it covers a half, a quarter... A wide hive needs `hex_by_cell`.
    """
    board = position.board
    count = len(planes) // 2
    home = position.anchor()
    rows, columns = [0] * count, [0] * count
    least_row = least_column = 1 << 20
    most_row = most_column = -(1 << 20)
    for piece in range(count):
        cell = board.pos[piece]
        if cell < 0:
            continue
        column, row = PLACES[(cell - home) % hexes.CELLS] if hex_by_cell is None else hex_by_cell[cell]
        rows[piece], columns[piece] = row, column
        least_row, most_row = min(least_row, row), max(most_row, row)
        least_column, most_column = min(least_column, column), max(most_column, column)
    half = found.shape[1] // 2
    top_row = (least_row + most_row >> 1) - half  # a shift: in C, dividing rounds towards zero
    left_column = (least_column + most_column >> 1) - half
    for top in range(count):
        cell = board.pos[top]
        if cell < 0 or board.top[cell] != top:
            continue
        y, x = rows[top] - top_row, columns[top] - left_column
        piece = top
        value = 1.0
        while piece >= 0:
            face = 1 if board.bug[piece] != board.first_bug[piece] else 0
            found[planes[2 * piece + face], y, x] += value
            value *= HALF
            for plane, bits in marks:
                if bits >> piece & 1:
                    found[plane, y, x] = 1
            piece = board.under[piece]


PLACES = hexes.displacements()
