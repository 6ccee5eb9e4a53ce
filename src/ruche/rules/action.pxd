cimport cython
from ruche.rules.core.bits cimport hand_piece, u64
from ruche.rules.core.constants cimport KIND, MOVE, PLACE
from ruche.rules.core.state cimport drawn_by


@cython.final
@cython.freelist(256)
cdef class Action:
    cdef readonly object read_as
    cdef readonly int code
    cdef int shown, other, way, start, anchor, drawn_face
    cdef u64 stamp
    cdef object hex_by_cell
    cdef object written

    @cython.locals(code=cython.int, bit=cython.int)
    cdef str faces_text(self)

@cython.locals(action=Action)
cpdef Action _restore(object game_type, tuple fields, object hex_by_cell)
