cimport cython
from ruche.engine.move_picker cimport NO_MOVE
from ruche.rules.core.bits cimport piece_of, target_of, u8
from ruche.rules.core.board cimport Board
from ruche.rules.core.hive cimport height_at
from ruche.rules.core.constants cimport CELL, KILL, KIND, MOVE, PASS, PLACE

cdef u8[4096] DISTANCE

cdef int find_finish(Board board, int start, int victim) noexcept nogil
cdef int list_last_actions(Board board, int start, int victim) noexcept nogil
@cython.locals(won=cython.bint)
cdef bint finishes(Board board, int code, int victim) noexcept nogil
cdef bint closes_in(Board board, int code, int royal) noexcept nogil
cdef bint is_threatened(Board board, int start, int victim) noexcept nogil
