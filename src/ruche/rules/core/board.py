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
from ruche.rules.core.state import HiveAndHands
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
    from ruche.rules.core.bits import MASK64, add_lanes, change_lanes, lowest, move_lanes, remove_lanes
    from ruche.rules.core.codes import (
        CELL,
        CHOSEN_FACES,
        DOUBLE,
        DRAW,
        FACES,
        FIRST,
        FLIP,
        HAND,
        KILL,
        KIND,
        LEVEL,
        LIGHT,
        MOVE,
        NEIGHBOURS,
        NO_TURN_BACK,
        NOBODY,
        PASS,
        PIECE_SHIFT,
        PLACE,
        SECOND,
        SECOND_FACE,
        STEAL,
        STING,
        SWAP,
        TURN,
        TURNS,
        hand_piece,
        piece_of,
        target_of,
    )
    from ruche.rules.core.hive import code_of, height_at
    from ruche.rules.core.placing import can_place, placements
    from ruche.rules.core.state import drawn_by, with_draw
    from ruche.rules.core.tuples import UndoInfo

ARCS, BIT, HAND_KEYS, ZOBRIST = tables.ARCS, tables.BIT, tables.HAND_KEYS, tables.ZOBRIST
COMPILED = cython.compiled


class Board(HiveAndHands):
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
        state = (state & ~(FIRST | SECOND | NO_TURN_BACK)) + (1 << TURNS)
        if kind == TURN:
            state |= NO_TURN_BACK
        double = DOUBLE << (state >> TURNS & 1)
        if state & double:
            state = (state ^ double) | FIRST
        self.state = state

    def make(self, code: int) -> None:
        """Play a listed action. In Swarm a placing or a draw says which piece is drawn."""
        make(self, code)

    def leave_hand(self, side: int, piece: int, code: int) -> None:
        """Take a piece that is placed out of a hand, showing the face chosen (V0), and draw another (S2)."""
        self.hand[side] ^= BIT[piece]
        if code & SECOND_FACE:
            self.bug[piece] = self.other_bug[self.first_bug[piece]]
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
        """Play what is neither a placement on an empty cell nor a move of a lone piece to one."""
        side = self.state >> TURNS & 1
        target = target_of(code)
        if kind == MOVE:
            lift(self, piece, self.pos[piece])
            drop(self, piece, code & CELL)
        elif kind == PLACE:  # G1
            self.leave_hand(side, piece, code)
            self.in_play += 1
            drop(self, piece, code & CELL)
        elif kind == FLIP:
            turn_over(self, piece, self.other_bug[self.bug[piece]])
        elif kind == STING:
            turn_over(self, target, self.other_bug[self.bug[target]])
        elif kind == SWAP:
            self.note_target(target)
            self.trade(piece, target)
        elif kind == KILL:
            self.note_target(target)
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

    def note_target(self, target: int) -> None:
        """Note in the history where the target of the action that is being made lies."""
        undo = self.history[self.ply - 1]
        self.history[self.ply - 1] = UndoInfo(
            undo.key, undo.code, undo.state, undo.holes, undo.origin, self.pos[target]
        )

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
            piece = hand_piece(code, i)
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
        unmake(self)

    def unmake_other(self, kind: int, piece: int, code: int) -> None:
        """Take back what is neither a placement nor a move of a lone piece from an empty cell to another."""
        side = self.state >> TURNS & 1
        target = target_of(code)
        if kind == MOVE:
            take(self, piece, code & CELL)
            put(self, piece, self.history[self.ply].origin)
        elif kind == FLIP:
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
                if hand_piece(code, i) != NOBODY:
                    self.hand[side] ^= BIT[hand_piece(code, i)]
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
            return (kind == MOVE and code >> PIECE_SHIFT == top) or (kind == KILL and target_of(code) == top)
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
            make(self, self.moves[i])
            nodes += self.count(depth - 1, bulk, end) if depth > 1 else 1
            unmake(self)
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


# -- making and unmaking: functions of this module, so that C compilers can inline them -----------------
# (`board.pxd` calls them inline, of which Cython warns in vain: it says so to the C compiler.)


def make(board: Board, code: int) -> None:
    """Play a listed action. In Swarm a placing or a draw says which piece is drawn."""
    kind = code & KIND
    piece = piece_of(code)
    board.history[board.ply] = UndoInfo(board.key, code, board.state, board.holes, board.pos[piece], -1)
    board.ply += 1
    board.cut_known = False
    if kind == MOVE and board.under[piece] < 0 and board.top[code & CELL] < 0:
        move(board, piece, board.pos[piece], code & CELL)
    elif kind == PLACE and board.top[code & CELL] < 0:
        enter(board, piece, code & CELL, code)
    else:
        board.make_other(kind, piece, code)
    if board.neutral < 0:
        board.state += 1 << TURNS
    else:
        board.end_action(kind)


