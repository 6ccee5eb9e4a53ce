"""WebSockets: messages out and in."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ruche.server.wire.http import decode


async def send_event(socket: WebSocket, event: msgspec.Struct) -> None:
    await socket.send_text(msgspec.json.encode(event).decode())


async def receive(socket: WebSocket, kind: Any) -> Any:
    """Return the next message of a type, or of one of a union; refuses anything else."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    return decode(message.get("text") or message.get("bytes") or "", kind)
