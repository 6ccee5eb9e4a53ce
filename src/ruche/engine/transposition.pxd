cimport cython
from ruche.rules.core.constants cimport DRAWN_SHIFT, KIND_AND_FACE, KIND_SHIFT, OPERANDS
from ruche.rules.core.bits cimport mix, u64

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #define RUCHE_FETCH(address)
    #else
    #define RUCHE_FETCH(address) __builtin_prefetch(address)
    #endif
    """
    void prefetch_address "RUCHE_FETCH" (void* address) noexcept nogil

cdef u64 NOT_FOUND
cdef int SCORE_SHIFT, DEPTH_SHIFT, BOUND_SHIFT, AGE_SHIFT, ZERO_SCORE, SEARCHING

cdef u64 pack_action(int code) noexcept nogil
cdef int unpack_action(u64 data) noexcept nogil
cdef int unpack_score(u64 data) noexcept nogil
cdef int unpack_depth(u64 data) noexcept nogil
cdef int unpack_bound(u64 data) noexcept nogil

@cython.final
cdef class TranspositionTable:
    cdef u64[::1] words, searching
    cdef u64 mask, finished
    cdef int age

    cdef inline void prefetch(self, u64 key) noexcept nogil:
        prefetch_address(<void*>&self.words[(key & self.mask) * 4])

    @cython.locals(at=u64)
    cdef u64 find(self, u64 key) noexcept nogil
    @cython.locals(first=u64, at=u64, other=u64, data=u64)
    cdef void store(self, u64 key, int code, int score, int depth, int bound) noexcept nogil
    @cython.locals(mark=u64)
    cdef bint should_defer(self, u64 key, int code) noexcept nogil
    @cython.locals(mark=u64)
    cdef void start_searching(self, u64 key, int code) noexcept nogil
    @cython.locals(mark=u64)
    cdef void finish_searching(self, u64 key, int code) noexcept nogil
    cdef int worth(self, u64 data) noexcept nogil
    cpdef void clear(self)
    cpdef void new_search(self)
