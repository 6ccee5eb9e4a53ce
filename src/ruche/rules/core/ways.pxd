cimport cython
from ruche.rules.core.hive cimport Hive, height_at
from ruche.rules.core.bits cimport lowest, mark, step, i8, u32, u64, u8
from ruche.rules.core.constants cimport CELL, CHASE, CLIMB, CROSS, DIP, FLUTTER, FROM_GROUND, FROM_TOP, GLIDE, HOP, HOVER, JUMP, LEVEL, MIMIC, NEIGHBOURS, PIECE_SHIFT, PLAIN, SLIDE, SLIDE_THREE, SLIDE_TWO, VAULT, WALK, WAYS

cdef int[24] ABILITIES
cdef u64[64] BIT
cdef u8[64] LOWEST
cdef u8[64] NUMBER
cdef u8[64] SLIDES
cdef short[512] WALKS, BACKWARDS


@cython.locals(on_top=cython.bint)
cdef int abilities_at(Hive hive, int piece, int cell) noexcept nogil
cdef int reach(Hive hive, int piece, int cell, int abilities, u64 touched, int n) noexcept nogil
cdef int tally(Hive hive, int piece, int cell, int abilities, u64 touched, int n) noexcept nogil
cdef int slide(Hive hive, int piece, int cell, int n) noexcept nogil
cdef int slide_two(Hive hive, int piece, int cell, int n) noexcept nogil
cdef int slide_three(Hive hive, int piece, int cell, int n) noexcept nogil
cdef int visit(Hive hive, int piece, int cell, int generation, int n) noexcept nogil
cdef int walk(Hive hive, int piece, int cell, int n) noexcept nogil
cdef int jump(Hive hive, int piece, int cell, int n) noexcept nogil
cdef bint may_step(Hive hive, int cell, int d, int mine) noexcept nogil
cdef int climb(Hive hive, int piece, int cell, int n) noexcept nogil
cdef int cross(Hive hive, int piece, int cell, int n) noexcept nogil
cdef int hover(Hive hive, int piece, int cell, int n) noexcept nogil
cdef int flutter(Hive hive, int piece, int cell, int n) noexcept nogil
@cython.locals(targets=u64)
cdef int chase(Hive hive, int piece, int cell, u64 touched, int n) noexcept nogil
@cython.locals(free=cython.bint)
cdef int glide(Hive hive, int piece, int cell, int n) noexcept nogil
cdef int vault(Hive hive, int piece, int cell, int n) noexcept nogil
@cython.locals(on_top=cython.bint)
cdef int hop(Hive hive, int piece, int cell, int n) noexcept nogil
cdef int dip(Hive hive, int piece, int cell, int n) noexcept nogil
