cdef extern from *:
    """
    #define RUCHE_WIDTH 32
    #define RUCHE_ONE 256

    /* What a processor adds at once. The sum of a few rows stays in its registers. */
    #if defined(__GNUC__)
    typedef short ruche_part __attribute__((vector_size(16), may_alias));
    typedef short ruche_unaligned_part __attribute__((vector_size(16), may_alias, aligned(2)));
    #else
    typedef short ruche_part, ruche_unaligned_part;
    #endif
    #define RUCHE_PARTS (int)(RUCHE_WIDTH * sizeof(short) / sizeof(ruche_part))

    static inline int ruche_swap_rows(short *values, const short *rows, const int *psqt, const int *removed, const int *added, int count) {
        ruche_unaligned_part *parts = (ruche_unaligned_part *)values;
        ruche_part sum[RUCHE_PARTS];
        int change = 0;
        for (int i = 0; i < RUCHE_PARTS; i++) sum[i] = parts[i];
        for (int k = 0; k < count; k++) {
            const ruche_part *minus = (const ruche_part *)(rows + (long)removed[k] * RUCHE_WIDTH);
            const ruche_part *plus = (const ruche_part *)(rows + (long)added[k] * RUCHE_WIDTH);
            for (int i = 0; i < RUCHE_PARTS; i++) sum[i] += plus[i] - minus[i];
            change += psqt[added[k]] - psqt[removed[k]];
        }
        for (int i = 0; i < RUCHE_PARTS; i++) parts[i] = sum[i];
        return change;
    }

    static inline int ruche_forward(const short *restrict values, const short *restrict output) {
        int total = 0;
        for (int i = 0; i < RUCHE_WIDTH; i++) {
            short x = values[i];
            x = x < 0 ? 0 : x;
            x = x > RUCHE_ONE ? RUCHE_ONE : x;
            total += (int)x * output[i];
        }
        return total;
    }
    """
    int ruche_swap_rows(short *values, const short *rows, const int *psqt, const int *removed, const int *added, int count) noexcept nogil
    int ruche_forward(const short *values, const short *output) noexcept nogil

cdef class Network:
    cdef readonly const short[::1] weights
    cdef readonly const int[::1] psqt
    cdef readonly const short[::1] biases
    cdef readonly const short[::1] output
    cdef readonly int output_bias

cdef inline int swap_rows(Network network, short *values, int start, int *removed, int *added, int first, int count) noexcept nogil:
    return ruche_swap_rows(values + start, &network.weights[0], &network.psqt[0], removed + first, added + first, count)

cdef inline int forward(Network network, short *values, int start, int neurons) noexcept nogil:
    return ruche_forward(values + start, &network.output[neurons])
