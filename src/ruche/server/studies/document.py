"""A study as it is stored: chapters, each a tree of actions as one flat list of nodes.

The format is apart from what is sent (`ruche.server.wire.studies`) and has a version: a field renamed on the
wire leaves saved studies readable. A node's id is its place in the list of its chapter; it follows the node
that `parent` names (-1: the beginning), which stands before it.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct, field

from ruche.server.store.events import Options, SetUp, Side

VERSION = 1


class UnreadableStudyError(Exception):
    """A stored study that this version cannot read."""


class StoredArrow(Struct, array_like=True, frozen=True):
    """From hex to hex, and the colour."""

    q1: int
    r1: int
    q2: int
    r2: int
    colour: Literal["green", "red", "yellow", "blue"]


class StoredScore(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Points for White, or in how many of its actions a side wins, below 0 for Black."""

    points: float | None = None
    wins_in: int | None = None
    depth: int | None = None


class StoredLine(Struct, frozen=True, kw_only=True):
    """A better line: its worth, White's share of the points, the actions."""

    score: StoredScore
    chance: float
    actions: list[str]


class StoredJudgement(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a review has said of an action."""

    chance: float
    accuracy: float | None = None
    mark: Literal["inaccuracy", "mistake", "blunder"] | None = None
    turning: bool = False
    better: StoredLine | None = None


class StoredNotes(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is said of a position."""

    comment: str = ""
    nags: list[int] = []
    score: StoredScore | None = None
    clock: float | None = None
    elapsed: float | None = None
    arrows: list[StoredArrow] = []
    judgement: StoredJudgement | None = None


class StoredNode(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An action, the node it follows, and what is said of it."""

    action: str
    parent: int
    notes: StoredNotes | None = None


class StoredChapter(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A chapter: what is played, from which start, and the tree; a set-up is stored as matches store it."""

    id: str
    title: str = ""
    type: str
    options: Options = field(default_factory=Options)
    set_up: SetUp | None = None
    tags: dict[str, str] = {}
    outcome: tuple[Side | None, str] | None = None  # the winner, and why
    start: StoredNotes | None = None
    nodes: list[StoredNode] = []


class StoredStudy(Struct, frozen=True, kw_only=True):
    """A study: its title and its chapters."""

    title: str
    chapters: list[StoredChapter]

    @property
    def nodes(self) -> int:
        """How many actions it holds."""
        return sum(len(chapter.nodes) for chapter in self.chapters)


class _Versioned(Struct, frozen=True):
    v: int
    study: StoredStudy


class _Head(Struct, frozen=True):
    v: int


def encode(study: StoredStudy) -> str:
    """Write a study as it is stored."""
    return msgspec.json.encode(_Versioned(VERSION, study)).decode()


def decode(text: str) -> StoredStudy:
    """Read a stored study; raise `UnreadableStudyError`."""
    try:
        if msgspec.json.decode(text, type=_Head).v > VERSION:
            raise UnreadableStudyError("it was stored by a later version of ruche")
        return msgspec.json.decode(text, type=_Versioned).study
    except msgspec.DecodeError as error:
        raise UnreadableStudyError(str(error)) from error
