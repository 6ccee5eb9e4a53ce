from ruche.rules.core.bits cimport u64

cdef struct TurnEffects:
    u64 resting, stung, placed, moved, flipped, shielded, held

cdef struct UndoInfo:
    u64 key
    int code, state
    short holes, origin, target_origin
