"""Ways of moving: one small function each, shared by every bug that moves so.

Each writes the destinations of a piece to `hive.moves[n:]`, as `piece << PIECE_SHIFT | cell`, and returns the
new end. The piece is a top, free to leave its hex (H2), and still lies on its cell: functions of
several steps lift it off first (H6).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.core import tables
from ruche.rules.core.hive import Hive

if not cython.compiled:
    from ruche.rules.core.bits import lowest, mark, step
    from ruche.rules.core.codes import CELL, LEVEL, NEIGHBOURS, PIECE_SHIFT
    from ruche.rules.core.hive import height_at
    from ruche.rules.facts.bugs import (
        CHASE,
        CLIMB,
        CROSS,
        DIP,
        FLUTTER,
        FROM_GROUND,
        FROM_TOP,
        GLIDE,
        HOP,
        HOVER,
        JUMP,
        MIMIC,
        PLAIN,
        SLIDE,
        SLIDE_THREE,
        SLIDE_TWO,
        VAULT,
        WALK,
        WAYS,
    )

ABILITIES = tables.ABILITIES
BIT = tables.BIT
LOWEST = tables.LOWEST
NUMBER = tables.NUMBER
SLIDES = tables.SLIDES
WALKS = tables.WALKS
BACKWARDS = tables.BACKWARDS


def abilities_at(hive: Hive, piece: int, cell: int) -> int:
    """Return what a top piece can do where it lies, a mosquito by its neighbours (B8, B9)."""
    abilities = ABILITIES[hive.bug[piece]]
    on_top = height_at(hive, cell) > 1
    if abilities & MIMIC:
        abilities = CLIMB if on_top else 0  # B9
        todo = hive.near[cell] & NEIGHBOURS
        while todo:
            other = step(cell, LOWEST[todo])
            todo &= todo - 1
            if not on_top or height_at(hive, other) > 1:  # B9: from on top it does not see the ground
                abilities |= ABILITIES[hive.bug[hive.top[other]]]
        abilities &= ~MIMIC
    return abilities & (FROM_TOP if on_top else FROM_GROUND)


def reach(hive: Hive, piece: int, cell: int, abilities: int, touched: int, n: int) -> int:
    """List all destinations of a piece, by its abilities; `touched` is what the last turn touched (V5)."""
    begin = n
    ways = abilities & WAYS
    if ways & WALK:
        ways &= ~(SLIDE | SLIDE_TWO | SLIDE_THREE)  # wherever one, two or three slides lead, an ant gets too
        n = walk(hive, piece, cell, n)
    if ways & SLIDE:
        n = slide(hive, piece, cell, n)
    if ways & SLIDE_THREE:
        n = slide_three(hive, piece, cell, n)
    if ways & SLIDE_TWO:
        n = slide_two(hive, piece, cell, n)
    if ways & CLIMB:
        n = climb(hive, piece, cell, n)
    if ways & JUMP:
        n = jump(hive, piece, cell, n)
    if ways & CROSS:
        n = cross(hive, piece, cell, n)
    if ways & ~PLAIN:
        if ways & HOVER:
            n = hover(hive, piece, cell, n)
        if ways & CHASE:
            n = chase(hive, piece, cell, touched, n)
        if ways & GLIDE:
            n = glide(hive, piece, cell, n)
        if ways & VAULT:
            n = vault(hive, piece, cell, n)
        if ways & HOP:
            n = hop(hive, piece, cell, n)
        if ways & FLUTTER:
            n = flutter(hive, piece, cell, n)
        if ways & DIP:
            n = dip(hive, piece, cell, n)
    if ways & (ways - 1) and ways != SLIDE | CLIMB:  # several ways, which may lead to the same hex
        n = hive.unique(begin, n)
    return n


def tally(hive: Hive, piece: int, cell: int, abilities: int, touched: int, n: int) -> int:
    """Add the number of destinations to `n`, by look-up where a bug's way allows it."""
    mask = hive.near[cell] & NEIGHBOURS
    if abilities == SLIDE:
        return n + NUMBER[SLIDES[mask]]
    if abilities == JUMP:
        return n + NUMBER[mask]  # one landing in each direction that has a piece to jump over
    return reach(hive, piece, cell, abilities, touched, n)


# -- on the ground ---------------------------------------------------------------------------------


