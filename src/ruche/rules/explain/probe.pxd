cimport cython
from ruche.rules.core.acting cimport controlled as controlled_by
from ruche.rules.core.board cimport Board
from ruche.rules.position cimport Position
from ruche.rules.core.bits cimport step, u64
from ruche.rules.core.ways cimport abilities_at, may_step, reach
from ruche.rules.core.constants cimport CHASE, CONTROL

cdef u64[64] BIT

cpdef object memory(Position position)
cpdef int cell(Position position, int piece)
cpdef int top(Position position, int cell)
cpdef int height(Position position, int cell)
cpdef list around(int cell)
cpdef tuple ring(Position position, int cell)
cpdef bint pinned(Position position, int cell)
cpdef bint connected_without(Position position, int one, int two)
cpdef bint step_allowed(Position position, int cell, int direction, int mine)
cpdef int abilities(Position position, int piece)
@cython.locals(cell=cython.int, piece=cython.int, me=cython.int, free=u64, frozen=u64, controlled=u64)
cpdef dict acting(Position position)
cpdef set destinations(Position position, int piece, int abilities)
@cython.locals(other=cython.int)
cpdef set chase_landings(Position position, int piece)
@cython.locals(cell=cython.int, other=cython.int, home=cython.int)
cpdef set unbarred(Position position, int piece, int abilities)
