cimport cython
from ruche.rules.core.bits cimport mark, step, i8, u32, u64, u8
from ruche.rules.core.constants cimport MASK64
from ruche.rules.core.scratch cimport Scratch, borrow, give_back

cdef i8[64] ARCS
cdef u64[64] BIT
cdef u8[64] LOWEST
cdef u64[4096] ZOBRIST
cdef u64 ALL
cdef u32[3] LANES
cdef u8[64] CLOSED


cdef class Hive:
    cdef i8[4096] top
    cdef u32[4096] near
    cdef short[64] pos
    cdef i8[64] under
    cdef i8[65] level
    cdef u8[64] bug, colour
    cdef u64 key, cut
    cdef int holes, in_play, generation, borrowed
    cdef bint cut_known
    cdef Scratch scratch
    cdef int *moves
    cdef int *visited
    cdef int *dfs_cell
    cdef int *dfs_parent
    cdef int *dfs_low
    cdef int *dfs_todo
    cdef int *actor_abilities
    cdef int *first_of
    cdef int *last_of
    cdef int *placeable
    cdef int *entries

    cdef void take_hive(self, Hive other)
    cpdef borrow(self)
    cpdef use(self, Scratch scratch)
    cpdef give_back(self)
    cdef bint is_pinned(self, int cell) noexcept nogil
    cdef u64 cut_pieces(self) noexcept nogil
    @cython.locals(cut=u64)
    cdef u64 cut_by_holes(self) noexcept nogil
    @cython.locals(empty=u32)
    cdef int holes_beside(self, int cell) noexcept nogil
    cdef u64 find_cut(self, int start) noexcept nogil
    cdef bint is_connected_without(self, int one, int two) noexcept nogil
    cdef int unique(self, int begin, int end) noexcept nogil

cdef inline int height_at(Hive hive, int cell) noexcept nogil:
    return hive.level[hive.top[cell] + 1]

cdef void drop(Hive hive, int piece, int cell) noexcept nogil
cdef void lift(Hive hive, int piece, int cell) noexcept nogil
cdef void shift(Hive hive, int piece, int origin, int cell) noexcept nogil
cdef void shift_back(Hive hive, int piece, int origin, int cell) noexcept nogil
cdef void turn_over(Hive hive, int piece, int bug) noexcept nogil
cdef u64 code_of(Hive hive, int piece, int level) noexcept nogil
cdef void put(Hive hive, int piece, int cell) noexcept nogil
cdef u32 change_of_lanes(Hive hive, int piece, int below) noexcept nogil
cdef void take(Hive hive, int piece, int cell) noexcept nogil
