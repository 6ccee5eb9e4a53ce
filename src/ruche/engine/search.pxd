cimport cython
from ruche.engine.accumulator cimport Accumulator, last_turn_value
from ruche.engine.finish cimport find_finish, is_threatened
from ruche.engine.move_picker cimport NO_MOVE, RANK_COUNTERMOVE, TACTICAL, MovePicker, divide
from ruche.engine.repetition cimport repeats
from ruche.engine.royal_safety cimport exposed
from ruche.engine.transposition cimport TranspositionTable, unpack_action, unpack_bound, unpack_depth, unpack_score
from ruche.rules.core.bits cimport lowest, mix, step, target_of, u64, u8
from ruche.rules.core.board cimport Board
from ruche.rules.core.hive cimport beside
from ruche.rules.core.state cimport with_draw, without_draw
from ruche.rules.core.constants cimport CELL, DRAWN, FIRST, KIND, MOVE, PASS, PIECE_SHIFT, SECOND, STING, SWAP, TURNS

cdef int MAX_PLY, WIN, MATE_BOUND, INFINITE, STOPPED, UNWINDING, NO_SCORE
cdef int LUCK, FUTILITY_MARGIN, NULL_DEPTH, SPLIT_DEPTH
cdef int THROWS
cdef int UPPER, LOWER, EXACT
cdef int[24] ABILITIES
cdef u64[64] BIT
cdef u8[64] LOWEST
cdef int[4096] REDUCTIONS
cdef int[8] LMP_COUNTS
cdef int LMP_DEPTH, FUTILITY_DEPTH, EVAL_CACHE, HALF

cdef int score_at(u64 entry, int ply) noexcept nogil

@cython.final
cdef class CurrentIteration:
    cdef public int number

@cython.final
cdef class Search:
    cdef readonly Board board
    cdef TranspositionTable table
    cdef Accumulator accumulator
    cdef MovePicker picker
    cdef CurrentIteration current
    cdef readonly long long nodes
    cdef public long long budget
    cdef readonly int iteration
    cdef int depth
    cdef int root_ply, noise, overlook, stopped
    cdef bint shared, repetition, last_turn_matters, throws_only
    cdef u64 seed, salt
    cdef readonly int count
    cdef int[1024] root_codes, deferred
    cdef int[64] draw_order
    cdef u64[16384] eval_cache
    cdef u64[64] node_key
    cdef int[64] node_depth, node_alpha, node_beta
    cdef u64 last_finished
    cdef int cutoff_ply, cutoff_score
    cdef int[64] pv_length
    cdef int[4096] pv
    cdef int[1024] root_pv

    @cython.locals(key=u64)
    cdef int root(self, Board board, int depth, int alpha, int beta, int first) noexcept nogil
    cdef int find_root(self, int code) noexcept nogil
    cdef void promote(self, int first, int i) noexcept nogil
    cdef void keep_root_pv(self, int code) noexcept nogil
    cdef int root_child(self, Board board, int code, int depth, int alpha, int beta) noexcept nogil
    @cython.locals(total=cython.longlong, limited=cython.longlong, weight=cython.longlong, drawable=u64)
    cdef int expect(self, Board board, int code, int depth, int alpha, int beta) noexcept nogil
    cdef int descend(self, Board board, int code, int depth, int alpha, int beta, int ply, int start, bint may_pass) noexcept nogil
    @cython.locals(is_pv=cython.bint, in_danger=cython.bint, is_quiet=cython.bint, is_shared=cython.bint, is_split=cython.bint, is_deferred=cython.bint, is_tactical=cython.bint, value=cython.int, key=u64, entry=u64)
    cdef int search(self, Board board, int depth, int alpha, int beta, int ply, int start, bint may_pass) noexcept nogil
    @cython.locals(key=u64)
    cdef u64 prefetch(self, Board board) noexcept nogil
    cdef bint must_stop(self, int ply) noexcept nogil
    cdef int final_score(self, Board board, int ply) noexcept nogil
    cdef int search_null_move(self, Board board, int depth, int beta, int ply, int start) noexcept nogil
    @cython.locals(value=cython.int)
    cdef int search_horizon(self, Board board, int alpha, int beta, int ply, int start, bint in_danger) noexcept nogil
    cdef int search_move(self, Board board, int code, int depth, int less, int alpha, int beta, int ply, int number) noexcept nogil
    cdef void store(self, u64 key, int code, int score, int depth, int bound, int ply) noexcept nogil
    cdef bint claim(self, Board board, u64 key, int code, int ply, int number) noexcept nogil
    cdef void note_node(self, int ply, u64 key, int depth, int alpha, int beta) noexcept nogil
    cdef bint gives_cutoff(self, u64 entry, int depth, int alpha, int beta, int score) noexcept nogil
    cdef int reduction(self, int depth, int number, int rank, bint is_pv) noexcept nogil
    @cython.locals(entry=u64)
    cdef bint has_cutoff_above(self, int ply) noexcept nogil
    cdef int unwind(self, Board board, int ply, int start) noexcept nogil
    @cython.locals(entry=u64, going=cython.bint)
    cdef void read_pv(self, Board board, int ply, int start) noexcept nogil
    cdef void update_pv(self, int code, int ply) noexcept nogil
    @cython.locals(key=u64)
    cdef u64 key_of(self, Board board) noexcept nogil
    cdef bint may_matter(self, Board board, int piece) noexcept nogil
    @cython.locals(key=u64, at=u64, value=cython.int)
    cdef int value_of(self, Board board) noexcept nogil
    cdef bint overlooked(self, Board board, int code) noexcept nogil
    cdef int with_draw(self, Board board, int code) noexcept nogil
    cpdef int iterate(self, int iteration, int depth, int first, int alpha, int beta)
