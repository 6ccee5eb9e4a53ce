cimport cython
from ruche.rules.core.bits cimport u64

@cython.final
@cython.freelist(256)
cdef class Action:
    cdef readonly object game_type
    cdef readonly int code
    cdef int shown, other, way, start, anchor, drawn_face
    cdef u64 stamp
    cdef object hex_by_cell

    @cython.locals(code=cython.int, bit=cython.int)
    cdef str faces_text(self)
