"""The network: an efficiently updatable neural network (NNUE) of integers, for every game type.

Its first layer, the *feature transformer*, adds up a row of weights for each active feature (`features.py`)
of a perspective: that sum is the perspective's accumulator (`accumulator.py`). The activation is a clipped
ReLU. The output layer takes the accumulator of the side to move, then the other one; beside it each feature
has a direct weight that counts for its perspective and against the other (`psqt`, as piece-square tables
are called). All numbers are integers, so that every processor finds the same score.

`network.pxd` gives the fields C types and has the two loops over a row in C.
"""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Sequence

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

WIDTH = 32  # neurons of a perspective; network.pxd has it too
ONE = 256  # an activation of 1
OUTPUT_SHIFT = 12  # a score is that many bits finer in the output layer: by ONE and by 16
# No weight of a row is larger, so that no sum over the slots of an accumulator overflows 16 bits; no psqt is
# larger, so that no score overflows 32.
LIMIT = 380
PSQT_LIMIT = 1 << 14


class Network:
    """The weights; several searches share one network and never change it."""

    def __init__(
        self,
        weights: Sequence[int],  # WIDTH a feature
        psqt: Sequence[int],  # one per feature, in sixteenths of a hundredth of a point
        biases: Sequence[int],  # WIDTH
        output: Sequence[int],  # 2 * WIDTH, in sixteenths of a hundredth of a point
        output_bias: int,
    ) -> None:
        # After the last feature there are zeros, for `features.NO_FEATURE`.
        self.weights = aligned(weights if isinstance(weights, array) else array("h", weights))
        self.psqt = array("i", [*psqt, 0])
        self.biases = biases if isinstance(biases, array) else array("h", biases)
        self.output = output if isinstance(output, array) else array("h", output)
        self.output_bias = output_bias


def aligned(weights: array[int]) -> memoryview:
    """Return weights and a row of zeros, each row in one line of the processor's cache."""
    rows = memoryview(mmap.mmap(-1, 2 * (len(weights) + WIDTH))).cast("h")
    rows[: len(weights)] = memoryview(weights)
    return rows


if not cython.compiled:

    def swap_rows(
        network: Network,
        values: list[int],
        start: int,
        removed: list[int],
        added: list[int],
        first: int,
        count: int,
    ) -> int:
        """Take the rows of some features out of an accumulator and put others in; return how psqt changes."""
        rows, psqt = network.weights, network.psqt
        change = 0
        for k in range(first, first + count):
            for i in range(WIDTH):
                values[start + i] += rows[WIDTH * added[k] + i] - rows[WIDTH * removed[k] + i]
            change += psqt[added[k]] - psqt[removed[k]]
        return change

    def forward(network: Network, values: list[int], start: int, neurons: int) -> int:
        """Return what an accumulator adds to the output through the neurons from a place on."""
        total = 0
        for i in range(WIDTH):
            total += min(max(values[start + i], 0), ONE) * network.output[neurons + i]
        return total
