from ruche.rules.board cimport Board
from ruche.rules.position cimport Position
from ruche.rules.ways cimport abilities_at, may_step, reach

cpdef object memory(Position position)
cpdef int cell(Position position, int piece)
cpdef int top(Position position, int cell)
cpdef int height(Position position, int cell)
cpdef tuple ring(Position position, int cell)
cpdef bint pinned(Position position, int cell)
cpdef bint connected_without(Position position, int one, int two)
cpdef bint step_allowed(Position position, int cell, int direction, int mine)
cpdef int abilities(Position position, int piece)
cpdef set destinations(Position position, int piece, int abilities)
