cimport cython
from ruche.rules.bits cimport i8, lowest, step, u8, u32, u64
from ruche.rules.deal cimport Deal

cdef u64[64] BIT
cdef u8[64] LOWEST
cdef int PLACE, SECOND_FACE
cdef int START

cdef int placements(Deal deal, int me, int n) noexcept nogil
cdef int find_ready(Deal deal, int me, int colour, bint on_top, int number) noexcept nogil
cdef int enter_at(Deal deal, int ready, int cell, int n) noexcept nogil
cdef int enter_first(Deal deal, int ready, int n) noexcept nogil
cdef int enter_beside(Deal deal, int colour, int ready, int n) noexcept nogil
cdef int enter_around(Deal deal, int cell, u32 enemy, int ready, int n) noexcept nogil
cdef int enter_above(Deal deal, int colour, int ready, int n) noexcept nogil
