"""Following a game live, over a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from ruche.server.context import context_of, session_of
from ruche.server.live.registry import MatchRegistry
from ruche.server.live.session import MatchSession
from ruche.server.match.decisions import Held
from ruche.server.wire.calls import websocket
from ruche.server.wire.match_views import session_view
from ruche.server.wire.messages import ActionRequest, Command, RefusedEvent, ServerEvent, View
from ruche.server.wire.refusals import Refusable, refusal_of
from ruche.server.wire.sockets import receive, send_event

NO_GAME = 4404
GOING_AWAY = 1001


class ViewEvent(ServerEvent, tag="view"):
    """How the game stands."""

    view: View


class Play(ActionRequest, Command, tag="play"):
    """Play an action, as a POST would."""


class Ping(Command, tag="ping"):
    """Nothing; keeps the line open."""


@websocket("/api/games/{id}/live", takes=Play | Ping, sends=ViewEvent | RefusedEvent)
async def follow(socket: WebSocket) -> None:
    """Send the view at once and after every change; take actions too."""
    await socket.accept()
    try:
        session, held = await session_of(socket)
    except Refusable as error:
        await send_event(socket, RefusedEvent(refusal=refusal_of(error).body()))
        await socket.close(NO_GAME)
        return
    registry = context_of(socket).registry
    news = asyncio.Event()
    session.followers.add(news)  # first subscribe, then read, then drop what was sent already
    news.set()
    sending = asyncio.create_task(send_views(socket, registry, session, held, news))
    receiving = asyncio.create_task(receive_actions(socket, registry, session, held))
    try:
        done, _ = await asyncio.wait({sending, receiving}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except (WebSocketDisconnect, RuntimeError):
        pass  # the visitor has gone
    finally:
        session.followers.discard(news)
        for task in (sending, receiving):
            task.cancel()
        await asyncio.gather(sending, receiving, return_exceptions=True)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(GOING_AWAY)


async def send_views(
    socket: WebSocket, registry: MatchRegistry, session: MatchSession, held: Held, news: asyncio.Event
) -> None:
    """Send views until the server closes; of several changes at once only the last is sent."""
    sent: tuple[int, bool] | None = None
    while True:
        await news.wait()
        news.clear()
        if registry.closing.is_set():
            return
        if sent != (session.match.seq, session.thinking):
            sent = (session.match.seq, session.thinking)
            view = session_view(session, held, registry.seats, registry.time_source.now())
            await send_event(socket, ViewEvent(view=view))


async def receive_actions(
    socket: WebSocket, registry: MatchRegistry, session: MatchSession, held: Held
) -> None:
    """Take actions until the visitor goes away; what they change goes to all who follow."""
    while True:
        try:
            message = await receive(socket, Play | Ping)
            if isinstance(message, Play):
                await registry.play(session, held, message.seq, message.action)
        except Refusable as error:
            await send_event(socket, RefusedEvent(refusal=refusal_of(error).body()))
