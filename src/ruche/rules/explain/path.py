"""The way that a piece takes when it moves: the hexes it passes, and who throws it or makes it go."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ruche.rules.action import Action
from ruche.rules.core import codes, tables
from ruche.rules.explain import probe
from ruche.rules.explain.actors import Actors
from ruche.rules.facts import bugs
from ruche.rules.facts.action_kinds import ActionKind
from ruche.rules.facts.hexes import Hex
from ruche.rules.position import Position

Cells = tuple[int, ...]
Find = Callable[["_Lifted", int], Cells | None]


class Path(NamedTuple):
    """The hexes of a move from where the piece lies to where it goes; two that do not touch are a flight.

    `by` is the piece that throws it (B7) or makes it act (V9), if it does not move by itself.
    """

    hexes: tuple[Hex, ...]
    thrown: bool = False
    by: int | None = None


def path_of(position: Position, action: Action) -> Path | None:
    """Return the way of a legal move, before it is played; the shortest, if there are several."""
    if action.kind != ActionKind.MOVE or action.piece is None:
        return None
    piece, to = action.piece.id, action.code & codes.CELL
    actors = Actors(position)
    cells = _own_way(position, piece, to, actors.acting.get(piece, 0))
    thrown = cells is None
    by = next(iter(actors.of(action)), None) if thrown or action.piece.colour != position.colour else None
    home = probe.cell(position, piece)
    if cells is None:
        cells = (home, to) if by is None else (home, probe.cell(position, by), to)
    return Path(tuple(action.hex_of(cell) for cell in cells), thrown and by is not None, by)


def _own_way(position: Position, piece: int, to: int, abilities: int) -> Cells | None:
    """Return the shortest way by which a piece gets there itself; None if it does not.

    The rules alone decide whether it does. A way of moving that `FINDERS` lacks is shown as a flight.
    """
    lifted = _Lifted(position, piece)
    ways = abilities & bugs.WAYS
    if probe.pinned(position, lifted.home) or to not in probe.destinations(position, piece, ways):
        return None
    found: list[Cells] = []
    for way, find in FINDERS.items():
        if ways & way and to in probe.destinations(position, piece, way):
            cells = find(lifted, to)
            found += [cells] if cells is not None else []
    return min(found, key=len, default=(lifted.home, to))


class _Lifted:
    """The hive without the piece that moves."""

    def __init__(self, position: Position, piece: int) -> None:
        self.position = position
        self.home = probe.cell(position, piece)
        self._alone = probe.height(position, self.home) == 1

    def is_free(self, cell: int) -> bool:
        return probe.height(self.position, cell) == 0 or (cell == self.home and self._alone)

    def slides(self, cell: int) -> list[int]:
        """Return where it can slide to on the ground (H3, H4)."""
        mask = probe.ring(self.position, cell)[0]
        near = probe.around(cell)
        if self._alone and self.home in near:
            mask &= ~(1 << near.index(self.home))
        return [near[d] for d in range(6) if tables.SLIDES[mask] >> d & 1]

    def steps(self, cell: int) -> list[int]:
        """Return where it can step to above the ground, the heights on the way allowing it (H5)."""
        allowed = probe.lifted_step_allowed
        near = probe.around(cell)
        return [near[d] for d in range(6) if allowed(self.position, self.home, cell, d)]

    def walks(self, length: int, steps: Callable[[int], list[int]]) -> Iterator[Cells]:
        """Return every way of `length` steps that visits no hex twice."""
        ways: list[Cells] = [(self.home,)]
        for _ in range(length):
            ways = [(*way, cell) for way in ways for cell in steps(way[-1]) if cell not in way]
        yield from ways


def _slide(length: int) -> Find:
    """Exactly `length` slides."""
    return lambda lifted, to: next(
        (way for way in lifted.walks(length, lifted.slides) if way[-1] == to), None
    )


def _walk(lifted: _Lifted, to: int) -> Cells | None:
    """The fewest slides that lead there."""
    before = {lifted.home: lifted.home}
    ring = [lifted.home]
    while ring and to not in before:
        reached = []
        for cell in ring:
            for near in lifted.slides(cell):
                if before.setdefault(near, cell) == cell and near != lifted.home:
                    reached.append(near)
        ring = reached
    way = [to]
    while way[-1] != lifted.home and way[-1] in before:
        way.append(before[way[-1]])
    return tuple(reversed(way)) if way[-1] == lifted.home else None


def _over(length: int, *, free: bool = False) -> Find:
    """Exactly `length` steps, those before the last onto pieces or, with `free`, onto empty hexes."""

    def find(lifted: _Lifted, to: int) -> Cells | None:
        for way in lifted.walks(length, lifted.steps):
            if way[-1] == to and all(lifted.is_free(cell) == free for cell in way[1:-1]):
                return way
        return None

    return find


def _hover(lifted: _Lifted, to: int) -> Cells | None:
    """From on top one step, from the ground two (V4)."""
    return _over(1)(lifted, to) or _over(2)(lifted, to)


def _straight(lifted: _Lifted, to: int) -> Cells | None:
    """Straight over a row of pieces, in one flight (B3)."""
    return lifted.home, to


def _glide(lifted: _Lifted, to: int) -> Cells | None:
    """One step up, then across in one direction until it drops (V6)."""
    for up in lifted.steps(lifted.home):
        if lifted.is_free(up):
            continue
        for direction in range(6):
            way = [lifted.home, up]
            while not lifted.is_free(way[-1]) and probe.around(way[-1])[direction] in lifted.steps(way[-1]):
                way.append(probe.around(way[-1])[direction])
            if way[-1] == to:
                return tuple(way)
    return None


def _chase(lifted: _Lifted, to: int) -> Cells | None:
    """Onto a piece in one flight, then down beside it (V5)."""
    touched = probe.effects(lifted.position)
    chased = touched.placed | touched.moved | touched.flipped
    for at in probe.around(to):
        top = probe.top(lifted.position, at)
        if top >= 0 and chased >> top & 1 and to in lifted.steps(at):
            return lifted.home, at, to
    return None


# By the bit of a way of moving, how its hexes are found.
FINDERS: dict[int, Find] = {
    bugs.SLIDE: _slide(1),
    bugs.SLIDE_TWO: _slide(2),
    bugs.SLIDE_THREE: _slide(3),
    bugs.WALK: _walk,
    bugs.CLIMB: _over(1),
    bugs.JUMP: _straight,
    bugs.CROSS: _over(3),
    bugs.HOVER: _hover,
    bugs.CHASE: _chase,
    bugs.GLIDE: _glide,
    bugs.VAULT: _over(2),
    bugs.HOP: _over(1),
    bugs.FLUTTER: _over(2),
    bugs.DIP: _over(2, free=True),
}
