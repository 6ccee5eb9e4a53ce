from ruche.rules.core.bits cimport step, u8
from ruche.rules.core.board cimport Board
from ruche.rules.core.hive cimport beside, height_at
from ruche.rules.core.constants cimport CELL, MIMIC, NEIGHBOURS, STRIKE as CAN_STRIKE, THROW as CAN_THROW

cdef int[24] ABILITIES
cdef u8[64] LOWEST
cdef u8[64] COUNT
cdef u8[4096] DISTANCE

cdef int ring_count(Board board, int colour) noexcept nogil
cdef bint exposed(Board board, int colour) noexcept nogil
cdef bint has_hole(Board board, int cell, int royal) noexcept nogil
