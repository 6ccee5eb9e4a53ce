"""Listing the placements from a hand (rules T, G1, K1, K2, S3).

What lists placements writes their codes to `deal.found[n:]` and returns the new end.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.core import tables
from ruche.rules.core.state import Deal
from ruche.rules.facts import hexes

if not cython.compiled:
    from ruche.rules.core.bits import before_opposite, lowest, step
    from ruche.rules.core.codes import CELL, PLACE, SECOND_FACE
    from ruche.rules.facts.game_type import ROYAL_DEADLINE

BIT = tables.BIT
START = hexes.START


def placements(deal: Deal, me: int, n: int) -> int:
    """List the placements from a hand (T1 to T7, G1, K1, K2, S3)."""
    number = deal.turn_number()
    royal = deal.start[me]
    if number >= ROYAL_DEADLINE and deal.hand[me] & BIT[royal]:  # T3
        deal.ready[0] = PLACE | royal << 12
        return enter_beside(deal, me, 1, n)
    for colour in range(2):
        if colour != me and not deal.swarm:
            continue
        ready = find_ready(deal, me, colour, False, number)
        if ready:
            if number == 1:
                n = enter_first(deal, ready, n)
            else:
                n = enter_beside(deal, colour, ready, n)
        if deal.on_top and number > 1:
            ready = find_ready(deal, me, colour, True, number)
            if ready:
                n = enter_above(deal, colour, ready, n)
    return n


def can_place(deal: Deal, me: int, code: int) -> bool:
    """Tell whether a piece can enter on the ground beside its colour (T2), Swarm and Honeycombo apart."""
    number = deal.turn_number()
    royal = deal.start[me]
    if number == 1:  # T1
        return False
    if number >= ROYAL_DEADLINE and deal.hand[me] & BIT[royal] and code >> 12 & 63 != royal:  # T3
        return False
    cell = code & CELL
    near = deal.near[cell]
    if deal.height[cell] or near >> 8 * (2 - me) & 63 or near >> 8 * (1 + me) & 63 == 0:
        return False
    ready = find_ready(deal, me, me, False, number)
    for i in range(ready):
        if deal.ready[i] | cell == code:
            return True
    return False


def find_ready(deal: Deal, me: int, colour: int, on_top: bool, number: int) -> int:
    """List in `ready` the next piece of every kind, each face, that enters on the ground or on top."""
    ready = 0
    for kind in range(deal.kinds):
        pieces = deal.hand[me] & deal.kind_bits[colour * 32 + kind]
        if pieces == 0 or (kind == 0 and number == 1 and not deal.queen_first):  # T4
            continue
        piece = lowest(pieces)  # T7
        if (deal.on_top & BIT[piece] != 0) != on_top:
            continue
        deal.ready[ready] = PLACE | piece << 12
        ready += 1
        if deal.two_faced & BIT[piece]:  # V0
            deal.ready[ready] = PLACE | SECOND_FACE | piece << 12
            ready += 1
    return ready


def enter_first(deal: Deal, ready: int, n: int) -> int:
    """List a player's first piece: anywhere at the hive (T1, K1)."""
    if deal.in_play == 0:
        deal.entries[0] = START
        return enter_at(deal, 1, ready, n)
    found = 0
    for piece in range(64):
        cell = deal.pos[piece]
        if cell >= 0 and deal.top[cell] == piece:
            found = entries_around(deal, cell, 1, 0, found)
    return enter_at(deal, found, ready, n)


def enter_beside(deal: Deal, colour: int, ready: int, n: int) -> int:
    """List the ready pieces on hexes that touch their colour and not the other (T2, K2)."""
    welcome = 1 << 8 * (1 + colour) | 1 << 24
    enemy = 63 << 8 * (2 - colour)
    found = 0
    for piece in range(deal.start[colour], deal.stop[colour]):
        cell = deal.pos[piece]
        if cell >= 0 and deal.top[cell] == piece:
            found = entries_around(deal, cell, welcome, enemy, found)
    if deal.neutral >= 0 and deal.top[deal.pos[deal.neutral]] == deal.neutral:
        found = entries_around(deal, deal.pos[deal.neutral], welcome, enemy, found)
    return enter_at(deal, found, ready, n)


def entries_around(deal: Deal, cell: int, welcome: int, enemy: int, found: int) -> int:
    """Find the empty neighbours of a cell that touch no enemy; return how many are known now.

    A hex that touches several welcome pieces (lanes of `near`) is found from one of them: the first by its
    own directions. No branch need be guessed.
    """
    occupied = deal.near[cell]
    for d in range(6):
        to = step(cell, d)
        deal.entries[found] = to
        found += (occupied >> d & 1 | deal.near[to] & (enemy | welcome * before_opposite(d))) == 0
    return found


def enter_above(deal: Deal, colour: int, ready: int, n: int) -> int:
    """List the ready Guardians on stacks of their colour that touch no enemy (G1)."""
    enemy = 63 << 8 * (2 - colour)
    found = 0
    for piece in range(deal.start[colour], deal.stop[colour]):
        cell = deal.pos[piece]
        if cell >= 0 and deal.top[cell] == piece and deal.near[cell] & enemy == 0:
            deal.entries[found] = cell
            found += 1
    return enter_at(deal, found, ready, n)


def enter_at(deal: Deal, found: int, ready: int, n: int) -> int:
    """List every ready piece on every hex that was found."""
    if not deal.counting:
        for i in range(found):
            for j in range(ready):
                deal.found[n + i * ready + j] = deal.ready[j] | deal.entries[i]
    return n + found * ready
