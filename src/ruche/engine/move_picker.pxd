cimport cython
from ruche.engine.royal_safety cimport ring_count
from ruche.rules.core.bits cimport piece_of, target_of, u8
from ruche.rules.core.board cimport Board
from ruche.rules.core.hive cimport height_at
from ruche.rules.core.constants cimport CELL, KILL, KIND, KIND_AND_FACE, MOVE, OPERANDS, PIECE_BITS, PIECE_SHIFT, PLACE, TURNS

cdef int NO_MOVE, HASH_MOVE, FIRST_KILLER, COUNTERMOVE, STAGES, GENERATED
cdef int RANK_HASH_MOVE, RANK_RING, RANK_NEAR, RANK_KILLER, RANK_SECOND, RANK_COUNTERMOVE, RANK_HOME, TACTICAL
cdef int MAX_HISTORY, SORTED
cdef u8[4096] DISTANCE

cdef int history_index(int code) noexcept nogil
cdef long long divide(long long total, long long parts) noexcept nogil

@cython.final
cdef class MovePicker:
    cdef int[65536] rank, deferred_number, countermoves
    cdef short[65536] history
    cdef int[128] killers
    cdef int[64] start, index, last, end, stage, stages, hash_move

    cdef void begin(self, int ply, int start, int hash_move, bint is_shared) noexcept nogil
    cdef int next(self, Board board, int ply, int tried) noexcept nogil
    @cython.locals(unproven=cython.bint)
    cdef void add_stage(self, Board board, int ply, int i) noexcept nogil
    cdef int staged(self, Board board, int ply, int stage) noexcept nogil
    cdef int add_staged(self, Board board, int start, int last, int code) noexcept nogil
    cdef int generate_others(self, Board board, int ply, int start, int last) noexcept nogil
    cdef void skip_late(self, int ply, int tried) noexcept nogil
    cdef void defer(self, Board board, int ply, int number) noexcept nogil
    cdef bint is_deferred(self, int ply) noexcept nogil
    cdef void reward(self, Board board, int ply, int code, int depth) noexcept nogil
    cdef void rank_all(self, Board board, int start, int end, int hash_move, int ply) noexcept nogil
    cdef int rank_leaving(self, Board board, int origin, int home, int target) noexcept nogil
    cdef int rank_arriving(self, Board board, int code, int leaving, int home, int target, int ring) noexcept nogil
    cdef void bring_best(self, Board board, int i, int end) noexcept nogil
