cimport cython
from ruche.rules.core.bits cimport before_opposite, i8, lowest, piece_of, step, u32, u64, u8
from ruche.rules.core.hive cimport beside, height_at
from ruche.rules.core.state cimport HiveAndHands
from ruche.rules.core.constants cimport CELL, LANE, NEIGHBOURS, NEUTRAL, PIECE_SHIFT, PLACE, ROYAL_DEADLINE, SECOND_FACE

cdef u64[64] BIT
cdef int START

cdef int placements(HiveAndHands board, int me, int n) noexcept nogil
cdef bint can_place(HiveAndHands board, int me, int code) noexcept nogil
cdef int find_placeable(HiveAndHands board, int me, int colour, bint on_top, int number) noexcept nogil
cdef int enter_first(HiveAndHands board, int count, int n) noexcept nogil
@cython.locals(welcome=u32, enemy=u32)
cdef int enter_beside(HiveAndHands board, int colour, int count, int n) noexcept nogil
@cython.locals(occupied=u32)
cdef int entries_around(HiveAndHands board, int cell, u32 welcome, u32 enemy, int found) noexcept nogil
cdef int enter_above(HiveAndHands board, int colour, int count, int n) noexcept nogil
cdef int enter_at(HiveAndHands board, int found, int count, int n) noexcept nogil
