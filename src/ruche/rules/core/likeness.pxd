cimport cython
from ruche.rules.core.bits cimport u64
from ruche.rules.core.state cimport HiveAndHands
from ruche.rules.core.structs cimport TurnEffects
from ruche.rules.core.constants cimport CELL, FLAGS, ROYAL_DEADLINE, TURNS

cdef u64[64] BIT

cdef bint is_like(HiveAndHands mine, HiveAndHands its, bint minds_last_turn) noexcept nogil
@cython.locals(shift=cython.int, piece=cython.int, is_out=cython.bint)
cdef bint lie_alike(HiveAndHands mine, HiveAndHands its) noexcept nogil
@cython.locals(ours=TurnEffects, theirs=TurnEffects)
cdef bint followed_alike(HiveAndHands mine, HiveAndHands its) noexcept nogil
