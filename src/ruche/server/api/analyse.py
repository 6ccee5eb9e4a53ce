"""The engine's opinion, streamed over a WebSocket until it is stopped or asked something else."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Literal

import msgspec
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ruche import Colour, Position
from ruche.server.context import state_of
from ruche.server.course import Course
from ruche.server.lines import course_of, position_of
from ruche.server.wire.http import decode
from ruche.server.wire.messages import Actions, Line, Options, RefusalResponse, SetUp, TypeText
from ruche.server.wire.refusals import RefusalError, RuleError, of_rules, refuse
from ruche.server.work.jobs import Found, Judge, Judged, Search, known_to
from ruche.server.work.pool import STUDY, CrowdedError, Run, WorkerDiedError, Workers

GLANCE = 0.3  # seconds of thinking about each position of a game
LONGEST = 60.0  # seconds of thinking about one position


class LinesRequest(msgspec.Struct, tag="lines", tag_field="do"):
    """The best lines of a position."""

    type: TypeText
    options: Options = msgspec.field(default_factory=Options)
    setup: SetUp | None = None
    actions: Actions = []
    lines: Annotated[int, msgspec.Meta(ge=1, le=10)] = 3


class ScoresRequest(msgspec.Struct, tag="scores", tag_field="do"):
    """A score for every position of a game."""

    type: TypeText
    options: Options = msgspec.field(default_factory=Options)
    setup: SetUp | None = None
    actions: Actions = []


class StopRequest(msgspec.Struct, tag="stop", tag_field="do"):
    """Enough."""


StudyRequest = LinesRequest | ScoresRequest | StopRequest
Mark = Literal["inaccuracy", "mistake", "blunder"]
# how much of the mover's chance an action may cost before it is marked
MARKS: tuple[tuple[float, Mark], ...] = ((0.30, "blunder"), (0.18, "mistake"), (0.09, "inaccuracy"))


class LineView(msgspec.Struct):
    """A line and its worth from White's side; `win`: forced, in so many actions, below 0 for Black."""

    score: float
    win: int | None
    actions: list[str]


class LinesEvent(msgspec.Struct, tag="lines", tag_field="event"):
    """The best lines so far."""

    seq: int
    depth: int
    nodes: int
    speed: float
    lines: list[LineView]


class ScoreEvent(msgspec.Struct, tag="score", tag_field="event"):
    """How the game stood after `ply` actions; `mark` is about the action that led there."""

    ply: int
    score: float
    win: int | None
    chance: float
    best: str | None
    mark: Mark | None


class DoneEvent(msgspec.Struct, tag="done", tag_field="event"):
    """There is no more to come."""


class RefusedEvent(msgspec.Struct, tag="refused", tag_field="event"):
    """What was asked cannot be answered."""

    refusal: RefusalResponse


class Study:
    """One visitor's questions; a new one takes the place of the one before."""

    def __init__(self, socket: WebSocket, workers: Workers) -> None:
        self.socket = socket
        self.workers = workers
        self.task: asyncio.Task[None] | None = None
        self.run: Run | None = None

    async def send(self, event: object) -> None:
        """Send an event, if anyone is still there."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.send_text(msgspec.json.encode(event).decode())

    async def stop(self) -> None:
        """Let the question be."""
        if self.run is not None:
            self.run.stop()
            self.run = None
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
            self.task = None

    async def ask(self, body: StudyRequest) -> None:
        """Take up a question."""
        await self.stop()
        if isinstance(body, LinesRequest):
            self.task = asyncio.create_task(self._answer(self._lines(body)))
        elif isinstance(body, ScoresRequest):
            self.task = asyncio.create_task(self._answer(self._scores(body)))

    async def _answer(self, work: object) -> None:
        try:
            await work  # type: ignore[misc]
        except RefusalError as refusal:
            await self.send(RefusedEvent(refusal.body()))
        except RuleError as error:
            await self.send(RefusedEvent(of_rules(error).body()))
        except (CrowdedError, WorkerDiedError):
            await self.send(RefusedEvent(refuse("crowded").body()))

    async def _lines(self, body: LinesRequest) -> None:
        course = course_of(_line(body))
        position = _without_seed(course)
        self.run = self.workers.submit(Search(position, body.lines, LONGEST), STUDY)
        async for found in self.run.results():
            assert isinstance(found, Found)
            lines = [LineView(line.score, line.win, line.actions) for line in found.lines]
            await self.send(LinesEvent(len(course.steps), found.depth, found.nodes, found.speed, lines))
        await self.send(DoneEvent())

    async def _scores(self, body: ScoresRequest) -> None:
        course = course_of(_line(body))
        walk = Course(position_of(body.type, body.options, body.setup))
        before: Judged | None = None
        mover: Colour | None = None
        for ply in range(len(course.steps) + 1):
            if ply:
                mover = walk.position.colour
                walk.play(course.steps[ply - 1].text)
            self.run = self.workers.submit(Judge(_without_seed(walk), GLANCE), STUDY)
            judged = await self.run.result()
            assert isinstance(judged, Judged)
            mark = mark_of(before, judged, mover)
            await self.send(ScoreEvent(ply, judged.score, judged.win, judged.chance, judged.best, mark))
            before = judged
        await self.send(DoneEvent())


def mark_of(before: Judged | None, after: Judged, mover: Colour | None) -> Mark | None:
    """Return how bad an action was, by what it cost its player's chance."""
    if before is None or mover is None:
        return None
    lost = before.chance - after.chance if mover == Colour.WHITE else after.chance - before.chance
    return next((mark for limit, mark in MARKS if lost >= limit), None)


def _line(body: LinesRequest | ScoresRequest) -> Line:
    return Line(type=body.type, options=body.options, setup=body.setup, actions=body.actions)


def _without_seed(course: Course) -> Position:
    return known_to(course.position, course.position.colour)


async def study(socket: WebSocket) -> None:
    """Answer a visitor's questions until they go away."""
    await socket.accept()
    one = Study(socket, state_of(socket).workers)
    try:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            try:
                await one.ask(decode(message.get("text") or message.get("bytes") or "", StudyRequest))  # type: ignore[arg-type]
            except RefusalError as refusal:
                await one.send(RefusedEvent(refusal.body()))
    finally:
        await one.stop()


ROUTES = [WebSocketRoute("/api/analyse", study)]
