cimport cython
from ruche.rules.core.bits cimport free, i8, longer, longer_keys, lowest, mix, step, u8, u32, u64
from ruche.rules.core.effects cimport TurnEffects
from ruche.rules.core.hive cimport Hive, code_of, drop
from ruche.rules.core.constants cimport DRAW, DRAWN, DRAWN_SHIFT, FLAGS, FLIP, HOLD, KIND, MOVE, PLACE, SECOND, SHIELD, STING, SWAP, TURNS, MASK64

cdef u8[24] AURAS
cdef u64[64] BIT
cdef u8[64] LOWEST
cdef u64[128] STATE_KEYS
cdef int START

cdef int START_ROOM

cdef class GameState(Hive):
    cdef readonly object game_type
    cdef int[2] start, stop
    cdef int kinds, powers, auras, state, room
    cdef readonly int ply
    cdef int neutral
    cdef bint counting, swarm, covering, queen_first, sting_adjacent
    cdef u64[64] kind_bits
    cdef u8[64] first_bug
    cdef u8[24] other_bug
    cdef u64 two_faced, flippable, on_top, bag, removed
    cdef u64[2] hand
    cdef int *codes
    cdef int *undo_info
    cdef int *states
    cdef u64 *keys

    cdef void free_history(self) noexcept
    cdef void take_state(self, GameState other)
    cdef int side(self) noexcept nogil
    cdef int turn_number(self) noexcept nogil
    cdef bint lost(self, int colour) noexcept nogil
    cdef bint over(self) noexcept nogil
    @cython.locals(touched=u64)
    cdef TurnEffects last_turn_effects(self) noexcept nogil
    @cython.locals(effects=TurnEffects)
    cdef TurnEffects turn_effects(self) noexcept nogil
    cdef u64 tops_around(self, int cell, int colour) noexcept nogil
    cdef bint draws_from_bag(self, int code) noexcept nogil
    cdef u64 drawable(self) noexcept nogil
    cdef u64 zobrist(self) noexcept nogil
    cdef u64 repetition_key(self) noexcept nogil
    cdef u64 hands_hash(self) noexcept nogil
    cdef int size(self, u64 pieces) noexcept nogil
    cdef u64 layout_hash(self) noexcept nogil
    cdef u64 hash_from(self, int anchor) noexcept nogil

cpdef int drawn_by(int code) noexcept nogil
cpdef int without_draw(int code) noexcept nogil
cpdef int with_draw(int code, int piece) noexcept nogil
