"""Following a game live, over a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from ruche import Colour
from ruche.server.context import match_of, state_of
from ruche.server.live.registry import Matches
from ruche.server.live.session import Live
from ruche.server.wire.calls import websocket
from ruche.server.wire.messages import ActionRequest, Command, RefusedEvent, ServerEvent, View
from ruche.server.wire.refusals import RefusalError
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
        live, held = await match_of(socket)
    except RefusalError as refusal:
        await send_event(socket, RefusedEvent(refusal=refusal.body()))
        await socket.close(NO_GAME)
        return
    matches = state_of(socket).matches
    news = asyncio.Event()
    live.followers.add(news)  # first subscribe, then read, then drop what was sent already
    news.set()
    telling = asyncio.create_task(tell(socket, matches, live, held, news))
    hearing = asyncio.create_task(hear(socket, matches, live, held))
    try:
        done, _ = await asyncio.wait({telling, hearing}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    except (WebSocketDisconnect, RuntimeError):
        pass  # the visitor has gone
    finally:
        live.followers.discard(news)
        for task in (telling, hearing):
            task.cancel()
        await asyncio.gather(telling, hearing, return_exceptions=True)
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(GOING_AWAY)


async def tell(
    socket: WebSocket, matches: Matches, live: Live, held: frozenset[Colour], news: asyncio.Event
) -> None:
    """Send views until the server closes; of several changes at once only the last is worth sending."""
    sent: tuple[int, bool] | None = None
    while True:
        await news.wait()
        news.clear()
        if matches.closing.is_set():
            return
        view = await matches.view(live, held)
        if sent != (view.seq, view.thinking):
            sent = (view.seq, view.thinking)
            await send_event(socket, ViewEvent(view=view))


async def hear(socket: WebSocket, matches: Matches, live: Live, held: frozenset[Colour]) -> None:
    """Take actions until the visitor goes away."""
    while True:
        try:
            message = await receive(socket, Play | Ping)
            if isinstance(message, Play):
                await matches.play(live, held, message)  # the view goes to all who follow, the sender too
        except RefusalError as refusal:
            await send_event(socket, RefusedEvent(refusal=refusal.body()))
