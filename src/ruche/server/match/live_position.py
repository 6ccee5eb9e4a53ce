"""A key of a running game's position, which nobody who asks an engine about it can disguise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from string import digits

from ruche import Hex, Piece, Position

FEWEST = 2  # pieces in play; positions with fewer occur at the start of every game
OPENING = 8  # actions that many games have in common


def position_key(position: Position) -> str | None:
    """Return a text that is the same wherever the hive lies, turned or mirrored; None with too few pieces.

    It names what lies where and who is to move: neither game type, options nor hands, which whoever asks may
    state otherwise, nor which of several alike is which.
    """
    stacks = position.stacks
    if sum(map(len, stacks.values())) < FEWEST:
        return None
    drawn = _least_drawing(stacks)
    return blake2b(f"{position.colour.letter} {drawn}".encode(), digest_size=16).hexdigest()


def line_keys(positions: Iterable[Position]) -> set[str]:
    """Return the keys that a line must not meet: that of its end, and those beyond its opening.

    What leads on from a running game's position would help with it as well; the first few actions are
    everybody's.
    """
    keys: set[str] = set()
    last: str | None = None
    for number, position in enumerate(positions):
        last = position_key(position)
        if last is not None and number >= OPENING:
            keys.add(last)
    return keys if last is None else keys | {last}


def _least_drawing(stacks: Mapping[Hex, tuple[Piece, ...]]) -> list[tuple[int, int, str]]:
    """Return where each stack lies and what it is made of, in order, the first row and column being 0.

    Of the twelve ways in which the hive can be turned and mirrored, it is the one that comes first.
    """
    names = ["".join([piece.name.rstrip(digits) for piece in pieces]) for pieces in stacks.values()]
    qs, rs = [place.q for place in stacks], [place.r for place in stacks]
    # A way has two of the three axes for its columns and rows, both forwards or both backwards.
    axes = [_from_both_ends(axis) for axis in (qs, rs, [-q - r for q, r in zip(qs, rs, strict=True)])]
    ways = [
        (columns[end], rows[end])
        for columns in axes
        for rows in axes
        if columns is not rows
        for end in (0, 1)
    ]
    firsts = [min([(rows[i], names[i]) for i, q in enumerate(columns) if not q]) for columns, rows in ways]
    least = min(firsts)
    return min(
        sorted(zip(*way, names, strict=True))
        for way, first in zip(ways, firsts, strict=True)
        if first == least
    )


def _from_both_ends(values: list[int]) -> tuple[list[int], list[int]]:
    """Return how far each value lies from the least, and how far from the greatest."""
    least, greatest = min(values), max(values)
    return [value - least for value in values], [greatest - value for value in values]
