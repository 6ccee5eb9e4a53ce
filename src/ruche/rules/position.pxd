cimport cython
from ruche.rules.action cimport Action
from ruche.rules.core.board cimport Board, drop, lift
from ruche.rules.core.bits cimport mix, i8, u32, u64, u8
from ruche.rules.core.likeness cimport is_like
from ruche.rules.core.state cimport drawn_by, without_draw
from ruche.rules.naming cimport describe
from ruche.rules.base_position cimport BasePosition
from ruche.rules.core.constants cimport FACES, HAND, KILL, KIND, PLACE

cdef u64[64] BIT

cdef int COMPACT

cdef class Position(BasePosition):
    @cython.locals(i=cython.int, count=cython.int, stamp=u64, anchor=cython.int, board=Board, found=list)
    cpdef list legal_actions(self, object piece=*)
    cdef u64 stamp(self)
    cpdef int occurrences(self)
    @cython.locals(board=Board)
    cdef Action play_parsed(self, Action action)
    cpdef Action draw(self, Action action, object pick)
    @cython.locals(action=Action)
    cpdef list draws(self, Action action)
    @cython.locals(twin=Position)
    cpdef Position copy(self)
    cdef become(self, Position other)
    cdef take_over(self, Position other)
    @cython.locals(twin=Position)
    cpdef Position seen_by(self, object colour)

cpdef bint is_listed(Position position, int code)
cpdef bint same(Position one, Position other)
cpdef Action action_from_code(Position position, int code)
@cython.locals(board=Board)
cpdef play_unchecked(Position position, Action action)
cdef object outcome_of(Board board)
@cython.locals(board=Board)
cpdef lay_out(Position position, object stacks, object hands, u64 bag, u64 removed, int state, u64 seconds)
@cython.locals(position=Position, action=Action)
cpdef Position _restore(object kind, object game_type, object seed, object laid, list actions, list repetition_keys, object end, object hidden)
