"""What is asked of a worker process and what it answers.

Every job has a deadline: the seconds, from when a worker gets it, after which the worker counts as hung.
"""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from ruche import COMPILED, Position
from ruche.engine import Line, Score, StopFlag
from ruche.engine.review import Verdict

HEAD = struct.Struct("!I")
MARGIN = 6.0  # seconds that a worker may take beyond its thinking: the machine may be busy
STUDY_MARGIN = 20.0  # analysis gives way to all else
REVIEW_SECONDS = 120.0  # a position takes a tenth of a second, if nobody else wants the processor
# Seconds of processor time that a worker spends on an HTTP request; plain Python is a hundred times slower.
REQUEST_SECONDS = 5.0 if COMPILED else 60.0
# A search: a database that does not answer is given up after eleven seconds, five of them to reach it.
SEARCH_SECONDS = 11.0 + MARGIN

# A position on its way through the server: only workers unpickle it, since that replays its actions.
PackedPosition = bytes


def pack_position(position: Position) -> PackedPosition:
    """Return a position as it travels."""
    return pickle.dumps(position, pickle.HIGHEST_PROTOCOL)


def unpack_position(position: Position | PackedPosition) -> Position:
    """Return a position that came with a job."""
    if isinstance(position, Position):
        return position
    unpacked = pickle.loads(position)
    assert isinstance(unpacked, Position)
    return unpacked


@dataclass(frozen=True)
class Think:
    """Choose an action at a level; answered by one `Thought`."""

    position: Position
    level: int
    seconds: float

    @property
    def deadline(self) -> float:
        """When a worker counts as hung."""
        return self.seconds + MARGIN


@dataclass(frozen=True)
class Thought:
    """The action that was chosen."""

    action: str


@dataclass(frozen=True)
class Judge:
    """Say how the game stands; answered by one `Judged`."""

    position: Position
    seconds: float

    @property
    def deadline(self) -> float:
        """When a worker counts as hung."""
        return self.seconds + MARGIN


@dataclass(frozen=True)
class Judged:
    """A score in points, from White's side."""

    score: float


@dataclass(frozen=True)
class Review:
    """Find the best line of a position, and judge the action that led there; answered by one `Reviewed`.

    It takes as long as it takes: its budget is nodes, so that its answer is the same on a busy machine.
    """

    number: int  # actions so far
    position: PackedPosition
    before: tuple[PackedPosition, Line] | None  # the position before, and its best line

    deadline = REVIEW_SECONDS


@dataclass(frozen=True)
class Reviewed:
    """The best line, its score for the side to move; White's score; the verdict if there was an action."""

    line: Line
    score: Score
    verdict: Verdict | None


@dataclass(frozen=True)
class FindLines:
    """Look for the best lines until stopped; answered by one `Found` a depth."""

    position: PackedPosition
    lines: int
    seconds: float

    @property
    def deadline(self) -> float:
        """When a worker counts as hung."""
        return self.seconds + STUDY_MARGIN


@dataclass(frozen=True)
class Found:
    """The best lines at a depth; their scores are White's."""

    depth: int
    nodes: int
    speed: float
    lines: list[Line]


@dataclass(frozen=True)
class Compute:
    """Call a function of a module with arguments, for a request; answered by one `Computed`."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]

    deadline = 2 * REQUEST_SECONDS + MARGIN  # the budget is processor time, and the machine may be busy


@dataclass(frozen=True)
class SearchArchive:
    """Search the archive of a database, for a request; answered by one `Computed`."""

    database: str  # with the password, if there is one: therefore it comes over the pipe
    query: Any
    indexed: bool  # whether there is an index of names, which has to be asked

    deadline = SEARCH_SECONDS


@dataclass(frozen=True)
class Computed:
    """What answers a request, or its refusal."""

    value: Any


Job = Think | Judge | Review | FindLines | Compute | SearchArchive
Result = Thought | Judged | Reviewed | Found | Computed
Tasks = dict[type, Callable[[Any, StopFlag], Iterator[Result]]]  # what does a job, by its type


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
    value: Result | str | None  # a str says what went wrong
    last: bool


@dataclass(frozen=True)
class Ready:
    """From the worker: it has loaded what it needs and takes jobs."""


@dataclass(frozen=True)
class Log:
    """From the worker: a line for the server's log, which has a form of its own."""

    logger: str
    level: int
    text: str


Said = Answer | Ready | Log


def pack(message: Start | Cancel | Said) -> bytes:
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
