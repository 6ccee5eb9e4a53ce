cimport cython
from ruche.rules.core.bits cimport i8, lowest, step, u8, u32, u64
from ruche.rules.core.structs cimport TurnEffects
from ruche.rules.core.hive cimport beside, height_at
from ruche.rules.core.state cimport HiveAndHands
from ruche.rules.core.powers cimport pounce, strike, stun, throw, trade
from ruche.rules.core.ways cimport abilities_at, reach, tally
from ruche.rules.core.constants cimport CHOOSER_SHIFT, CONTROL, DRAW, FACES, FLIP, HAND, HAND_SIZE, LIGHT, MIMIC, NEIGHBOURS, NOBODY, NO_TURN_BACK, PIECE_BITS, PIECE_SHIFT, POUNCE, POWERS, STEAL, STRIKE, STUN, THROW, TRADE, TURN, UNHELD, WAYS

cdef int[24] ABILITIES
cdef u8[24] AURAS
cdef u64[64] BIT
cdef i8[64] ARCS
cdef u8[64] LOWEST

@cython.locals(actors=u64, frozen=u64)
cdef u64 find_actors(HiveAndHands board, int me, TurnEffects effects) noexcept nogil
@cython.locals(free=u64, found=u64, controlled=u64)
cdef u64 find_controlled(HiveAndHands board, int me, u64 actors, TurnEffects effects) noexcept nogil
@cython.locals(actors=u64, own=u64, touched=u64)
cdef int movements(HiveAndHands board, int me, TurnEffects effects, int n) noexcept nogil
cdef bint may_leave(HiveAndHands board, int cell) noexcept nogil
@cython.locals(effects=TurnEffects, touched=u64)
cdef bint can_move_itself(HiveAndHands board, int me, int code, int n) noexcept nogil
cdef int list_moves(HiveAndHands board, u64 pieces, u64 touched, int n) noexcept nogil
@cython.locals(bound=u64, safe=u64, todo=u64, throwers=u64)
cdef int list_powers(HiveAndHands board, int me, u64 actors, TurnEffects effects, int n) noexcept nogil
@cython.locals(fresh=cython.bint)
cdef int kills(HiveAndHands board, int me, int piece, int cell, int abilities, TurnEffects effects, int n) noexcept nogil
@cython.locals(bound=u64)
cdef int flips(HiveAndHands board, int me, TurnEffects effects, int n) noexcept nogil
@cython.locals(others=u64, awake=TurnEffects, unmoved=TurnEffects)
cdef bint rest_withholds(HiveAndHands board, int me, TurnEffects effects, int piece, int n) noexcept nogil
cdef TurnEffects with_moved(TurnEffects effects, u64 resting, u64 moved) noexcept nogil
cdef int honeycombo(HiveAndHands board, int me, int n) noexcept nogil
cdef int dealings(HiveAndHands board, int me, int n) noexcept nogil
cdef int faces_to_choose(HiveAndHands board, int me, int n) noexcept nogil
cdef int hands_to_choose(HiveAndHands board, int me, int n) noexcept nogil
cdef bint is_lowest(HiveAndHands board, int i, int j, int k) noexcept nogil
cdef bint follows(HiveAndHands board, int chosen, int last) noexcept nogil
