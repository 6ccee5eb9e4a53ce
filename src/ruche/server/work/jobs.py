"""What is asked of a worker process and what it answers."""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass
from typing import BinaryIO

from ruche import Position
from ruche.engine import Line
from ruche.engine.review import Mark

HEAD = struct.Struct("!I")


@dataclass(frozen=True)
class Think:
    """Choose an action at a level; answered by one `Thought`."""

    position: Position
    level: int
    seconds: float


@dataclass(frozen=True)
class Thought:
    """The action that was chosen."""

    action: str


@dataclass(frozen=True)
class Judge:
    """Say how the game stands, and judge the action that led here; answered by one `Judged`."""

    position: Position
    seconds: float
    before: tuple[Position, Line] | None = None  # the position before, and its best line


@dataclass(frozen=True)
class Judged:
    """A score from White's side, and the number of actions to a forced win, above 0 for White."""

    score: float
    win: int | None
    line: Line  # the best one, its score for the side to move
    chance: float  # that White wins, 0 to 1
    mark: Mark | None  # of the action that led here


@dataclass(frozen=True)
class Search:
    """Look for the best lines until stopped; answered by one `Found` a depth."""

    position: Position
    lines: int
    seconds: float


@dataclass(frozen=True)
class Variation:
    """A line and its worth, from White's side."""

    score: float
    win: int | None
    actions: list[str]


@dataclass(frozen=True)
class Found:
    """The best lines at a depth."""

    depth: int
    nodes: int
    speed: float
    lines: list[Variation]


@dataclass(frozen=True)
class Prove:
    """Prove that the side to move wins in so many of its actions, by one of them if it is given."""

    position: Position
    action: str | None
    actions: int


@dataclass(frozen=True)
class Proven:
    """A win against the longest defence; empty if there is none."""

    line: list[str]


Job = Think | Judge | Search | Prove


@dataclass(frozen=True)
class Start:
    """To the worker: a job, by its number."""

    number: int
    job: Job


@dataclass(frozen=True)
class Cancel:
    """To the worker: drop a job."""

    number: int


@dataclass(frozen=True)
class Answer:
    """From the worker: part of the answer to a job; the last one has `last`."""

    number: int
    value: Thought | Judged | Found | Proven | str | None  # a str says what went wrong
    last: bool


def pack(message: Start | Cancel | Answer) -> bytes:
    """Write a message with its length before it."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return HEAD.pack(len(body)) + body


def read_message(stream: BinaryIO) -> object | None:
    """Read a message; None when there are no more."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    (length,) = HEAD.unpack(head)
    body = stream.read(length)
    return pickle.loads(body) if len(body) == length else None
