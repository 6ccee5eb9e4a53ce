"""The engine's opinion, streamed over a WebSocket until it is stopped or asked something else."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable
from typing import Annotated

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ruche.engine import Line
from ruche.engine.review import Mark
from ruche.play.playthrough import Playthrough
from ruche.server.context import context_of
from ruche.server.wire.calls import websocket
from ruche.server.wire.lines import position_of
from ruche.server.wire.messages import Command, PlayedLine, RefusedEvent, ResponseBody, ServerEvent
from ruche.server.wire.refusals import Refusable, RefusalError, refusal_of
from ruche.server.wire.sockets import receive, send_event
from ruche.server.work.jobs import Found, Judge, Judged, PackedPosition, Search, pack_position
from ruche.server.work.pool import STUDY, JobHandle, WorkerPool

TRY_AGAIN_LATER = 1013
GLANCE = 0.3  # seconds of thinking about each position of a game
LONGEST = 60.0  # seconds of thinking about one position


class LinesRequest(PlayedLine, Command, tag="lines"):
    """The best lines of a position."""

    lines: Annotated[int, msgspec.Meta(ge=1, le=10)] = 3


class ScoresRequest(PlayedLine, Command, tag="scores"):
    """A score for every position of a game."""


class StopRequest(Command, tag="stop"):
    """Stop answering."""


class LineView(ResponseBody):
    """A line and its worth from White's side; `win`: forced, in so many actions, below 0 for Black."""

    score: float
    win: int | None
    actions: list[str]


class LinesEvent(ServerEvent, tag="lines"):
    """The best lines so far."""

    seq: int
    depth: int
    nodes: int
    speed: float
    lines: list[LineView]


class ScoreEvent(ServerEvent, tag="score"):
    """How the game stood after `ply` actions; `mark` is about the action that led there."""

    ply: int
    score: float
    win: int | None
    chance: float
    best: str | None
    mark: Mark | None


class DoneEvent(ServerEvent, tag="done"):
    """The answer is complete."""


class Study:
    """One visitor's questions; a new one takes the place of the one before."""

    def __init__(self, socket: WebSocket, workers: WorkerPool) -> None:
        self.socket = socket
        self.workers = workers
        self.task: asyncio.Task[None] | None = None
        self.job: JobHandle | None = None

    async def send(self, event: ServerEvent) -> None:
        """Send an event, if anyone is still there."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await send_event(self.socket, event)

    async def stop(self) -> None:
        """Cancel the question, if there is one."""
        if self.job is not None:
            self.job.cancel()
            self.job = None
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
            self.task = None

    async def ask(self, body: LinesRequest | ScoresRequest | StopRequest) -> None:
        """Take up a question."""
        await self.stop()
        if isinstance(body, LinesRequest):
            self.task = asyncio.create_task(self._answer(self._lines(body)))
        elif isinstance(body, ScoresRequest):
            self.task = asyncio.create_task(self._answer(self._scores(body)))

    async def _answer(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Refusable as error:
            await self.send(RefusedEvent(refusal=refusal_of(error).body()))

    async def _lines(self, body: LinesRequest) -> None:
        positions = await self.workers.compute(replay, body)
        self.job = self.workers.submit(Search(positions[-1], body.lines, LONGEST), STUDY)
        async for found in self.job.results():
            assert isinstance(found, Found)
            lines = [LineView(score=line.score, win=line.win, actions=line.actions) for line in found.lines]
            event = LinesEvent(
                seq=len(positions) - 1,
                depth=found.depth,
                nodes=found.nodes,
                speed=found.speed,
                lines=lines,
            )
            await self.send(event)
        await self.send(DoneEvent())

    async def _scores(self, body: ScoresRequest) -> None:
        before: tuple[PackedPosition, Line] | None = None
        for ply, position in enumerate(await self.workers.compute(replay, body)):
            self.job = self.workers.submit(Judge(position, GLANCE, before), STUDY)
            judged = await self.job.result()
            assert isinstance(judged, Judged)
            event = ScoreEvent(
                ply=ply,
                score=judged.score,
                win=judged.win,
                chance=judged.chance,
                best=str(judged.line.actions[0]) if judged.line.actions else None,
                mark=judged.mark,
            )
            await self.send(event)
            before = (position, judged.line)
        await self.send(DoneEvent())


def replay(line: PlayedLine) -> list[PackedPosition]:
    """Return the positions of a line from its start on, as far as whoever is to move may know them."""
    walk = Playthrough(position_of(line.type, line.options, line.setup))
    positions = [pack_position(walk.position.seen_by(walk.position.colour))]
    for action in line.actions:
        walk.play_all([action])
        positions.append(pack_position(walk.position.seen_by(walk.position.colour)))
    return positions


@websocket(
    "/api/analyse",
    takes=LinesRequest | ScoresRequest | StopRequest,
    sends=LinesEvent | ScoreEvent | DoneEvent | RefusedEvent,
)
async def study(socket: WebSocket) -> None:
    """Answer a visitor's questions until they go away."""
    await socket.accept()
    context = context_of(socket)
    one = Study(socket, context.workers)
    try:
        address = context.gate.begin_study(socket)
    except RefusalError as refusal:
        await one.send(RefusedEvent(refusal=refusal.body()))
        await socket.close(TRY_AGAIN_LATER)
        return
    try:
        while True:
            try:
                await one.ask(await receive(socket, LinesRequest | ScoresRequest | StopRequest))
            except RefusalError as refusal:
                await one.send(RefusedEvent(refusal=refusal.body()))
    except WebSocketDisconnect:
        pass
    finally:
        context.gate.end_study(address)
        await one.stop()
