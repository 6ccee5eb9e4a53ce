ctypedef unsigned char u8
ctypedef signed char i8
ctypedef unsigned int u32
ctypedef unsigned long long u64

cdef int[6] OFFSETS
cdef int[24] ABILITIES
cdef u8[24] AURAS
cdef u64[64] BIT
cdef u8[64] SLIDES
cdef i8[64] ARCS
cdef short[512] WALK_STEP
cdef u8[512] WALK_WALL
cdef u8[64] LOWEST
cdef u8[64] NAMING
cdef u64[4096] ZOBRIST
cdef u64[256] HAND_KEYS
cdef u64[128] STATE_KEYS

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline int ruche_lowest(unsigned long long m) { unsigned long i; _BitScanForward64(&i, m); return (int)i; }
    #else
    static inline int ruche_lowest(unsigned long long m) { return __builtin_ctzll(m); }
    #endif
    """
    int lowest "ruche_lowest" (u64 bits) noexcept nogil

cdef inline int step(int cell, int direction) noexcept nogil:
    return (cell + OFFSETS[direction]) & 4095

cdef inline u64 mix(u64 number) noexcept nogil:
    number += 0x9E3779B97F4A7C15ULL
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9ULL
    number = (number ^ number >> 27) * 0x94D049BB133111EBULL
    return number ^ number >> 31
