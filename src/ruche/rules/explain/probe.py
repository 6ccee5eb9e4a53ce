"""Questions that explanations and set-ups ask of the rules, answered by the rules' own functions."""

from __future__ import annotations

from typing import NamedTuple

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.core import tables
from ruche.rules.position import Position

if not cython.compiled:
    from ruche.rules.core.acting import controlled as controlled_by
    from ruche.rules.core.bits import step
    from ruche.rules.core.ways import abilities_at, may_step, reach
    from ruche.rules.facts.bugs import CHASE, CONTROL

BIT = tables.BIT


class Memory(NamedTuple):
    """Bit sets of pieces: what the last turn left behind, and the auras, for the side to move."""

    resting: int
    stung: int
    placed: int
    moved: int
    flipped: int
    shielded: int
    held: int


def memory(position: Position) -> Memory:
    """Return what the side to move has to reckon with."""
    board = position.board
    board.recall()
    board.cast_auras(board.side())
    return Memory(
        board.resting, board.stung, board.placed, board.moved, board.flipped, board.shielded, board.held
    )


def cell(position: Position, piece: int) -> int:
    """Return the cell of a piece, or -1."""
    return position.board.pos[piece]


def top(position: Position, cell: int) -> int:
    """Return the top piece on a cell, or -1."""
    return position.board.top[cell]


def height(position: Position, cell: int) -> int:
    """Return the height of the stack on a cell."""
    return position.board.height[cell]


def around(cell: int) -> list[int]:
    """Return the six neighbours of a cell, east first, then clockwise."""
    return [step(cell, d) for d in range(6)]


def ring(position: Position, cell: int) -> tuple[int, int, int, int]:
    """Return the masks of neighbours that are occupied, white, black and neutral."""
    near = position.board.near[cell]
    return near & 63, near >> 8 & 63, near >> 16 & 63, near >> 24 & 63


def pinned(position: Position, cell: int) -> bool:
    """Tell whether the top of a cell may not leave it (H2)."""
    board = position.board
    board.cut_known = False
    return board.height[cell] == 1 and board.is_pinned(cell)


def connected_without(position: Position, one: int, two: int) -> bool:
    """Tell whether the hive is connected without two stacks."""
    return position.board.is_connected_without(one, two)


def step_allowed(position: Position, cell: int, direction: int, mine: int) -> bool:
    """Tell whether stacks leave room for a step from height `mine` (H5)."""
    return may_step(position.board, cell, direction, mine)


def abilities(position: Position, piece: int) -> int:
    """Return what a top piece can do where it lies, mimicry resolved."""
    return abilities_at(position.board, piece, position.board.pos[piece])


def acting(position: Position) -> dict[int, int]:
    """Return the abilities of the pieces that may act for the side to move, controlled ones too (V9)."""
    board = position.board
    me = board.side()
    board.recall()
    board.cast_auras(me)
    frozen = board.resting | board.stung
    free = board.bag ^ board.bag
    found: dict[int, int] = {}
    for piece in range(board.start[me], board.stop[me]):
        cell = board.pos[piece]
        if cell >= 0 and board.top[cell] == piece and not frozen & BIT[piece]:
            free |= BIT[piece]
            board.doing[piece] = abilities_at(board, piece, cell)
            found[piece] = board.doing[piece]
    controlled = controlled_by(board, me, free)
    for piece in range(board.start[1 - me], board.stop[1 - me]):
        if controlled & BIT[piece]:
            found[piece] = abilities_at(board, piece, board.pos[piece]) & ~CONTROL
    return found


def destinations(position: Position, piece: int, abilities: int) -> set[int]:
    """Return the cells that a piece would reach by some abilities, were it free to leave."""
    board = position.board
    board.recall()
    end = reach(board, piece, board.pos[piece], abilities, 0)
    return {board.found[i] & 4095 for i in range(end)}


def chase_landings(position: Position, piece: int) -> set[int]:
    """Return the cells that a fly would reach if the last turn had touched every piece (V5)."""
    board = position.board
    board.recall()
    for other in range(board.start[0], board.stop[1]):  # the neutral never counts
        board.placed |= BIT[other]
    end = reach(board, piece, board.pos[piece], CHASE, 0)
    board.recall()
    return {board.found[i] & 4095 for i in range(end)}


def unbarred(position: Position, piece: int, abilities: int) -> set[int]:
    """Return the cells that it would reach if no stack were high enough to bar a step (H5)."""
    board = position.board
    home = board.pos[piece]
    heights = {}
    for other in range(64):
        cell = board.pos[other]
        if cell >= 0:
            heights[cell] = board.height[cell]
    for cell in heights:
        board.height[cell] = 2 if cell == home and heights[cell] > 1 else 1
    found = destinations(position, piece, abilities)
    for cell in heights:
        board.height[cell] = heights[cell]
    return found