def slide(hive: Hive, piece: int, cell: int, n: int) -> int:
    """One slide (B1)."""
    todo = SLIDES[hive.near[cell] & NEIGHBOURS]
    while todo:
        hive.moves[n] = piece << PIECE_SHIFT | step(cell, LOWEST[todo])
        n += 1
        todo &= todo - 1
    return n


def slide_two(hive: Hive, piece: int, cell: int, n: int) -> int:
    """Exactly two slides (V3)."""
    begin = n
    mark(hive.near, cell)
    first = SLIDES[hive.near[cell] & NEIGHBOURS]
    while first:
        one = step(cell, LOWEST[first])
        first &= first - 1
        second = SLIDES[hive.near[one] & NEIGHBOURS]
        while second:
            two = step(one, LOWEST[second])
            second &= second - 1
            if two != cell:
                hive.moves[n] = piece << PIECE_SHIFT | two
                n += 1
    mark(hive.near, cell)
    return hive.unique(begin, n)


def slide_three(hive: Hive, piece: int, cell: int, n: int) -> int:
    """Exactly three slides (B4)."""
    mark(hive.near, cell)
    hive.generation += 1
    generation = hive.generation
    hive.visited[cell] = generation
    first = SLIDES[hive.near[cell] & NEIGHBOURS]
    while first:
        one = step(cell, LOWEST[first])
        first &= first - 1
        second = SLIDES[hive.near[one] & NEIGHBOURS]
        while second:
            two = step(one, LOWEST[second])
            second &= second - 1
            if two == cell:
                continue
            third = SLIDES[hive.near[two] & NEIGHBOURS]
            while third:
                three = step(two, LOWEST[third])
                third &= third - 1
                if three != one:
                    n = visit(hive, piece, three, generation, n)
    mark(hive.near, cell)
    return n


def walk(hive: Hive, piece: int, cell: int, n: int) -> int:
    """Any number of slides (B5): one lap around the hive with a hand on the wall.

    The ant goes clockwise and a twin the other way until they meet: processors can do both at a time.
    """
    mask = hive.near[cell] & NEIGHBOURS
    if SLIDES[mask] == 0:
        return n
    mark(hive.near, cell)
    hive.generation += 1
    generation = hive.generation
    hive.visited[cell] = generation
    ahead = behind = cell
    stride = WALKS[mask * 8 + LOWEST[mask]]
    back = BACKWARDS[mask * 8 + LOWEST[mask]]
    came = 0  # the way back to where the twin was before
    while True:
        ahead = (ahead + (stride >> 3)) & CELL
        n = visit(hive, piece, ahead, generation, n)
        stride = WALKS[(hive.near[ahead] & NEIGHBOURS) * 8 + (stride & 7)]
        if ahead == behind and stride >> 3 == came:
            break
        came = -(back >> 3)
        behind = (behind - came) & CELL
        n = visit(hive, piece, behind, generation, n)
        back = BACKWARDS[(hive.near[behind] & NEIGHBOURS) * 8 + (back & 7)]
        if ahead == behind and stride >> 3 == came:
            break
    mark(hive.near, cell)
    return n


def visit(hive: Hive, piece: int, cell: int, generation: int, n: int) -> int:
    """List a destination, if it is new; written so that no branch need be guessed."""
    hive.moves[n] = piece << PIECE_SHIFT | cell
    n += hive.visited[cell] != generation
    hive.visited[cell] = generation
    return n


def jump(hive: Hive, piece: int, cell: int, n: int) -> int:
    """Straight over one or more occupied hexes to the first empty one (B3)."""
    todo = hive.near[cell] & NEIGHBOURS
    while todo:
        d = LOWEST[todo]
        todo &= todo - 1
        at = step(cell, d)
        while height_at(hive, at):
            at = step(at, d)
        hive.moves[n] = piece << PIECE_SHIFT | at
        n += 1
    return n


# -- over the top ----------------------------------------------------------------------------------


def may_step(hive: Hive, cell: int, d: int, mine: int) -> bool:
    """Tell whether stacks leave room for a step above the ground (H5).

    `mine` is the height of the cell that is left, without the mover.
    """
    level = height_at(hive, step(cell, d))
    if level < mine:
        level = mine
    return level > 0 and not (
        height_at(hive, step(cell, (d + 1) % 6)) > level and height_at(hive, step(cell, (d + 5) % 6)) > level
    )


