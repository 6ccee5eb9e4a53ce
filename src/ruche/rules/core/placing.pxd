cimport cython
from ruche.rules.core.bits cimport before_opposite, i8, lowest, step, u8, u32, u64
from ruche.rules.core.hive cimport beside, height_at
from ruche.rules.core.state cimport GameState
from ruche.rules.core.constants cimport CELL, LANE, NEUTRAL, PLACE, ROYAL_DEADLINE, SECOND_FACE

cdef u64[64] BIT
cdef int START

cdef int placements(GameState board, int me, int n) noexcept nogil
cdef bint can_place(GameState board, int me, int code) noexcept nogil
cdef int find_placeable(GameState board, int me, int colour, bint on_top, int number) noexcept nogil
cdef int enter_first(GameState board, int count, int n) noexcept nogil
@cython.locals(welcome=u32, enemy=u32)
cdef int enter_beside(GameState board, int colour, int count, int n) noexcept nogil
@cython.locals(occupied=u32)
cdef int entries_around(GameState board, int cell, u32 welcome, u32 enemy, int found) noexcept nogil
cdef int enter_above(GameState board, int colour, int count, int n) noexcept nogil
cdef int enter_at(GameState board, int found, int count, int n) noexcept nogil
