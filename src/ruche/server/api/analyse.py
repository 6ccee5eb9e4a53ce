"""The engine's opinion, streamed over a WebSocket until it is stopped or asked something else."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Iterator
from typing import Annotated

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ruche import Position
from ruche.engine import Line
from ruche.engine.standing import Standing, standing_of
from ruche.notation.annotations import Mark
from ruche.play.playthrough import Playthrough
from ruche.server.context import context_of
from ruche.server.live import fair_play
from ruche.server.live.registry import MatchRegistry
from ruche.server.match.live_position import line_keys
from ruche.server.wire.calls import websocket
from ruche.server.wire.lines import position_of
from ruche.server.wire.messages import Command, PlayedLine, RefusedEvent, ResponseBody, ServerEvent, Side
from ruche.server.wire.refusals import Refusable, RefusalError, refusal_of
from ruche.server.wire.sockets import receive, send_event
from ruche.server.work.jobs import FindLines, Found, PackedPosition, Review, Reviewed, pack_position
from ruche.server.work.pool import STUDY, CrowdedError, JobHandle, WorkerDiedError, WorkerPool
from ruche.server.work.tasks import points

TRY_AGAIN_LATER = 1013
LONGEST = 60.0  # seconds of thinking about one position
MOST_TRIES = 5  # to have a position of a review judged


class Question(PlayedLine):
    """What is asked about a line; `question` comes back with every answer, to tell late ones apart."""

    question: int = 0
    game: Annotated[str, msgspec.Meta(max_length=16)] | None = (
        None  # where the line comes from, if from a game
    )


class LinesRequest(Question, Command, tag="lines"):
    """The best lines of a position."""

    lines: Annotated[int, msgspec.Meta(ge=1, le=10)] = 3


class ScoresRequest(Question, Command, tag="scores"):
    """A score for every position of a game, from one on: what was judged before need not be asked again."""

    since: Annotated[int, msgspec.Meta(ge=0)] = 0


class StopRequest(Command, tag="stop"):
    """Stop answering."""


class LineView(ResponseBody):
    """A line and its worth for White; `win`: forced, in so many actions, below 0 for Black."""

    score: float
    win: int | None
    chance: float
    standing: Standing
    actions: list[str]


class LinesEvent(ServerEvent, tag="lines"):
    """The best lines so far."""

    question: int
    seq: int
    depth: int
    nodes: int
    speed: float
    lines: list[LineView]


class ScoreEvent(ServerEvent, tag="score"):
    """How the game stood after `ply` of `end` actions, and what is thought of the action that led there."""

    question: int
    ply: int
    end: int
    score: float
    win: int | None
    chance: float
    standing: Standing
    colour: Side | None = None
    mark: Mark | None = None
    accuracy: float | None = None
    turning: bool = False
    better: LineView | None = None


class UnjudgedEvent(ServerEvent, tag="unjudged"):
    """The position after `ply` actions could not be judged yet; it is asked about again."""

    ply: int


class DoneEvent(ServerEvent, tag="done"):
    """The answer is complete."""


class Study:
    """One visitor's questions; a new one takes the place of the one before."""

    def __init__(self, socket: WebSocket, workers: WorkerPool, registry: MatchRegistry) -> None:
        self.socket = socket
        self.workers = workers
        self.registry = registry
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
        positions = await self._positions(body)
        self.job = self.workers.submit(FindLines(positions[-1], body.lines, LONGEST), STUDY)
        async for found in self.job.results():
            assert isinstance(found, Found)
            event = LinesEvent(
                question=body.question,
                seq=len(positions) - 1,
                depth=found.depth,
                nodes=found.nodes,
                speed=found.speed,
                lines=[line_view(line) for line in found.lines],
            )
            await self.send(event)
        await self.send(DoneEvent())

    async def _positions(self, body: Question) -> list[PackedPosition]:
        """Return the positions of a line, unless it is that of a game between people that goes on."""
        if body.game is not None:
            await fair_play.check_game(self.registry, body.game)
        positions, keys = await self.workers.compute(replay, body)
        await fair_play.check_positions(self.registry, keys)
        return positions

    async def _scores(self, body: ScoresRequest) -> None:
        positions = await self._positions(body)
        before: tuple[PackedPosition, Line] | None = None
        for ply in range(max(0, body.since - 1), len(positions)):
            reviewed = await self._review(Review(ply, positions[ply], before))
            if ply >= body.since:
                await self.send(score_event(body.question, ply, len(positions) - 1, reviewed))
            before = (positions[ply], reviewed.line)
        await self.send(DoneEvent())

    async def _review(self, job: Review) -> Reviewed:
        """Have a position judged; where that fails, say so and ask again."""
        for _ in range(MOST_TRIES):
            wait = 1
            try:
                self.job = self.workers.submit(job, STUDY)
                reviewed = await self.job.result()
                if isinstance(reviewed, Reviewed):
                    return reviewed
            except CrowdedError as error:
                wait = error.retry_after
            except WorkerDiedError:
                pass
            await self.send(UnjudgedEvent(ply=job.number))
            await asyncio.sleep(wait)
        raise CrowdedError(wait)


def line_view(line: Line) -> LineView:
    """Return a line, whose score is White's, as it is sent."""
    return LineView(
        score=points(line.score),
        win=line.score.plies,
        chance=round(line.score.chance, 3),
        standing=standing_of(line.score.chance),
        actions=[str(action) for action in line.actions],
    )


def score_event(question: int, ply: int, end: int, reviewed: Reviewed) -> ScoreEvent:
    """Return what is said of a position that was reviewed."""
    score, verdict = reviewed.score, reviewed.verdict
    event = ScoreEvent(
        question=question,
        ply=ply,
        end=end,
        score=points(score),
        win=score.plies or None,
        chance=round(score.chance, 3),
        standing=standing_of(score.chance),
    )
    if verdict is None:
        return event
    return msgspec.structs.replace(
        event,
        colour=verdict.colour.letter,
        mark=verdict.mark,
        accuracy=verdict.accuracy,
        turning=verdict.is_turning_point,
        better=line_view(verdict.better) if verdict.better else None,
    )


def replay(line: PlayedLine) -> tuple[list[PackedPosition], set[str]]:
    """Return the positions of a line from its start on, as far as whoever is to move may know them.

    With them come the keys that no game between people may have.
    """
    positions: list[PackedPosition] = []

    def walk() -> Iterator[Position]:
        played = Playthrough(position_of(line.type, line.options, line.setup))
        for action in (None, *line.actions):
            if action is not None:
                played.play_all([action])
            positions.append(pack_position(played.position.seen_by(played.position.colour)))
            yield played.position

    keys = line_keys(walk())
    return positions, keys


@websocket(
    "/api/analyse",
    takes=LinesRequest | ScoresRequest | StopRequest,
    sends=LinesEvent | ScoreEvent | UnjudgedEvent | DoneEvent | RefusedEvent,
)
async def study(socket: WebSocket) -> None:
    """Answer a visitor's questions until they go away."""
    await socket.accept()
    context = context_of(socket)
    one = Study(socket, context.workers, context.registry)
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
