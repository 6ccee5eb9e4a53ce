"""Naming actions: which piece acts, by the face it shows, and which neighbour tells its destination (N)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules import action as actions
from ruche.rules.action import Action
from ruche.rules.core import tables
from ruche.rules.core.board import Board
from ruche.rules.facts.game_type import GameType
from ruche.rules.facts.hexes import Hex

if not cython.compiled:
    from ruche.rules.core.bits import step
    from ruche.rules.core.codes import (
        CELL,
        FLIP,
        HAND,
        KILL,
        KIND,
        LIGHT,
        MOVE,
        NEIGHBOURS,
        NOBODY,
        PLACE,
        SECOND_FACE,
        STEAL,
        STING,
        SWAP,
        TURN,
        hand_piece,
        piece_of,
        target_of,
    )
    from ruche.rules.core.hive import height_at
    from ruche.rules.core.state import drawn_by

BIT = tables.BIT
NAMING = tables.NAMING
ON_TOP, NO_REFERENCE = actions.ON_TOP, actions.NO_REFERENCE


def describe(
    board: Board, game_type: GameType, code: int, stamp: int, anchor: int, hex_by_cell: dict[int, Hex] | None
) -> Action:
    """Return the action of a code, named as notation asks for."""
    action = Action.__new__(Action)
    action.read_as = game_type
    action.code = code
    action.stamp = stamp
    action.anchor = anchor
    action.hex_by_cell = hex_by_cell
    action.written = ""
    action.start = -1
    action.shown = -1
    action.other = 0
    action.way = NO_REFERENCE
    action.drawn_face = held_face(board, drawn_by(code))
    kind = code & KIND
    piece = piece_of(code)
    if kind == MOVE:
        action.start = board.pos[piece]
        action.shown = face_index(board, piece)
        refer(board, action, piece, code & CELL)
    elif kind == PLACE:
        action.shown = 2 * piece + (1 if code & SECOND_FACE else 0)
        refer(board, action, -1, code & CELL)
    elif kind == TURN:
        action.other = 0 if board.state & LIGHT else 1  # the colour it shows afterwards: 1 light
    elif kind == STEAL:
        action.shown = 2 * piece + held_face(board, piece)
    elif kind == HAND and board.fixable:
        for i in range(3):
            if hand_piece(code, i) != NOBODY:
                action.other |= held_face(board, hand_piece(code, i)) << i
    elif kind == FLIP:
        action.start = board.pos[piece]
        action.shown = face_index(board, piece)
        action.other = action.shown ^ 1
    elif kind == STING or kind == SWAP or kind == KILL:
        action.start = board.pos[piece]
        action.shown = face_index(board, piece)
        action.other = face_index(board, target_of(code))
    return action


def face_index(board: Board, piece: int) -> int:
    """Return the place of a piece, as it lies, in `GameType.names`."""
    return 2 * piece + (1 if board.bug[piece] != board.first_bug[piece] else 0)


def held_face(board: Board, piece: int) -> int:
    """Return the face by which a piece is named outside the hive (N): 0 the first, 1 the second."""
    return face_index(board, piece) & 1 if piece >= 0 and board.fixable & BIT[piece] else 0


def refer(board: Board, action: Action, mover: int, cell: int) -> None:
    """Name a destination by the first neighbour, north-west first, the mover lifted off."""
    top = board.top[cell]
    if top >= 0:
        action.other = face_index(board, top)
        action.way = ON_TOP
        return
    mask = board.near[cell] & NEIGHBOURS
    origin = board.pos[mover] if mover >= 0 else -1
    if origin >= 0 and height_at(board, origin) == 1:
        for d in range(6):
            if step(cell, d) == origin:
                mask &= ~(1 << d)
    if mask == 0:
        return
    way = NAMING[mask]
    top = board.top[step(cell, way)]
    if top == mover:
        top = board.under[mover]
    action.other = face_index(board, top)
    action.way = way