def enter(board: Board, piece: int, cell: int, code: int) -> None:
    """Place a piece on an empty cell."""
    side = board.state >> TURNS & 1
    if code & SECOND_FACE or board.swarm:
        board.leave_hand(side, piece, code)
    else:
        board.hand[side] ^= BIT[piece]
    board.in_play += 1
    board.key ^= ZOBRIST[cell] * code_of(board, piece, 0) & MASK64
    board.holes += ARCS[board.near[cell] & NEIGHBOURS] - 1
    board.under[piece] = -1
    board.pos[piece] = cell
    board.top[cell] = piece
    board.near[cell] += LEVEL
    add_lanes(board.near, cell, board.colour[piece])


def unmake(board: Board) -> None:
    """Take the last action back."""
    board.ply -= 1
    undo = board.history[board.ply]
    code = undo.code
    kind = code & KIND
    piece = piece_of(code)
    board.state = undo.state
    board.cut_known = False
    if kind == MOVE and board.under[piece] < 0 and board.top[undo.origin] < 0:
        shift(board, piece, code & CELL, undo.origin)
    elif kind == PLACE:
        leave(board, piece, code)
    else:
        board.unmake_other(kind, piece, code)
    board.key = undo.key
    board.holes = undo.holes


def leave(board: Board, piece: int, code: int) -> None:
    """Put a piece that was placed back into the hand that it came from."""
    side = board.state >> TURNS & 1
    take(board, piece, code & CELL)
    board.pos[piece] = -1
    if board.two_faced & BIT[piece]:
        board.bug[piece] = board.first_bug[piece]
    board.hand[side] ^= BIT[piece]
    board.in_play -= 1
    if board.swarm:
        board.draw(side, code)


def move(hive: Hive, piece: int, origin: int, cell: int) -> None:
    """Move a lone piece to an empty cell, as most moves do."""
    code = code_of(hive, piece, 0)
    hive.key ^= (ZOBRIST[origin] * code ^ ZOBRIST[cell] * code) & MASK64
    holes = hive.holes - ARCS[hive.near[origin] & NEIGHBOURS]
    shift(hive, piece, origin, cell)
    hive.holes = holes + ARCS[hive.near[cell] & NEIGHBOURS]


def shift(hive: Hive, piece: int, origin: int, cell: int) -> None:
    """Move a lone piece to an empty cell, leaving the key and the holes as they are."""
    hive.top[origin] = -1
    hive.top[cell] = piece
    hive.pos[piece] = cell
    hive.near[origin] -= LEVEL
    hive.near[cell] += LEVEL
    move_lanes(hive.near, origin, cell, hive.colour[piece])


def drop(hive: Hive, piece: int, cell: int) -> None:
    """Lay a piece on a cell."""
    level = height_at(hive, cell)
    hive.key ^= ZOBRIST[cell] * code_of(hive, piece, level) & MASK64
    if level == 0:
        hive.holes += ARCS[hive.near[cell] & NEIGHBOURS] - 1
    put(hive, piece, cell)


def lift(hive: Hive, piece: int, cell: int) -> None:
    """Lift the top piece off a cell."""
    take(hive, piece, cell)
    level = height_at(hive, cell)
    hive.key ^= ZOBRIST[cell] * code_of(hive, piece, level) & MASK64
    if level == 0:
        hive.holes -= ARCS[hive.near[cell] & NEIGHBOURS] - 1


def put(hive: Hive, piece: int, cell: int) -> None:
    """Lay a piece on a cell, leaving the key and the holes as they are."""
    below = hive.top[cell]
    hive.under[piece] = below
    hive.pos[piece] = cell
    hive.top[cell] = piece
    hive.near[cell] += LEVEL
    if below < 0:
        add_lanes(hive.near, cell, hive.colour[piece])
    else:
        change_lanes(hive.near, cell, hive.colour[below], hive.colour[piece])


def take(hive: Hive, piece: int, cell: int) -> None:
    """Lift the top piece off a cell, leaving the key and the holes as they are."""
    below = hive.under[piece]
    hive.top[cell] = below
    hive.near[cell] -= LEVEL
    if below < 0:
        remove_lanes(hive.near, cell, hive.colour[piece])
    else:
        change_lanes(hive.near, cell, hive.colour[piece], hive.colour[below])


def turn_over(hive: Hive, piece: int, bug: int) -> None:
    """Show another face of a piece in play."""
    cell = hive.pos[piece]
    level = height_at(hive, cell) - 1  # only a top is ever turned (H3)
    hive.key ^= ZOBRIST[cell] * code_of(hive, piece, level) & MASK64
    hive.bug[piece] = bug
    hive.key ^= ZOBRIST[cell] * code_of(hive, piece, level) & MASK64
