from ruche.rules.core.constants cimport CELL  # and the steps, RUCHE_STEP_0 (east) and so on clockwise

ctypedef unsigned char u8
ctypedef signed char i8
ctypedef unsigned int u32
ctypedef unsigned long long u64

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    #define RUCHE_INLINE static __inline
    #define RUCHE_RARE static __declspec(noinline)
    RUCHE_INLINE int ruche_lowest(unsigned long long m) { unsigned long i; _BitScanForward64(&i, m); return (int)i; }
    #else
    #define RUCHE_INLINE static inline
    #define RUCHE_RARE static __attribute__((noinline, cold, unused))
    RUCHE_INLINE int ruche_lowest(unsigned long long m) { return __builtin_ctzll(m); }
    #endif

    static const int RUCHE_OFFSETS[6] = {RUCHE_STEP_0, RUCHE_STEP_1, RUCHE_STEP_2, RUCHE_STEP_3, RUCHE_STEP_4, RUCHE_STEP_5};
    RUCHE_INLINE int ruche_step(int cell, int direction) { return (cell + RUCHE_OFFSETS[direction]) & 4095; }
    RUCHE_INLINE unsigned int ruche_before_opposite(int direction) { return (1u << (direction + 3) % 6) - 1; }

    RUCHE_RARE void ruche_mark_at_seam(unsigned int *near, int cell, unsigned int lanes) {
        near[(cell + RUCHE_STEP_0) & 4095] ^= lanes << 3;
        near[(cell + RUCHE_STEP_1) & 4095] ^= lanes << 4;
        near[(cell + RUCHE_STEP_2) & 4095] ^= lanes << 5;
        near[(cell + RUCHE_STEP_3) & 4095] ^= lanes;
        near[(cell + RUCHE_STEP_4) & 4095] ^= lanes << 1;
        near[(cell + RUCHE_STEP_5) & 4095] ^= lanes << 2;
    }

    /* Half of making a move is this. Away from the seam of the ring the six neighbours are at fixed distances
       in memory, so that nothing need be computed but the lanes. */
    RUCHE_INLINE void ruche_mark(unsigned int *near, int cell, unsigned int lanes) {
        if ((unsigned int)(cell - RUCHE_STEP_1) >= 4096u - 2u * RUCHE_STEP_1) {
            ruche_mark_at_seam(near, cell, lanes);
            return;
        }
        near += cell;
        near[RUCHE_STEP_0] ^= lanes << 3;
        near[RUCHE_STEP_1] ^= lanes << 4;
        near[RUCHE_STEP_2] ^= lanes << 5;
        near[RUCHE_STEP_3] ^= lanes;
        near[RUCHE_STEP_4] ^= lanes << 1;
        near[RUCHE_STEP_5] ^= lanes << 2;
    }

    RUCHE_INLINE unsigned long long ruche_mix(unsigned long long n) {
        n += 0x9E3779B97F4A7C15ULL;
        n = (n ^ n >> 30) * 0xBF58476D1CE4E5B9ULL;
        n = (n ^ n >> 27) * 0x94D049BB133111EBULL;
        return n ^ n >> 31;
    }
    """
    int lowest "ruche_lowest" (u64 bits) noexcept nogil
    int step "ruche_step" (int cell, int direction) noexcept nogil
    u32 before_opposite "ruche_before_opposite" (int direction) noexcept nogil
    void mark "ruche_mark" (u32 *near, int cell, u32 lanes) noexcept nogil
    u64 mix "ruche_mix" (u64 number) noexcept nogil
