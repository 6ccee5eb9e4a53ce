cimport cython
from ruche.rules.core.acting cimport find_actors, rest_withholds
from ruche.rules.core.board cimport Board
from ruche.rules.position cimport Position
from ruche.rules.core.bits cimport step, u8, u64
from ruche.rules.core.structs cimport TurnEffects as Effects
from ruche.rules.core.hive cimport beside, height_at
from ruche.rules.core.ways cimport abilities_at, may_step, reach
from ruche.rules.core.constants cimport CELL, CHASE, LEVEL, NEIGHBOURS, NEUTRAL, PASS

cdef u64[64] BIT
cdef u8[64] NUMBER

cpdef object effects(Position position)
cpdef int cell(Position position, int piece)
cpdef int top(Position position, int cell)
cpdef int height(Position position, int cell)
cpdef list around(int cell)
cpdef tuple ring(Position position, int cell)
cpdef bint pinned(Position position, int cell)
cpdef bint connected_without(Position position, int one, int two)
cpdef bint step_allowed(Position position, int cell, int direction, int mine)
@cython.locals(board=Board, allowed=cython.bint)
cpdef bint lifted_step_allowed(Position position, int home, int cell, int direction)
cpdef int abilities(Position position, int piece)
@cython.locals(board=Board, piece=cython.int, actors=u64)
cpdef dict acting(Position position)
@cython.locals(board=Board, effects=Effects, me=cython.int, piece=cython.int)
cpdef list withheld_by_rest(Position position)
@cython.locals(board=Board, i=cython.int, end=cython.int, code=cython.int, cell=cython.int)
cpdef list fatal_actions(Position position, int victim)
@cython.locals(board=Board, threatened=cython.bint)
cpdef bint is_threatened(Position position, int victim)
cpdef set destinations(Position position, int piece, int abilities)
@cython.locals(board=Board, other=cython.int, touched=u64)
cpdef set chase_landings(Position position, int piece)
@cython.locals(board=Board, i=cython.int)
cpdef set reached(Position position, int piece, int abilities, u64 touched)
@cython.locals(board=Board, cell=cython.int, high=cython.int, home=cython.int)
cpdef set unbarred(Position position, int piece, int abilities)
