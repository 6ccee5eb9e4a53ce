cimport cython
from ruche.rules.core.bits cimport before_opposite, i8, lowest, step, u8, u32, u64
from ruche.rules.core.state cimport Deal
from ruche.rules.core.constants cimport CELL, PLACE, ROYAL_DEADLINE, SECOND_FACE

cdef u64[64] BIT
cdef int START

cdef int placements(Deal deal, int me, int n) noexcept nogil
@cython.locals(near=u32)
cdef bint can_place(Deal deal, int me, int code) noexcept nogil
cdef int find_ready(Deal deal, int me, int colour, bint on_top, int number) noexcept nogil
cdef int enter_first(Deal deal, int ready, int n) noexcept nogil
@cython.locals(welcome=u32, enemy=u32)
cdef int enter_beside(Deal deal, int colour, int ready, int n) noexcept nogil
@cython.locals(occupied=u32)
cdef int entries_around(Deal deal, int cell, u32 welcome, u32 enemy, int found) noexcept nogil
cdef int enter_above(Deal deal, int colour, int ready, int n) noexcept nogil
cdef int enter_at(Deal deal, int found, int ready, int n) noexcept nogil
