"""Following a game live, over a WebSocket."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ruche import Colour
from ruche.server.context import match_of, state_of
from ruche.server.live.registry import Matches
from ruche.server.live.session import Live
from ruche.server.wire.http import decode
from ruche.server.wire.messages import ActionRequest, RefusalResponse, Sequence, View
from ruche.server.wire.refusals import RefusalError

NO_GAME = 4404
GOING_AWAY = 1001


class ViewEvent(msgspec.Struct, tag="view", tag_field="event"):
    """How the game stands."""

    view: View


class RefusedEvent(msgspec.Struct, tag="refused", tag_field="event"):
    """A request that came over the WebSocket is refused."""

    refusal: RefusalResponse


class Play(msgspec.Struct, tag="play", tag_field="do", forbid_unknown_fields=True):
    """Play an action, as a POST would."""

    seq: Sequence
    action: str


class Ping(msgspec.Struct, tag="ping", tag_field="do"):
    """Nothing; keeps the line open."""


async def follow(socket: WebSocket) -> None:
    """Send the view at once and after every change; take actions too."""
    await socket.accept()
    try:
        live, held = await match_of(socket)
    except RefusalError as refusal:
        await send(socket, RefusedEvent(refusal.body()))
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


async def send(socket: WebSocket, event: object) -> None:
    """Send an event."""
    await socket.send_text(msgspec.json.encode(event).decode())


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
            await send(socket, ViewEvent(view))


async def hear(socket: WebSocket, matches: Matches, live: Live, held: frozenset[Colour]) -> None:
    """Take actions until the visitor goes away."""
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        try:
            body = decode(message.get("text") or message.get("bytes") or "", Play | Ping)  # type: ignore[arg-type]
            if isinstance(body, Play):
                view = await matches.play(live, held, ActionRequest(seq=body.seq, action=body.action))
                del view  # it goes to all who follow, the sender among them
        except RefusalError as refusal:
            await send(socket, RefusedEvent(refusal.body()))


ROUTES = [WebSocketRoute("/api/games/{id}/live", follow)]