def climb(hive: Hive, piece: int, cell: int, n: int) -> int:
    """One step up, across or down (B2)."""
    for d in range(6):
        if may_step(hive, cell, d, height_at(hive, cell) - 1):
            hive.moves[n] = piece << PIECE_SHIFT | step(cell, d)
            n += 1
    return n


def cross(hive: Hive, piece: int, cell: int, n: int) -> int:
    """Two steps on top of the hive, then one down to an empty hex (B6)."""
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
                if (
                    height_at(hive, three) == 0
                    and three != cell
                    and may_step(hive, two, d3, height_at(hive, two))
                ):
                    hive.moves[n] = piece << PIECE_SHIFT | three
                    n += 1
    hive.near[cell] += LEVEL
    return hive.unique(begin, n)


def hover(hive: Hive, piece: int, cell: int, n: int) -> int:
    """From the ground up and across, ending on top; from on top one step across or down (V4)."""
    if height_at(hive, cell) > 1:
        return climb(hive, piece, cell, n)
    return flutter(hive, piece, cell, n)


def flutter(hive: Hive, piece: int, cell: int, n: int) -> int:
    """Two steps, both onto occupied hexes, ending elsewhere than it began (G2, V4)."""
    begin = n
    hive.near[cell] -= LEVEL
    for d1 in range(6):
        one = step(cell, d1)
        if height_at(hive, one) == 0 or not may_step(hive, cell, d1, height_at(hive, cell)):
            continue
        for d2 in range(6):
            two = step(one, d2)
            if height_at(hive, two) and two != cell and may_step(hive, one, d2, height_at(hive, one)):
                hive.moves[n] = piece << PIECE_SHIFT | two
                n += 1
    hive.near[cell] += LEVEL
    return hive.unique(begin, n)


def chase(hive: Hive, piece: int, cell: int, touched: int, n: int) -> int:
    """Onto a piece that the opponent's last turn touched, then down beside it (V5)."""
    begin = n
    hive.near[cell] -= LEVEL
    targets = touched & ~BIT[piece]
    while targets:
        target = lowest(targets)
        targets &= targets - 1
        at = hive.pos[target]
        if at < 0 or hive.top[at] != target:
            continue
        for d in range(6):
            down = step(at, d)
            if height_at(hive, down) == 0 and down != cell and may_step(hive, at, d, height_at(hive, at)):
                hive.moves[n] = piece << PIECE_SHIFT | down
                n += 1
    hive.near[cell] += LEVEL
    return hive.unique(begin, n)


def glide(hive: Hive, piece: int, cell: int, n: int) -> int:
    """Up, then across in one direction until the first empty hex, where it drops (V6)."""
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
            at = one
            free = height_at(hive, step(one, d2)) > 0
            while free and height_at(hive, at):
                free = may_step(hive, at, d2, height_at(hive, at))
                at = step(at, d2)
            if free and at != cell:
                hive.moves[n] = piece << PIECE_SHIFT | at
                n += 1
    hive.near[cell] += LEVEL
    return hive.unique(begin, n)


def vault(hive: Hive, piece: int, cell: int, n: int) -> int:
    """One step up, then one down to an empty hex (V7)."""
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
            if height_at(hive, two) == 0 and two != cell and may_step(hive, one, d2, height_at(hive, one)):
                hive.moves[n] = piece << PIECE_SHIFT | two
                n += 1
    hive.near[cell] += LEVEL
    return hive.unique(begin, n)


def hop(hive: Hive, piece: int, cell: int, n: int) -> int:
    """From the ground one step up; from on top one step down to an empty hex (V9)."""
    on_top = height_at(hive, cell) > 1
    for d in range(6):
        to = step(cell, d)
        if (height_at(hive, to) == 0) == on_top and may_step(hive, cell, d, height_at(hive, cell) - 1):
            hive.moves[n] = piece << PIECE_SHIFT | to
            n += 1
    return n


def dip(hive: Hive, piece: int, cell: int, n: int) -> int:
    """One step down to an empty hex, then one up, ending on top (G3)."""
    begin = n
    hive.near[cell] -= LEVEL
    for d1 in range(6):
        one = step(cell, d1)
        if height_at(hive, one) or not may_step(hive, cell, d1, height_at(hive, cell)):
            continue
        for d2 in range(6):
            two = step(one, d2)
            if height_at(hive, two) and two != cell and may_step(hive, one, d2, 0):
                hive.moves[n] = piece << PIECE_SHIFT | two
                n += 1
    hive.near[cell] += LEVEL
    return hive.unique(begin, n)
