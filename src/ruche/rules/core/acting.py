"""Listing what the pieces in play can do for a side: moves, powers, flips, and Swarm's dealings.

Each function writes action codes to `deal.found[n:]` and returns the new end.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.core import tables
from ruche.rules.core.state import Deal

if not cython.compiled:
    from ruche.rules.core.bits import lowest, step
    from ruche.rules.core.codes import DRAW, FIXED, FLIP, HAND, LIGHT, NOBODY, STEAL, TURN
    from ruche.rules.core.powers import pounce, strike, stun, throw, trade
    from ruche.rules.core.ways import abilities_at, reach, tally
    from ruche.rules.facts.bugs import (
        CONTROL,
        MIMIC,
        POUNCE,
        POWERS,
        STRIKE,
        STUN,
        THROW,
        TRADE,
        UNHELD,
        WAYS,
    )
    from ruche.rules.facts.game_type import HAND_SIZE

ABILITIES, AURAS, BIT, ARCS = tables.ABILITIES, tables.AURAS, tables.BIT, tables.ARCS
LOWEST = tables.LOWEST


def movements(deal: Deal, me: int, n: int) -> int:
    """List what the pieces of a side can do, and what they make others do."""
    deal.listed = 0
    actors = deal.bag ^ deal.bag
    frozen = deal.resting | deal.stung
    for piece in range(deal.start[me], deal.stop[me]):
        cell = deal.pos[piece]
        if cell < 0 or deal.top[cell] != piece or frozen & BIT[piece]:
            continue
        abilities = ABILITIES[deal.bug[piece]]
        if deal.height[cell] > 1 or abilities & MIMIC:
            abilities = abilities_at(deal, piece, cell)
        if deal.powers:
            if abilities & POWERS:
                actors |= BIT[piece]
                deal.doing[piece] = abilities
            n = list_moves(deal, piece, cell, abilities, n)
        elif not may_leave(deal, cell):
            continue
        elif deal.counting:
            n = tally(deal, piece, cell, abilities, n)
        else:
            n = reach(deal, piece, cell, abilities, n)
    if actors:
        n = act(deal, me, actors, n)
    return n


def may_leave(deal: Deal, cell: int) -> bool:
    """Tell whether the top of a cell is free to leave it (H2)."""
    return deal.height[cell] > 1 or ARCS[deal.near[cell] & 63] < 2 or not deal.is_pinned(cell)


def can_move_itself(deal: Deal, me: int, code: int, n: int) -> bool:
    """Tell whether a piece of a side can make a move by its own ways; found[n:] is written over."""
    piece = code >> 12
    cell = deal.pos[piece]
    if deal.colour[piece] != me or cell < 0 or deal.top[cell] != piece:
        return False
    if (deal.resting | deal.stung) & BIT[piece] or not may_leave(deal, cell):
        return False
    end = reach(deal, piece, cell, abilities_at(deal, piece, cell), n)
    for i in range(n, end):
        if deal.found[i] == code:
            return True
    return False


def list_moves(deal: Deal, piece: int, cell: int, abilities: int, n: int) -> int:
    """List the moves of a piece and remember where they are, so that no throw repeats one."""
    deal.listed |= BIT[piece]
    deal.first_of[piece] = n
    if abilities & WAYS and may_leave(deal, cell):
        n = reach(deal, piece, cell, abilities, n)
    deal.last_of[piece] = n
    return n


def act(deal: Deal, me: int, actors: int, n: int) -> int:
    """List the uses of powers by a set of pieces."""
    if deal.powers & CONTROL:
        taken = controlled(deal, me, actors)
        while taken:
            piece = lowest(taken)
            taken &= taken - 1
            cell = deal.pos[piece]
            abilities = abilities_at(deal, piece, cell) & ~CONTROL  # V9: it cannot control in turn
            n = list_moves(deal, piece, cell, abilities, n)
            if abilities & POWERS:
                actors |= BIT[piece]
                deal.doing[piece] = abilities
    todo = actors
    while todo:
        piece = lowest(todo)
        todo &= todo - 1
        cell = deal.pos[piece]
        abilities = deal.doing[piece]
        if abilities & STUN:
            n = stun(deal, me, piece, cell, deal.sting_adjacent, n)
        if abilities & TRADE:
            n = trade(deal, piece, cell, n)
        if abilities & (STRIKE | POUNCE):
            n = kills(deal, me, piece, cell, abilities, n)
    deal.throws_from = n
    while actors:
        piece = lowest(actors)
        actors &= actors - 1
        if deal.doing[piece] & THROW:
            n = throw(deal, piece, deal.pos[piece], n)
    return n


def kills(deal: Deal, me: int, piece: int, cell: int, abilities: int, n: int) -> int:
    """List the kills of a piece; a mosquito beside both predators has some by two ways."""
    begin = n
    if abilities & STRIKE:
        n = strike(deal, me, piece, cell, n)
    if abilities & POUNCE:
        middle = n
        n = pounce(deal, me, piece, cell, n)
        kept = middle
        for i in range(middle, n):
            fresh = True
            for j in range(begin, middle):
                if deal.found[j] == deal.found[i]:
                    fresh = False
            if fresh:
                deal.found[kept] = deal.found[i]
                kept += 1
        n = kept
    return n


def controlled(deal: Deal, me: int, actors: int) -> int:
    """Return the enemies that the ticks among some pieces can take over (V9)."""
    free = ~(deal.resting | deal.stung | deal.shielded)
    found = deal.bag ^ deal.bag
    while actors:
        piece = lowest(actors)
        actors &= actors - 1
        if deal.doing[piece] & CONTROL == 0:
            continue
        cell = deal.pos[piece]
        todo = deal.near[cell] >> 8 * (2 - me) & 63
        while todo:
            other = step(cell, LOWEST[todo])
            todo &= todo - 1
            if deal.height[other] == deal.height[cell]:
                found |= BIT[deal.top[other]] & free
    return found


def flips(deal: Deal, me: int, n: int) -> int:
    """List the pieces that may be flipped (V0a)."""
    bound = deal.moved | deal.stung
    for piece in range(deal.start[me], deal.stop[me]):
        cell = deal.pos[piece]
        if cell < 0 or deal.top[cell] != piece or bound & BIT[piece] or not deal.flippable & BIT[piece]:
            continue
        if deal.auras and deal.held & BIT[piece] and not AURAS[deal.bug[piece]] & UNHELD:
            continue
        deal.found[n] = FLIP | piece << 12
        n += 1
    return n


def honeycombo(deal: Deal, me: int, n: int) -> int:
    """List the flip of the Honeycombo, if one's own colour shows (K4)."""
    shows = 0 if deal.state & LIGHT else 1
    if shows == me and not deal.state & FIXED:
        deal.found[n] = TURN
        n += 1
    return n


