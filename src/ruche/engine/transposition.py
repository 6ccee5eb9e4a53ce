"""The transposition table: what the search found out about positions, shared by its threads without locks.

An entry is two words: the data, and the key xor the data. Where two threads write one entry at once, the two
words do not fit each other and nothing is found. `table.pxd` gives the fields C types.
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

# Data: bits 0-22 the action, 23-38 the score, 39-46 the depth, 47-48 the bound, 49-56 the age.
NOTHING = 0
MOVE_BITS = (1 << 23) - 1
SCORE_SHIFT, DEPTH_SHIFT, BOUND_SHIFT, AGE_SHIFT = 23, 39, 47, 49
ZERO_SCORE = 1 << 15
TAKEN = 4096


def pack_action(code: int) -> int:
    """Return an action in 23 bits: the drawn piece is left out."""
    return (code & 0x3FFFF) | (code >> 24 & 31) << 18


def unpack_action(data: int) -> int:
    """Return the action of an entry."""
    return (data & 0x3FFFF) | (data >> 18 & 31) << 24


def unpack_score(data: int) -> int:
    """Return the score of an entry."""
    return (data >> SCORE_SHIFT & 0xFFFF) - ZERO_SCORE


def unpack_depth(data: int) -> int:
    """Return the depth of an entry."""
    return data >> DEPTH_SHIFT & 255


def unpack_bound(data: int) -> int:
    """Return what the score of an entry is: 1 at most, 2 at least, 3 exact."""
    return data >> BOUND_SHIFT & 3


def borrow_pages(size: int) -> mmap.mmap:
    """Return zeros that cost nothing before they are written to, in large pages where there are any."""
    if sys.platform != "linux":
        return mmap.mmap(-1, size)
    pages = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with contextlib.suppress(OSError):  # a kernel without large pages
        pages.madvise(mmap.MADV_HUGEPAGE)
    return pages


class Table:
    """A table of a fixed size, in MiB (rounded down to a power of two)."""

    def __init__(self, mib: int = 64) -> None:
        pairs = 1 << max(10, ((mib << 20) // 32).bit_length() - 1)  # two entries of 16 bytes share an index
        self.words = memoryview(borrow_pages(32 * pairs)).cast("Q")
        self.mask = pairs - 1
        self.age = 0
        self.settled = 0  # counts positions that threads share the work on, as they are done with
        self.taken = memoryview(bytearray(8 * TAKEN)).cast("Q")  # what threads are searching just now

    def clear(self) -> None:
        """Forget everything, and take all the memory at once that else is taken little by little."""
        for i in range(len(self.words)):
            self.words[i] = 0

    def grow_older(self) -> None:
        """Begin a new search: what older ones left is given up first."""
        self.age = (self.age + 1) & 255

    def find(self, key: int) -> int:
        """Return the data stored for a key, or NOTHING."""
        slot = (key & self.mask) * 4
        if self.words[slot] ^ self.words[slot + 1] == key and self.words[slot + 1]:
            return self.words[slot + 1]
        if self.words[slot + 2] ^ self.words[slot + 3] == key and self.words[slot + 3]:
            return self.words[slot + 3]
        return NOTHING

    def store(self, key: int, code: int, score: int, depth: int, bound: int) -> None:
        """Keep what was found out, in place of the less worthy of two entries."""
        first = (key & self.mask) * 4
        slot = first
        if self.words[slot] ^ self.words[slot + 1] != key:
            other = first + 2
            if self.words[other] ^ self.words[other + 1] == key:
                slot = other
            elif self.worth(self.words[other + 1]) < self.worth(self.words[slot + 1]):
                slot = other
        data = self.age
        data = data << 2 | bound
        data = data << 8 | depth
        data = data << 16 | (score + ZERO_SCORE)
        data = data << 23 | pack_action(code)
        self.words[slot] = key ^ data
        self.words[slot + 1] = data

    def is_taken(self, key: int, code: int) -> bool:
        """Tell whether a thread is searching an action in a position."""
        deed = mix(key ^ code)
        return self.taken[deed & (TAKEN - 1)] == deed

    def take(self, key: int, code: int) -> None:
        """Tell other threads that an action in a position is being searched."""
        deed = mix(key ^ code)
        self.taken[deed & (TAKEN - 1)] = deed

    def give_back(self, key: int, code: int) -> None:
        """Tell other threads that it is searched no longer."""
        deed = mix(key ^ code)
        if self.taken[deed & (TAKEN - 1)] == deed:
            self.taken[deed & (TAKEN - 1)] = 0

    def worth(self, data: int) -> int:
        """Return how much an entry deserves to stay: its depth, if it is of this search."""
        depth = data >> DEPTH_SHIFT & 255
        if data >> AGE_SHIFT & 255 == self.age:
            return depth + 256
        return depth

    if not cython.compiled:  # table.pxd has it in C

        def fetch(self, key: int) -> None:
            """Ask for an entry ahead of need."""
