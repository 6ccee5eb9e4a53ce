"""The board: lists, makes and unmakes actions as integers (`codes.py`), and counts them.

This is the fast inside of `Position`, shared with the search. It trusts its caller: what is made must have
been listed.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.core import tables
from ruche.rules.core.hive import Hive
from ruche.rules.core.state import GameState
from ruche.rules.facts import hexes
from ruche.rules.facts.game_type import GameType

if not cython.compiled:
    from ruche.rules.core.acting import (
        can_move_itself,
        dealings,
        faces_to_choose,
        flips,
        hands_to_choose,
        honeycombo,
        movements,
    )
    from ruche.rules.core.bits import MASK64, lowest, mark
    from ruche.rules.core.codes import (
        CELL,
        CHOSEN_FACES,
        DOUBLE,
        DRAW,
        FACES,
        FIRST,
        FIXED,
        FLIP,
        HAND,
        KILL,
        KIND,
        LANE,
        LEVEL,
        LIGHT,
        MOVE,
        NOBODY,
        PASS,
        PLACE,
        SECOND,
        SECOND_FACE,
        STEAL,
        STING,
        SWAP,
        TURN,
        TURNS,
    )
    from ruche.rules.core.hive import code_of, height_at
    from ruche.rules.core.placing import can_place, placements
    from ruche.rules.core.state import drawn_by, with_draw
    from ruche.rules.core.tuples import Played

ARCS, BIT, HAND_KEYS, ZOBRIST = tables.ARCS, tables.BIT, tables.HAND_KEYS, tables.ZOBRIST
LANES = [1 | 1 << LANE * (colour + 1) for colour in range(3)]  # the bits of `Hive.near` that a piece sets
COMPILED = cython.compiled


class Board(GameState):
    """A game in play."""

    def __init__(self, game_type: GameType) -> None:
        super().__init__(game_type)
        if self.neutral >= 0:  # K1: it lies there from the start, dark side up
            drop(self, self.neutral, hexes.START)
            self.in_play = 1

    def end_action(self, kind: int) -> None:
        """Hand the turn on, or go on to the second action of a double turn (K4, K5)."""
        state = self.state
        if state & FIRST and kind != PASS:
            self.state = state ^ (FIRST | SECOND)
            return
        state = (state & ~(FIRST | SECOND | FIXED)) + (1 << TURNS)
        if kind == TURN:
            state |= FIXED
        double = DOUBLE << (state >> TURNS & 1)
        if state & double:
            state = (state ^ double) | FIRST
        self.state = state

    def make(self, code: int) -> None:
        """Play a listed action. In Swarm a placing or a draw says which piece is drawn."""
        kind = code & KIND
        piece = code >> 12 & 63
        self.history[self.ply] = Played(
            self.key, code, self.state, self.holes, self.pos[piece], self.pos[code & 63]
        )
        self.ply += 1
        self.cut_known = False
        if kind == MOVE:
            lift(self, piece, self.pos[piece])
            drop(self, piece, code & CELL)
        elif kind == PLACE:
            self.enter(piece, code)
        else:
            self.make_other(kind, piece, code)
        if self.neutral < 0:
            self.state += 1 << TURNS
        else:
            self.end_action(kind)

    def enter(self, piece: int, code: int) -> None:
        """Place a piece from the hand of the side to move."""
        side = self.state >> TURNS & 1
        self.hand[side] ^= BIT[piece]
        if code & SECOND_FACE:
            self.bug[piece] = self.other_bug[self.first_bug[piece]]
        drop(self, piece, code & CELL)
        self.in_play += 1
        if self.swarm:
            self.key ^= HAND_KEYS[64 + 64 * side + piece]
            self.draw(side, code)

    def draw(self, side: int, code: int) -> None:
        """Move the drawn piece, if any, from the bag to a hand, or back (S2)."""
        piece = drawn_by(code)
        if piece >= 0:
            self.bag ^= BIT[piece]
            self.hand[side] ^= BIT[piece]
            self.key ^= HAND_KEYS[64 + 64 * side + piece]

    def make_other(self, kind: int, piece: int, code: int) -> None:
        """Play an action other than a move or a placement."""
        side = self.state >> TURNS & 1
        target = code & 63
        if kind == FLIP:
            turn_over(self, piece, self.other_bug[self.bug[piece]])
        elif kind == STING:
            turn_over(self, target, self.other_bug[self.bug[target]])
        elif kind == SWAP:
            self.trade(piece, target)
        elif kind == KILL:
            self.remove(piece, target)
        elif kind == TURN:
            self.state = (self.state ^ LIGHT) | DOUBLE << side
        elif kind == DRAW:
            self.draw(side, code)
        elif kind == STEAL:
            self.steal(piece)
        elif kind == HAND:
            self.choose_hand(side, code)
        elif kind == FACES:
            self.choose_faces(side, code)

    def trade(self, piece: int, target: int) -> None:
        """Let two lone pieces trade hexes (V8)."""
        origin = self.pos[piece]
        cell = self.pos[target]
        lift(self, piece, origin)
        lift(self, target, cell)
        drop(self, piece, cell)
        drop(self, target, origin)

    def remove(self, piece: int, target: int) -> None:
        """Take a predator and its prey out of the game (P1, P2)."""
        origin = self.pos[piece]
        cell = self.pos[target]
        lift(self, piece, origin)
        lift(self, target, cell)
        self.pos[piece] = -1
        self.pos[target] = -1
        self.removed |= BIT[piece] | BIT[target]
        self.key ^= HAND_KEYS[piece] ^ HAND_KEYS[target]
        self.in_play -= 2

    def steal(self, piece: int) -> None:
        """Take a piece out of the opponent's hand (S5), or give it back."""
        self.hand[0] ^= BIT[piece]
        self.hand[1] ^= BIT[piece]
        self.key ^= HAND_KEYS[64 + piece] ^ HAND_KEYS[128 + piece]

    def choose_hand(self, side: int, code: int) -> None:
        """Take the chosen pieces in hand; when both have chosen, fill the bag (S1)."""
        for i in range(3):
            piece = code >> 6 * i & 63
            if piece != NOBODY:
                self.hand[side] |= BIT[piece]
                self.key ^= HAND_KEYS[64 + 64 * side + piece]
        if side == 1:
            for piece in range(self.stop[1]):
                if not (self.hand[0] | self.hand[1]) & BIT[piece]:
                    self.bag |= BIT[piece]

    def choose_faces(self, side: int, code: int) -> None:
        """Show the second face of the chosen pieces (V0d), or the first one again."""
        pieces = self.fixable & (BIT[self.stop[side]] - BIT[self.start[side]])
        chosen = code & CHOSEN_FACES
        while chosen:
            if chosen & 1:
                self.turn_face(lowest(pieces))
            pieces &= pieces - 1
            chosen >>= 1

    def unmake(self) -> None:
        """Take the last action back."""
        self.ply -= 1
        played = self.history[self.ply]
        code = played.code
        kind = code & KIND
        piece = code >> 12 & 63
        self.state = played.state
        self.cut_known = False
        if kind == MOVE:
            take(self, piece, code & CELL)
            put(self, piece, played.origin)
        elif kind == PLACE:
            side = self.state >> TURNS & 1
            take(self, piece, code & CELL)
            self.pos[piece] = -1
            if self.two_faced & BIT[piece]:
                self.bug[piece] = self.first_bug[piece]
            self.hand[side] ^= BIT[piece]
            self.in_play -= 1
            if self.swarm:
                self.draw(side, code)
        else:
            self.unmake_other(kind, piece, code)
        self.key = played.key
        self.holes = played.holes

    def unmake_other(self, kind: int, piece: int, code: int) -> None:
        """Take back an action other than a move or a placement."""
        side = self.state >> TURNS & 1
        target = code & 63
        if kind == FLIP:
            turn_over(self, piece, self.other_bug[self.bug[piece]])
        elif kind == STING:
            turn_over(self, target, self.other_bug[self.bug[target]])
        elif kind == SWAP:
            self.trade(piece, target)
        elif kind == KILL:
            put(self, target, self.history[self.ply].target_origin)
            put(self, piece, self.history[self.ply].origin)
            self.removed ^= BIT[piece] | BIT[target]
            self.in_play += 2
        elif kind == DRAW:
            self.draw(side, code)
        elif kind == STEAL:
            self.steal(piece)
        elif kind == HAND:
            self.bag = 0
            for i in range(3):
                if code >> 6 * i & 63 != NOBODY:
                    self.hand[side] ^= BIT[code >> 6 * i & 63]
        elif kind == FACES:
            self.choose_faces(side, code)

    def generate(self, start: int) -> int:
        """Write the legal actions to moves[start:]; return the end. A finished game has none."""
        if self.lost(0) or self.lost(1):
            return start
        me = self.state >> TURNS & 1
        n = start
        if self.state >> TURNS < 2 * self.opening_choices:
            if self.fixable and self.state >> TURNS < 2:
                return faces_to_choose(self, me, n)
            return hands_to_choose(self, me, n)
        if self.pos[self.start[me]] >= 0:  # T5
            effects = self.turn_effects()
            n = movements(self, me, effects, n)
            if self.flippable:
                n = flips(self, me, effects, n)
            if self.neutral >= 0:
                n = honeycombo(self, me, n)
            if self.swarm:
                n = dealings(self, me, n)
        if self.hand[me]:
            n = placements(self, me, n)
        if self.neutral >= 0:
            return self.settle_neutral(start, n)
        if n == start:  # T6
            self.moves[n] = PASS
            n += 1
        return n

    def generate_moves(self, start: int) -> int:
        """Write what the pieces in play can do to moves[start:], flips apart; the side's royal is in play."""
        return movements(self, self.state >> TURNS & 1, self.turn_effects(), start)

    def is_listed(self, code: int, start: int) -> bool:
        """Tell whether an action is legal; the part of `moves` from `start` on is written over."""
        end = self.generate(start)
        for i in range(start, end):
            if self.moves[i] == code:
                return True
        return False

    def can_do(self, code: int, start: int) -> bool:
        """Tell at little cost that an action is legal: a piece's own move, or a placement beside others.

        False means unknown: powers, first pieces, those that enter on top, Swarm's placements and anything
        with the Honeycombo are not covered. The part of `moves` from `start` on is written over.
        """
        me = self.state >> TURNS & 1
        if self.neutral >= 0:
            return False
        if code & KIND == PLACE:
            return not self.swarm and can_place(self, me, code)
        if code & KIND != MOVE or self.pos[self.start[me]] < 0:
            return False
        return can_move_itself(self, me, code, start)

    def settle_neutral(self, start: int, n: int) -> int:
        """Drop actions that leave a piece on the Honeycombo; add the pass of a second action (K3, K5)."""
        kept = start
        for i in range(start, n):
            if self.clears_neutral(self.moves[i], n):
                self.moves[kept] = self.moves[i]
                kept += 1
        if self.top[self.pos[self.neutral]] == self.neutral and (kept == start or self.state & SECOND):
            self.moves[kept] = PASS
            kept += 1
        return kept

    def clears_neutral(self, code: int, n: int) -> bool:
        """Tell whether an action leaves the Honeycombo free, or free in time (K3)."""
        cell = self.pos[self.neutral]
        top = self.top[cell]
        kind = code & KIND
        if top != self.neutral:  # the first action left a piece there: now it must come off
            return (kind == MOVE and code >> 12 == top) or (kind == KILL and code & 63 == top)
        if kind != MOVE or code & CELL != cell:
            return True
        return self.state & FIRST != 0 and self.comes_off(code, n)

    def comes_off(self, code: int, n: int) -> bool:
        """Tell whether after a first action onto the Honeycombo a second one leads off it (K3)."""
        self.make(code)
        end = self.generate(n)
        self.unmake()
        return end > n

    def count(self, depth: int, bulk: bool, start: int) -> int:
        """Count the sequences of `depth` actions; with `bulk`, count the last ones without making them."""
        if depth == 0:
            return 1
        if bulk and depth == 1 and self.bag == 0:
            return self.count_here(start)
        end = self.generate(start)
        nodes = 0
        for i in range(start, end):
            if self.bag and self.draws_from_bag(self.moves[i]):
                nodes += self.count_draws(depth, bulk, self.moves[i], end)
                continue
            self.make(self.moves[i])
            nodes += self.count(depth - 1, bulk, end) if depth > 1 else 1
            self.unmake()
        return nodes

    def count_here(self, start: int) -> int:
        """Count the legal actions; placements need not be written, unless K3 asks to see them."""
        self.counting = self.neutral < 0
        end = self.generate(start)
        self.counting = False
        return end - start

    def count_draws(self, depth: int, bulk: bool, code: int, end: int) -> int:
        """Count an action once for every kind of piece that it may draw (S2)."""
        nodes = 0
        drawable = self.drawable()
        while drawable:
            self.make(with_draw(code, lowest(drawable)))
            drawable &= drawable - 1
            nodes += self.count(depth - 1, bulk, end)
            self.unmake()
        return nodes

    def perft(self, depth: int, bulk: bool = True) -> int:
        """Count the sequences of `depth` actions from here; repetition is ignored."""
        self.reserve(depth + 1)
        self.borrow()
        with cython.nogil:
            nodes = self.count(depth, bulk, 0)
        self.give_back()
        return nodes

    def copy(self) -> Board:
        """Return an independent copy, history included."""
        twin = Board.__new__(Board)
        if not cython.compiled:
            twin.make_room()
        twin.take_state(self)
        return twin


