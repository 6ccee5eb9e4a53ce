cimport cython
from ruche.engine.evaluation cimport Evaluation, exposed, ring_count
from ruche.engine.transposition cimport TranspositionTable, unpack_action, unpack_bound, unpack_depth, unpack_score
from ruche.rules.core.bits cimport lowest, mix, step, u64, u8
from ruche.rules.core.board cimport Board
from ruche.rules.core.state cimport with_draw, without_draw
from ruche.rules.core.constants cimport CELL, DRAW, DRAWN, FIRST, FLAGS, HAND, KILL, KIND, MOVE, PASS, PLACE, SECOND, STEAL, STING, SWAP, TURNS

cdef int MAX_PLY, WIN, MATE_BOUND, INFINITE, STOPPED, LEAVING, NO_ACTION, MOST_HISTORY
cdef int RANK_TABLE, RANK_RING, RANK_NEAR, RANK_KILLER, RANK_SECOND, RANK_ANSWER, RANK_HOME, TACTICAL
cdef int LUCK, FUTILITY_MARGIN, NULL_DEPTH, SPLIT_DEPTH
cdef int THROWS, SAME_TURN
cdef int UPPER, LOWER, EXACT
cdef int[24] ABILITIES
cdef u64[64] BIT
cdef u8[64] LOWEST
cdef u8[4096] DISTANCE
cdef int[4096] REDUCTIONS
cdef int[8] LMP_COUNTS
cdef int SOURCES, SORTED, KNOWN, HALF

cdef int score_at(u64 entry, int ply) noexcept nogil
cdef int slot(int code) noexcept nogil
cdef long long share(long long total, long long parts) noexcept nogil

@cython.final
cdef class CurrentIteration:
    cdef public int number

@cython.final
cdef class Search:
    cdef readonly Board board
    cdef TranspositionTable table
    cdef Evaluation evaluation
    cdef CurrentIteration current
    cdef readonly long long nodes
    cdef public long long budget
    cdef readonly int iteration
    cdef int depth
    cdef int root_ply, noise, overlook, stopped
    cdef bint shared, repetition, remembers, throws_only
    cdef u64 seed, salt
    cdef readonly int count
    cdef int[1024] root_codes, put_off
    cdef int[64] order
    cdef int[65536] rank, turn
    cdef short[65536] history
    cdef int[65536] answers
    cdef u64[16384] known
    cdef int[128] killers
    cdef u64[64] open_key
    cdef int[64] open_depth, open_alpha, open_beta
    cdef u64 seen
    cdef int settled_ply, settled_score
    cdef int[64] line_length
    cdef int[4096] line
    cdef int[1024] kept_line

    @cython.locals(key=u64)
    cdef int root(self, Board board, int depth, int alpha, int beta, int first) noexcept nogil
    cdef int find_root(self, int code) noexcept nogil
    cdef void promote(self, int first, int i) noexcept nogil
    cdef void keep_line(self, int code) noexcept nogil
    cdef int root_child(self, Board board, int code, int depth, int alpha, int beta) noexcept nogil
    @cython.locals(total=cython.longlong, limited=cython.longlong, weight=cython.longlong, drawable=u64)
    cdef int expect(self, Board board, int code, int depth, int alpha, int beta) noexcept nogil
    cdef int descend(self, Board board, int code, int depth, int alpha, int beta, int ply, int start, bint may_pass) noexcept nogil
    @cython.locals(wide=cython.bint, listed=cython.bint, danger=cython.bint, tactical=cython.bint, sorting=cython.bint, split=cython.bint, calm=cython.bint, value=cython.int, key=u64, entry=u64)
    cdef int search(self, Board board, int depth, int alpha, int beta, int ply, int start, bint may_pass) noexcept nogil
    cdef int remembered(self, Board board, int advice, int ply, int source) noexcept nogil
    cdef int add_remembered(self, Board board, int start, int last, int code) noexcept nogil
    cdef int list_others(self, Board board, int start, int last, int advice, int ply) noexcept nogil
    cdef bint table_decides(self, u64 entry, int depth, int alpha, int beta, int score) noexcept nogil
    cdef int reduction(self, int depth, int tried, int rank, bint wide) noexcept nogil
    cdef void reward(self, Board board, int code, int depth, int ply, int start, int i) noexcept nogil
    @cython.locals(entry=u64)
    cdef bint is_settled_above(self, int ply) noexcept nogil
    cdef int give_up(self, Board board, int ply, int start) noexcept nogil
    @cython.locals(entry=u64, going=cython.bint)
    cdef void follow_line(self, Board board, int ply, int start) noexcept nogil
    cdef void note_line(self, int code, int ply) noexcept nogil
    @cython.locals(key=u64)
    cdef u64 key_of(self, Board board) noexcept nogil
    cdef bint may_matter(self, Board board, int piece) noexcept nogil
    @cython.locals(key=u64, at=u64, value=cython.int)
    cdef int value_of(self, Board board) noexcept nogil
    cdef bint repeats(self, Board board) noexcept nogil
    cdef bint overlooked(self, Board board, int code) noexcept nogil
    cdef int with_draw(self, Board board, int code) noexcept nogil
    cdef void rank_all(self, Board board, int start, int end, int best, int ply) noexcept nogil
    cdef int leave(self, Board board, int origin, int home, int prey) noexcept nogil
    cdef int arrive(self, Board board, int code, int leaving, int home, int prey, int ring) noexcept nogil
    cdef void bring_best(self, Board board, int i, int end) noexcept nogil
    cdef int list_last_actions(self, Board board, int start, int victim) noexcept nogil
    cdef int find_finish(self, Board board, int start, int victim) noexcept nogil
    @cython.locals(won=cython.bint)
    cdef bint finishes(self, Board board, int code, int victim) noexcept nogil
    cdef bint closes_in(self, Board board, int code, int royal) noexcept nogil
    cdef bint is_threatened(self, Board board, int start, int victim) noexcept nogil
    cpdef int iterate(self, int iteration, int depth, int first, int alpha, int beta)
