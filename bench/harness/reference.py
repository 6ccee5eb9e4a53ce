"""The least a server must do: a bare uvicorn program that commits the same and sends the same bytes.

    python -m bench.harness.reference PORT FOLDER BYTES

Whoever connects to `/GAME` joins that game; what one sends is appended to an SQLite log, and once committed
both get `BYTES` bytes. It knows no rules and keeps nothing: the ratio to it is what the rest costs.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

PING = '{"do":"ping"}'


class Log:
    """Appends in groups, each committed by a thread, as a real one does."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, check_same_thread=False)
        self.connection.execute("PRAGMA journal_mode=WAL")
        self.connection.execute("PRAGMA synchronous=FULL")
        self.connection.execute(
            "CREATE TABLE log (game TEXT, seq INTEGER, event TEXT, PRIMARY KEY (game, seq))"
        )
        self.waiting: list[tuple[tuple[str, int, str], asyncio.Future[None]]] = []
        self.some = asyncio.Event()

    async def append(self, row: tuple[str, int, str]) -> None:
        """Return once the row is safe."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((row, done))
        self.some.set()
        await done

    def _commit(self, rows: list[tuple[str, int, str]]) -> None:
        with self.connection:
            self.connection.executemany("INSERT INTO log VALUES (?, ?, ?)", rows)

    async def write(self) -> None:
        """Commit whatever waits, for ever."""
        while True:
            await self.some.wait()
            self.some.clear()
            group, self.waiting = self.waiting, []
            await asyncio.to_thread(self._commit, [row for row, _ in group])
            for _, done in group:
                done.set_result(None)


def make_app(path: Path, size: int) -> Starlette:
    """Return the program."""
    rooms: dict[str, list[WebSocket]] = {}
    numbers: dict[str, int] = {}
    log = Log(path)
    writer: list[asyncio.Task[None]] = []

    async def follow(socket: WebSocket) -> None:
        if not writer:
            writer.append(asyncio.create_task(log.write()))
        game = socket.path_params["game"]
        await socket.accept()
        room = rooms.setdefault(game, [])
        room.append(socket)
        try:
            while True:
                text = await socket.receive_text()
                if text == PING:
                    await socket.send_text('{"event":"pong"}')
                    continue
                seq = numbers[game] = numbers.get(game, 0) + 1
                await log.append((game, seq, text))
                answer = '{"event":"update"'.ljust(size)
                for one in room:
                    await one.send_text(answer)
                await socket.send_text('{"event":"done"}')
        except WebSocketDisconnect:
            room.remove(socket)

    return Starlette(routes=[WebSocketRoute("/{game}", follow)])


def main() -> None:
    """Serve."""
    port, folder, size = int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
    app = make_app(folder / "reference.sqlite", size)
    uvicorn.run(
        app,
        host="127.0.0.1",
        port=port,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        log_level="warning",
        access_log=False,
    )


if __name__ == "__main__":
    main()
