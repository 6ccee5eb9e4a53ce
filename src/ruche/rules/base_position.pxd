cimport cython
from ruche.rules.core.bits cimport step, i8, u32, u64, u8
from ruche.rules.core.board cimport Board
from ruche.rules.core.structs cimport TurnEffects
from ruche.rules.naming cimport held_face
from ruche.rules.core.constants cimport DOUBLE, FIRST, HONEYCOMBO_FLAGS, LIGHT, SECOND, TURNS

cdef u64[64] BIT

cdef int COMPACT

cdef class BasePosition:
    cdef readonly object game_type, seed
    cdef readonly Board board
    cdef list actions
    cdef list repetition_keys
    cdef object end, laid, hidden

    @cython.locals(away=list, found=cython.int, cell=cython.int, piece=cython.int)
    cpdef int anchor(self)
