"""Positions that come back, as the search sees them (E4).

`repetition.pxd` gives the functions C types.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.core.board import Board

if not cython.compiled:
    from ruche.rules.core.codes import (
        CELL,
        DRAW,
        FLAGS,
        HAND,
        KILL,
        KIND,
        MOVE,
        PIECE_SHIFT,
        PLACE,
        STEAL,
        SWAP,
        TURNS,
        piece_of,
        target_of,
    )

SAME_TURN = FLAGS | 1 << TURNS  # the bits of Board.state that are part of a position


def repeats(board: Board, root_ply: int) -> bool:
    """Tell whether the position occurred before: once in this search, or twice in the game (E4).

    Where the hive has crawled away, its key is another one. Then both royals lie as far from where they
    were, which is rare enough to go back and look. (While one is in hand, pieces are placed, and no
    position comes back.)
    """
    earlier = 0
    white_royal = board.start[0]
    black_royal = board.start[1]
    white = board.pos[white_royal]
    black = board.pos[black_royal]
    i = board.ply - 1
    while i >= 0:
        code = board.history[i].code
        kind = code & KIND
        if kind == MOVE:
            if code >> PIECE_SHIFT == white_royal:
                white = board.history[i].origin
            elif code >> PIECE_SHIFT == black_royal:
                black = board.history[i].origin
        elif kind == PLACE or kind == KILL or kind == HAND or kind == DRAW or kind == STEAL:
            return False
        elif kind == SWAP:
            white = before_swap(board, i, white_royal, white)
            black = before_swap(board, i, black_royal, black)
        if (board.history[i].state ^ board.state) & SAME_TURN == 0:
            shift = board.pos[white_royal] - white
            if board.history[i].key == board.key or (
                shift != 0 and (board.pos[black_royal] - black - shift) & CELL == 0 and has_crawled(board, i)
            ):
                earlier += 1
                if i > root_ply or earlier > 1:
                    return True
        i -= 1
    return False


def before_swap(board: Board, ply: int, piece: int, cell: int) -> int:
    """Return where a piece lay before the swap of a ply, if it lay on a cell after it."""
    code = board.history[ply].code
    if piece_of(code) == piece:
        return board.history[ply].origin
    return board.history[ply].target_origin if target_of(code) == piece else cell


def has_crawled(board: Board, ply: int) -> bool:
    """Tell whether the position is that of an earlier ply, wherever the hive lay then."""
    now = board.ply
    key = board.repetition_key()
    while board.ply > ply:
        board.unmake()
    is_same = board.repetition_key() == key
    while board.ply < now:
        board.make(board.history[board.ply].code)
    return is_same