# -- putting and taking pieces: functions of this module, so that C compilers can inline them -----------


def drop(hive: Hive, piece: int, cell: int) -> None:
    """Lay a piece on a cell."""
    level = height_at(hive, cell)
    hive.key ^= ZOBRIST[cell] * code_of(hive, piece, level) & MASK64
    if level == 0:
        hive.holes += ARCS[hive.near[cell] & 63] - 1
    put(hive, piece, cell)


def lift(hive: Hive, piece: int, cell: int) -> None:
    """Lift the top piece off a cell."""
    take(hive, piece, cell)
    level = height_at(hive, cell)
    hive.key ^= ZOBRIST[cell] * code_of(hive, piece, level) & MASK64
    if level == 0:
        hive.holes -= ARCS[hive.near[cell] & 63] - 1


def put(hive: Hive, piece: int, cell: int) -> None:
    """Lay a piece on a cell, leaving the key and the holes as they are."""
    below = hive.top[cell]
    hive.under[piece] = below
    hive.pos[piece] = cell
    hive.top[cell] = piece
    hive.near[cell] += LEVEL
    mark(hive.near, cell, change_of_lanes(hive, piece, below))


def take(hive: Hive, piece: int, cell: int) -> None:
    """Lift the top piece off a cell, leaving the key and the holes as they are."""
    below = hive.under[piece]
    hive.top[cell] = below
    hive.near[cell] -= LEVEL
    mark(hive.near, cell, change_of_lanes(hive, piece, below))


def change_of_lanes(hive: Hive, piece: int, below: int) -> int:
    """Return what neighbours see change when a piece comes or goes; a stack has its top's colour (H3)."""
    lanes = LANES[hive.colour[piece]]
    if below >= 0:
        lanes ^= LANES[hive.colour[below]]
    return lanes


def turn_over(hive: Hive, piece: int, bug: int) -> None:
    """Show another face of a piece in play."""
    cell = hive.pos[piece]
    level = height_at(hive, cell) - 1  # only a top is ever turned (H3)
    hive.key ^= ZOBRIST[cell] * code_of(hive, piece, level) & MASK64
    hive.bug[piece] = bug
    hive.key ^= ZOBRIST[cell] * code_of(hive, piece, level) & MASK64
