"""A wire that dies without a word: a TCP proxy on loopback that stops forwarding and closes nothing."""

from __future__ import annotations

import contextlib
import socket
import threading
from urllib.parse import urlsplit

CHUNK = 65_536


class DeadWire:
    """Forwards connections to a server until it is cut; what was open or begun while it was, stays dead."""

    def __init__(self, server: str) -> None:
        where = urlsplit(server)
        assert where.port is not None
        self.target = (where.hostname, where.port)
        self.cut_off = False
        self.generation = 0  # of connections: those of an earlier one are dead
        self.open: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Forward nothing any more, and tell nobody."""
        self.cut_off = True
        self.generation += 1

    def mend(self) -> None:
        """Forward what is opened from now on."""
        self.cut_off = False

    def close(self) -> None:
        """End it, with all its connections."""
        self.cut()
        for one in (self.listener, *self.open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                self.open.append(near)
                if self.cut_off:
                    continue
                far = socket.create_connection(self.target)
                self.open.append(far)
                for source, sink in ((near, far), (far, near)):
                    pump = threading.Thread(
                        target=self._pump, args=(source, sink, self.generation), daemon=True
                    )
                    pump.start()

    def _pump(self, source: socket.socket, sink: socket.socket, generation: int) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                if generation != self.generation:
                    return
                sink.sendall(data)
            if generation == self.generation:
                sink.shutdown(socket.SHUT_WR)
