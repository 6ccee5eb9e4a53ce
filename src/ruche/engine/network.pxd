cdef extern from *:
    """
    #define RUCHE_WIDTH 32
    #define RUCHE_ONE 256

    static inline void ruche_swap_rows(short *restrict values, const short *weights, int old, int now) {
        const short *minus = weights + (long)old * RUCHE_WIDTH, *plus = weights + (long)now * RUCHE_WIDTH;
        if (old < 0) {
            for (int i = 0; i < RUCHE_WIDTH; i++) values[i] += plus[i];
        } else if (now < 0) {
            for (int i = 0; i < RUCHE_WIDTH; i++) values[i] -= minus[i];
        } else {
            for (int i = 0; i < RUCHE_WIDTH; i++) values[i] += plus[i] - minus[i];
        }
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
    void ruche_swap_rows(short *values, const short *weights, int old, int now) noexcept nogil
    int ruche_forward(const short *values, const short *output) noexcept nogil

cdef class Network:
    cdef readonly const short[::1] weights
    cdef readonly const int[::1] psqt
    cdef readonly const short[::1] biases
    cdef readonly const short[::1] output
    cdef readonly int output_bias

cdef inline void swap_rows(Network network, short *values, int start, int old, int now) noexcept nogil:
    ruche_swap_rows(values + start, &network.weights[0], old, now)

cdef inline int forward(Network network, short *values, int start, int neurons) noexcept nogil:
    return ruche_forward(values + start, &network.output[neurons])
