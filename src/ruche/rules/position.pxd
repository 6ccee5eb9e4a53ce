cimport cython
from ruche.rules.action cimport Action
from ruche.rules.core.board cimport Board, drop, lift
from ruche.rules.core.bits cimport mix, step, i8, u32, u64, u8
from ruche.rules.core.hive cimport height_at
from ruche.rules.core.structs cimport TurnEffects
from ruche.rules.core.state cimport drawn_by, without_draw
from ruche.rules.core.constants cimport CELL, DOUBLE, FACES, FIRST, FLAGS, FLIP, HAND, HONEYCOMBO_FLAGS, KILL, KIND, LIGHT, MOVE, NOBODY, PLACE, SECOND, SECOND_FACE, STEAL, STING, SWAP, TURN, TURNS

cdef u64[64] BIT
cdef u8[64] NAMING

cdef int ON_TOP, NO_REFERENCE, COMPACT, LATE

cdef class Position:
    cdef readonly object game_type, seed
    cdef readonly Board board
    cdef list actions
    cdef list repetition_keys
    cdef object end, laid, hidden

    @cython.locals(i=cython.int, count=cython.int, stamp=u64, anchor=cython.int, board=Board, found=list)
    cpdef list legal_actions(self, object piece=*)
    @cython.locals(action=Action, board=Board)
    cdef Action describe(self, int code, u64 stamp, int anchor, object hex_by_cell)
    cdef int face_index(self, int piece)
    cdef int held_face(self, int piece)
    @cython.locals(board=Board)
    cdef refer(self, Action action, int mover, int cell)
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
