"""The position of a game as those cannot disguise it who would ask an engine about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import blake2b
from string import digits

from ruche import Hex, Piece, Position

FEWEST = 2  # pieces in play: what has fewer stands in every game that begins
OPENING = 8  # actions that many games have in common


def position_key(position: Position) -> str | None:
    """Return a text that is the same wherever the hive lies, turned or mirrored; None with too few pieces.

    It names what lies where and who is to move: neither game type, options nor hands, which whoever asks may
    state otherwise, nor which of several alike is which.
    """
    stacks = position.stacks
    if sum(map(len, stacks.values())) < FEWEST:
        return None
    drawn = min(map(_normalised, _symmetries(_names(stacks))))
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


Stacks = list[tuple[int, int, str]]  # where each lies, and what it is made of


def _names(stacks: Mapping[Hex, tuple[Piece, ...]]) -> Stacks:
    return [
        (place.q, place.r, "".join(piece.name.rstrip(digits) for piece in pieces))
        for place, pieces in stacks.items()
    ]


def _symmetries(plain: Stacks) -> Iterator[Stacks]:
    """Go through the twelve ways in which a hive can be turned and mirrored."""
    for one in (plain, [(r, q, names) for q, r, names in plain]):
        for _ in range(6):
            yield one
            one = [(-r, q + r, names) for q, r, names in one]


def _normalised(stacks: Stacks) -> Stacks:
    """Return stacks in order, moved to where the first row and column are 0."""
    least_q, least_r = min(q for q, _, _ in stacks), min(r for _, r, _ in stacks)
    return sorted((q - least_q, r - least_r, names) for q, r, names in stacks)
