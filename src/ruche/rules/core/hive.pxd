cimport cython
from ruche.rules.core.bits cimport step, i8, u32, u64, u8
from ruche.rules.core.constants cimport CELL, HEIGHT, LANE, NEIGHBOURS
from ruche.rules.core.scratch cimport Scratch, borrow, give_back

cdef i8[64] ARCS
cdef u64[64] BIT
cdef u8[64] LOWEST
cdef u64 ALL
cdef u8[64] CLOSED


cdef class Hive:
    cdef i8[4096] top
    cdef u32[4096] near
    cdef short[64] pos
    cdef i8[64] under
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
    @cython.locals(cut=u64, near=u32, small_holes=cython.int)
    cdef u64 cut_by_holes(self) noexcept nogil
    @cython.locals(empty=u32)
    cdef int holes_beside(self, int cell) noexcept nogil
    cdef u64 find_cut(self, int start) noexcept nogil
    cdef bint is_connected_without(self, int one, int two) noexcept nogil
    cdef bint is_connected(self) noexcept nogil
    cdef bint is_one(self, int left) noexcept nogil
    cdef int unique(self, int begin, int end) noexcept nogil

cdef inline int height_at(Hive hive, int cell) noexcept nogil:
    return hive.near[cell] >> HEIGHT

cdef inline int beside(Hive hive, int cell, int colour) noexcept nogil:
    return hive.near[cell] >> LANE * (colour + 1) & NEIGHBOURS

cdef inline u64 code_of(Hive hive, int piece, int level) noexcept nogil:
    return <u32>(2 * (hive.bug[piece] + 32 * hive.colour[piece] + 128 * level) + 1)