def dealings(deal: Deal, me: int, n: int) -> int:
    """List Swarm's draw (S4) and steals (S5)."""
    if deal.bag:
        deal.found[n] = DRAW
        n += 1
    for kind in range(deal.kinds):
        mine = deal.hand[1 - me] & deal.kind_bits[me * 32 + kind]
        if mine:
            deal.found[n] = STEAL | lowest(mine) << 12
            n += 1
    return n


def hands_to_choose(deal: Deal, me: int, n: int) -> int:
    """List the hands that a player may choose (S1)."""
    others = 0
    for kind in range(1, deal.kinds):
        pieces = deal.kind_bits[me * 32 + kind]
        for _ in range(HAND_SIZE):  # of a kind, more are never taken
            if pieces:
                deal.ready[others] = lowest(pieces)
                pieces &= pieces - 1
                others += 1
    if others < HAND_SIZE:
        code = HAND
        for i in range(HAND_SIZE):
            code |= (deal.ready[i] if i < others else NOBODY) << 6 * i
        deal.found[n] = code
        return n + 1
    for i in range(others):
        for j in range(i + 1, others):
            for k in range(j + 1, others):
                if is_lowest(deal, i, j, k):
                    deal.found[n] = HAND | deal.ready[i] | deal.ready[j] << 6 | deal.ready[k] << 12
                    n += 1
    return n


def is_lowest(deal: Deal, i: int, j: int, k: int) -> bool:
    """Tell whether of every kind the lowest numbers are taken (T7)."""
    return follows(deal, i, -1) and follows(deal, j, i) and follows(deal, k, j)


def follows(deal: Deal, chosen: int, last: int) -> bool:
    """Tell whether no piece like the chosen one was left out since the last choice."""
    before = chosen - 1
    if before < 0 or before == last:
        return True
    return deal.first_bug[deal.ready[before]] != deal.first_bug[deal.ready[chosen]]
