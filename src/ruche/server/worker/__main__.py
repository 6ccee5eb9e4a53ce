"""A worker process: `python -m ruche.server.worker KIND` does the jobs that it is sent over standard input.

The kinds are the lanes of `ruche.server.work.pool`. A worker gives way to the server (nice), and ends by
itself when the server has gone.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from ruche.engine import StopFlag
from ruche.server.work.jobs import (
    Answer,
    Cancel,
    FindLines,
    Log,
    Ready,
    Result,
    Said,
    Start,
    Tasks,
    pack,
    read_message,
)
from ruche.server.work.pool import ARCHIVE, PLAY, REQUEST, STUDY

# At 19 a full machine gives an analysis next to nothing: a review of a game took minutes. At 10 it has its
# share, and gives way to the server and to requests all the same.
NICE = {REQUEST: 5, ARCHIVE: 5, PLAY: 10, STUDY: 10}
MEMORY = 2 * 1024**3  # bytes of address space that a worker for requests or searches may use


class ServerLog(logging.Handler):
    """Passes on what is logged here to the log of the server."""

    def __init__(self, say: Callable[[Log], None]) -> None:
        super().__init__()
        self.say = say

    def emit(self, record: logging.LogRecord) -> None:
        """Pass on a line."""
        self.say(Log(record.name, record.levelno, self.format(record)))


class Worker:
    """Does one job after the other; a second thread receives what the server sends."""

    def __init__(self, source: BinaryIO, sink: BinaryIO, tasks: Tasks) -> None:
        self.source = source
        self.sink = sink
        self.tasks = tasks
        self.jobs: queue.Queue[Start] = queue.Queue()
        self.changing = threading.Lock()
        self.cancelled: set[int] = set()
        self.stop = StopFlag()
        self.now = 0

    def listen(self) -> None:
        """Receive jobs and cancellations; end when the server has gone."""
        while True:
            message = read_message(self.source)
            if isinstance(message, Start):
                self.jobs.put(message)
            elif isinstance(message, Cancel):
                self.cancel(message.number)
            else:
                os._exit(0)

    def cancel(self, number: int) -> None:
        """Drop a job, whether it is at hand or still to come."""
        with self.changing:
            self.cancelled.add(number)
            if number == self.now:
                self.stop.set()

    def begin(self, number: int) -> StopFlag:
        """Begin a job; return what stops it."""
        with self.changing:
            self.now, self.stop = number, StopFlag()
            if number in self.cancelled:
                self.stop.set()
            self.cancelled = {other for other in self.cancelled if other > number}
            return self.stop

    def say(self, message: Said) -> None:
        """Send a message."""
        self.sink.write(pack(message))
        self.sink.flush()

    def work(self) -> None:
        """Do jobs for ever."""
        threading.Thread(target=self.listen, daemon=True).start()
        self.say(Ready())
        logging.basicConfig(handlers=[ServerLog(self.say)], format="%(message)s")
        while True:
            start = self.jobs.get()
            stop = self.begin(start.number)
            last: Result | str | None = None
            try:
                for result in () if stop.is_set() else self.tasks[type(start.job)](start.job, stop):
                    if isinstance(start.job, FindLines):  # the only one with several answers
                        self.say(Answer(start.number, result, last=False))
                    else:
                        last = result
            except Exception:
                last = traceback.format_exc()
            self.say(Answer(start.number, last, last=True))


def load_tasks(kind: str) -> Tasks:
    """Return what a worker of a kind can do; each loads only what it needs for that."""
    if kind == ARCHIVE:
        from ruche.server.api.searches import TASKS as SEARCHING

        return SEARCHING
    if kind == REQUEST:
        from ruche.server.worker.offloaded import TASKS

        return TASKS
    from ruche.server.work.tasks import TASKS as THINKING

    return THINKING


def give_way(nice: int) -> None:
    """Give the server precedence, wherever the system knows how.

    Linux shares time among sessions before it looks at `nice`: in the server's own, thinking would be
    charged to it.
    """
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(nice)
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setsid()
            Path("/proc/self/autogroup").write_text(str(nice), encoding="ascii")


def limit_memory() -> None:
    """Have a request that wants too much memory fail alone."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def main() -> None:
    """Work until the server has gone."""
    kind = sys.argv[1]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole group; the server ends us
    give_way(NICE[kind])
    if kind in (REQUEST, ARCHIVE):
        limit_memory()
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that prints shall spoil the messages
    with contextlib.suppress(BrokenPipeError):
        Worker(sys.stdin.buffer, sink, load_tasks(kind)).work()
    os._exit(0)  # Python would wait for the thread that listens, and call it a fatal error


if __name__ == "__main__":
    main()
