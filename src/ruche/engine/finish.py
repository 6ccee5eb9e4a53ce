"""Actions that win at once: what the search looks for at its horizon.

`finish.pxd` gives the functions C types.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.engine import distance
from ruche.rules.core.board import Board

if not cython.compiled:
    from ruche.engine.move_picker import NO_MOVE
    from ruche.rules.core.codes import CELL, KILL, KIND, MOVE, PASS, PLACE, piece_of, target_of
    from ruche.rules.core.hive import height_at

DISTANCE = distance.DISTANCE


def find_finish(board: Board, start: int, victim: int) -> int:
    """Find an action by which the side to move wins at once."""
    end = list_last_actions(board, start, victim)
    for i in range(start, end):
        if finishes(board, board.moves[i], victim):
            return board.moves[i]
    return NO_MOVE


def list_last_actions(board: Board, start: int, victim: int) -> int:
    """List what might win at once: moves only, where the last hex touches the victim's colour (T2)."""
    cell = board.pos[board.start[victim]]
    if board.covering or board.swarm or board.neutral >= 0 or board.pos[board.start[1 - victim]] < 0:
        return board.generate(start)
    if board.colour[board.top[cell]] != victim:
        return board.generate(start)
    return board.generate_moves(start)


def finishes(board: Board, code: int, victim: int) -> bool:
    """Tell whether an action wins at once, by filling the last hex or killing the royal."""
    royal = board.start[victim]
    kind = code & KIND
    if kind == KILL:
        return target_of(code) == royal
    if kind != MOVE and kind != PLACE:
        return False
    if piece_of(code) != royal and not closes_in(board, code, board.pos[royal]):
        return False
    board.make(code)
    won = board.lost(victim) and not board.lost(1 - victim)
    board.unmake()
    return won


def closes_in(board: Board, code: int, royal: int) -> bool:
    """Tell whether a move or a placement fills one more hex beside a royal, or covers it."""
    away = DISTANCE[((code & CELL) - royal) & CELL]
    if away > 1 or (away == 1 and height_at(board, code & CELL) > 0):
        return False
    origin = board.pos[piece_of(code)] if code & KIND == MOVE else -1
    return origin < 0 or height_at(board, origin) > 1 or DISTANCE[(origin - royal) & CELL] != 1


def is_threatened(board: Board, start: int, victim: int) -> bool:
    """Tell whether the opponent could win at once if the side to move passed."""
    board.make(PASS)
    found = find_finish(board, start, victim)
    board.unmake()
    return found != NO_MOVE
