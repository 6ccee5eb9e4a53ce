"""Listing what the pieces in play can do for a side: moves, powers, flips, and Swarm's dealings.

Each function writes action codes to `board.moves[n:]` and returns the new end.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.core import tables
from ruche.rules.core.state import HiveAndHands

if not cython.compiled:
    from ruche.rules.core.bits import lowest, step
    from ruche.rules.core.codes import (
        CHOOSER_SHIFT,
        DRAW,
        FACES,
        FLIP,
        HAND,
        LIGHT,
        NEIGHBOURS,
        NO_TURN_BACK,
        NOBODY,
        PIECE_BITS,
        PIECE_SHIFT,
        STEAL,
        TURN,
    )
    from ruche.rules.core.hive import beside, height_at
    from ruche.rules.core.powers import pounce, strike, stun, throw, trade
    from ruche.rules.core.tuples import TurnEffects
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


def find_actors(board: HiveAndHands, me: int, effects: TurnEffects) -> int:
    """Return the pieces that may act for a side, those that it controls too (V9); note what they can do."""
    actors = board.bag ^ board.bag
    frozen = effects.resting | effects.stung
    for piece in range(board.start[me], board.stop[me]):
        cell = board.pos[piece]
        if cell < 0 or board.top[cell] != piece or frozen & BIT[piece]:
            continue
        abilities = ABILITIES[board.bug[piece]]
        if height_at(board, cell) > 1 or abilities & MIMIC:
            abilities = abilities_at(board, piece, cell)
        board.actor_abilities[piece] = abilities
        actors |= BIT[piece]
    if board.powers & CONTROL:
        actors |= find_controlled(board, me, actors, effects)
    return actors


def find_controlled(board: HiveAndHands, me: int, actors: int, effects: TurnEffects) -> int:
    """Return the enemies that the ticks among some pieces can take over (V9); note what they can do."""
    free = ~(effects.resting | effects.stung | effects.shielded)
    found = board.bag ^ board.bag
    while actors:
        piece = lowest(actors)
        actors &= actors - 1
        if board.actor_abilities[piece] & CONTROL == 0:
            continue
        cell = board.pos[piece]
        todo = beside(board, cell, 1 - me)
        while todo:
            other = step(cell, LOWEST[todo])
            todo &= todo - 1
            if height_at(board, other) == height_at(board, cell):
                found |= BIT[board.top[other]] & free
    controlled = found
    while controlled:
        piece = lowest(controlled)
        controlled &= controlled - 1
        abilities = abilities_at(board, piece, board.pos[piece]) & ~CONTROL  # it cannot control in turn
        board.actor_abilities[piece] = abilities
    return found


def movements(board: HiveAndHands, me: int, effects: TurnEffects, n: int) -> int:
    """List what the pieces of a side can do, and what they make others do."""
    actors = find_actors(board, me, effects)
    touched = effects.placed | effects.moved | effects.flipped
    own = actors & (BIT[board.stop[me]] - BIT[board.start[me]])
    if board.powers:
        n = list_moves(board, own, touched, n)
        n = list_moves(board, actors ^ own, touched, n)
        return list_powers(board, me, actors, effects, n)
    while own:
        piece = lowest(own)
        own &= own - 1
        cell = board.pos[piece]
        if not may_leave(board, cell):
            continue
        if board.counting:
            n = tally(board, piece, cell, board.actor_abilities[piece], touched, n)
        else:
            n = reach(board, piece, cell, board.actor_abilities[piece], touched, n)
    return n


def may_leave(board: HiveAndHands, cell: int) -> bool:
    """Tell whether the top of a cell is free to leave it (H2)."""
    return height_at(board, cell) > 1 or ARCS[board.near[cell] & NEIGHBOURS] < 2 or not board.is_pinned(cell)


def can_move_itself(board: HiveAndHands, me: int, code: int, n: int) -> bool:
    """Tell whether a piece of a side can make a move by its own ways; moves[n:] is written over."""
    piece = code >> PIECE_SHIFT
    cell = board.pos[piece]
    if board.colour[piece] != me or cell < 0 or board.top[cell] != piece:
        return False
    effects = board.last_turn_effects()
    if (effects.resting | effects.stung) & BIT[piece] or not may_leave(board, cell):
        return False
    touched = effects.placed | effects.moved | effects.flipped
    end = reach(board, piece, cell, abilities_at(board, piece, cell), touched, n)
    for i in range(n, end):
        if board.moves[i] == code:
            return True
    return False


def list_moves(board: HiveAndHands, pieces: int, touched: int, n: int) -> int:
    """List the moves of some actors and note where they are, so that no throw repeats one."""
    while pieces:
        piece = lowest(pieces)
        pieces &= pieces - 1
        cell = board.pos[piece]
        abilities = board.actor_abilities[piece]
        board.first_of[piece] = n
        if abilities & WAYS and may_leave(board, cell):
            n = reach(board, piece, cell, abilities, touched, n)
        board.last_of[piece] = n
    return n


def list_powers(board: HiveAndHands, me: int, actors: int, effects: TurnEffects, n: int) -> int:
    """List the uses of powers by a set of pieces, throws last."""
    bound = effects.resting | effects.stung | effects.shielded
    safe = effects.moved | effects.flipped | effects.stung | effects.shielded
    todo = actors & board.powerful
    throwers = board.bag ^ board.bag
    while todo:
        piece = lowest(todo)
        todo &= todo - 1
        abilities = board.actor_abilities[piece]
        if abilities & POWERS == 0:
            continue
        cell = board.pos[piece]
        if abilities & STUN:
            n = stun(board, me, piece, cell, board.sting_adjacent, safe, n)
        if abilities & TRADE:
            n = trade(board, piece, cell, bound, n)
        if abilities & (STRIKE | POUNCE):
            n = kills(board, me, piece, cell, abilities, effects, n)
        if abilities & THROW:
            throwers |= BIT[piece]
    begin = n
    while throwers:
        piece = lowest(throwers)
        throwers &= throwers - 1
        n = throw(board, piece, board.pos[piece], bound, actors, begin, n)
    return n


def kills(
    board: HiveAndHands, me: int, piece: int, cell: int, abilities: int, effects: TurnEffects, n: int
) -> int:
    """List the kills of a piece; a mosquito beside both predators has some by two ways."""
    begin = n
    if abilities & STRIKE:
        n = strike(board, me, piece, cell, effects.shielded, n)
    if abilities & POUNCE:
        middle = n
        n = pounce(board, me, piece, cell, effects.placed & ~effects.shielded, n)
        kept = middle
        for i in range(middle, n):
            fresh = True
            for j in range(begin, middle):
                if board.moves[j] == board.moves[i]:
                    fresh = False
            if fresh:
                board.moves[kept] = board.moves[i]
                kept += 1
        n = kept
    return n


def flips(board: HiveAndHands, me: int, effects: TurnEffects, n: int) -> int:
    """List the pieces that may be flipped (V0a)."""
    bound = effects.moved | effects.stung
    for piece in range(board.start[me], board.stop[me]):
        cell = board.pos[piece]
        if cell < 0 or board.top[cell] != piece or bound & BIT[piece] or not board.flippable & BIT[piece]:
            continue
        if effects.held & BIT[piece] and not AURAS[board.bug[piece]] & UNHELD:
            continue
        board.moves[n] = FLIP | piece << PIECE_SHIFT
        n += 1
    return n


def rest_withholds(board: HiveAndHands, me: int, effects: TurnEffects, piece: int, n: int) -> bool:
    """Tell whether only its rest keeps a piece from acting or from being acted on (R1), K3 apart.

    Without the rest nothing less can be done, so that counting is enough; `moves[n:]` is written over.
    """
    others = ~BIT[piece]
    awake = with_moved(effects, effects.resting & others, effects.moved)
    if movements(board, me, awake, n) > movements(board, me, effects, n):
        return True
    unmoved = with_moved(effects, effects.resting, effects.moved & others)  # flips ask what was moved (V0a)
    return flips(board, me, unmoved, n) > flips(board, me, effects, n)


def with_moved(effects: TurnEffects, resting: int, moved: int) -> TurnEffects:
    """Return the effects of a turn as if others rested, and others had been moved."""
    return TurnEffects(
        resting, effects.stung, effects.placed, moved, effects.flipped, effects.shielded, effects.held
    )


def honeycombo(board: HiveAndHands, me: int, n: int) -> int:
    """List the flip of the Honeycombo, if one's own colour shows (K4)."""
    shows = 0 if board.state & LIGHT else 1
    if shows == me and not board.state & NO_TURN_BACK:
        board.moves[n] = TURN
        n += 1
    return n


