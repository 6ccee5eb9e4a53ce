"""WebSockets: messages out and in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ruche.server.wire.direct_sockets import direct_of
from ruche.server.wire.http import decode

MESSAGES = 50  # a second that a visitor may send; who sends more is read more slowly
BURST = 200


Send = Callable[[bytes], Awaitable[None]]


def sender_of(socket: WebSocket) -> Send:
    """Return what sends encoded messages over a socket."""
    if (direct := direct_of(socket)) is not None:
        return direct.send_message

    async def send(message: bytes) -> None:
        await socket.send_text(message.decode())

    return send


async def send_event(socket: WebSocket, event: msgspec.Struct) -> None:
    await socket.send_text(msgspec.json.encode(event).decode())


async def receive(socket: WebSocket, kind: Any) -> Any:
    """Return the next message of a type, or of one of a union; refuses anything else."""
    await _pace(socket)
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    return decode(message.get("text") or message.get("bytes") or "", kind)


async def _pace(socket: WebSocket) -> None:
    """Wait until the visitor may send another message."""
    now = asyncio.get_running_loop().time()
    due = max(now, getattr(socket.state, "paced_until", now)) + 1 / MESSAGES
    socket.state.paced_until = due
    if (late := due - now - BURST / MESSAGES) > 0:
        await asyncio.sleep(late)
