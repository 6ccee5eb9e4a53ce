# Compiled as it is, but for the fields of actions.
cimport cython
from ruche.rules.action cimport Action

cdef int CELL, KIND, MOVE, ON_TOP, PLACE

cdef class Speller:
    cdef object position
    cdef list actions
    cdef dict hexes, tokens, faces, entering

    @cython.locals(action=Action)
    cdef note_faces(self)
    cdef str hex(self, Action action, int cell)
    @cython.locals(action=Action, kind=cython.int)
    cdef list first_ways(self)
    cdef tuple choosing(self, Action action)
    cdef tuple special(self, Action action)
    @cython.locals(action=Action, clicks=tuple, kind=cython.int, reached=set, controls=cython.bint)
    cdef list other_ways(self, list ways)

@cython.locals(speller=Speller)
cpdef list spellings(object position)
