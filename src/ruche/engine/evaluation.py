"""The evaluation: how good a position is for the side to move, in hundredths of a point, without searching.

It is a sum of weights (`weights.toml`) over the pieces and the two royals. A bug is known by its row of
weights and its abilities only. `evaluation.pxd` gives the fields C types.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.engine import distance as distances
from ruche.engine import weights as names
from ruche.rules.core import tables
from ruche.rules.core.board import Board
from ruche.rules.facts import bugs

if not cython.compiled:
    from ruche.rules.core.bits import lowest, step
    from ruche.rules.core.codes import DOUBLE, FIRST, KIND, LANE, LIGHT, MOVE, STING, TURNS
    from ruche.rules.core.hive import beside, height_at
    from ruche.rules.facts.bugs import HOLD, MIMIC, SHIELD
    from ruche.rules.facts.bugs import STRIKE as CAN_STRIKE
    from ruche.rules.facts.bugs import THROW as CAN_THROW

    # Places in a bug's row of `Evaluation.pieces`; evaluation.pxd has them in C.
    ABOVE, COVERED, HAND = 25, 30, 31

ABILITIES, ARCS, AURAS, BIT = tables.ABILITIES, tables.ARCS, tables.AURAS, tables.BIT
LOWEST, SLIDES = tables.LOWEST, tables.SLIDES
DISTANCE = distances.DISTANCE
COUNT = tables.NUMBER


def freedom(tied: int, crawls: int, mask: int) -> int:
    """Return 0 for a pinned top, 8 for one that finds no slide, 16 for a free one."""
    if tied and ARCS[mask] > 1:
        return 0
    return 8 if crawls and SLIDES[mask] == 0 else 16


CRAWLS = bugs.SLIDE | bugs.SLIDE_TWO | bugs.SLIDE_THREE | bugs.WALK
GAITS = [abilities & ~CRAWLS == 0 for abilities in tables.ABILITIES]
# A place in a bug's row of `Evaluation.pieces` is a sum: AWAY (by the way to the enemy's royal), HOW (by its
# bug, whether the hive holds it, and its neighbours) and BESIDE (by the way to its own royal); on a stack,
# AWAY and ABOVE. The second halves of AWAY and BESIDE are for royals in hand.
HOW = [freedom(i >> 6 & 1, GAITS[i >> 7], i & 63) for i in range(128 * len(GAITS))]
AWAY = [*distances.DISTANCE, *[4] * 4096]
BESIDE = [*[4 if away == 1 else 0 for away in distances.DISTANCE], *[0] * 4096]


def ring_count(board: Board, colour: int) -> int:
    """Count the filled neighbours of a royal; with Guardians its cover counts too (E7)."""
    royal = board.start[colour]
    cell = board.pos[royal]
    if cell < 0:
        return 0
    count = COUNT[board.near[cell] & 63]
    if board.covering and board.top[cell] != royal:
        count += 1
    return count


def exposed(board: Board, colour: int) -> bool:
    """Tell whether one action might cost a player the royal.

    One hex beside it is free, a predator is near, or a thrower beside it has a hole to throw it into (B7).
    """
    if ring_count(board, colour) >= (6 if board.covering else 5):
        return True
    if board.powers & (CAN_STRIKE | CAN_THROW) == 0:
        return False
    cell = board.pos[board.start[colour]]
    if cell < 0 or height_at(board, cell) > 1:
        return False
    todo = beside(board, cell, 1 - colour)
    while todo:
        other = step(cell, LOWEST[todo])
        able = ABILITIES[board.bug[board.top[other]]]
        todo &= todo - 1
        if board.powers & CAN_STRIKE and able & (CAN_STRIKE | MIMIC):
            return True
        if able & (CAN_THROW | MIMIC) and has_hole(board, other, cell):
            return True
    return False


def has_hole(board: Board, cell: int, royal: int) -> bool:
    """Tell whether beside a cell there is a hole with six filled neighbours, the royal not among them."""
    todo = ~board.near[cell] & 63
    while todo:
        hole = step(cell, LOWEST[todo])
        todo &= todo - 1
        if board.near[hole] & 63 == 63 and DISTANCE[(hole - royal) & 4095] > 1:
            return True
    return False


class Evaluation:
    """The weights, and their sum over a position."""

    def __init__(self, values: Sequence[int]) -> None:
        if not cython.compiled:
            self.ring, self.siege = [0] * 14, [0] * 16
            self.pieces = [[0] * 32 for _ in bugs.BUGS]
        for i in range(14):
            self.ring[i] = values[names.OFFSETS["ring"] + i]
        for i in range(16):
            self.siege[i] = values[names.OFFSETS["siege"] + i]
        one = {name: values[place] for name, place in names.OFFSETS.items()}
        self.royal_in_hand = one["royal_in_hand"]
        self.royal_pinned = one["royal_pinned"]
        self.royal_stuck = one["royal_stuck"]
        self.royal_wasp = one["royal_wasp"]
        self.royal_under_enemy = one["royal_under_enemy"]
        self.royal_under_friend = one["royal_under_friend"]
        self.closed = one["closed"]
        self.drop = one["drop"]
        self.rescue = one["rescue"]
        self.rescue_free = one["rescue_free"]
        self.menace = one["menace"]
        self.shielded = one["shielded"]
        self.holds = one["holds"]
        self.flips = one["flips"]
        self.strike = one["strike"]
        self.strike_royal = one["strike_royal"]
        self.resting = one["resting"]
        self.stung = one["stung"]
        self.captive = one["captive"]
        self.turn_ready = one["turn_ready"]
        self.double_coming = one["double_coming"]
        self.double_now = one["double_now"]
        self.tempo = one["tempo"]
        for bug in range(len(bugs.BUGS)):
            begin = names.PIECES + names.ROW * bug
            for place, worth in enumerate(names.by_place(values[begin : begin + names.ROW])):
                self.pieces[bug][place] = worth

    def of(self, board: Board) -> int:
        """Return the evaluation; callable from Python, unlike `evaluate` once it is compiled."""
        board.borrow()
        worth = self.evaluate(board)
        board.give_back()
        return worth

    def evaluate(self, board: Board) -> int:
        """Return how good the position is for the side to move."""
        return self.without_last_turn(board) + self.last_turn(board)

    def without_last_turn(self, board: Board) -> int:
        """Value everything that does not depend on the last turn; the search caches it."""
        me = board.state >> TURNS & 1
        total = self.tempo + self.side(board, me, True) - self.side(board, 1 - me, False)
        if board.neutral >= 0:
            total += self.honeycombo(board, me) - self.honeycombo(board, 1 - me)
        return total

    def last_turn(self, board: Board) -> int:
        """Value the piece that the opponent's last action keeps from moving: thrown or stung (R1, V1)."""
        if board.powers == 0 or board.ply == 0:
            return 0
        code = board.history[board.ply - 1].code
        kind = code & KIND
        me = board.state >> TURNS & 1
        if kind == STING:
            return self.stung if board.colour[code & 63] == me else 0
        if kind == MOVE and board.colour[code >> 12] == me:
            return self.resting
        return 0

    def honeycombo(self, board: Board, colour: int) -> int:
        """Value the tempo that the Honeycombo gives a player (K4, K5)."""
        total = 0
        shows = 0 if board.state & LIGHT else 1
        if shows == colour:
            total += self.turn_ready
        if board.state & DOUBLE << colour:
            total += self.double_coming
        if board.state & FIRST and board.state >> TURNS & 1 == colour:
            total += self.double_now
        return total

    def side(self, board: Board, colour: int, to_move: bool) -> int:
        """Value the pieces of a colour: tops by how they stand (free, pinned, blocked, above) and where."""
        total = self.royal(board, colour, to_move) + self.unplayed(board, colour)
        home = board.pos[board.start[colour]]
        target = board.pos[board.start[1 - colour]]
        no_home = 4096 if home < 0 else 0
        no_target = 4096 if target < 0 else 0
        tied = board.cut_pieces()
        peculiar = board.flippable != 0 or board.auras != 0 or board.powers & CAN_STRIKE != 0
        for piece in range(board.start[colour] + 1, board.stop[colour]):
            cell = board.pos[piece]
            if cell < 0:
                continue
            bug = board.bug[piece]
            place = AWAY[(cell - target) & 4095 | no_target]
            if height_at(board, cell) == 1:
                # Look-ups, not questions: a processor cannot guess the answers.
                place += HOW[bug << 7 | (tied >> piece & 1) << 6 | (board.near[cell] & 63)]
                place += BESIDE[(cell - home) & 4095 | no_home]
            elif board.top[cell] == piece:
                place += ABOVE
            else:
                total += self.pieces[bug][COVERED]
                continue
            total += self.pieces[bug][place]
            if peculiar:
                total += self.special(board, piece, cell, home, target)
        return total

    def unplayed(self, board: Board, colour: int) -> int:
        """Value the pieces in hand, and those in the enemy's hand (S3)."""
        total = 0
        mine = BIT[board.stop[colour]] - BIT[board.start[colour] + 1]
        pieces = board.hand[colour] & mine
        while pieces:
            total += self.pieces[board.bug[lowest(pieces)]][HAND]
            pieces &= pieces - 1
        if board.swarm:
            total += self.captive * board.size(board.hand[1 - colour] & mine)
        return total

    def special(self, board: Board, piece: int, cell: int, home: int, target: int) -> int:
        """Value flips, auras and predators."""
        total = 0
        if board.flippable & BIT[piece]:
            total += self.flips
        bug = board.bug[piece]
        if AURAS[bug]:
            if AURAS[bug] & HOLD:
                total += self.holds * COUNT[beside(board, cell, 1 - board.colour[piece])]
            if AURAS[bug] & SHIELD and home >= 0 and DISTANCE[(cell - home) & 4095] == 1:
                total += self.shielded
        if ABILITIES[bug] & CAN_STRIKE:
            total += self.strike * COUNT[beside(board, cell, 1 - board.colour[piece])]
            if target >= 0 and DISTANCE[(cell - target) & 4095] == 1:
                total += self.strike_royal
        return total

    # -- the royals --------------------------------------------------------------------------------

    def royal(self, board: Board, colour: int, to_move: bool) -> int:
        """Value the safety of a royal."""
        royal = board.start[colour]
        cell = board.pos[royal]
        if cell < 0:
            return self.royal_in_hand
        mask = board.near[cell] & 63
        late = 1 if to_move else 0
        if board.covering:
            total = self.siege[8 * late + ring_count(board, colour)]
        else:
            total = self.ring[7 * late + COUNT[mask]]
        top = board.top[cell]
        if board.bug[royal]:
            total += self.royal_wasp
        free = False
        if top != royal:
            total += self.royal_under_friend if board.colour[top] == colour else self.royal_under_enemy
        elif ARCS[mask] > 1 and board.is_pinned(cell):
            total += self.royal_pinned
        else:
            free = True
            if SLIDES[mask] == 0:
                total += self.royal_stuck
        return total + self.surroundings(board, colour, cell, free)

    def surroundings(self, board: Board, colour: int, cell: int, free: bool) -> int:
        """Value the six hexes around a royal."""
        total = 0
        mine = 63 << LANE * (1 + colour)
        theirs = 63 << LANE * (2 - colour)
        around = board.near[cell] & 63
        todo = around ^ 63
        while todo:
            near = board.near[step(cell, LOWEST[todo])]
            todo &= todo - 1
            if SLIDES[near & 63] == 0:
                total += self.closed
            if near & mine == 0 and near & theirs and board.hand[1 - colour]:
                total += self.drop
        if board.powers & CAN_THROW:
            while around:
                total += self.neighbour(board, colour, step(cell, LOWEST[around]), free)
                around &= around - 1
        return total

    def neighbour(self, board: Board, colour: int, other: int, free: bool) -> int:
        """Value a thrower beside a royal (B7)."""
        top = board.top[other]
        if ABILITIES[board.bug[top]] & CAN_THROW == 0 or height_at(board, other) > 1:
            return 0
        if board.near[other] & 63 == 63:
            return 0  # there is no room to throw
        if board.colour[top] != colour:
            return self.menace
        return self.rescue + (self.rescue_free if free else 0)
