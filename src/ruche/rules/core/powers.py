"""Powers: what a bug does in place of moving. One small function each.

Each writes to `hive.moves[n:]` what the piece on a cell can do for a side, and returns the new end; pieces of
the sets `safe` and `bound` cannot be its targets. The piece is a top on the ground, and neither rests nor is
stung; it may be one of the enemy's, controlled by a tick (V9): "enemy" is read from the side that acts.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.core import tables
from ruche.rules.core.hive import Hive

if not cython.compiled:
    from ruche.rules.core.bits import lowest, step
    from ruche.rules.core.codes import KILL, LEVEL, NEIGHBOURS, PIECE_SHIFT, STING, SWAP, target_of
    from ruche.rules.core.hive import beside, height_at
    from ruche.rules.core.ways import may_step
    from ruche.rules.facts.colours import NEUTRAL

BIT = tables.BIT
LOWEST = tables.LOWEST


def throw(hive: Hive, piece: int, cell: int, bound: int, actors: int, begin: int, n: int) -> int:
    """Lift a neighbour onto itself and set it down beside itself (B7); earlier throws are moves[begin:n]."""
    todo = hive.near[cell] & NEIGHBOURS & ~beside(hive, cell, NEUTRAL)  # K3: never the neutral
    while todo:
        d = LOWEST[todo]
        todo &= todo - 1
        origin = step(cell, d)
        if height_at(hive, origin) != 1 or not may_step(hive, cell, d, 1):
            continue
        target = hive.top[origin]
        if bound & BIT[target] or hive.is_pinned(origin):
            continue
        for e in range(6):
            to = step(cell, e)
            if height_at(hive, to) == 0 and may_step(hive, cell, e, 1):
                n = add_once(hive, target, to, actors, begin, n)
    return n


def add_once(hive: Hive, target: int, to: int, actors: int, begin: int, n: int) -> int:
    """List a throw, unless a walk or another throw has the same end (N: equal strings, one action)."""
    code = target << PIECE_SHIFT | to
    if actors & BIT[target]:
        for i in range(hive.first_of[target], hive.last_of[target]):
            if hive.moves[i] == code:
                return n
    for i in range(begin, n):
        if hive.moves[i] == code:
            return n
    hive.moves[n] = code
    return n + 1


def stun(hive: Hive, side: int, piece: int, cell: int, adjacent: bool, safe: int, n: int) -> int:
    """Flip and stun an enemy alone on the ground, wherever it stands or beside the actor (V1)."""
    for target in range(64):
        at = hive.pos[target]
        if at < 0 or hive.colour[target] != 1 - side or target == piece or safe & BIT[target]:
            continue
        if hive.top[at] == target and height_at(hive, at) == 1 and (not adjacent or touch(hive, cell, at)):
            hive.moves[n] = STING | piece << PIECE_SHIFT | target
            n += 1
    return n


def touch(hive: Hive, one: int, two: int) -> bool:
    """Tell whether two cells are neighbours."""
    for d in range(6):
        if step(one, d) == two:
            return True
    return False


def trade(hive: Hive, piece: int, cell: int, bound: int, n: int) -> int:
    """Three steps on top of the hive, to trade hexes with a piece that stands alone (V8)."""
    tried = BIT[piece]
    begin = n
    hive.near[cell] -= LEVEL
    todo = hive.near[cell] & NEIGHBOURS
    while todo:
        d1 = LOWEST[todo]
        todo &= todo - 1
        one = step(cell, d1)
        if not may_step(hive, cell, d1, 0):
            continue
        for d2 in range(6):
            two = step(one, d2)
            if height_at(hive, two) == 0 or not may_step(hive, one, d2, height_at(hive, one)):
                continue
            for d3 in range(6):
                three = step(two, d3)
                target = hive.top[three]
                if height_at(hive, three) != 1 or three == one or tried & BIT[target]:
                    continue
                if hive.colour[target] == NEUTRAL or bound & BIT[target]:
                    continue
                if may_step(hive, two, d3, height_at(hive, two)):
                    tried |= BIT[target]
                    hive.moves[n] = SWAP | piece << PIECE_SHIFT | target
                    n += 1
    hive.near[cell] += LEVEL
    return keep_connected(hive, cell, begin, n)


def keep_connected(hive: Hive, cell: int, begin: int, end: int) -> int:
    """Of the swaps in moves[begin:end] keep those that leave a connected hive without both (V8)."""
    kept = begin
    for i in range(begin, end):
        if hive.is_connected_without(cell, hive.pos[target_of(hive.moves[i])]):
            hive.moves[kept] = hive.moves[i]
            kept += 1
    return kept


def strike(hive: Hive, side: int, piece: int, cell: int, shielded: int, n: int) -> int:
    """Step onto a neighbouring enemy that stands alone; both leave the game (P1)."""
    todo = beside(hive, cell, 1 - side)  # the enemy's stacks
    if todo == 0 or hive.is_pinned(cell):
        return n
    while todo:
        d = LOWEST[todo]
        todo &= todo - 1
        at = step(cell, d)
        target = hive.top[at]
        if height_at(hive, at) != 1 or shielded & BIT[target] or not may_step(hive, cell, d, 0):
            continue
        if hive.is_connected_without(cell, at):
            hive.moves[n] = KILL | piece << PIECE_SHIFT | target
            n += 1
    return n


def pounce(hive: Hive, side: int, piece: int, cell: int, newcomers: int, n: int) -> int:
    """Fly onto an enemy that the opponent has just placed; both leave the game (P2)."""
    targets = newcomers & ~BIT[piece]
    if targets == 0 or hive.is_pinned(cell):
        return n
    while targets:
        target = lowest(targets)
        targets &= targets - 1
        at = hive.pos[target]
        if hive.colour[target] != 1 - side or at < 0 or hive.top[at] != target:
            continue
        # A Guardian leaves its stack behind.
        if height_at(hive, at) > 1 or hive.is_connected_without(cell, at):
            hive.moves[n] = KILL | piece << PIECE_SHIFT | target
            n += 1
    return n
