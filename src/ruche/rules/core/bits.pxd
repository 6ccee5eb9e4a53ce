from ruche.rules.core.constants cimport CELL, PIECE, PIECE_BITS, PIECE_SHIFT  # and the steps, RUCHE_STEP_0 (east) and so on clockwise

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
    RUCHE_INLINE int ruche_step(int cell, int direction) { return (cell + RUCHE_OFFSETS[direction]) & RUCHE_CELL; }
    RUCHE_INLINE unsigned int ruche_before_opposite(int direction) { return (1u << (direction + 3) % 6) - 1; }

    /* The six neighbours of a cell are at fixed distances in memory, unless the seam of the ring is between. */
    #define RUCHE_AT_SEAM(cell) ((unsigned int)((cell) - RUCHE_STEP_1) >= 4096u - 2u * RUCHE_STEP_1)

    RUCHE_RARE void ruche_mark_at_seam(unsigned int *near, int cell) {
        near[(cell + RUCHE_STEP_0) & RUCHE_CELL] ^= 1u << 3;
        near[(cell + RUCHE_STEP_1) & RUCHE_CELL] ^= 1u << 4;
        near[(cell + RUCHE_STEP_2) & RUCHE_CELL] ^= 1u << 5;
        near[(cell + RUCHE_STEP_3) & RUCHE_CELL] ^= 1u;
        near[(cell + RUCHE_STEP_4) & RUCHE_CELL] ^= 1u << 1;
        near[(cell + RUCHE_STEP_5) & RUCHE_CELL] ^= 1u << 2;
    }

    RUCHE_INLINE void ruche_mark(unsigned int *near, int cell) {
        if (RUCHE_AT_SEAM(cell)) {
            ruche_mark_at_seam(near, cell);
            return;
        }
        near += cell;
        near[RUCHE_STEP_0] ^= 1u << 3;
        near[RUCHE_STEP_1] ^= 1u << 4;
        near[RUCHE_STEP_2] ^= 1u << 5;
        near[RUCHE_STEP_3] ^= 1u;
        near[RUCHE_STEP_4] ^= 1u << 1;
        near[RUCHE_STEP_5] ^= 1u << 2;
    }

    /* gcc would load before a branch what both sides of it load; then adding a constant to memory is three
       instructions instead of one. */
    #if defined(__GNUC__) && !defined(__clang__)
    #define RUCHE_APART(pointer) __asm__("" : "+r"(pointer))
    #else
    #define RUCHE_APART(pointer) ((void)0)
    #endif

    /* What a piece of a colour adds to the masks around it. Half of making a move is this: with constants it is
       an instruction a cell. */
    #define RUCHE_LANES(colour) (1u | 1u << RUCHE_LANE * ((colour) + 1))
    #define RUCHE_ADD(near, sign, lanes) do { \
        (near)[RUCHE_STEP_0] sign (lanes) << 3; \
        (near)[RUCHE_STEP_1] sign (lanes) << 4; \
        (near)[RUCHE_STEP_2] sign (lanes) << 5; \
        (near)[RUCHE_STEP_3] sign (lanes); \
        (near)[RUCHE_STEP_4] sign (lanes) << 1; \
        (near)[RUCHE_STEP_5] sign (lanes) << 2; \
    } while (0)

    RUCHE_RARE void ruche_add_anywhere(unsigned int *near, int cell, unsigned int lanes) {
        near[(cell + RUCHE_STEP_0) & RUCHE_CELL] += lanes << 3;
        near[(cell + RUCHE_STEP_1) & RUCHE_CELL] += lanes << 4;
        near[(cell + RUCHE_STEP_2) & RUCHE_CELL] += lanes << 5;
        near[(cell + RUCHE_STEP_3) & RUCHE_CELL] += lanes;
        near[(cell + RUCHE_STEP_4) & RUCHE_CELL] += lanes << 1;
        near[(cell + RUCHE_STEP_5) & RUCHE_CELL] += lanes << 2;
    }

    RUCHE_INLINE void ruche_add_lanes(unsigned int *near, int cell, int colour) {
        unsigned int *at = near + cell;
        if (RUCHE_AT_SEAM(cell)) {
            ruche_add_anywhere(near, cell, RUCHE_LANES(colour));
        } else if (colour == 0) {
            RUCHE_ADD(at, +=, RUCHE_LANES(0));
        } else if (colour == 1) {
            RUCHE_APART(at);
            RUCHE_ADD(at, +=, RUCHE_LANES(1));
        } else {
            ruche_add_anywhere(near, cell, RUCHE_LANES(colour));
        }
    }

    RUCHE_INLINE void ruche_remove_lanes(unsigned int *near, int cell, int colour) {
        unsigned int *at = near + cell;
        if (RUCHE_AT_SEAM(cell)) {
            ruche_add_anywhere(near, cell, 0u - RUCHE_LANES(colour));
        } else if (colour == 0) {
            RUCHE_ADD(at, -=, RUCHE_LANES(0));
        } else if (colour == 1) {
            RUCHE_APART(at);
            RUCHE_ADD(at, -=, RUCHE_LANES(1));
        } else {
            ruche_add_anywhere(near, cell, 0u - RUCHE_LANES(colour));
        }
    }

    RUCHE_RARE void ruche_move_anywhere(unsigned int *near, int cell, int to, unsigned int lanes) {
        ruche_add_anywhere(near, cell, 0u - lanes);
        ruche_add_anywhere(near, to, lanes);
    }

    RUCHE_INLINE void ruche_move_lanes(unsigned int *near, int cell, int to, int colour) {
        unsigned int *at = near + cell, *there = near + to;
        if (RUCHE_AT_SEAM(cell) || RUCHE_AT_SEAM(to)) {
            ruche_move_anywhere(near, cell, to, RUCHE_LANES(colour));
        } else if (colour == 0) {
            RUCHE_ADD(at, -=, RUCHE_LANES(0));
            RUCHE_ADD(there, +=, RUCHE_LANES(0));
        } else if (colour == 1) {
            RUCHE_APART(at);
            RUCHE_APART(there);
            RUCHE_ADD(at, -=, RUCHE_LANES(1));
            RUCHE_ADD(there, +=, RUCHE_LANES(1));
        } else {
            ruche_move_anywhere(near, cell, to, RUCHE_LANES(colour));
        }
    }

    RUCHE_RARE void ruche_change_lanes(unsigned int *near, int cell, int old, int now) {
        ruche_add_anywhere(near, cell, RUCHE_LANES(now) - RUCHE_LANES(old));
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
    void mark "ruche_mark" (u32 *near, int cell) noexcept nogil
    void add_lanes "ruche_add_lanes" (u32 *near, int cell, int colour) noexcept nogil
    void remove_lanes "ruche_remove_lanes" (u32 *near, int cell, int colour) noexcept nogil
    void move_lanes "ruche_move_lanes" (u32 *near, int cell, int to, int colour) noexcept nogil
    void change_lanes "ruche_change_lanes" (u32 *near, int cell, int old, int now) noexcept nogil
    u64 mix "ruche_mix" (u64 number) noexcept nogil

# codes.py has these for Python.
cdef inline int piece_of(int code) noexcept nogil:
    return code >> PIECE_SHIFT & PIECE

cdef inline int target_of(int code) noexcept nogil:
    return code & PIECE

cdef inline int hand_piece(int code, int i) noexcept nogil:
    return code >> PIECE_BITS * i & PIECE
