"""The accumulators of one search: the network's first layer for both perspectives, kept up to date.

`evaluate` passes over the pieces once, finds the feature of each for both perspectives, lists those that
differ from the last evaluation, and then swaps their rows of weights all at once. Two positions that a search
evaluates one after the other differ little, so that nothing needs to be noted when a move is made or unmade.
When a royal moves, nearly every feature changes: for that there are several *entries*, by the cells of the
royals (a refresh table), each with the accumulators of the last position evaluated with its royals there. A
search has accumulators of its own, since threads share the network.

`accumulator.pxd` gives the fields C types.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.engine import features
from ruche.engine.network import Network
from ruche.rules.core import tables
from ruche.rules.core.board import Board

if not cython.compiled:
    from ruche.engine.features import (
        ABOVE,
        ACCESS,
        ACCESS_SIZE,
        BAG,
        BAG_LEFT,
        BAG_SLOT,
        CAPTIVE,
        COLOURS,
        COLOURS_SIZE,
        COVERED,
        DISTANCES,
        DOUBLE_TURN_ACTIONS,
        ENEMY,
        ENEMY_ROYAL,
        FROM_ROYAL,
        HOLDS,
        HOLDS_SIZE,
        HONEYCOMBO_BLOCK,
        HONEYCOMBO_SLOT,
        IN_HAND,
        IN_HAND_TWO_FACED,
        NEIGHBOUR_COUNTS,
        NEUTRAL_BLOCK,
        NO_FEATURE,
        REMOVED,
        RING,
        RING_COUNTS,
        RING_PATTERNS,
        ROYAL_BLOCKS,
        ROYAL_IN_HAND,
        ROYAL_SLOTS,
        ROYAL_STATES,
        SLOTS,
        STATES,
        STRIKES,
        STRIKES_SIZE,
        TEMPO,
        TEMPO_SLOT,
        THROWER_COUNTS,
        THROWERS,
        THROWERS_SIZE,
        TO_MOVE,
        WITH_GUARDIANS,
    )
    from ruche.engine.network import OUTPUT_SHIFT, WIDTH, forward, swap_rows
    from ruche.engine.royal_safety import ring_count
    from ruche.rules.core.bits import lowest, step
    from ruche.rules.core.codes import (
        CELL,
        DOUBLE,
        FIRST,
        KIND,
        LANE,
        LEVEL,
        LIGHT,
        MOVE,
        NEIGHBOURS,
        PIECE_SHIFT,
        SECOND,
        STING,
        TURNS,
        target_of,
    )
    from ruche.rules.core.hive import beside, height_at
    from ruche.rules.facts.bugs import HOLD
    from ruche.rules.facts.bugs import STRIKE as CAN_STRIKE
    from ruche.rules.facts.bugs import THROW as CAN_THROW

ABILITIES, ARCS, AURAS, BIT = tables.ABILITIES, tables.ARCS, tables.AURAS, tables.BIT
LOWEST, SLIDES, COUNT = tables.LOWEST, tables.SLIDES, tables.NUMBER
AWAY, RING_PATTERN = features.AWAY, features.RING_PATTERN
# By bug, whether it may be a cut piece, and its neighbours: the place of a lone piece, its cell apart.
LONE_PLACE = [state << 12 | i >> 7 << 24 for i, state in enumerate(features.LONE_STATE)]
# Hundredths of a point for a piece of one's own that the last turn keeps from moving.
STUNG, RESTING = -23, -7
ENTRIES = 16  # of the refresh table
OFF_BOARD = 1 << 30  # in a place
MOST = 20_000  # no score of the network is higher: it must stay apart from forced wins


class Accumulator:
    """What the network's first layer makes of the position evaluated last, for both perspectives."""

    def __init__(self, network: Network, board: Board) -> None:
        self.network = network
        if not cython.compiled:
            self.make_room()
        self.list_pieces(board)
        self.entry = 0
        for i in range(2 * SLOTS):
            self.active[i] = NO_FEATURE
        for i in range(2 * WIDTH):
            self.values[i] = network.biases[i % WIDTH]
        self.activate_modules(board)
        self.apply_changes()
        self.copy_first_entry()

    def make_room(self) -> None:
        """Make the arrays that are part of a compiled object from the start, all zeros."""
        self.entry = 0  # in use; its part of the arrays below is that of the position evaluated last
        self.values = [0] * 1024  # white's perspective, then black's
        self.psqt = [0] * 32
        self.active = [0] * 2720  # by perspective and slot the active feature
        self.places = [0] * 1024  # by piece: cell, state and bug
        self.royals = [0] * 32  # their cells
        self.royal_blocks = [0] * 32  # the features of both, as one number each
        self.cut = [0] * 16  # what `Hive.cut_pieces` said
        self.hands = [0] * 32
        self.off_board = [0] * 16
        # By perspective: the features whose rows are yet to be taken out of its accumulator and put in.
        self.changes = [0] * 2
        self.removed = [0] * 170
        self.added = [0] * 170

    def copy_first_entry(self) -> None:
        """Make all entries like the first one, for royals that are nowhere yet."""
        for i in range(2 * SLOTS, 2 * SLOTS * ENTRIES):
            self.active[i] = self.active[i - 2 * SLOTS]
        for i in range(2 * WIDTH, 2 * WIDTH * ENTRIES):
            self.values[i] = self.values[i - 2 * WIDTH]
        for i in range(2, 2 * ENTRIES):
            self.psqt[i] = self.psqt[i - 2]
        for i in range(64 * ENTRIES):
            self.places[i] = -1
        for i in range(2 * ENTRIES):
            self.royals[i] = -2
            self.royal_blocks[i] = -1

    def list_pieces(self, board: Board) -> None:
        """List the pieces (royals and the neutral have their own features), and those that may throw.

        In most games the features of a royal depend on what lies at most two steps away, and on its pin.
        """
        self.pieces = 0
        self.throwers = 0
        for colour in range(2):
            for piece in range(board.start[colour] + 1, board.stop[colour]):
                self.pieces |= BIT[piece]
                bug = board.bug[piece]
                if (ABILITIES[bug] | ABILITIES[board.other_bug[bug]]) & CAN_THROW:
                    self.throwers |= BIT[piece]
        has_far_powers = board.powers & CAN_STRIKE or board.auras & HOLD
        has_faces = board.flippable or board.two_faced
        self.royals_are_local = not (has_far_powers or has_faces or board.neutral >= 0)

    def activate_modules(self, board: Board) -> None:
        """Activate the features of the game type."""
        has = {
            features.HAS_BAG: board.swarm,
            features.HAS_GUARDIANS: board.covering,
            features.HAS_NEUTRAL: board.neutral >= 0,
            features.HAS_FLIPS: board.flippable != 0,
            features.HAS_FACES: board.two_faced != 0,
            features.HAS_STRIKES: board.powers & CAN_STRIKE != 0,
        }
        for feature, active in has.items():
            if active:
                slot = features.MODULE_SLOTS + feature - features.MODULE_BLOCK
                self.activate(0, slot, feature)
                self.activate(1, slot, feature)

    def active_features(self, board: Board, perspective: int) -> list[int]:
        """Return the active features of a position from a perspective, for programs that fit networks."""
        board.borrow()
        self.update(board)
        board.give_back()
        first = (2 * self.entry + perspective) * SLOTS
        slots = [self.active[i] for i in range(first, first + SLOTS)]
        return [feature for feature in slots if feature != NO_FEATURE]

    def of(self, board: Board) -> int:
        """Return the score of a position; callable from Python, unlike `evaluate` once it is compiled."""
        board.borrow()
        score = self.evaluate(board)
        board.give_back()
        return score

    def evaluate(self, board: Board) -> int:
        """Return how good a position is for the side to move."""
        self.update(board)
        mine = 2 * self.entry + (board.state >> TURNS & 1)
        theirs = mine ^ 1
        total = forward(self.network, self.values, WIDTH * mine, 0)
        total += forward(self.network, self.values, WIDTH * theirs, WIDTH)
        total += (self.psqt[mine] - self.psqt[theirs] + self.network.output_bias) * 256
        score = total >> OUTPUT_SHIFT
        return MOST if score > MOST else -MOST if score < -MOST else score

    def activate(self, perspective: int, slot: int, feature: int) -> None:
        """Make a feature the active one of its slot; `apply_changes` swaps the rows."""
        at = (2 * self.entry + perspective) * SLOTS + slot
        old = self.active[at]
        if old != feature:
            self.active[at] = feature
            change = SLOTS * perspective + self.changes[perspective]
            self.removed[change] = old
            self.added[change] = feature
            self.changes[perspective] += 1

    def apply_changes(self) -> None:
        """Swap the rows of the features that have changed, all at once: the sums stay in registers."""
        for perspective in range(2):
            which = 2 * self.entry + perspective
            self.psqt[which] += swap_rows(
                self.network,
                self.values,
                WIDTH * which,
                self.removed,
                self.added,
                SLOTS * perspective,
                self.changes[perspective],
            )
            self.changes[perspective] = 0

    # -- pieces ------------------------------------------------------------------------------------

    def update(self, board: Board) -> None:
        """Bring the accumulators up to date."""
        white = board.pos[board.start[0]]
        black = board.pos[board.start[1]]
        # Royals move by single steps: this way all that one step leads to have entries of their own.
        self.entry = (white + 2 * black) & (ENTRIES - 1)
        have_moved = white != self.royals[2 * self.entry] or black != self.royals[2 * self.entry + 1]
        if have_moved:
            self.move_royals(white, black)
        self.stale_royals = 3 if have_moved or not self.royals_are_local else 0
        self.update_pieces(board, self.may_differ(board, have_moved))
        if board.neutral >= 0:
            self.place(board.neutral, 0, NEUTRAL_BLOCK, 0, board.pos[board.neutral])
            self.update_honeycombo(board)
        if self.stale_royals & 1:
            self.update_royal(board, 0)
        if self.stale_royals & 2:
            self.update_royal(board, 1)
        self.update_game(board)
        self.apply_changes()

    def move_royals(self, white: int, black: int) -> None:
        """Note where the royals are: the features of all pieces depend on it."""
        self.royals[2 * self.entry] = white
        self.royals[2 * self.entry + 1] = black
        for i in range(64):
            self.places[64 * self.entry + i] = -1

    def may_differ(self, board: Board, have_moved: bool) -> int:
        """Return the set of pieces that may have other features than before; note what is not in play."""
        at = self.entry
        off_board = board.hand[0] | board.hand[1] | board.bag | board.removed
        changed = board.hand[0] ^ self.hands[2 * at] | board.hand[1] ^ self.hands[2 * at + 1]
        changed |= off_board ^ self.off_board[at]
        for colour in range(2):
            if (board.hand[colour] == 0) != (self.hands[2 * at + colour] == 0):
                self.stale_royals = 3  # nothing can be placed beside them any more, or again
            self.hands[2 * at + colour] = board.hand[colour]
        self.off_board[at] = off_board
        if have_moved or board.fixable:  # V0d: faces are chosen in hand
            return self.pieces
        return self.pieces & (changed | ~off_board)

    def update_pieces(self, board: Board, todo: int) -> None:
        """Activate the features of the pieces in `todo` that have changed."""
        cut = board.cut_pieces()
        if (cut ^ self.cut[self.entry]) & (BIT[board.start[0]] | BIT[board.start[1]]):
            self.stale_royals = 3
        self.cut[self.entry] = cut
        first = 64 * self.entry
        while todo:
            piece = lowest(todo)
            todo &= todo - 1
            cell = board.pos[piece]
            bug = board.bug[piece]
            if cell < 0:
                place = OFF_BOARD | self.whereabouts(board, piece, board.colour[piece]) << 12 | bug << 24
            elif board.near[cell] < 2 * LEVEL:
                # Look-ups, not questions: a processor cannot guess the answers.
                place = (
                    LONE_PLACE[bug << 7 | (cut >> piece & 1) << 6 | (board.near[cell] & NEIGHBOURS)] | cell
                )
            else:
                place = (ABOVE if board.top[cell] == piece else COVERED) << 12 | bug << 24 | cell
            old = self.places[first + piece]
            if place != old:
                self.places[first + piece] = place
                if self.stale_royals != 3 and (place ^ old) & (CELL | OFF_BOARD):
                    self.stale_royals |= self.royals_near(place & CELL) | self.royals_near(old & CELL)
                self.place(piece, board.colour[piece], bug * STATES, place >> 12 & 4095, cell)

    def royals_near(self, cell: int) -> int:
        """Return, as bits, which royals are at most two steps from a cell: their features may change."""
        white = AWAY[(cell - self.royals[2 * self.entry]) & CELL]
        black = AWAY[(cell - self.royals[2 * self.entry + 1]) & CELL]
        return (1 if white <= 2 else 0) | (2 if black <= 2 else 0)

    def place(self, piece: int, colour: int, row: int, state: int, cell: int) -> None:
        """Activate the features of a piece in both perspectives."""
        white = row + state
        black = white
        if cell >= 0:
            royal = self.royals[2 * self.entry]
            home = AWAY[(cell - royal) & CELL if royal >= 0 else 4096]
            royal = self.royals[2 * self.entry + 1]
            other = AWAY[(cell - royal) & CELL if royal >= 0 else 4096]
            white = row + state * DISTANCES + home * FROM_ROYAL + other
            black = row + state * DISTANCES + other * FROM_ROYAL + home
        if row < NEUTRAL_BLOCK:  # the neutral is nobody's enemy
            if colour == 0:
                black += ENEMY
            else:
                white += ENEMY
        self.activate(0, piece, white)
        self.activate(1, piece, black)

    def whereabouts(self, board: Board, piece: int, colour: int) -> int:
        """Return the state of a piece that is not in play."""
        bit = BIT[piece]
        if board.hand[colour] & bit:
            return IN_HAND_TWO_FACED if board.two_faced & bit else IN_HAND
        if board.hand[1 - colour] & bit:
            return CAPTIVE  # S3
        return REMOVED if board.removed & bit else BAG

    # -- royals ------------------------------------------------------------------------------------

    def update_royal(self, board: Board, colour: int) -> None:
        """Activate the features of a royal, its own player's and the enemy's."""
        royal = board.start[colour]
        cell = board.pos[royal]
        if cell < 0:
            self.activate_in_hand(colour)
            return
        face = 0 if board.bug[royal] == 0 else ROYAL_STATES
        state = face + self.royal_state(board, colour, cell)
        ring = state * RING_PATTERNS + RING_PATTERN[board.near[cell] & NEIGHBOURS]
        colours = (
            COUNT[beside(board, cell, colour)] * NEIGHBOUR_COUNTS + COUNT[beside(board, cell, 1 - colour)]
        )
        access = self.access(board, colour, cell)
        throwers = self.count_throwers(board, colour, cell) if self.throwers else 0
        strikes = self.beside_strikers(board, colour) if board.powers & CAN_STRIKE else 0
        holds = self.beside_holders(board, colour) if board.auras & HOLD else 0
        blocks = (ring * COLOURS_SIZE + colours) * ACCESS_SIZE + access  # all of them in one number
        blocks = ((blocks * THROWERS_SIZE + throwers) * STRIKES_SIZE + strikes) * HOLDS_SIZE + holds
        if blocks == self.royal_blocks[2 * self.entry + colour]:
            return
        self.royal_blocks[2 * self.entry + colour] = blocks
        self.activate_royal(colour, 0, RING + ring)
        self.activate_royal(colour, 1, COLOURS + colours)
        self.activate_royal(colour, 2, ACCESS + access)
        if board.powers & CAN_THROW:
            self.activate_royal(colour, 3, THROWERS + throwers)
        if board.powers & CAN_STRIKE:
            self.activate_royal(colour, 4, STRIKES + strikes)
        if board.auras & HOLD:
            self.activate_royal(colour, 5, HOLDS + holds)

    def activate_in_hand(self, colour: int) -> None:
        """Activate the only feature of a royal that is in hand, or was killed."""
        self.royal_blocks[2 * self.entry + colour] = -1
        self.activate_royal(colour, 0, RING + ROYAL_IN_HAND)
        for block in range(1, ROYAL_BLOCKS):
            self.activate_royal(colour, block, NO_FEATURE)

    def activate_royal(self, colour: int, block: int, feature: int) -> None:
        """Make a royal's feature the active one of its block."""
        self.activate(colour, ROYAL_SLOTS + block, feature)
        as_enemy = feature if feature == NO_FEATURE else feature + ENEMY_ROYAL
        self.activate(1 - colour, ROYAL_SLOTS + ROYAL_BLOCKS + block, as_enemy)

    def royal_state(self, board: Board, colour: int, cell: int) -> int:
        """Return whether a royal is free (0), stuck, pinned, under a friend or under an enemy (4)."""
        mask = board.near[cell] & NEIGHBOURS
        top = board.top[cell]
        if top != board.start[colour]:
            return 3 if board.colour[top] == colour else 4
        if ARCS[mask] > 1 and board.is_pinned(cell):
            return 2
        return 1 if SLIDES[mask] == 0 else 0

    def access(self, board: Board, colour: int, cell: int) -> int:
        """Count a royal's empty neighbours: those that nothing slides into, and those open to placing."""
        mine = NEIGHBOURS << LANE * (1 + colour)
        theirs = NEIGHBOURS << LANE * (2 - colour)
        closed = 0
        droppable = 0
        todo = board.near[cell] & NEIGHBOURS ^ NEIGHBOURS
        while todo:
            near = board.near[step(cell, LOWEST[todo])]
            todo &= todo - 1
            # Sums, not questions: a processor cannot guess the answers.
            closed += SLIDES[near & NEIGHBOURS] == 0
            droppable += (near & mine == 0) & (near & theirs != 0)
        if board.hand[1 - colour] == 0:
            droppable = 0
        return closed * NEIGHBOUR_COUNTS + droppable

    def count_throwers(self, board: Board, colour: int, cell: int) -> int:
        """Count the throwers beside a royal that have room to: its friends, and enemies (B7)."""
        friends = 0
        enemies = 0
        todo = self.throwers
        while todo:
            piece = lowest(todo)
            todo &= todo - 1
            other = board.pos[piece]
            if other < 0 or AWAY[(other - cell) & CELL] != 1 or height_at(board, other) > 1:
                continue
            if ABILITIES[board.bug[piece]] & CAN_THROW == 0 or board.near[other] & NEIGHBOURS == NEIGHBOURS:
                continue
            if board.colour[piece] == colour:
                friends += 1
            else:
                enemies += 1
        most = THROWER_COUNTS - 1
        return (most if friends > most else friends) * THROWER_COUNTS + (most if enemies > most else enemies)

    def beside_strikers(self, board: Board, colour: int) -> int:
        """Count the enemies beside a player's predators that strike, up to a limit (P1)."""
        count = 0
        for piece in range(board.start[colour] + 1, board.stop[colour]):
            if ABILITIES[board.bug[piece]] & CAN_STRIKE:
                count += self.enemies_beside(board, piece, colour)
        return STRIKES_SIZE - 1 if count >= STRIKES_SIZE else count

    def beside_holders(self, board: Board, colour: int) -> int:
        """Count the enemies beside a player's pieces that hold them, up to a limit (V3)."""
        count = 0
        for piece in range(board.start[colour] + 1, board.stop[colour]):
            if AURAS[board.bug[piece]] & HOLD:
                count += self.enemies_beside(board, piece, colour)
        return HOLDS_SIZE - 1 if count >= HOLDS_SIZE else count

    def enemies_beside(self, board: Board, piece: int, colour: int) -> int:
        """Count the enemies beside a piece, none if it is not in play or covered."""
        cell = board.pos[piece]
        if cell < 0 or board.top[cell] != piece:
            return 0
        return COUNT[beside(board, cell, 1 - colour)]

    # -- the game ----------------------------------------------------------------------------------

    def update_game(self, board: Board) -> None:
        """Activate the features of the side to move, the ring counts of both royals, and the bag (S2)."""
        white = ring_count(board, 0)
        black = ring_count(board, 1)
        for perspective in range(2):
            mine = black if perspective else white
            theirs = white if perspective else black
            feature = TEMPO + mine * RING_COUNTS + theirs
            if board.state >> TURNS & 1 == perspective:
                feature += TO_MOVE
            if board.covering:
                feature += WITH_GUARDIANS
            self.activate(perspective, TEMPO_SLOT, feature)
            if board.swarm:
                self.activate(perspective, BAG_SLOT, BAG_LEFT + board.size(board.bag))

    def update_honeycombo(self, board: Board) -> None:
        """Activate the tempo that the Honeycombo gives the players (K4, K5)."""
        flags = board.state
        shows = 0 if flags & LIGHT else 1
        action = 1 if flags & FIRST else 2 if flags & SECOND else 0
        for perspective in range(2):
            feature = 4 if shows == perspective else 0
            if flags & DOUBLE << perspective:
                feature += 2
            if flags & DOUBLE << (1 - perspective):
                feature += 1
            self.activate(
                perspective, HONEYCOMBO_SLOT, HONEYCOMBO_BLOCK + feature * DOUBLE_TURN_ACTIONS + action
            )


def last_turn_value(board: Board) -> int:
    """Value the piece that the opponent's last action keeps from moving: thrown or stung (R1, V1).

    It is no feature: a search caches what the network says by a key that does not know the last turn.
    """
    if board.powers == 0 or board.ply == 0:
        return 0
    code = board.history[board.ply - 1].code
    kind = code & KIND
    me = board.state >> TURNS & 1
    if kind == STING:
        return STUNG if board.colour[target_of(code)] == me else 0
    if kind == MOVE and board.colour[code >> PIECE_SHIFT] == me:
        return RESTING
    return 0
