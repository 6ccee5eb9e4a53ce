cimport cython
from ruche.engine.royal_safety cimport ring_count
from ruche.rules.core.constants cimport CELL, KIND, MOVE, PIECE_SHIFT, PLACE
from ruche.rules.core.bits cimport mix, step, u64
from ruche.rules.core.board cimport Board

cdef int UNKNOWN, NO, YES, TABLE_SLOTS, MAY_THROW
cdef int[24] ABILITIES

@cython.final
cdef class Proof:
    cdef Board board
    cdef int hunter
    cdef bint last_move_matters, simple
    cdef int last_actions
    cdef public long long nodes, budget
    cdef u64[::1] words
    cdef int[32] killers

    cdef int follow(self, int code, int actions, int start) noexcept
    @cython.locals(key=u64, entry=u64, slot=u64, failed=int, won=int, depth=int)
    cdef int hunt(self, int actions, int start) noexcept
    cdef bint may_strike(self) noexcept
    cdef bint strike(self, int start, int end) noexcept
    cdef int press(self, int actions, int start, int end) noexcept
    cdef bint is_near(self, int code, int royal) noexcept
    cdef int go_on(self, int actions, int start) noexcept
    cdef int defend(self, int actions, int start) noexcept
    cdef int answered(self, int code, int actions, int start) noexcept
