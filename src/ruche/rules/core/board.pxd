cimport cython
from ruche.rules.core.acting cimport can_move_itself, dealings, faces_to_choose, flips, hands_to_choose, honeycombo, movements
from ruche.rules.core.bits cimport add_lanes, change_lanes, hand_piece, i8, lowest, move_lanes, piece_of, remove_lanes, target_of, u32, u64, u8
from ruche.rules.core.structs cimport UndoInfo, TurnEffects
from ruche.rules.core.state cimport HiveAndHands, drawn_by, with_draw
from ruche.rules.core.hive cimport Hive, code_of, height_at
from ruche.rules.core.placing cimport can_place, placements
from ruche.rules.core.constants cimport CELL, CHOSEN_FACES, DOUBLE, DRAW, FACES, FIRST, FLIP, HAND, KILL, KIND, LEVEL, LIGHT, MASK64, MOVE, NEIGHBOURS, NOBODY, NO_TURN_BACK, PASS, PIECE_SHIFT, PLACE, SECOND, SECOND_FACE, STEAL, STING, SWAP, TURN, TURNS

cdef i8[64] ARCS
cdef u64[64] BIT
cdef u64[256] HAND_KEYS
cdef u64[4096] ZOBRIST

@cython.locals(code=u64)
cdef inline void move(Hive hive, int piece, int origin, int cell) noexcept nogil
cdef inline void shift(Hive hive, int piece, int origin, int cell) noexcept nogil
cdef inline void drop(Hive hive, int piece, int cell) noexcept nogil
cdef inline void lift(Hive hive, int piece, int cell) noexcept nogil
cdef inline void put(Hive hive, int piece, int cell) noexcept nogil
cdef inline void take(Hive hive, int piece, int cell) noexcept nogil
cdef void turn_over(Hive hive, int piece, int bug) noexcept nogil

@cython.final
cdef class Board(HiveAndHands):
    cdef void end_action(self, int kind) noexcept nogil
    cdef void make(self, int code) noexcept nogil
    cdef void leave_hand(self, int side, int piece, int code) noexcept nogil
    cdef void draw(self, int side, int code) noexcept nogil
    cdef void make_other(self, int kind, int piece, int code) noexcept nogil
    @cython.locals(undo=UndoInfo)
    cdef void note_target(self, int target) noexcept nogil
    cdef void trade(self, int piece, int target) noexcept nogil
    cdef void remove(self, int piece, int target) noexcept nogil
    cdef void steal(self, int piece) noexcept nogil
    cdef void choose_hand(self, int side, int code) noexcept nogil
    @cython.locals(pieces=u64)
    cdef void choose_faces(self, int side, int code) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef void unmake_other(self, int kind, int piece, int code) noexcept nogil
    @cython.locals(effects=TurnEffects)
    cdef int generate(self, int start) noexcept nogil
    cdef int generate_moves(self, int start) noexcept nogil
    cdef bint is_listed(self, int code, int start) noexcept nogil
    cpdef bint can_do(self, int code, int start) noexcept nogil
    cdef int settle_neutral(self, int start, int n) noexcept nogil
    cdef bint clears_neutral(self, int code, int n) noexcept nogil
    cdef bint comes_off(self, int code, int n) noexcept nogil
    cdef long long count(self, int depth, bint bulk, int start) noexcept nogil
    cdef long long count_here(self, int start) noexcept nogil
    cdef long long count_draws(self, int depth, bint bulk, int code, int end) noexcept nogil
    cpdef long long perft(self, int depth, bint bulk=*)
    @cython.locals(twin=Board)
    cpdef Board copy(self)

cdef inline void make(Board board, int code) noexcept nogil
cdef inline void enter(Board board, int piece, int cell, int code) noexcept nogil
@cython.locals(undo=UndoInfo)
cdef inline void unmake(Board board) noexcept nogil
cdef inline void leave(Board board, int piece, int code) noexcept nogil
