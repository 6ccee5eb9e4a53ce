"""Following a game live, over a WebSocket, and playing it there."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ruche.server.context import context_of
from ruche.server.live.eager import begin
from ruche.server.live.registry import MatchRegistry
from ruche.server.match.decisions import check_visible
from ruche.server.match.refusals import MatchRefusalError, RefusalKind
from ruche.server.wire.calls import websocket
from ruche.server.wire.direct_sockets import direct_of
from ruche.server.wire.followers import SocketFollower
from ruche.server.wire.live_messages import (
    AcknowledgedEvent,
    GiveName,
    Hello,
    LiveCommand,
    LiveEvent,
    MakeOffer,
    Ping,
    Play,
    PongEvent,
    ShowPresence,
)
from ruche.server.wire.messages import RefusedEvent
from ruche.server.wire.refusals import Refusable, refusal_of, refuse, refuse_malformed
from ruche.server.wire.requests import request_of
from ruche.server.wire.sockets import receive, send_event, sender_of

REFUSED = 4400
NO_GAME = 4404
GOING_AWAY = 1001
FIRST = 5.0  # seconds in which the first message has to come


@websocket("/api/games/{id}/live", takes=LiveCommand, sends=LiveEvent)
async def follow(socket: WebSocket) -> None:
    """Send what changes, from the entry on that the visitor knows; take actions, offers and names."""
    await socket.accept()
    registry = context_of(socket).registry
    code = GOING_AWAY
    try:
        hello = await _first_message(socket)
        async with registry.replicas.hold(socket.path_params["id"]) as replica:
            follower = SocketFollower(registry, replica, hello.seats, hello.after, sender_of(socket))
            check_visible(replica.match, follower.held)
            await _serve(socket, registry, follower)
    except (WebSocketDisconnect, RuntimeError, OSError):
        return  # the visitor has gone
    except Refusable as error:
        with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
            await send_event(socket, RefusedEvent(refusal=refusal_of(error).body()))
        gone = isinstance(error, MatchRefusalError) and error.kind == RefusalKind.NO_GAME
        code = NO_GAME if gone else REFUSED
    with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
        await socket.close(code)


async def _first_message(socket: WebSocket) -> Hello:
    try:
        async with asyncio.timeout(FIRST):
            hello = await receive(socket, LiveCommand)
    except TimeoutError:
        raise refuse("no_hello") from None
    if not isinstance(hello, Hello):
        raise refuse("no_hello")
    return hello


async def _serve(socket: WebSocket, registry: MatchRegistry, follower: SocketFollower) -> None:
    """Send and receive until the visitor goes away, falls silent, or the server closes."""
    replica = follower.replica
    replica.followers.add(follower)
    replica.note_presence(follower.heard_at)
    if (direct := direct_of(socket)) is not None:
        direct.take_ping = follower.answer_ping
        direct.stop_keepalive()  # both ends tell silence by the pings of the page
    reading = follower.reading = asyncio.create_task(receive_commands(socket, registry, follower))
    follower.sending = begin(follower.send_news())
    try:
        await reading
    except asyncio.CancelledError:
        if not follower.lost:
            raise
    finally:
        if direct is not None:
            direct.take_ping = None  # it leads back here: a circle
        del reading  # and so does the reason it ended for
        follower.give_up()
        replica.followers.discard(follower)
        now = registry.time_source.now()
        replica.left_at.update(dict.fromkeys(follower.held, now))
        replica.note_presence(now)


async def receive_commands(socket: WebSocket, registry: MatchRegistry, follower: SocketFollower) -> None:
    """Carry out commands until the visitor goes away; what they change goes to all who follow."""
    while True:
        command = None
        try:
            command = await receive(socket, LiveCommand)
            arrived = follower.heard_at = registry.time_source.now()
            replica, held, seq = follower.replica, follower.held, None
            match command:
                case Play(seq=seen, action=action):
                    made_by = request_of("play", held, command, seen, action)
                    seq = await registry.play(replica, held, seen, action, made_by, arrived)
                case MakeOffer(seq=seen, offer=offer, answer=answer):
                    made_by = request_of("offer", held, command, seen, offer, answer)
                    seq = await registry.offer(replica, held, seen, offer, answer, made_by)
                case GiveName(name=name):
                    made_by = request_of("name", held, command, name)
                    seq = await registry.name(replica, held, name, made_by)
                case Ping():
                    await send_event(socket, PongEvent(now=arrived))
                case ShowPresence(visible=visible):
                    follower.visible = visible
                    replica.note_presence(arrived)
                case Hello():
                    raise refuse_malformed("hello_again")
            if seq is not None:
                done = AcknowledgedEvent(request=getattr(command, "request", None), seq=seq)
                await follower.send(msgspec.json.encode(done))
        except Refusable as error:
            request = getattr(command, "request", None)
            await send_event(socket, RefusedEvent(refusal=refusal_of(error).body(), request=request))
