cimport cython
from ruche.rules.core.bits cimport mark, step, i8, u32, u64, u8
from ruche.rules.core.constants cimport MASK64

cdef i8[64] ARCS
cdef u64[64] BIT
cdef u8[64] LOWEST
cdef u64[4096] ZOBRIST
cdef u64 ALL
cdef u8[64] CLOSED


cdef class Hive:
    cdef i8[4096] top, height
    cdef u32[4096] near
    cdef int[4096] stamp
    cdef short[64] pos
    cdef i8[64] under
    cdef u8[64] bug, colour
    cdef u32[64] lanes
    cdef u64 key, cut
    cdef int holes, in_play, generation
    cdef bint cut_known
    cdef u64 resting, stung, placed, moved, flipped, shielded, listed
    cdef int[64] first_of, last_of
    cdef int throws_from
    cdef int[65536] found
    cdef int[64] dfs_cell, dfs_parent, dfs_low, dfs_todo

    cdef bint is_pinned(self, int cell) noexcept nogil
    cdef u64 tied(self) noexcept nogil
    @cython.locals(cut=u64)
    cdef u64 cut_by_holes(self) noexcept nogil
    @cython.locals(empty=u32)
    cdef int holes_beside(self, int cell) noexcept nogil
    cdef u64 find_cut(self, int start) noexcept nogil
    cdef bint is_connected_without(self, int one, int two) noexcept nogil
    cdef int unique(self, int begin, int end) noexcept nogil

cdef void drop(Hive hive, int piece, int cell) noexcept nogil
cdef void lift(Hive hive, int piece, int cell) noexcept nogil
cdef void shift(Hive hive, int piece, int origin, int cell) noexcept nogil
cdef void shift_back(Hive hive, int piece, int origin, int cell) noexcept nogil
cdef void turn_over(Hive hive, int piece, int bug) noexcept nogil
cdef u64 code_of(Hive hive, int piece, int level) noexcept nogil
cdef void put(Hive hive, int piece, int cell) noexcept nogil
cdef u32 change_of_lanes(Hive hive, int piece, int below) noexcept nogil
cdef void take(Hive hive, int piece, int cell) noexcept nogil
