cimport cython
from ruche.rules.core.bits cimport i8, lowest, step, u8, u32, u64
from ruche.rules.core.state cimport Deal
from ruche.rules.core.powers cimport pounce, strike, stun, throw, trade
from ruche.rules.core.ways cimport abilities_at, reach, tally
from ruche.rules.core.constants cimport CONTROL, DRAW, FIXED, FLIP, HAND, HAND_SIZE, LIGHT, MIMIC, NOBODY, POUNCE, POWERS, STEAL, STRIKE, STUN, THROW, TRADE, TURN, UNHELD, WAYS

cdef int[24] ABILITIES
cdef u8[24] AURAS
cdef u64[64] BIT
cdef i8[64] ARCS
cdef u8[64] LOWEST

cdef int movements(Deal deal, int me, int n) noexcept nogil
cdef bint may_leave(Deal deal, int cell) noexcept nogil
cdef bint can_move_itself(Deal deal, int me, int code, int n) noexcept nogil
cdef int list_moves(Deal deal, int piece, int cell, int abilities, int n) noexcept nogil
cdef int act(Deal deal, int me, u64 actors, int n) noexcept nogil
@cython.locals(fresh=cython.bint)
cdef int kills(Deal deal, int me, int piece, int cell, int abilities, int n) noexcept nogil
cdef u64 controlled(Deal deal, int me, u64 actors) noexcept nogil
cdef int flips(Deal deal, int me, int n) noexcept nogil
cdef int honeycombo(Deal deal, int me, int n) noexcept nogil
cdef int dealings(Deal deal, int me, int n) noexcept nogil
cdef int hands_to_choose(Deal deal, int me, int n) noexcept nogil
cdef bint is_lowest(Deal deal, int i, int j, int k) noexcept nogil
cdef bint follows(Deal deal, int chosen, int last) noexcept nogil
