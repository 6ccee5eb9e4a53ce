"""Listing the placements from a hand (rules T, G1, K1, K2, S3).

Functions that list placements write their codes to `board.moves[n:]` and return the new end.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.core import tables
from ruche.rules.core.state import HiveAndHands
from ruche.rules.facts import hexes

if not cython.compiled:
    from ruche.rules.core.bits import before_opposite, lowest, step
    from ruche.rules.core.codes import CELL, LANE, NEIGHBOURS, PIECE_SHIFT, PLACE, SECOND_FACE, piece_of
    from ruche.rules.core.hive import beside, height_at
    from ruche.rules.facts.colours import NEUTRAL
    from ruche.rules.facts.game_type import ROYAL_DEADLINE

BIT = tables.BIT
START = hexes.START


def placements(board: HiveAndHands, me: int, n: int) -> int:
    """List the placements from a hand (T1 to T7, G1, K1, K2, S3)."""
    number = board.turn_number()
    royal = board.start[me]
    if number >= ROYAL_DEADLINE and board.hand[me] & BIT[royal]:  # T3
        board.placeable[0] = PLACE | royal << PIECE_SHIFT
        return enter_beside(board, me, 1, n)
    for colour in range(2):
        if colour != me and not board.swarm:
            continue
        count = find_placeable(board, me, colour, False, number)
        if count:
            if number == 1:
                n = enter_first(board, count, n)
            else:
                n = enter_beside(board, colour, count, n)
        if board.on_top and number > 1:
            count = find_placeable(board, me, colour, True, number)
            if count:
                n = enter_above(board, colour, count, n)
    return n


def can_place(board: HiveAndHands, me: int, code: int) -> bool:
    """Tell whether a piece can enter on the ground beside its colour (T2), Swarm and Honeycombo apart."""
    number = board.turn_number()
    royal = board.start[me]
    if number == 1:  # T1
        return False
    if number >= ROYAL_DEADLINE and board.hand[me] & BIT[royal] and piece_of(code) != royal:  # T3
        return False
    cell = code & CELL
    if height_at(board, cell) or beside(board, cell, 1 - me) or not beside(board, cell, me):
        return False
    count = find_placeable(board, me, me, False, number)
    for i in range(count):
        if board.placeable[i] | cell == code:
            return True
    return False


def find_placeable(board: HiveAndHands, me: int, colour: int, on_top: bool, number: int) -> int:
    """List in `placeable` the next piece of every kind, each face, that enters on the ground or on top."""
    count = 0
    for kind in range(board.kinds):
        pieces = board.hand[me] & board.kind_bits[colour * 32 + kind]
        if pieces == 0 or (kind == 0 and number == 1 and not board.queen_first):  # T4
            continue
        piece = lowest(pieces)  # T7
        if (board.on_top & BIT[piece] != 0) != on_top:
            continue
        board.placeable[count] = PLACE | piece << PIECE_SHIFT
        if board.bug[piece] != board.first_bug[piece]:  # V0d
            board.placeable[count] |= SECOND_FACE
        count += 1
        if board.two_faced & BIT[piece]:  # V0
            board.placeable[count] = PLACE | SECOND_FACE | piece << PIECE_SHIFT
            count += 1
    return count


def enter_first(board: HiveAndHands, count: int, n: int) -> int:
    """List a player's first piece: anywhere at the hive (T1, K1)."""
    if board.in_play == 0:
        board.entries[0] = START
        return enter_at(board, 1, count, n)
    found = 0
    for piece in range(64):
        cell = board.pos[piece]
        if cell >= 0 and board.top[cell] == piece:
            found = entries_around(board, cell, 1, 0, found)
    return enter_at(board, found, count, n)


def enter_beside(board: HiveAndHands, colour: int, count: int, n: int) -> int:
    """List the placeable pieces on hexes that touch their colour and not the other (T2, K2)."""
    welcome = 1 << LANE * (1 + colour) | 1 << LANE * (1 + NEUTRAL)
    enemy = NEIGHBOURS << LANE * (2 - colour)
    found = 0
    for piece in range(board.start[colour], board.stop[colour]):
        cell = board.pos[piece]
        if cell >= 0 and board.top[cell] == piece:
            found = entries_around(board, cell, welcome, enemy, found)
    if board.neutral >= 0 and board.top[board.pos[board.neutral]] == board.neutral:
        found = entries_around(board, board.pos[board.neutral], welcome, enemy, found)
    return enter_at(board, found, count, n)


def entries_around(board: HiveAndHands, cell: int, welcome: int, enemy: int, found: int) -> int:
    """Find the empty neighbours of a cell that touch no enemy; return how many are known now.

    A hex that touches several welcome pieces (lanes of `near`) is found from one of them: the first by its
    own directions. No branch need be guessed.
    """
    occupied = board.near[cell]
    for d in range(6):
        to = step(cell, d)
        board.entries[found] = to
        found += (occupied >> d & 1 | board.near[to] & (enemy | welcome * before_opposite(d))) == 0
    return found


def enter_above(board: HiveAndHands, colour: int, count: int, n: int) -> int:
    """List the placeable Guardians on stacks of their colour that touch no enemy (G1)."""
    enemy = NEIGHBOURS << LANE * (2 - colour)
    found = 0
    for piece in range(board.start[colour], board.stop[colour]):
        cell = board.pos[piece]
        if cell >= 0 and board.top[cell] == piece and board.near[cell] & enemy == 0:
            board.entries[found] = cell
            found += 1
    return enter_at(board, found, count, n)


def enter_at(board: HiveAndHands, found: int, count: int, n: int) -> int:
    """List every placeable piece on every hex that was found."""
    if not board.counting:
        for i in range(found):
            for j in range(count):
                board.moves[n + i * count + j] = board.placeable[j] | board.entries[i]
    return n + found * count