def dealings(board: HiveAndHands, me: int, n: int) -> int:
    """List Swarm's draw (S4) and steals (S5)."""
    if board.bag:
        board.moves[n] = DRAW
        n += 1
    for kind in range(board.kinds):
        mine = board.hand[1 - me] & board.kind_bits[me * 32 + kind]
        if mine:
            board.moves[n] = STEAL | lowest(mine) << PIECE_SHIFT
            n += 1
    return n


def faces_to_choose(board: HiveAndHands, me: int, n: int) -> int:
    """List the ways to lay out two-faced pieces (V0d): of each kind none or some show the second face."""
    board.moves[n] = FACES | me << CHOOSER_SHIFT
    end = n + 1
    first = 0  # the bit of the first piece of a kind
    for kind in range(board.kinds):
        count = board.size(board.kind_bits[me * 32 + kind] & board.fixable)
        so_far = end
        for chosen in range(1, count + 1):
            for i in range(n, so_far):
                board.moves[end] = board.moves[i] | ((1 << chosen) - 1) << first  # the lowest numbers
                end += 1
        first += count
    return end


def hands_to_choose(board: HiveAndHands, me: int, n: int) -> int:
    """List the hands that a player may choose (S1)."""
    others = 0
    for kind in range(1, board.kinds):
        pieces = board.kind_bits[me * 32 + kind]
        for _ in range(HAND_SIZE):  # of a kind, more are never taken
            if pieces:
                board.placeable[others] = lowest(pieces)
                pieces &= pieces - 1
                others += 1
    if others < HAND_SIZE:
        code = HAND
        for i in range(HAND_SIZE):
            code |= (board.placeable[i] if i < others else NOBODY) << PIECE_BITS * i
        board.moves[n] = code
        return n + 1
    for i in range(others):
        for j in range(i + 1, others):
            for k in range(j + 1, others):
                if is_lowest(board, i, j, k):
                    board.moves[n] = (
                        HAND
                        | board.placeable[i]
                        | board.placeable[j] << PIECE_BITS
                        | board.placeable[k] << 2 * PIECE_BITS
                    )
                    n += 1
    return n


def is_lowest(board: HiveAndHands, i: int, j: int, k: int) -> bool:
    """Tell whether of every kind the lowest numbers are taken (T7)."""
    return follows(board, i, -1) and follows(board, j, i) and follows(board, k, j)


def follows(board: HiveAndHands, chosen: int, last: int) -> bool:
    """Tell whether no piece like the chosen one was left out since the last choice."""
    before = chosen - 1
    if before < 0 or before == last:
        return True
    return board.bug[board.placeable[before]] != board.bug[board.placeable[chosen]]
