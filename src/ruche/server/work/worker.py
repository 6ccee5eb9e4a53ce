"""A worker process: `python -m ruche.server.work.worker` thinks about what it is sent over standard input.

It gives way to the server (nice), and ends by itself when the server has gone.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import sys
import threading
import traceback
from pathlib import Path
from typing import BinaryIO

from ruche.engine import StopFlag
from ruche.server.work.jobs import Answer, Cancel, Job, Judge, Prove, Start, Think, pack, read_message
from ruche.server.work.tasks import judge, prove, search, think

NICE = 19


class Worker:
    """Does one job after the other; a second thread receives what the server sends."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self.source = source
        self.sink = sink
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

    def say(self, value: object, *, last: bool) -> None:
        """Send part of an answer."""
        self.sink.write(pack(Answer(self.now, value, last)))  # type: ignore[arg-type]
        self.sink.flush()

    def work(self) -> None:
        """Do jobs for ever."""
        threading.Thread(target=self.listen, daemon=True).start()
        while True:
            start = self.jobs.get()
            stop = self.begin(start.number)
            try:
                self.do(start.job, stop)
            except Exception:
                self.say(traceback.format_exc(), last=True)

    def do(self, job: Job, stop: StopFlag) -> None:
        if stop.is_set():
            self.say(None, last=True)
        elif isinstance(job, Think):
            self.say(think(job, stop), last=True)
        elif isinstance(job, Judge):
            self.say(judge(job, stop), last=True)
        elif isinstance(job, Prove):
            self.say(prove(job), last=True)
        else:
            for found in search(job, stop):
                self.say(found, last=False)
            self.say(None, last=True)


def give_way() -> None:
    """Give the server precedence, wherever the system knows how.

    Linux shares time among sessions before it looks at `nice`: in the server's own, thinking would be
    charged to it.
    """
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICE)
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setsid()
            Path("/proc/self/autogroup").write_text(str(NICE), encoding="ascii")


def main() -> None:
    """Work until the server has gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the whole group; the server ends us
    give_way()
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that prints shall spoil the messages
    with contextlib.suppress(BrokenPipeError):
        Worker(sys.stdin.buffer, sink).work()


if __name__ == "__main__":
    main()
