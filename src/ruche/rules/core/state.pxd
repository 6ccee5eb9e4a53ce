cimport cython
from ruche.rules.core.bits cimport i8, lowest, mix, piece_of, step, target_of, u32, u64, u8
from ruche.rules.core.structs cimport UndoInfo, TurnEffects
from ruche.rules.core.hive cimport Hive, beside, code_of
from ruche.rules.core.constants cimport CELL, DRAW, DRAWN, DRAWN_SHIFT, FLAGS, FLIP, HOLD, KIND, MASK64, MOVE, NEIGHBOURS, PLACE, SECOND, SHIELD, STING, SWAP, TURNS

cdef extern from *:
    """
    #include <stdlib.h>
    #include <string.h>
    #define ruche_longer(old, used, room) ruche_grown(old, (used) * sizeof *(old), (room) * sizeof *(old))
    static inline void *ruche_grown(const void *old, size_t used, size_t room) {
        void *grown = malloc(room);
        if (!grown) { abort(); }
        if (used) { memcpy(grown, old, used); }
        return grown;
    }
    """
    UndoInfo *longer "ruche_longer" (const UndoInfo *old, int used, int room) noexcept nogil
    void free(void *memory) noexcept nogil

cdef u8[24] AURAS
cdef u64[64] BIT
cdef u8[64] LOWEST
cdef u64[256] HAND_KEYS
cdef u64[128] STATE_KEYS
cdef int START

cdef int START_ROOM

cdef class HiveAndHands(Hive):
    cdef readonly object game_type
    cdef int[2] start, stop
    cdef int kinds, powers, auras, state, room
    cdef readonly int ply
    cdef int neutral, opening_choices
    cdef bint counting, swarm, covering, queen_first, sting_adjacent
    cdef u64[64] kind_bits
    cdef u8[64] first_bug
    cdef u8[24] other_bug
    cdef u64 two_faced, fixable, flippable, on_top, powerful, bag, removed
    cdef u64[2] hand
    cdef UndoInfo *history

    cdef void take_state(self, HiveAndHands other)
    cdef void turn_face(self, int piece) noexcept nogil
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

cpdef bint may_draw(int code) noexcept nogil
cpdef int drawn_by(int code) noexcept nogil
cpdef int without_draw(int code) noexcept nogil
cpdef int with_draw(int code, int piece) noexcept nogil
