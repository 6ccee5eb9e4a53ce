cimport cython
from ruche.rules.hive cimport Hive, code_of, put, take
from ruche.rules.powers cimport pounce, sting, strike, swap, throw
from ruche.rules.bits cimport lowest, mix, step, i8, u32, u64, u8
from ruche.rules.ways cimport abilities_at, reach

cdef int[24] ABILITIES
cdef i8[64] ARCS
cdef u8[24] AURAS
cdef u64[64] BIT
cdef u64[256] HAND_KEYS
cdef u8[64] LOWEST
cdef u64[128] STATE_KEYS

cdef int MOVE, PLACE, FLIP, TURN, STING, SWAP, KILL, HAND, DRAW, STEAL, PASS
cdef int KIND, CELL, SECOND_FACE, DRAWN, NOBODY
cdef int WAYS, POWERS, CONTROL, MIMIC, THROW, STINGS, SWAPS, STRIKE, POUNCE, HOLD, SHIELD, UNHELD
cdef int FIRST, SECOND, DOUBLE, LIGHT, FIXED, TURNS, START
cdef u64 MASK64

@cython.final
cdef class Board(Hive):
    cdef readonly object game_type
    cdef int[2] start, stop
    cdef int kinds, powers, auras, state
    cdef readonly int ply
    cdef int neutral
    cdef bint counting, swarm, covering, queen_first, sting_adjacent
    cdef u64[64] kind_bits
    cdef u8[64] first_bug
    cdef u8[24] other_bug
    cdef u64 two_faced, flippable, on_top, bag, removed, held
    cdef u64[2] hand
    cdef int[64] doing
    cdef int[128] ready
    cdef int[::1] codes, origins, targets, states, depths
    cdef u64[::1] keys

    cdef int side(self) noexcept nogil
    cdef int turn_number(self) noexcept nogil
    cdef void end_action(self, int kind) noexcept nogil
    cdef void make(self, int code) noexcept nogil
    cdef void enter(self, int piece, int code) noexcept nogil
    cdef void draw(self, int side, int code) noexcept nogil
    cdef void make_other(self, int kind, int piece, int code) noexcept nogil
    cdef void trade(self, int piece, int target) noexcept nogil
    cdef void remove(self, int piece, int target) noexcept nogil
    cdef void steal(self, int side, int piece) noexcept nogil
    cdef void choose_hand(self, int side, int code) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef void unmake_other(self, int kind, int piece, int code) noexcept nogil
    cdef bint lost(self, int colour) noexcept nogil
    cdef bint over(self) noexcept nogil
    cdef void recall(self) noexcept nogil
    cdef void cast_auras(self, int me) noexcept nogil
    cdef u64 tops_around(self, int cell, int colour) noexcept nogil
    cdef int generate(self, int start) noexcept nogil
    cdef int movements(self, int me, int n) noexcept nogil
    cdef bint may_leave(self, int cell) noexcept nogil
    cdef int list_moves(self, int piece, int cell, int abilities, int n) noexcept nogil
    cdef int act(self, int me, u64 actors, int n) noexcept nogil
    @cython.locals(fresh=cython.bint)
    cdef int kills(self, int me, int piece, int cell, int abilities, int n) noexcept nogil
    cdef u64 controlled(self, int me, u64 actors) noexcept nogil
    cdef int flips(self, int me, int n) noexcept nogil
    cdef int honeycombo(self, int me, int n) noexcept nogil
    cdef int settle_neutral(self, int start, int n) noexcept nogil
    cdef bint clears_neutral(self, int code, int n) noexcept nogil
    cdef bint comes_off(self, int code, int n) noexcept nogil
    cdef int dealings(self, int me, int n) noexcept nogil
    cdef int hands_to_choose(self, int me, int n) noexcept nogil
    cdef bint is_lowest(self, int i, int j, int k) noexcept nogil
    cdef bint follows(self, int chosen, int last) noexcept nogil
    cdef int placements(self, int me, int n) noexcept nogil
    cdef int find_ready(self, int me, int colour, bint on_top, int number) noexcept nogil
    cdef int enter_at(self, int ready, int cell, int n) noexcept nogil
    cdef int enter_first(self, int ready, int n) noexcept nogil
    cdef int enter_beside(self, int colour, int ready, int n) noexcept nogil
    cdef int enter_around(self, int cell, u32 enemy, int ready, int n) noexcept nogil
    cdef int enter_above(self, int colour, int ready, int n) noexcept nogil
    cdef bint draws_from_bag(self, int code) noexcept nogil
    cdef u64 drawable(self) noexcept nogil
    cdef long long count(self, int depth, bint bulk, int start) noexcept nogil
    cdef long long count_here(self, int start) noexcept nogil
    cdef long long count_draws(self, int depth, bint bulk, int code, int end) noexcept nogil
    cpdef long long perft(self, int depth, bint bulk=*)
    cdef u64 search_key(self) noexcept nogil
    cdef u64 digest(self) noexcept nogil
    cdef u64 hands_hash(self) noexcept nogil
    cdef int size(self, u64 pieces) noexcept nogil
    cdef u64 layout_hash(self) noexcept nogil
    cdef u64 hash_from(self, int anchor) noexcept nogil
