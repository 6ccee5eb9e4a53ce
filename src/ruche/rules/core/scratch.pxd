cimport cython

cdef list _free

@cython.final
cdef class Scratch:
    cdef int[65536] moves
    cdef int[4096] visited
    cdef int generation
    cdef int[64] dfs_cell, dfs_parent, dfs_low, dfs_todo
    cdef int[64] actor_abilities, first_of, last_of
    cdef int[128] placeable
    cdef int[512] entries

cpdef Scratch borrow()
cpdef give_back(Scratch scratch)
