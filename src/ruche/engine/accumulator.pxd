cimport cython
from ruche.engine.constants cimport ABOVE, ACCESS, ACCESS_SIZE, BAG, BAG_LEFT, BAG_SLOT, CAPTIVE, COLOURS, COLOURS_SIZE, COVERED, DISTANCES, DOUBLE_TURN_ACTIONS, ENEMY, ENEMY_ROYAL, FROM_ROYAL, HOLDS, HOLDS_SIZE, HONEYCOMBO_BLOCK, HONEYCOMBO_SLOT, IN_HAND, IN_HAND_TWO_FACED, NEIGHBOUR_COUNTS, NEUTRAL_BLOCK, NO_FEATURE, OUTPUT_SHIFT, REMOVED, RING, RING_COUNTS, RING_PATTERNS, ROYAL_BLOCKS, ROYAL_IN_HAND, ROYAL_SLOTS, ROYAL_STATES, SLOTS, STATES, STRIKES, STRIKES_SIZE, TEMPO, TEMPO_SLOT, THROWERS, THROWERS_SIZE, THROWER_COUNTS, TO_MOVE, WIDTH, WITH_GUARDIANS
from ruche.engine.royal_safety cimport ring_count
from ruche.engine.network cimport Network, forward, swap_rows
from ruche.rules.core.bits cimport i8, lowest, step, target_of, u32, u64, u8
from ruche.rules.core.board cimport Board
from ruche.rules.core.hive cimport beside, height_at
from ruche.rules.core.constants cimport CELL, DOUBLE, FIRST, HOLD, KIND, LANE, LEVEL, LIGHT, MOVE, NEIGHBOURS, PIECE_SHIFT, SECOND, STING, STRIKE as CAN_STRIKE, THROW as CAN_THROW, TURNS

cdef int[24] ABILITIES
cdef u8[24] AURAS
cdef u64[64] BIT
cdef u8[64] SLIDES
cdef i8[64] ARCS
cdef u8[64] LOWEST
cdef u8[64] COUNT
cdef u8[8192] AWAY
cdef int[3072] LONE_PLACE
cdef u8[64] RING_PATTERN

cdef int ENTRIES, OFF_BOARD, MOST, STUNG, RESTING

cdef int last_turn_value(Board board) noexcept nogil

@cython.final
cdef class Accumulator:
    cdef Network network
    cdef int entry, stale_royals
    cdef bint royals_are_local
    cdef u64 pieces, throwers
    cdef short[1024] values
    cdef int[32] psqt, royals, royal_blocks
    cdef int[2720] active
    cdef int[1024] places
    cdef u64[32] hands
    cdef u64[16] off_board, cut
    cdef int[2] changes
    cdef int[170] removed, added

    cdef void copy_first_entry(self) noexcept nogil
    cdef void list_pieces(self, Board board)
    cdef void activate_modules(self, Board board)
    cpdef list active_features(self, Board board, int perspective)
    cpdef int of(self, Board board)
    cdef int evaluate(self, Board board) noexcept nogil
    cdef void activate(self, int perspective, int slot, int feature) noexcept nogil
    cdef void apply_changes(self) noexcept nogil
    @cython.locals(have_moved=cython.bint)
    cdef void update(self, Board board) noexcept nogil
    cdef void move_royals(self, int white, int black) noexcept nogil
    @cython.locals(off_board=u64, changed=u64)
    cdef u64 may_differ(self, Board board, bint have_moved) noexcept nogil
    @cython.locals(cut=u64, cell=cython.int, bug=cython.int, place=cython.int, old=cython.int)
    cdef void update_pieces(self, Board board, u64 todo) noexcept nogil
    cdef int royals_near(self, int cell) noexcept nogil
    cdef void place(self, int piece, int colour, int row, int state, int cell) noexcept nogil
    @cython.locals(bit=u64)
    cdef int whereabouts(self, Board board, int piece, int colour) noexcept nogil
    cdef void update_royal(self, Board board, int colour) noexcept nogil
    cdef void activate_in_hand(self, int colour) noexcept nogil
    cdef void activate_royal(self, int colour, int block, int feature) noexcept nogil
    cdef int royal_state(self, Board board, int colour, int cell) noexcept nogil
    @cython.locals(near=u32, mine=u32, theirs=u32, todo=u32, closed=cython.int, droppable=cython.int)
    cdef int access(self, Board board, int colour, int cell) noexcept nogil
    @cython.locals(todo=u64)
    cdef int count_throwers(self, Board board, int colour, int cell) noexcept nogil
    cdef int beside_strikers(self, Board board, int colour) noexcept nogil
    cdef int beside_holders(self, Board board, int colour) noexcept nogil
    cdef int enemies_beside(self, Board board, int piece, int colour) noexcept nogil
    cdef void update_game(self, Board board) noexcept nogil
    cdef void update_honeycombo(self, Board board) noexcept nogil
