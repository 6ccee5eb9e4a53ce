from ruche.rules.core.hive cimport Hive, beside, height_at
from ruche.rules.core.bits cimport i8, lowest, step, target_of, u32, u64, u8
from ruche.rules.core.ways cimport may_step
from ruche.rules.core.constants cimport KILL, LEVEL, NEIGHBOURS, NEUTRAL, PIECE_SHIFT, STING, SWAP

cdef u64[64] BIT
cdef u8[64] LOWEST


cdef int throw(Hive hive, int piece, int cell, u64 bound, u64 actors, int begin, int n) noexcept nogil
cdef int add_once(Hive hive, int target, int to, u64 actors, int begin, int n) noexcept nogil
cdef int stun(Hive hive, int side, int piece, int cell, bint adjacent, u64 safe, int n) noexcept nogil
cdef bint touch(Hive hive, int one, int two) noexcept nogil
cdef int trade(Hive hive, int piece, int cell, u64 bound, int n) noexcept nogil
cdef int keep_connected(Hive hive, int cell, int begin, int end) noexcept nogil
cdef int strike(Hive hive, int side, int piece, int cell, u64 shielded, int n) noexcept nogil
cdef int pounce(Hive hive, int side, int piece, int cell, u64 newcomers, int n) noexcept nogil
