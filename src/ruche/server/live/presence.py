"""Who is there: seen by this process on its own connections, and told by the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

PresenceKind = Literal["here", "away", "gone"]
KINDS: tuple[PresenceKind, ...] = ("here", "away", "gone")  # whoever is here somewhere is here

REPEATED = 5.0  # seconds after which a process says again who is with it
HOLDS = 12.0  # seconds that this counts if it is not said again: the process may be dead
MOST_GAMES = 200  # in one notice; PostgreSQL takes 8,000 bytes


class Presence(NamedTuple):
    """Whether each player is there, and how many watch."""

    white: PresenceKind
    black: PresenceKind
    watchers: int


NOBODY = Presence("gone", "gone", 0)


def merged(seen: Iterable[Presence]) -> Presence:
    """Return who is there by all that processes have seen: a player's best state, and the sum of watchers."""
    white, black, watchers = zip(*seen, strict=True)
    return Presence(min(white, key=KINDS.index), min(black, key=KINDS.index), sum(watchers))


def notices(process: str, seen: Mapping[str, Presence]) -> list[str]:
    """Return what a process says of some games, in short texts."""
    words = [f"{game} {white} {black} {watchers}" for game, (white, black, watchers) in seen.items()]
    return [
        " ".join((process, *words[first : first + MOST_GAMES])) for first in range(0, len(words), MOST_GAMES)
    ]


def read_notice(notice: str) -> tuple[str, dict[str, Presence]]:
    """Read what a process says; raises ValueError if it is not of ours."""
    process, *words = notice.split(" ")
    seen = {}
    for game, white, black, watchers in zip(*(words[i::4] for i in range(4)), strict=True):
        if white not in KINDS or black not in KINDS:
            raise ValueError(notice)
        seen[game] = Presence(white, black, int(watchers))
    return process, seen
