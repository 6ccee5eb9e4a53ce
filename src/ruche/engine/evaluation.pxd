cimport cython
from ruche.rules.core.board cimport Board
from ruche.rules.core.hive cimport beside, height_at
from ruche.rules.core.bits cimport i8, lowest, step, u8, u32, u64
from ruche.rules.core.constants cimport DOUBLE, FIRST, HOLD, KIND, LANE, LIGHT, MIMIC, MOVE, SHIELD, STING, TURNS, STRIKE as CAN_STRIKE, THROW as CAN_THROW

cdef extern from *:
    int ABOVE "25"
    int COVERED "30"
    int HAND "31"

cdef int[24] ABILITIES
cdef u8[24] AURAS
cdef u64[64] BIT
cdef u8[64] SLIDES
cdef i8[64] ARCS
cdef u8[64] LOWEST

cdef u8[4096] DISTANCE
cdef u8[64] COUNT
cdef u8[3072] HOW
cdef u8[8192] AWAY, BESIDE

cdef int ring_count(Board board, int colour) noexcept nogil
cdef bint exposed(Board board, int colour) noexcept nogil
cdef bint has_hole(Board board, int cell, int royal) noexcept nogil

@cython.final
cdef class Evaluation:
    cdef int[14] ring
    cdef int[16] siege
    cdef int royal_in_hand, royal_pinned, royal_stuck, royal_wasp, royal_under_enemy, royal_under_friend
    cdef int closed, drop, rescue, rescue_free, menace, shielded, strike, strike_royal, holds, flips
    cdef int resting, stung, captive, turn_ready, double_coming, double_now, tempo
    cdef int[24][32] pieces

    cdef int evaluate(self, Board board) noexcept nogil
    cdef int without_last_turn(self, Board board) noexcept nogil
    cdef int last_turn(self, Board board) noexcept nogil
    cdef int honeycombo(self, Board board, int me) noexcept nogil
    @cython.locals(peculiar=cython.bint, tied=u64, home=cython.int, target=cython.int, cell=cython.int, bug=cython.int, place=cython.int)
    cdef int side(self, Board board, int colour, bint to_move) noexcept nogil
    @cython.locals(mine=u64, pieces=u64)
    cdef int unplayed(self, Board board, int colour) noexcept nogil
    cdef int royal(self, Board board, int colour, bint to_move) noexcept nogil
    @cython.locals(near=u32, mine=u32, theirs=u32, todo=u32, around=u32)
    cdef int surroundings(self, Board board, int colour, int cell, bint free) noexcept nogil
    cdef int neighbour(self, Board board, int colour, int other, bint free) noexcept nogil
    cdef int special(self, Board board, int piece, int cell, int home, int target) noexcept nogil
    cpdef int of(self, Board board)
