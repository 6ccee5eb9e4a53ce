"""A proxy before PostgreSQL that cuts connections right after COMMIT, when nobody has heard of it yet."""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
import time
from collections.abc import Callable, Iterator

COMMIT, BEGIN = b"COMMIT", b"BEGIN"  # as asyncpg sends them, each in a message of its own
CHUNK = 65_536


class CommitProxy:
    """Forwards connections to PostgreSQL; of some commits, carried out, the answer never arrives.

    It also measures how long transactions took, from BEGIN to the answer to COMMIT.
    """

    def __init__(self, port: int, cut: float, seed: int = 0) -> None:
        self.target = port
        self.cut = cut  # of the commits, how many are cut
        self.rng = random.Random(seed)
        self.port = 0
        self.cuts = 0
        self.connections: set[asyncio.Task[None]] = set()
        self.seconds: list[float] = []  # of each transaction that was answered

    async def serve(self, ready: threading.Event, end: asyncio.Event) -> None:
        """Listen on a free port until told to end."""
        async with await asyncio.start_server(self._accept, "127.0.0.1", 0) as listener:
            self.port = listener.sockets[0].getsockname()[1]
            ready.set()
            await end.wait()
        for task in self.connections:
            task.cancel()
        await asyncio.gather(*self.connections, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.connections.add(task)
        task.add_done_callback(self.connections.discard)
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        wire = _Wire(self)
        pumps = [
            asyncio.create_task(_pump(reader, far_writer, wire.asked)),
            asyncio.create_task(_pump(far_reader, writer, wire.answered)),
        ]
        with contextlib.suppress(asyncio.CancelledError):  # which `start_server` would report
            try:
                await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for pump in pumps:
                    pump.cancel()
                for side in (writer, far_writer):
                    side.transport.abort()
                await asyncio.gather(*pumps, return_exceptions=True)


class _Wire:
    """One connection: where it is in its transaction."""

    def __init__(self, proxy: CommitProxy) -> None:
        self.proxy = proxy
        self.begun = 0.0
        self.commits = self.cuts = False

    def asked(self, data: bytes) -> bool:
        """Look at what the client sends; it is always passed on."""
        if BEGIN in data:
            self.begun = time.monotonic()
        if COMMIT in data:
            self.commits = True
            self.cuts = self.proxy.rng.random() < self.proxy.cut
        return True

    def answered(self, _: bytes) -> bool:
        """Look at what PostgreSQL answers; tell whether it is passed on."""
        if not self.commits:
            return True
        self.commits = False
        self.proxy.cuts += self.cuts
        if not self.cuts and self.begun:
            self.proxy.seconds.append(time.monotonic() - self.begun)
        return not self.cuts


async def _pump(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, passes: Callable[[bytes], bool]
) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(CHUNK):
            if not passes(data):
                return
            writer.write(data)
            await writer.drain()


@contextlib.contextmanager
def commit_proxy(port: int, cut: float, seed: int = 0) -> Iterator[CommitProxy]:
    """Run a proxy in a thread of its own."""
    proxy, ready = CommitProxy(port, cut, seed), threading.Event()
    loop, end = asyncio.new_event_loop(), asyncio.Event()

    def run() -> None:
        loop.run_until_complete(proxy.serve(ready, end))
        loop.close()

    thread = threading.Thread(target=run)
    thread.start()
    assert ready.wait(60)
    try:
        yield proxy
    finally:
        loop.call_soon_threadsafe(end.set)
        thread.join()
