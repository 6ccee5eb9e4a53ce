"""Room to work in, for whoever generates actions: a search, a count, one call of a position.

A hive borrows it while actions are listed: it holds nothing that belongs to a position. It is lent to one
hive at a time, so that several threads can generate at once.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython


class Scratch:
    """The arrays that the functions of `ways.py`, `powers.py`, `acting.py` and `placing.py` write to."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.make_room()

    def make_room(self) -> None:
        """Make the arrays that are part of a compiled object from the start, all zeros."""
        self.moves = [0] * 65536  # the actions listed so far, and room for those of deeper positions
        self.visited = [0] * 4096  # equal to `generation` where a walk of this moment has been
        self.generation = 0
        # for walks over the whole hive
        self.dfs_cell = [0] * 64
        self.dfs_parent = [0] * 64
        self.dfs_low = [0] * 64
        self.dfs_todo = [0] * 64
        # by piece
        self.actor_abilities = [0] * 64  # what the pieces that may act can do
        self.first_of = [0] * 64  # where in `moves` its moves begin and end: a throw may repeat one
        self.last_of = [0] * 64
        # for placements
        self.placeable = [0] * 128  # codes of the pieces, without the cell
        self.entries = [0] * 512  # cells


_free: list[Scratch] = []


def borrow() -> Scratch:
    """Return room that nobody else uses."""
    try:
        return _free.pop()
    except IndexError:
        return Scratch()


def give_back(scratch: Scratch) -> None:
    """Let others use this room."""
    _free.append(scratch)
