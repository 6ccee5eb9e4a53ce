cimport cython
from ruche.rules.core.bits cimport mix, u64

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #define RUCHE_FETCH(address)
    #else
    #define RUCHE_FETCH(address) __builtin_prefetch(address)
    #endif
    """
    void fetch_ahead "RUCHE_FETCH" (void* address) noexcept nogil

cdef u64 NOTHING, MOVE_BITS
cdef int SCORE_SHIFT, DEPTH_SHIFT, BOUND_SHIFT, AGE_SHIFT, ZERO_SCORE, TAKEN

cdef u64 pack_action(int code) noexcept nogil
cdef int unpack_action(u64 data) noexcept nogil
cdef int unpack_score(u64 data) noexcept nogil
cdef int unpack_depth(u64 data) noexcept nogil
cdef int unpack_bound(u64 data) noexcept nogil

@cython.final
cdef class Table:
    cdef u64[::1] words, taken
    cdef u64 mask, settled
    cdef int age

    cdef inline void fetch(self, u64 key) noexcept nogil:
        fetch_ahead(<void*>&self.words[(key & self.mask) * 4])

    @cython.locals(slot=u64)
    cdef u64 find(self, u64 key) noexcept nogil
    @cython.locals(first=u64, slot=u64, other=u64, data=u64)
    cdef void store(self, u64 key, int code, int score, int depth, int bound) noexcept nogil
    @cython.locals(deed=u64)
    cdef bint is_taken(self, u64 key, int code) noexcept nogil
    @cython.locals(deed=u64)
    cdef void take(self, u64 key, int code) noexcept nogil
    @cython.locals(deed=u64)
    cdef void give_back(self, u64 key, int code) noexcept nogil
    cdef int worth(self, u64 data) noexcept nogil
    cpdef void clear(self)
    cpdef void grow_older(self)
