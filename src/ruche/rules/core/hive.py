"""The hive: which piece lies where, who touches whom, and what may leave its hex (rules H).

Everything is a small integer: pieces are numbered as in `GameType.pieces`, places are cells of
`hexes.py`, bugs are indices into `BUGS`. Every cell keeps a mask of its occupied neighbours, so that a
slide or a placement is a look-up. `hive.pxd` gives the fields C types.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.core import tables
from ruche.rules.core.scratch import Scratch, borrow, give_back

if not cython.compiled:
    from ruche.rules.core.bits import step
    from ruche.rules.core.codes import CELL, HEIGHT, LANE, NEIGHBOURS

    # `hive.pxd` has these for C, where every module compiles them in.
    def height_at(hive: Hive, cell: int) -> int:
        """Return the height of the stack on a cell; 0 if it is empty."""
        return hive.near[cell] >> HEIGHT

    def beside(hive: Hive, cell: int, colour: int) -> int:
        """Return the mask of the neighbours whose top has a colour (H3)."""
        return hive.near[cell] >> LANE * (colour + 1) & NEIGHBOURS

    def code_of(hive: Hive, piece: int, level: int) -> int:
        """Return what a piece at a level adds to the key: face and colour, not which of its kind."""
        return 2 * (hive.bug[piece] + 32 * hive.colour[piece] + 128 * level) + 1


ARCS = tables.ARCS
BIT = tables.BIT
LOWEST = tables.LOWEST
ALL = (1 << 64) - 1
CLOSED = [int(mask == 63) for mask in range(64)]


class Hive:
    """The pieces in play. To look for actions it borrows a `Scratch`, whose arrays are then its own."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.make_room()
        for i in range(4096):
            self.top[i] = -1
        for i in range(64):
            self.pos[i] = -1
            self.under[i] = -1
        self.key = 0  # fast hash of the layout
        self.holes = 1  # empty regions that the hive encloses, by Euler's formula: 1 for the empty hive
        self.in_play = 0  # number of pieces
        self.cut = 0  # pieces on cells that hold the hive together, if that is known
        self.cut_known = False

    def make_room(self) -> None:
        """Make the arrays that are part of a compiled object from the start."""
        self.scratch: Scratch | None = None
        self.borrowed = 0
        # by cell
        self.top = [0] * 4096  # the uppermost piece, or -1
        self.near = [0] * 4096  # masks of its occupied, white, black, neutral neighbours; its own height
        # by piece
        self.pos = [0] * 64  # its cell, or -1 if it is not in play
        self.under = [0] * 64  # the piece below it, or -1
        self.bug = [0] * 64  # the face it shows
        self.colour = [0] * 64

    def take_hive(self, other: Hive) -> None:
        """Copy another hive."""
        self.top[:] = other.top
        self.near[:] = other.near
        self.pos[:] = other.pos
        self.under[:] = other.under
        self.bug[:] = other.bug
        self.colour[:] = other.colour
        self.key = other.key
        self.holes = other.holes
        self.in_play = other.in_play
        self.cut_known = False

    def borrow(self) -> None:
        """Take room to work in, until `give_back` has been called as often; a search never gives it back."""
        self.borrowed += 1
        if self.scratch is None:
            self.use(borrow())

    def use(self, scratch: Scratch) -> None:
        """Work in this room."""
        self.scratch = scratch
        self.moves = scratch.moves
        self.visited = scratch.visited
        self.dfs_cell = scratch.dfs_cell
        self.dfs_parent = scratch.dfs_parent
        self.dfs_low = scratch.dfs_low
        self.dfs_todo = scratch.dfs_todo
        self.actor_abilities = scratch.actor_abilities
        self.first_of = scratch.first_of
        self.last_of = scratch.last_of
        self.placeable = scratch.placeable
        self.entries = scratch.entries
        self.generation = scratch.generation
        if self.generation > 1 << 29:  # long before it could wrap
            for i in range(4096):
                self.visited[i] = 0
            self.generation = 0

    def give_back(self) -> None:
        """Let others use the room."""
        self.borrowed -= 1
        scratch = self.scratch
        if self.borrowed == 0 and scratch is not None:
            scratch.generation = self.generation
            self.scratch = None
            give_back(scratch)

    # -- what holds the hive together --------------------------------------------------------------

    def is_pinned(self, cell: int) -> bool:
        """Tell whether the hive would split if the lone piece on this cell left (H2)."""
        if ARCS[self.near[cell] & NEIGHBOURS] < 2:
            return False
        if self.holes == 0:
            return True  # without a ring anywhere, two arcs always make a cut
        return self.cut_pieces() & BIT[self.top[cell]] != 0

    def cut_pieces(self) -> int:
        """Return candidate cut pieces (H2).

        A top piece is pinned if it is in this set and its neighbours form two arcs or more.
        """
        if self.holes == 0 or self.in_play == 0:
            return ALL
        if not self.cut_known:
            self.cut = self.cut_by_holes()
            self.cut_known = True
        return self.cut

    def cut_by_holes(self) -> int:
        """Return the tops of all cells that hold the hive together, found by looking at holes of one hex.

        Between two arcs of neighbours there is a gap. If it is a hole, the arcs meet behind it; if all gaps
        but one are holes, no two of them the same, all arcs meet. Where a hole is larger, all is walked over.
        """
        cut = self.key ^ self.key  # a zero of 64 bits
        small_holes = 0  # each is seen once, from the west
        left = self.in_play
        piece = -1
        while left:
            piece += 1
            cell = self.pos[piece]
            if cell < 0:
                continue
            left -= 1
            if self.top[cell] == piece:
                near = self.near[cell]
                small_holes += CLOSED[self.near[step(cell, 0)] & NEIGHBOURS] & ~near
                if ARCS[near & NEIGHBOURS] > 1 and ARCS[near & NEIGHBOURS] - self.holes_beside(cell) > 1:
                    cut |= BIT[piece]
        return cut if small_holes == self.holes else self.find_cut(cell)

    def holes_beside(self, cell: int) -> int:
        """Count the holes of one hex beside a cell."""
        empty = ~self.near[cell]
        count = 0
        for d in range(6):
            count += CLOSED[self.near[step(cell, d)] & NEIGHBOURS] & empty >> d
        return count

    def find_cut(self, start: int) -> int:
        """Return the set of tops of all cells that hold the hive together (Tarjan's algorithm)."""
        base = self.generation + 1
        n = 1
        i = 0
        roots = 0
        cut = self.key ^ self.key  # a zero of 64 bits
        self.dfs_cell[0] = start
        self.dfs_parent[0] = -1
        self.dfs_low[0] = 0
        self.dfs_todo[0] = self.near[start] & NEIGHBOURS
        self.visited[start] = base
        while i >= 0:
            todo = self.dfs_todo[i]
            if todo:
                self.dfs_todo[i] = todo & (todo - 1)
                cell = step(self.dfs_cell[i], LOWEST[todo])
                seen = self.visited[cell] - base
                if seen < 0:
                    self.visited[cell] = base + n
                    self.dfs_cell[n] = cell
                    self.dfs_parent[n] = i
                    self.dfs_low[n] = n
                    self.dfs_todo[n] = self.near[cell] & NEIGHBOURS
                    i = n
                    n += 1
                elif seen < self.dfs_low[i]:
                    self.dfs_low[i] = seen
            else:
                up = self.dfs_parent[i]
                if up == 0:
                    roots += 1
                elif up > 0 and self.dfs_low[i] >= up:
                    cut |= BIT[self.top[self.dfs_cell[up]]]
                if up >= 0 and self.dfs_low[i] < self.dfs_low[up]:
                    self.dfs_low[up] = self.dfs_low[i]
                i = up
        self.generation += n
        if roots > 1:
            cut |= BIT[self.top[start]]
        return cut

    def is_connected_without(self, one: int, two: int) -> bool:
        """Tell whether the hive is connected without the stacks on two cells (V8, P1, P2)."""
        arcs = ARCS[self.near[one] & NEIGHBOURS]
        if self.holes == 0 and arcs > 0:
            # Without holes, what leaves parts the hive into as many pieces as its neighbours have arcs.
            mask = self.near[two] & NEIGHBOURS
            for d in range(6):
                if step(two, d) == one:
                    mask &= ~(1 << d)
            return arcs + ARCS[mask] + CLOSED[mask] < 3
        self.generation += 1
        self.visited[one] = self.generation
        self.visited[two] = self.generation
        return self.is_one(self.in_play - height_at(self, one) - height_at(self, two))

    def is_connected(self) -> bool:
        """Tell whether all pieces hang together (H1)."""
        self.generation += 1
        return self.is_one(self.in_play)

    def is_one(self, left: int) -> bool:
        """Tell whether the pieces on cells not visited in this generation, `left` in all, hang together."""
        n = 0
        for piece in range(64):  # start from any of them
            cell = self.pos[piece]
            if cell >= 0 and self.visited[cell] != self.generation:
                self.dfs_cell[0] = cell
                self.visited[cell] = self.generation
                n = 1
                break
        i = 0
        while i < n:
            left -= height_at(self, self.dfs_cell[i])
            todo = self.near[self.dfs_cell[i]] & NEIGHBOURS
            while todo:
                cell = step(self.dfs_cell[i], LOWEST[todo])
                todo &= todo - 1
                if self.visited[cell] != self.generation:
                    self.visited[cell] = self.generation
                    self.dfs_cell[n] = cell
                    n += 1
            i += 1
        return left == 0

    # -- lists of actions -------------------------------------------------------------------

    def unique(self, begin: int, end: int) -> int:
        """Drop repeated destinations from moves[begin:end]; return the new end."""
        self.generation += 1
        kept = begin
        for i in range(begin, end):
            cell = self.moves[i] & CELL
            if self.visited[cell] != self.generation:
                self.visited[cell] = self.generation
                self.moves[kept] = self.moves[i]
                kept += 1
        return kept
