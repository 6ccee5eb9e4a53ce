cimport cython
from ruche.rules.action cimport Action
from ruche.rules.core.bits cimport hand_piece, piece_of, step, target_of, u64, u8
from ruche.rules.core.board cimport Board
from ruche.rules.core.constants cimport CELL, FLIP, HAND, KILL, KIND, LIGHT, MOVE, NEIGHBOURS, NOBODY, PLACE, SECOND_FACE, STEAL, STING, SWAP, TURN
from ruche.rules.core.hive cimport height_at
from ruche.rules.core.state cimport drawn_by

cdef u64[64] BIT
cdef u8[64] NAMING
cdef int ON_TOP, NO_REFERENCE

@cython.locals(action=Action, kind=cython.int, piece=cython.int, i=cython.int)
cdef Action describe(Board board, object game_type, int code, u64 stamp, int anchor, object hex_by_cell)
cdef int face_index(Board board, int piece) noexcept
cdef int held_face(Board board, int piece) noexcept
@cython.locals(top=cython.int, mask=cython.int, origin=cython.int, d=cython.int, way=cython.int)
cdef refer(Board board, Action action, int mover, int cell)
