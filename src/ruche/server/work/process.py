"""One worker process, as the server sees it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import subprocess
import sys
from typing import TYPE_CHECKING

from ruche.server.work.jobs import HEAD, Cancel, Said, Start, pack

if TYPE_CHECKING:
    from ruche.server.work.lane import JobHandle

GRACE = 0.4  # seconds a cancelled job has to end before its process is killed


class WorkerProcess:
    """One worker process and the job it does."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self.child = child
        self.job: JobHandle | None = None
        self.timers: list[asyncio.TimerHandle] = []  # of its job
        self.slice_over = False  # whether its job has had its share, and goes on only while nobody waits

    def begin(self, job: JobHandle) -> None:
        """Give it a job, and kill it if it is not done by its deadline."""
        self.job, job.worker = job, self
        self.send(Start(job.number, job.job))
        self.timers = [asyncio.get_running_loop().call_later(job.job.deadline, self.kill)]

    def send(self, message: Start | Cancel) -> None:
        """Send it a message."""
        assert self.child.stdin is not None
        self.child.stdin.write(pack(message))

    def stop_job(self) -> None:
        """Ask it to end its job with what it has found."""
        if self.job is not None:
            self.send(Cancel(self.job.number))

    def cancel_job(self) -> None:
        """Ask it to drop its job, and kill it if it does not."""
        self.stop_job()
        self.timers.append(asyncio.get_running_loop().call_later(GRACE, self.kill))

    def release(self) -> None:
        """Detach it from its job."""
        for timer in self.timers:
            timer.cancel()
        self.timers = []
        self.slice_over = False
        if self.job is not None:
            self.job.worker = None
            self.job = None

    def kill(self) -> None:
        """End it at once, even if it is stopped."""
        if self.child.returncode is None:
            self.child.kill()

    async def end(self) -> None:
        """End it at once, and close the pipe to it: later the event loop may be closed itself."""
        self.kill()
        await self.child.wait()
        assert self.child.stdin is not None
        self.child.stdin.close()
        with contextlib.suppress(ConnectionError):
            await self.child.stdin.wait_closed()

    async def read(self) -> Said:
        """Return its next message; raises `IncompleteReadError` when it is dead."""
        assert self.child.stdout is not None
        head = await self.child.stdout.readexactly(HEAD.size)
        (length,) = HEAD.unpack(head)
        message = pickle.loads(await self.child.stdout.readexactly(length))
        assert isinstance(message, Said)
        return message


async def start_process(kind: str) -> WorkerProcess:
    """Start a worker process for a kind of job; raises `OSError`."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    low = getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)  # Windows has no nice
    return WorkerProcess(
        await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "ruche.server.worker", kind),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            creationflags=low,
        )
    )
