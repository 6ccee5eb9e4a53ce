"""The state of a game: whose each piece is, hands, bag, turn, the history and what it leaves behind.

`HiveAndHands` has the fields; `board.py` plays on it, `acting.py` and `placing.py` list what can be played.
`state.pxd` gives the fields C types.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.core import tables
from ruche.rules.core.hive import Hive
from ruche.rules.facts import bugs, hexes
from ruche.rules.facts.colours import NEUTRAL
from ruche.rules.facts.game_type import GameType

if not cython.compiled:
    from ruche.rules.core.bits import MASK64, lowest, mix, step
    from ruche.rules.core.codes import (
        CELL,
        DRAW,
        DRAWN,
        DRAWN_SHIFT,
        FLAGS,
        FLIP,
        KIND,
        MOVE,
        NEIGHBOURS,
        PLACE,
        SECOND,
        STING,
        SWAP,
        TURNS,
        piece_of,
        target_of,
    )
    from ruche.rules.core.hive import beside, code_of
    from ruche.rules.core.tuples import TurnEffects, UndoInfo
    from ruche.rules.facts.bugs import HOLD, SHIELD

    def longer(old: list[UndoInfo], used: int, room: int) -> list[UndoInfo]:
        """Return a history with that much room that begins like an old one."""
        return old[:used] + [UndoInfo(0, 0, 0, 0, 0, 0)] * (room - used)

    def free(old: list[UndoInfo]) -> None:
        """Give memory back, in C."""


AURAS, BIT, LOWEST = tables.AURAS, tables.BIT, tables.LOWEST
HAND_KEYS, STATE_KEYS = tables.HAND_KEYS, tables.STATE_KEYS
START = hexes.START
START_ROOM = 64  # actions that a new history has room for


class HiveAndHands(Hive):
    """Hive, hands, bag, turn and history of a game."""

    def __init__(self, game_type: GameType) -> None:
        super().__init__()
        self.game_type = game_type
        self.kinds = 0
        self.two_faced = 0  # pieces whose face is chosen when they enter (V0)
        self.fixable = 0  # pieces whose face is chosen before the first turn (V0d)
        self.flippable = 0
        self.on_top = 0  # pieces that enter on top of a stack (G1)
        self.powerful = 0  # pieces with a face that has powers or may borrow some
        self.neutral = -1
        self.swarm = game_type.has_bag
        self.opening_choices = game_type.opening_choices
        self.covering = game_type.has_guardians  # E7
        self.queen_first = game_type.queen_opening == "allowed"  # T4
        self.sting_adjacent = game_type.wasp_reach == "adjacent"  # V1
        self.powers = 0  # all the powers and auras in this game
        self.auras = 0
        self.bag = 0
        self.removed = 0
        self.state = 0
        self.ply = 0
        self.counting = False  # whether actions are counted, not listed
        self.room = 0
        self.hand_out()
        self.reserve(START_ROOM)

    def make_room(self) -> None:
        """Make the arrays that are part of a compiled object from the start."""
        super().make_room()
        self.start = [0, 0]  # pieces start[c] to stop[c] - 1 belong to colour c; the first is the royal
        self.stop = [0, 0]
        self.hand = [0, 0]
        self.kind_bits = [0] * 64  # pieces of colour * 32 + kind: those that are identical (T7)
        self.first_bug = [0] * 64
        self.other_bug = [0] * 24
        self.history: list[UndoInfo] = []  # by ply

    def take_state(self, other: HiveAndHands) -> None:
        """Copy another game, history included."""
        self.take_hive(other)
        self.game_type = other.game_type
        self.kinds = other.kinds
        self.start[:] = other.start
        self.stop[:] = other.stop
        self.hand[:] = other.hand
        self.kind_bits[:] = other.kind_bits
        self.first_bug[:] = other.first_bug
        self.other_bug[:] = other.other_bug
        self.two_faced = other.two_faced
        self.fixable = other.fixable
        self.flippable = other.flippable
        self.on_top = other.on_top
        self.powerful = other.powerful
        self.neutral = other.neutral
        self.swarm = other.swarm
        self.opening_choices = other.opening_choices
        self.covering = other.covering
        self.queen_first = other.queen_first
        self.sting_adjacent = other.sting_adjacent
        self.powers = other.powers
        self.auras = other.auras
        self.bag = other.bag
        self.removed = other.removed
        self.state = other.state
        self.ply = other.ply
        self.counting = False
        self.room = other.ply + START_ROOM // 4
        self.history = longer(other.history, other.ply, self.room)

    def reserve(self, more: int) -> None:
        """Make room in the history for that many actions more."""
        if self.ply + more <= self.room:
            return
        self.room = 2 * (self.ply + more) if self.ply else more
        shorter = self.history
        self.history = longer(shorter, self.ply, self.room)
        free(shorter)

    def __dealloc__(self) -> None:
        free(self.history)

    def hand_out(self) -> None:
        """Number the pieces and give them to the players."""
        for letter, other in bugs.OTHER_FACE.items():
            self.other_bug[bugs.INDEX[letter]] = bugs.INDEX[other]
        fixed = self.game_type.faces_fixed
        piece = 0
        for colour in range(2):
            self.start[colour] = piece
            number = 0
            for kind in self.game_type.kinds:
                royal = kind.faces[0].is_royal
                chosen = len(kind.faces) > 1 and not royal  # V0: the royal always enters as queen bee
                if (
                    fixed and chosen
                ):  # V0d: before it a kind for those with the second face, the lower numbers
                    number += 1
                for _ in range(kind.count):
                    self.enlist(piece, colour, bugs.INDEX[kind.faces[0].letter])
                    self.kind_bits[colour * 32 + number] |= BIT[piece]
                    if chosen and fixed:
                        self.fixable |= BIT[piece]
                    elif chosen:
                        self.two_faced |= BIT[piece]
                    if kind.flips:
                        self.flippable |= BIT[piece]
                    if any(face.abilities & (bugs.POWERS | bugs.MIMIC) for face in kind.faces):
                        self.powerful |= BIT[piece]
                    if kind.faces[0].enters_on_top:
                        self.on_top |= BIT[piece]
                    if not self.swarm or royal:
                        self.hand[colour] |= BIT[piece]
                    piece += 1
                number += 1
            self.kinds = number
            self.stop[colour] = piece
        for bug in self.game_type.bugs:
            self.powers |= bug.abilities & bugs.POWERS
            self.auras |= bug.aura
        if self.game_type.has_neutral:  # K1: it lies there from the start, dark side up
            self.neutral = piece
            self.enlist(piece, NEUTRAL, bugs.INDEX[bugs.NEUTRAL_BUG.letter])

    def enlist(self, piece: int, colour: int, bug: int) -> None:
        """Make a piece known."""
        self.colour[piece] = colour
        self.bug[piece] = bug
        self.first_bug[piece] = bug

    def turn_face(self, piece: int) -> None:
        """Give a piece that is not in play its other face, among whose pieces it is then counted (V0d)."""
        for i in range(64):
            if self.kind_bits[i] & BIT[piece]:
                break
        other = i - 1 if self.bug[piece] == self.first_bug[piece] else i + 1
        self.kind_bits[i] ^= BIT[piece]
        self.kind_bits[other] ^= BIT[piece]
        self.bug[piece] = self.other_bug[self.bug[piece]]
        self.key ^= HAND_KEYS[192 + piece]

    def side(self) -> int:
        """Return the colour to move."""
        return self.state >> TURNS & 1

    def turn_number(self) -> int:
        """Return the number of the current turn; choices of faces and hands are turn 0 (V0d, S1)."""
        number = (self.state >> TURNS + 1) + 1 - self.opening_choices
        return number if number > 0 else 0

    def lost(self, colour: int) -> bool:
        """Tell whether a royal is surrounded (E1, E7) or gone (E6)."""
        royal = self.start[colour]
        cell = self.pos[royal]
        if cell < 0:
            return self.removed & BIT[royal] != 0
        return self.near[cell] & NEIGHBOURS == NEIGHBOURS and not (self.covering and self.top[cell] == royal)

    def over(self) -> bool:
        """Tell whether the game has ended, repetition apart."""
        return self.lost(0) or self.lost(1)

    def last_turn_effects(self) -> TurnEffects:
        """Find what rests, what is stung and what the opponent's last turn did (R1, R4, V1), auras apart."""
        resting = stung = placed = moved = flipped = nothing = self.bag ^ self.bag  # a zero of 64 bits
        turn = self.state >> TURNS
        i = self.ply - 1
        while i >= 0 and self.history[i].state >> TURNS >= turn - 1:
            code = self.history[i].code
            kind = code & KIND
            if kind == STING:
                stung |= BIT[target_of(code)]
            if self.history[i].state >> TURNS == turn:
                i -= 1
                continue  # R4: one's own first action neither rests nor counts
            touched = BIT[piece_of(code)]
            if kind == PLACE:
                placed |= touched
            elif kind == MOVE or kind == SWAP:
                if kind == SWAP:
                    touched |= BIT[target_of(code)]
                if moved == 0:
                    resting = touched  # R1: of two moving actions, what the last one moved
                moved |= touched
            elif kind == FLIP:
                flipped |= touched
            elif kind == STING:
                flipped |= BIT[target_of(code)]
            i -= 1
        return TurnEffects(resting, stung, placed, moved, flipped, nothing, nothing)

    def turn_effects(self) -> TurnEffects:
        """Find everything that restricts the side to move: the last turn, and auras (V3, V7)."""
        effects = self.last_turn_effects()
        if self.auras == 0:
            return effects
        me = self.state >> TURNS & 1
        shielded = held = self.bag ^ self.bag
        for piece in range(self.start[1 - me], self.stop[1 - me]):
            cell = self.pos[piece]
            aura = AURAS[self.bug[piece]]
            if aura == 0 or cell < 0 or self.top[cell] != piece or effects.stung & BIT[piece]:
                continue  # H3, R5
            if aura & SHIELD:
                shielded |= BIT[piece] | self.tops_around(cell, 1 - me)
            if aura & HOLD:
                held |= self.tops_around(cell, me)
        return TurnEffects(
            effects.resting, effects.stung, effects.placed, effects.moved, effects.flipped, shielded, held
        )

    def tops_around(self, cell: int, colour: int) -> int:
        """Return the set of tops of a colour beside a cell."""
        tops = self.bag ^ self.bag  # a zero of 64 bits
        todo = beside(self, cell, colour)
        while todo:
            tops |= BIT[self.top[step(cell, LOWEST[todo])]]
            todo &= todo - 1
        return tops

    def draws_from_bag(self, code: int) -> bool:
        """Tell whether an action draws a piece (S2, S4)."""
        return self.bag != 0 and may_draw(code)

    def drawable(self) -> int:
        """Return the pieces that can be drawn: of each kind in the bag the lowest number (N)."""
        pieces = self.bag ^ self.bag
        for i in range(64):
            bits = self.bag & self.kind_bits[i]
            if bits:
                pieces |= BIT[lowest(bits)]
        return pieces

    def zobrist(self) -> int:
        """Return a fast hash of all that matters but what rests; it changes with translation."""
        return self.key ^ STATE_KEYS[(self.state & FLAGS) | (self.state >> TURNS & 1) << 6]

    def repetition_key(self) -> int:
        """Return a hash that is equal for equal positions (E4), wherever the hive lies."""
        return (self.layout_hash() + mix(self.hands_hash())) & MASK64

    def hands_hash(self) -> int:
        """Hash hands, bag, side to move and the state of the Honeycombo, by kinds of piece."""
        total = mix((self.state & FLAGS & ~SECOND) | (self.state >> TURNS & 1) << 6)  # one action left is one
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
                total += mix(code_of(self, piece, level) << 12 | ((cell - anchor) & CELL))
        return total & MASK64


# -- what an action draws from the bag (S2, S4): a piece in its code, or nothing while that is open ---------


def may_draw(code: int) -> bool:
    """Tell whether an action of this kind may draw a piece."""
    kind = code & KIND
    return kind == PLACE or kind == DRAW


def drawn_by(code: int) -> int:
    """Return the piece that an action draws, or -1."""
    return ((code & DRAWN) >> DRAWN_SHIFT) - 1 if may_draw(code) else -1


def without_draw(code: int) -> int:
    """Return an action as a player chooses it, before a piece is drawn."""
    return code & ~DRAWN if may_draw(code) else code


def with_draw(code: int, piece: int) -> int:
    """Return an action with the piece that it draws."""
    return without_draw(code) | (piece + 1) << DRAWN_SHIFT
