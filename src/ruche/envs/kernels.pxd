cimport cython
from ruche.rules.action cimport Action
from ruche.rules.core.board cimport Board
from ruche.rules.core.constants cimport KIND, MOVE, PLACE
from ruche.rules.position cimport Position

cdef int SIDES, NO_REFERENCE
cdef float HALF

@cython.locals(action=Action, kind=cython.int, mover=cython.int, other=cython.int, row=cython.int, to=cython.int)
cpdef list number_actions(list legal, list actor, int coloured, int pieces, bint swap)
cpdef fill_mask(signed char[::1] mask, list numbers)
@cython.locals(board=Board, count=cython.int, piece=cython.int, top=cython.int, cell=cython.int, face=cython.int, value=cython.float, y=cython.int, x=cython.int, home=cython.int, half=cython.int, row=cython.int, column=cython.int, least_row=cython.int, most_row=cython.int, least_column=cython.int, most_column=cython.int, top_row=cython.int, left_column=cython.int)
cpdef fill_hive(float[:, :, ::1] found, Position position, list planes, list marks, object hex_by_cell)
