cimport cython
from ruche.rules.action cimport Action
from ruche.rules.core.board cimport Board, drop, lift
from ruche.rules.core.bits cimport mix, step, i8, u32, u64, u8
from ruche.rules.core.structs cimport TurnEffects
from ruche.rules.core.state cimport drawn_by, without_draw
from ruche.rules.naming cimport describe, held_face
from ruche.rules.core.constants cimport CELL, DOUBLE, FACES, FIRST, FLAGS, HAND, HONEYCOMBO_FLAGS, KILL, KIND, LIGHT, PLACE, SECOND, TURNS

cdef u64[64] BIT

cdef int COMPACT, LATE

cdef class Position:
    cdef readonly object game_type, seed
    cdef readonly Board board
    cdef list actions
    cdef list repetition_keys
    cdef object end, laid, hidden

    @cython.locals(i=cython.int, count=cython.int, stamp=u64, anchor=cython.int, board=Board, found=list)
    cpdef list legal_actions(self, object piece=*)
    cdef u64 stamp(self)
    cpdef int occurrences(self)
    @cython.locals(away=list, found=cython.int, cell=cython.int, piece=cython.int)
    cpdef int anchor(self)
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
@cython.locals(mine=Board, its=Board, ours=TurnEffects, theirs=TurnEffects, shift=cython.int, piece=cython.int)
cpdef bint same(Position one, Position other)
cpdef Action action_from_code(Position position, int code)
@cython.locals(board=Board)
cpdef play_unchecked(Position position, Action action)
cdef object outcome_of(Board board)
@cython.locals(board=Board)
cpdef lay_out(Position position, object stacks, object hands, u64 bag, u64 removed, int state, u64 seconds)
@cython.locals(position=Position, action=Action)
cpdef Position _restore(object kind, object game_type, object seed, object laid, list actions, list repetition_keys, object end, object hidden)
