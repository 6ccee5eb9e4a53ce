"""The board: hive, hands, bag and turn; it lists, makes and unmakes actions as integers (`codes.py`).

This is the fast inside of `Position`, shared with the search. It trusts its caller: what is made must have
been listed. `board.pxd` gives the fields C types.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

try:
    import cython
except ImportError:
    from ruche.rules import _nocython as cython

from ruche.rules import bugs, codes, hexes, tables
from ruche.rules.gametype import OTHER_FACE, GameType
from ruche.rules.hive import Hive

if not cython.compiled:
    from ruche.rules.powers import pounce, sting, strike, swap, throw
    from ruche.rules.bits import lowest, mix, step
    from ruche.rules.hive import code_of, put, take
    from ruche.rules.ways import abilities_at, reach

ABILITIES = tables.ABILITIES
ARCS = tables.ARCS
AURAS = tables.AURAS
BIT = tables.BIT
HAND_KEYS = tables.HAND_KEYS
LOWEST = tables.LOWEST
STATE_KEYS = tables.STATE_KEYS
MOVE, PLACE, FLIP, TURN, STING, SWAP = codes.MOVE, codes.PLACE, codes.FLIP, codes.TURN, codes.STING, codes.SWAP
KILL, HAND, DRAW, STEAL, PASS = codes.KILL, codes.HAND, codes.DRAW, codes.STEAL, codes.PASS
KIND, CELL, SECOND_FACE, DRAWN, NOBODY = codes.KIND, codes.CELL, codes.SECOND_FACE, codes.DRAWN, codes.NOBODY
WAYS, POWERS, CONTROL, MIMIC = bugs.WAYS, bugs.POWERS, bugs.CONTROL, bugs.MIMIC
THROW, STINGS, SWAPS, STRIKE, POUNCE = bugs.THROW, bugs.STING, bugs.SWAP, bugs.STRIKE, bugs.POUNCE
HOLD, SHIELD, UNHELD = bugs.HOLD, bugs.SHIELD, bugs.UNHELD

# Board.state: whose turn it is, in the bits from 8 on the number of turns so far, and below:
FIRST = 1  # first action of a double turn (K5)
SECOND = 2  # second action of a double turn
DOUBLE = 4  # shifted by the colour: its next turn is a double one (K4)
LIGHT = 16  # the Honeycombo shows its light side
FIXED = 32  # the Honeycombo may not be flipped back this turn (K4)
TURNS = 8
START = hexes.START
COMPILED = cython.compiled
MASK64 = 0xFFFF_FFFF_FFFF_FFFF


def numbers(typecode: str, room: int, old: Iterable[int] = ()) -> array[int]:
    """Return an array with that much room that begins like an old one."""
    grown = array(typecode, old)
    grown.extend([0] * (room - len(grown)))
    return grown


class Board(Hive):
    """Hive, hands, bag, turn and history of a game."""

    def __init__(self, game_type: GameType) -> None:
        super().__init__()
        self.game_type = game_type
        self.start = [0, 0]  # pieces start[c] to stop[c] - 1 belong to colour c; the first is the royal
        self.stop = [0, 0]
        self.kinds = len(game_type.kinds)
        self.kind_bits = [0] * 64  # pieces of colour * 32 + kind
        self.first_bug = [0] * 64
        self.other_bug = [0] * 24
        self.two_faced = 0  # pieces whose face is chosen when they enter (V0)
        self.flippable = 0
        self.on_top = 0  # pieces that enter on top of a stack (G1)
        self.neutral = -1
        self.swarm = "Swarm" in game_type.modules
        self.covering = "Guardians" in game_type.modules  # E7
        self.queen_first = game_type.queen_opening == "allowed"  # T4
        self.sting_adjacent = game_type.wasp_reach == "adjacent"  # V1
        self.powers = 0  # all the powers and auras in this game
        self.auras = 0
        self.hand = [0, 0]
        self.bag = 0
        self.removed = 0
        self.state = 0
        self.ply = 0
        self.counting = False  # whether actions are counted, not listed
        self.held = 0  # own pieces that an enemy scorpion keeps from being flipped
        self.doing = [0] * 64  # abilities of the pieces that may act
        self.ready = [0] * 128
        # the history, by ply
        self.codes = numbers("i", 64)
        self.origins = numbers("i", 64)  # where the piece came from, or -1
        self.targets = numbers("i", 64)  # where the other piece of a swap or a kill stood
        self.states = numbers("i", 64)
        self.depths = numbers("i", 64)  # the number of holes
        self.keys = numbers("Q", 64)
        self.deal()

    def deal(self) -> None:
        """Number the pieces and give them to the players."""
        for letter, other in OTHER_FACE.items():
            self.other_bug[bugs.INDEX[letter]] = bugs.INDEX[other]
            self.other_bug[bugs.INDEX[other]] = bugs.INDEX[letter]
        piece = 0
        for colour in range(2):
            self.start[colour] = piece
            for number, kind in enumerate(self.game_type.kinds):
                for _ in range(kind.count):
                    self.enlist(piece, colour, bugs.INDEX[kind.faces[0].letter])
                    self.kind_bits[colour * 32 + number] |= BIT[piece]
                    if len(kind.faces) > 1 and number > 0:  # V0: the royal always enters as queen bee
                        self.two_faced |= BIT[piece]
                    if kind.flips:
                        self.flippable |= BIT[piece]
                    if kind.faces[0].enters_on_top:
                        self.on_top |= BIT[piece]
                    if not self.swarm or number == 0:
                        self.hand[colour] |= BIT[piece]
                    piece += 1
            self.stop[colour] = piece
        for bug in self.game_type.bugs:
            self.powers |= bug.abilities & bugs.POWERS
            self.auras |= bug.aura
        if "Honeycombo" in self.game_type.modules:  # K1: it lies there from the start, dark side up
            self.neutral = piece
            self.enlist(piece, 2, bugs.HONEYCOMBO)
            self.drop(piece, START)
            self.in_play = 1

    def enlist(self, piece: int, colour: int, bug: int) -> None:
        """Make a piece known."""
        self.colour[piece] = colour
        self.bug[piece] = bug
        self.first_bug[piece] = bug

    def reserve(self, more: int) -> None:
        """Make room in the history for that many actions more."""
        if self.ply + more <= len(self.codes):
            return
        room = 2 * (self.ply + more)
        self.codes = numbers("i", room, self.codes)
        self.origins = numbers("i", room, self.origins)
        self.targets = numbers("i", room, self.targets)
        self.states = numbers("i", room, self.states)
        self.depths = numbers("i", room, self.depths)
        self.keys = numbers("Q", room, self.keys)

    # -- whose turn --------------------------------------------------------------------------------

    def side(self) -> int:
        """Return the colour to move."""
        return self.state >> TURNS & 1

    def turn_number(self) -> int:
        """Return the number of the current turn; Swarm's choices of a hand are turn 0 (S1)."""
        turns = self.state >> TURNS
        if self.swarm:
            return turns >> 1
        return (turns >> 1) + 1

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

    # -- make and unmake ---------------------------------------------------------------------------

    def make(self, code: int) -> None:
        """Play a listed action. In Swarm a placing or a draw says which piece is drawn."""
        ply = self.ply
        self.codes[ply] = code
        self.keys[ply] = self.key
        self.depths[ply] = self.holes
        self.states[ply] = self.state
        kind = code & KIND
        piece = code >> 12 & 63
        if kind == MOVE:
            origin = self.pos[piece]
            self.origins[ply] = origin
            self.shift(piece, origin, code & CELL)
        elif kind == PLACE:
            self.origins[ply] = -1
            self.enter(piece, code)
        else:
            self.make_other(kind, piece, code)
        self.ply = ply + 1
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
        self.drop(piece, code & CELL)
        self.in_play += 1
        if self.swarm:
            self.key ^= HAND_KEYS[64 + 64 * side + piece]
            self.draw(side, code)

    def draw(self, side: int, code: int) -> None:
        """Move the drawn piece, if any, from the bag to a hand, or back (S2)."""
        if code & DRAWN:
            piece = (code >> 18 & 63) - 1
            self.bag ^= BIT[piece]
            self.hand[side] ^= BIT[piece]
            self.key ^= HAND_KEYS[64 + 64 * side + piece]

    def make_other(self, kind: int, piece: int, code: int) -> None:
        """Play what neither moves nor places one piece."""
        side = self.state >> TURNS & 1
        target = code & 63
        if kind == FLIP:
            self.turn_over(piece, self.other_bug[self.bug[piece]])
        elif kind == STING:
            self.turn_over(target, self.other_bug[self.bug[target]])
        elif kind == SWAP:
            self.trade(piece, target)
        elif kind == KILL:
            self.remove(piece, target)
        elif kind == TURN:
            self.state = (self.state ^ LIGHT) | DOUBLE << side
        elif kind == DRAW:
            self.draw(side, code)
        elif kind == STEAL:
            self.steal(side, piece)
        elif kind == HAND:
            self.choose_hand(side, code)

    def trade(self, piece: int, target: int) -> None:
        """Let two lone pieces trade hexes (V8)."""
        origin = self.pos[piece]
        cell = self.pos[target]
        self.origins[self.ply] = origin
        self.targets[self.ply] = cell
        self.lift(piece, origin)
        self.lift(target, cell)
        self.drop(piece, cell)
        self.drop(target, origin)

    def remove(self, piece: int, target: int) -> None:
        """Take a predator and its prey out of the game (P1, P2)."""
        origin = self.pos[piece]
        cell = self.pos[target]
        self.origins[self.ply] = origin
        self.targets[self.ply] = cell
        self.lift(piece, origin)
        self.lift(target, cell)
        self.pos[piece] = -1
        self.pos[target] = -1
        self.removed |= BIT[piece] | BIT[target]
        self.key ^= HAND_KEYS[piece] ^ HAND_KEYS[target]
        self.in_play -= 2

    def steal(self, side: int, piece: int) -> None:
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

    def unmake(self) -> None:
        """Take the last action back."""
        ply = self.ply - 1
        self.ply = ply
        code = self.codes[ply]
        kind = code & KIND
        piece = code >> 12 & 63
        self.state = self.states[ply]
        if kind == MOVE:
            self.shift_back(piece, self.origins[ply], code & CELL)
        elif kind == PLACE:
            side = self.state >> TURNS & 1
            take(self, piece, code & CELL)
            self.pos[piece] = -1
            self.bug[piece] = self.first_bug[piece]
            self.hand[side] ^= BIT[piece]
            self.in_play -= 1
            if self.swarm:
                self.draw(side, code)
        else:
            self.unmake_other(kind, piece, code)
        self.key = self.keys[ply]
        self.holes = self.depths[ply]

    def unmake_other(self, kind: int, piece: int, code: int) -> None:
        """Take back what neither moved nor placed one piece."""
        side = self.state >> TURNS & 1
        target = code & 63
        if kind == FLIP:
            self.turn_over(piece, self.other_bug[self.bug[piece]])
        elif kind == STING:
            self.turn_over(target, self.other_bug[self.bug[target]])
        elif kind == SWAP:
            self.trade(piece, target)
        elif kind == KILL:
            put(self, target, self.targets[self.ply])
            put(self, piece, self.origins[self.ply])
            self.removed ^= BIT[piece] | BIT[target]
            self.in_play += 2
        elif kind == DRAW:
            self.draw(side, code)
        elif kind == STEAL:
            self.steal(side, piece)
        elif kind == HAND:
            self.bag = 0
            for i in range(3):
                if code >> 6 * i & 63 != NOBODY:
                    self.hand[side] ^= BIT[code >> 6 * i & 63]

    # -- the end -----------------------------------------------------------------------------------

    def lost(self, colour: int) -> bool:
        """Tell whether a royal is surrounded (E1, E7) or gone (E6)."""
        royal = self.start[colour]
        cell = self.pos[royal]
        if cell < 0:
            return self.removed & BIT[royal] != 0
        return self.near[cell] & 63 == 63 and not (self.covering and self.top[cell] == royal)

    def over(self) -> bool:
        """Tell whether the game has ended, repetition apart."""
        return self.lost(0) or self.lost(1)

    # -- what the last turn left -------------------------------------------------------------------

    def recall(self) -> None:
        """Find what rests, what is stung and what the opponent's last turn did (R1, R4, V1)."""
        self.resting = self.stung = self.placed = self.moved = self.flipped = 0
        turn = self.state >> TURNS
        i = self.ply - 1
        while i >= 0 and self.states[i] >> TURNS >= turn - 1:
            code = self.codes[i]
            kind = code & KIND
            piece = code >> 12 & 63
            if kind == STING:
                self.stung |= BIT[code & 63]
            if self.states[i] >> TURNS == turn:
                i -= 1
                continue  # R4: one's own first action neither rests nor counts
            touched = BIT[piece]
            if kind == PLACE:
                self.placed |= touched
            elif kind == MOVE or kind == SWAP:
                if kind == SWAP:
                    touched |= BIT[code & 63]
                if self.moved == 0:
                    self.resting = touched  # R1: of two moving actions, what the last one moved
                self.moved |= touched
            elif kind == FLIP:
                self.flipped |= touched
            elif kind == STING:
                self.flipped |= BIT[code & 63]
            i -= 1

    def cast_auras(self, me: int) -> None:
        """Find which enemies are shielded (V7) and which own pieces are held (V3)."""
        self.shielded = self.held = 0
        for piece in range(self.start[1 - me], self.stop[1 - me]):
            cell = self.pos[piece]
            aura = AURAS[self.bug[piece]]
            if aura == 0 or cell < 0 or self.top[cell] != piece or self.stung & BIT[piece]:
                continue  # H3, R5
            if aura & SHIELD:
                self.shielded |= BIT[piece] | self.tops_around(cell, 1 - me)
            if aura & HOLD:
                self.held |= self.tops_around(cell, me)

    def tops_around(self, cell: int, colour: int) -> int:
        """Return the set of tops of a colour beside a cell."""
        tops = self.bag ^ self.bag  # a zero of 64 bits
        todo = self.near[cell] >> 8 * (colour + 1) & 63
        while todo:
            tops |= BIT[self.top[step(cell, LOWEST[todo])]]
            todo &= todo - 1
        return tops

    # -- listing actions ---------------------------------------------------------------------------

    def generate(self, start: int) -> int:
        """Write the legal actions to found[start:]; return the end. A finished game has none."""
        if self.lost(0) or self.lost(1):
            return start
        me = self.state >> TURNS & 1
        n = start
        if self.swarm and self.state >> TURNS < 2:
            return self.hands_to_choose(me, n)
        if self.pos[self.start[me]] >= 0:  # T5
            self.recall()
            if self.auras:
                self.cast_auras(me)
            n = self.movements(me, n)
            if self.flippable:
                n = self.flips(me, n)
            if self.neutral >= 0:
                n = self.honeycombo(me, n)
            if self.swarm:
                n = self.dealings(me, n)
        if self.hand[me]:
            n = self.placements(me, n)
        if self.neutral >= 0:
            return self.settle_neutral(start, n)
        if n == start:  # T6
            self.found[n] = PASS
            n += 1
        return n

    def movements(self, me: int, n: int) -> int:
        """List what the pieces of a side can do, and what they make others do."""
        self.cut_known = 0
        self.listed = 0
        actors = self.bag ^ self.bag
        frozen = self.resting | self.stung
        for piece in range(self.start[me], self.stop[me]):
            cell = self.pos[piece]
            if cell < 0 or self.top[cell] != piece or frozen & BIT[piece]:
                continue
            abilities = ABILITIES[self.bug[piece]]
            if self.height[cell] > 1 or abilities & MIMIC:
                abilities = abilities_at(self, piece, cell)
            if self.powers:
                if abilities & POWERS:
                    actors |= BIT[piece]
                    self.doing[piece] = abilities
                n = self.list_moves(piece, cell, abilities, n)
            elif self.may_leave(cell):
                n = reach(self, piece, cell, abilities, n)
        if actors:
            n = self.act(me, actors, n)
        return n

    def may_leave(self, cell: int) -> bool:
        """Tell whether the top of a cell is free to leave it (H2)."""
        return self.height[cell] > 1 or ARCS[self.near[cell] & 63] < 2 or not self.is_pinned(cell)

    def list_moves(self, piece: int, cell: int, abilities: int, n: int) -> int:
        """List the moves of a piece and remember where they are, so that no throw repeats one."""
        self.listed |= BIT[piece]
        self.first_of[piece] = n
        if abilities & WAYS and self.may_leave(cell):
            n = reach(self, piece, cell, abilities, n)
        self.last_of[piece] = n
        return n

    def act(self, me: int, actors: int, n: int) -> int:
        """List the uses of powers by a set of pieces."""
        if self.powers & CONTROL:
            controlled = self.controlled(me, actors)
            while controlled:
                piece = lowest(controlled)
                controlled &= controlled - 1
                cell = self.pos[piece]
                abilities = abilities_at(self, piece, cell) & ~CONTROL  # V9: it cannot control in turn
                n = self.list_moves(piece, cell, abilities, n)
                if abilities & POWERS:
                    actors |= BIT[piece]
                    self.doing[piece] = abilities
        todo = actors
        while todo:
            piece = lowest(todo)
            todo &= todo - 1
            cell = self.pos[piece]
            abilities = self.doing[piece]
            if abilities & STINGS:
                n = sting(self, me, piece, cell, self.sting_adjacent, n)
            if abilities & SWAPS:
                n = swap(self, piece, cell, n)
            if abilities & (STRIKE | POUNCE):
                n = self.kills(me, piece, cell, abilities, n)
        self.throws_from = n
        while actors:
            piece = lowest(actors)
            actors &= actors - 1
            if self.doing[piece] & THROW:
                n = throw(self, piece, self.pos[piece], n)
        return n

    def kills(self, me: int, piece: int, cell: int, abilities: int, n: int) -> int:
        """List the kills of a piece; a mosquito beside both predators has some by two ways."""
        begin = n
        if abilities & STRIKE:
            n = strike(self, me, piece, cell, n)
        if abilities & POUNCE:
            middle = n
            n = pounce(self, me, piece, cell, n)
            kept = middle
            for i in range(middle, n):
                fresh = True
                for j in range(begin, middle):
                    if self.found[j] == self.found[i]:
                        fresh = False
                if fresh:
                    self.found[kept] = self.found[i]
                    kept += 1
            n = kept
        return n

    def controlled(self, me: int, actors: int) -> int:
        """Return the enemies that the ticks among some pieces can take over (V9)."""
        free = ~(self.resting | self.stung | self.shielded)
        found = self.bag ^ self.bag
        while actors:
            piece = lowest(actors)
            actors &= actors - 1
            if self.doing[piece] & CONTROL == 0:
                continue
            cell = self.pos[piece]
            todo = self.near[cell] >> 8 * (2 - me) & 63
            while todo:
                other = step(cell, LOWEST[todo])
                todo &= todo - 1
                if self.height[other] == self.height[cell]:
                    found |= BIT[self.top[other]] & free
        return found

    def flips(self, me: int, n: int) -> int:
        """List the pieces that may be flipped (V0a)."""
        bound = self.moved | self.stung
        for piece in range(self.start[me], self.stop[me]):
            cell = self.pos[piece]
            if cell < 0 or self.top[cell] != piece or bound & BIT[piece] or not self.flippable & BIT[piece]:
                continue
            if self.auras and self.held & BIT[piece] and not AURAS[self.bug[piece]] & UNHELD:
                continue
            self.found[n] = FLIP | piece << 12
            n += 1
        return n

    def honeycombo(self, me: int, n: int) -> int:
        """List the flip of the Honeycombo, if one's own colour shows (K4)."""
        shows = 0 if self.state & LIGHT else 1
        if shows == me and not self.state & FIXED:
            self.found[n] = TURN
            n += 1
        return n

    def settle_neutral(self, start: int, n: int) -> int:
        """Drop what would leave a piece on the Honeycombo; add the pass of a second action (K3, K5)."""
        kept = start
        for i in range(start, n):
            if self.clears_neutral(self.found[i], n):
                self.found[kept] = self.found[i]
                kept += 1
        if self.top[self.pos[self.neutral]] == self.neutral and (kept == start or self.state & SECOND):
            self.found[kept] = PASS
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

    def dealings(self, me: int, n: int) -> int:
        """List Swarm's draw (S4) and steals (S5)."""
        if self.bag:
            self.found[n] = DRAW
            n += 1
        for kind in range(self.kinds):
            mine = self.hand[1 - me] & self.kind_bits[me * 32 + kind]
            if mine:
                self.found[n] = STEAL | lowest(mine) << 12
                n += 1
        return n

    def hands_to_choose(self, me: int, n: int) -> int:
        """List the hands that a player may choose (S1)."""
        others = 0
        for kind in range(1, self.kinds):
            pieces = self.kind_bits[me * 32 + kind]
            for _ in range(3):  # of a kind, more than three are never taken
                if pieces:
                    self.ready[others] = lowest(pieces)
                    pieces &= pieces - 1
                    others += 1
        if others < 3:
            code = HAND
            for i in range(3):
                code |= (self.ready[i] if i < others else NOBODY) << 6 * i
            self.found[n] = code
            return n + 1
        for i in range(others):
            for j in range(i + 1, others):
                for k in range(j + 1, others):
                    if self.is_lowest(i, j, k):
                        self.found[n] = HAND | self.ready[i] | self.ready[j] << 6 | self.ready[k] << 12
                        n += 1
        return n

    def is_lowest(self, i: int, j: int, k: int) -> bool:
        """Tell whether of every kind the lowest numbers are taken (T7)."""
        return self.follows(i, -1) and self.follows(j, i) and self.follows(k, j)

    def follows(self, chosen: int, last: int) -> bool:
        """Tell whether no piece like the chosen one was left out since the last choice."""
        before = chosen - 1
        if before < 0 or before == last:
            return True
        return self.first_bug[self.ready[before]] != self.first_bug[self.ready[chosen]]

    # -- placing -----------------------------------------------------------------------------------

    def placements(self, me: int, n: int) -> int:
        """List the placements from a hand (T1 to T7, G1, K1, K2, S3)."""
        number = self.turn_number()
        royal = self.start[me]
        if number >= 4 and self.hand[me] & BIT[royal]:  # T3
            self.ready[0] = PLACE | royal << 12
            return self.enter_beside(me, 1, n)
        for colour in range(2):
            if colour != me and not self.swarm:
                continue
            ready = self.find_ready(me, colour, False, number)
            if ready:
                if number == 1:
                    n = self.enter_first(ready, n)
                else:
                    n = self.enter_beside(colour, ready, n)
            if self.on_top and number > 1:
                ready = self.find_ready(me, colour, True, number)
                if ready:
                    n = self.enter_above(colour, ready, n)
        return n

    def find_ready(self, me: int, colour: int, on_top: bool, number: int) -> int:
        """List in `ready` the next piece of every kind, each face, that enters on the ground or on top."""
        ready = 0
        for kind in range(self.kinds):
            pieces = self.hand[me] & self.kind_bits[colour * 32 + kind]
            if pieces == 0 or (kind == 0 and number == 1 and not self.queen_first):  # T4
                continue
            piece = lowest(pieces)  # T7
            if (self.on_top & BIT[piece] != 0) != on_top:
                continue
            self.ready[ready] = PLACE | piece << 12
            ready += 1
            if self.two_faced & BIT[piece]:  # V0
                self.ready[ready] = PLACE | SECOND_FACE | piece << 12
                ready += 1
        return ready

    def enter_at(self, ready: int, cell: int, n: int) -> int:
        """List every ready piece on one cell."""
        if not self.counting:
            for i in range(ready):
                self.found[n + i] = self.ready[i] | cell
        return n + ready

    def enter_first(self, ready: int, n: int) -> int:
        """List a player's first piece: anywhere at the hive (T1, K1)."""
        if self.in_play == 0:
            return self.enter_at(ready, START, n)
        self.generation += 1
        for piece in range(64):
            if self.pos[piece] >= 0:
                n = self.enter_around(self.pos[piece], 0, ready, n)
        return n

    def enter_beside(self, colour: int, ready: int, n: int) -> int:
        """List the ready pieces on hexes that touch their colour and not the other (T2, K2)."""
        self.generation += 1
        enemy = 63 << 8 * (2 - colour)
        for piece in range(self.start[colour], self.stop[colour]):
            cell = self.pos[piece]
            if cell >= 0 and self.top[cell] == piece:
                n = self.enter_around(cell, enemy, ready, n)
        if self.neutral >= 0 and self.top[self.pos[self.neutral]] == self.neutral:
            n = self.enter_around(self.pos[self.neutral], enemy, ready, n)
        return n

    def enter_around(self, cell: int, enemy: int, ready: int, n: int) -> int:
        """List the ready pieces on the empty neighbours of a cell that touch no enemy."""
        todo = 63 ^ (self.near[cell] & 63)
        while todo:
            to = step(cell, LOWEST[todo])
            todo &= todo - 1
            if self.near[to] & enemy == 0 and self.stamp[to] != self.generation:
                self.stamp[to] = self.generation
                n = self.enter_at(ready, to, n)
        return n

    def enter_above(self, colour: int, ready: int, n: int) -> int:
        """List the ready Guardians on stacks of their colour that touch no enemy (G1)."""
        enemy = 63 << 8 * (2 - colour)
        for piece in range(self.start[colour], self.stop[colour]):
            cell = self.pos[piece]
            if cell >= 0 and self.top[cell] == piece and self.near[cell] & enemy == 0:
                n = self.enter_at(ready, cell, n)
        return n

    # -- chance ------------------------------------------------------------------------------------

    def draws_from_bag(self, code: int) -> bool:
        """Tell whether an action draws a piece (S2, S4)."""
        kind = code & KIND
        return self.bag != 0 and (kind == PLACE or kind == DRAW)

    def drawable(self) -> int:
        """Return the pieces that can be drawn: of each kind in the bag the lowest number (N)."""
        pieces = self.bag ^ self.bag
        for i in range(64):
            bits = self.bag & self.kind_bits[i]
            if bits:
                pieces |= BIT[lowest(bits)]
        return pieces

    # -- counting ----------------------------------------------------------------------------------

    def count(self, depth: int, bulk: bool, start: int) -> int:
        """Count the sequences of `depth` actions; with `bulk`, count the last ones without making them."""
        if depth == 0:
            return 1
        if bulk and depth == 1 and self.bag == 0:
            return self.count_here(start)
        end = self.generate(start)
        nodes = 0
        for i in range(start, end):
            if self.bag and self.draws_from_bag(self.found[i]):
                nodes += self.count_draws(depth, bulk, self.found[i], end)
                continue
            self.make(self.found[i])
            nodes += self.count(depth - 1, bulk, end)
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
            self.make(code | (lowest(drawable) + 1) << 18)
            drawable &= drawable - 1
            nodes += self.count(depth - 1, bulk, end)
            self.unmake()
        return nodes

    def perft(self, depth: int, bulk: bool = True) -> int:
        """Count the sequences of `depth` actions from here; repetition is ignored."""
        self.reserve(depth + 1)
        with cython.nogil:
            nodes = self.count(depth, bulk, 0)
        return nodes

    # -- identity ----------------------------------------------------------------------------------

    def search_key(self) -> int:
        """Return a fast hash of all that matters but what rests; it changes with translation."""
        return self.key ^ STATE_KEYS[(self.state & 63) | (self.state >> TURNS & 1) << 6]

    def digest(self) -> int:
        """Return a hash that is equal for equal positions (E4), wherever the hive lies."""
        return (self.layout_hash() + mix(self.hands_hash())) & MASK64

    def hands_hash(self) -> int:
        """Hash hands, bag, side to move and the state of the Honeycombo, by kinds of piece."""
        total = mix((self.state & 63 & ~SECOND) | (self.state >> TURNS & 1) << 6)  # one action left is one
        for i in range(64):
            kind = self.kind_bits[i]
            if kind:
                counts = (self.size(kind & self.hand[0]) << 8 | self.size(kind & self.hand[1])) << 8
                total += mix((counts | self.size(kind & self.bag)) << 8 | i)
        return total & MASK64

    def size(self, pieces: int) -> int:
        """Count the pieces of a set."""
        n = 0
        while pieces:
            pieces &= pieces - 1
            n += 1
        return n

    def layout_hash(self) -> int:
        """Hash the layout relative to a piece that is unlike all others, or to the best of all pieces."""
        anchor = self.neutral
        if anchor < 0:
            anchor = self.start[0]
            if self.pos[anchor] < 0:
                anchor = self.start[1]
        if self.pos[anchor] >= 0:
            return self.hash_from(self.pos[anchor])
        best = mix(0)
        for piece in range(self.stop[1]):
            if self.pos[piece] >= 0:
                best = max(best, self.hash_from(self.pos[piece]))
        return best

    def hash_from(self, anchor: int) -> int:
        """Hash the layout as seen from a cell."""
        total = mix(anchor ^ anchor)
        for piece in range(self.stop[1]):
            cell = self.pos[piece]
            if cell >= 0:
                level = 0
                below = self.under[piece]
                while below >= 0:
                    level += 1
                    below = self.under[below]
                total += mix(code_of(self, piece, level) << 12 | ((cell - anchor) & 4095))
        return total & MASK64
