cimport cython
from ruche.rules.core.bits cimport piece_of, target_of, u64
from ruche.rules.core.board cimport Board
from ruche.rules.core.constants cimport CELL, DRAW, FLAGS, HAND, KILL, KIND, MOVE, PIECE_SHIFT, PLACE, STEAL, SWAP, TURNS

cdef int SAME_TURN

cdef bint repeats(Board board, int root_ply) noexcept nogil
cdef int before_swap(Board board, int ply, int piece, int cell) noexcept nogil
@cython.locals(key=u64, is_same=cython.bint)
cdef bint has_crawled(Board board, int ply) noexcept nogil
