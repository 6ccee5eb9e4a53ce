"""The transposition table: results of the search, shared by its threads without locks.

An entry is two words: the data, and the key xor the data. If two threads write one entry at once, the two
words do not match and nothing is found. `transposition.pxd` gives the fields C types.
"""

from __future__ import annotations

import contextlib
import mmap
import sys

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

if not cython.compiled:
    from ruche.rules.core.bits import mix
    from ruche.rules.core.codes import DRAWN_SHIFT, KIND_AND_FACE, KIND_SHIFT, OPERANDS

# Data: bits 0-22 the action, 23-38 the score, 39-46 the depth, 47-48 the bound, 49-56 the age.
NOT_FOUND = 0
SCORE_SHIFT, DEPTH_SHIFT, BOUND_SHIFT, AGE_SHIFT = 23, 39, 47, 49
ZERO_SCORE = 1 << 15
SEARCHING = 4096


def pack_action(code: int) -> int:
    """Return an action in 23 bits: the drawn piece is left out."""
    return (code & OPERANDS) | (code & KIND_AND_FACE) >> KIND_SHIFT - DRAWN_SHIFT


def unpack_action(data: int) -> int:
    """Return the action of an entry."""
    return (data & OPERANDS) | (data << KIND_SHIFT - DRAWN_SHIFT & KIND_AND_FACE)


def unpack_score(data: int) -> int:
    """Return the score of an entry."""
    return (data >> SCORE_SHIFT & 0xFFFF) - ZERO_SCORE


def unpack_depth(data: int) -> int:
    """Return the depth of an entry."""
    return data >> DEPTH_SHIFT & 255


def unpack_bound(data: int) -> int:
    """Return what the score of an entry is: 1 at most, 2 at least, 3 exact."""
    return data >> BOUND_SHIFT & 3


def allocate(size: int) -> mmap.mmap:
    """Return zeroed memory that costs nothing until written to, in large pages where there are any."""
    if sys.platform != "linux":
        return mmap.mmap(-1, size)
    pages = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with contextlib.suppress(OSError):  # a kernel without large pages
        pages.madvise(mmap.MADV_HUGEPAGE)
    return pages


class TranspositionTable:
    """A table of a fixed size, in MiB (rounded down to a power of two)."""

    def __init__(self, mib: int = 64) -> None:
        pairs = 1 << max(10, ((mib << 20) // 32).bit_length() - 1)  # two entries of 16 bytes share an index
        self.words = memoryview(allocate(32 * pairs)).cast("Q")
        self.mask = pairs - 1
        self.age = 0
        self.finished = 0  # how many shared positions threads have finished searching
        self.searching = memoryview(bytearray(8 * SEARCHING)).cast("Q")  # marks of the moves being searched

    def clear(self) -> None:
        """Forget everything. All memory is touched, which is otherwise allocated little by little."""
        for i in range(len(self.words)):
            self.words[i] = 0

    def new_search(self) -> None:
        """Begin a new search: entries of older ones are replaced first."""
        self.age = (self.age + 1) & 255

    def find(self, key: int) -> int:
        """Return the data stored for a key, or NOT_FOUND."""
        at = (key & self.mask) * 4
        if self.words[at] ^ self.words[at + 1] == key and self.words[at + 1]:
            return self.words[at + 1]
        if self.words[at + 2] ^ self.words[at + 3] == key and self.words[at + 3]:
            return self.words[at + 3]
        return NOT_FOUND

    def store(self, key: int, code: int, score: int, depth: int, bound: int) -> None:
        """Store a result in place of the less valuable of two entries."""
        first = (key & self.mask) * 4
        at = first
        if self.words[at] ^ self.words[at + 1] != key:
            other = first + 2
            if self.words[other] ^ self.words[other + 1] == key:
                at = other
            elif self.worth(self.words[other + 1]) < self.worth(self.words[at + 1]):
                at = other
        data = self.age
        data = data << 2 | bound
        data = data << 8 | depth
        data = data << 16 | (score + ZERO_SCORE)
        data = data << 23 | pack_action(code)
        self.words[at] = key ^ data
        self.words[at + 1] = data

    def should_defer(self, key: int, code: int) -> bool:
        """Tell whether another thread is searching this move (ABDADA)."""
        mark = mix(key ^ code)
        return self.searching[mark & (SEARCHING - 1)] == mark

    def start_searching(self, key: int, code: int) -> None:
        """Mark a move as being searched."""
        mark = mix(key ^ code)
        self.searching[mark & (SEARCHING - 1)] = mark

    def finish_searching(self, key: int, code: int) -> None:
        """Remove the mark of a move."""
        mark = mix(key ^ code)
        if self.searching[mark & (SEARCHING - 1)] == mark:
            self.searching[mark & (SEARCHING - 1)] = 0

    def worth(self, data: int) -> int:
        """Return how valuable an entry is: by depth, and entries of this search above all others."""
        depth = data >> DEPTH_SHIFT & 255
        if data >> AGE_SHIFT & 255 == self.age:
            return depth + 256
        return depth

    if not cython.compiled:  # transposition.pxd has it in C

        def prefetch(self, key: int) -> None:
            """Load an entry into the cache ahead of need."""
