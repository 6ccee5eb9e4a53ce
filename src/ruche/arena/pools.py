"""Where games are played: in processes of this machine, or on a Ray cluster.

A pool takes jobs and gives results back as they come. A worker that dies loses the game it was playing,
which is played again, and nothing else.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import re
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.util import Finalize
from typing import Any, Generic, Protocol, TypeVar

from ruche.arena.games import GameRunner, Job, Result
from ruche.players.spec import PlayerError

TRIES = 3  # how often a game may take its worker with it
KNOCK = 10.0  # seconds within which a cluster must take a connection


class Pool(Protocol):
    """Plays games somewhere."""

    size: int

    def submit(self, job: Job) -> None:
        """Take a job."""

    def next(self) -> Result:
        """Wait for a result."""

    def close(self) -> None:
        """Stop working; drop the jobs that are not finished."""


class LostWorker(PlayerError):
    """A game during which workers die again and again."""

    def __init__(self, times: int, file: object = "-") -> None:
        super().__init__("lost_worker", times=times, file=file)


_runner: GameRunner | None = None


def _enter() -> None:
    """Prepare a worker: it ignores Ctrl-C, and its engines end with it, however it ends."""
    global _runner
    _runner = runner = GameRunner()
    Finalize(None, runner.close, exitpriority=10)

    def leave(*_: object) -> None:
        try:
            runner.close()
        finally:
            os._exit(1)  # an exception would be taken for the game's, and the next game begun

    signal.signal(signal.SIGTERM, leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})  # engines are to hear it


def _play(job: Job) -> Result:
    assert _runner is not None
    return _runner.play(job)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C for processes started meanwhile: it goes to the whole group, and they inherit the mask."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # for us it only waits
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class LocalPool:
    """Processes of this machine."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.done: queue.SimpleQueue[tuple[Job, Future[Result]]] = queue.SimpleQueue()
        self.losses: dict[int, int] = {}
        self.pool = self.start()

    def start(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.size, mp_context=context, initializer=_enter)

    def submit(self, job: Job) -> None:
        with interrupts_blocked():  # processes are started now
            try:
                future = self.pool.submit(_play, job)
            except BrokenProcessPool:
                self.pool.shutdown(wait=False)
                self.pool = self.start()
                future = self.pool.submit(_play, job)
        future.add_done_callback(lambda future: self.done.put((job, future)))

    def next(self) -> Result:
        """Wait for a result; jobs whose worker died are handed out again."""
        while True:
            job, future = self.done.get()
            try:
                return future.result()
            except BrokenProcessPool:
                self.losses[job.number] = self.losses.get(job.number, 0) + 1
                if self.losses[job.number] >= TRIES * self.size + 1:
                    raise LostWorker(self.losses[job.number]) from None
                self.submit(job)

    def close(self) -> None:
        """Stop at once."""
        processes = list((self.pool._processes or {}).values())
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join(5)


class Numbered(Protocol):
    """A job that can be told from others."""

    @property
    def number(self) -> int:
        """Its number."""


AnyJob = TypeVar("AnyJob", bound=Numbered)
AnyResult = TypeVar("AnyResult")


class ClusterPool(Generic[AnyJob, AnyResult]):
    """Workers of a Ray cluster that do jobs of any kind, each as a task: on a cluster they come and go."""

    def __init__(
        self, work: Callable[[AnyJob], AnyResult], size: int | None, ray: Any = None, *, threads: int = 1
    ) -> None:
        self.ray = ray or import_ray()
        if not self.ray.is_initialized():
            address = os.environ.get("RAY_ADDRESS", "")
            try:
                knock(address)
                self.ray.init(log_to_driver=False)  # where `RAY_ADDRESS` says, or the cluster started here
            except (OSError, RuntimeError, ValueError) as error:
                text = " ".join(str(error).split())
                raise PlayerError("no_cluster", address=address or "-", error=text) from None
        self.size = size or max(1, int(self.ray.cluster_resources().get("CPU", 1)) // threads)
        self.task = self.ray.remote(max_retries=0, num_cpus=threads)(work)
        self.running: dict[Any, AnyJob] = {}
        self.losses: dict[int, int] = {}

    def submit(self, job: AnyJob) -> None:
        self.running[self.task.remote(job)] = job

    def next(self) -> AnyResult:
        """Wait for a result; jobs whose worker or machine died are handed out again."""
        while True:
            ready, _ = self.ray.wait(list(self.running), num_returns=1)
            job = self.running.pop(ready[0])
            try:
                result: AnyResult = self.ray.get(ready[0])
                return result
            except self.ray.exceptions.RayTaskError as error:  # from our own code, and so it would be again
                if isinstance(error.cause, PlayerError):
                    raise error.cause from None
                raise
            except self.ray.exceptions.RayError:  # whatever else it is, it is the cluster's
                self.losses[job.number] = self.losses.get(job.number, 0) + 1
                if self.losses[job.number] >= TRIES:
                    raise LostWorker(TRIES) from None
                self.submit(job)

    def close(self) -> None:
        """Drop what is running."""
        for running in self.running:
            self.ray.cancel(running, force=True)
        self.running.clear()


class RayPool(ClusterPool[Job, Result]):
    """Workers of a Ray cluster that play games, each with players of its own."""

    def __init__(self, size: int | None, ray: Any = None, *, threads: int = 1) -> None:
        super().__init__(play_alone, size, ray, threads=threads)


def knock(address: str) -> None:
    """Raise `OSError` if nobody listens at the address of a cluster: Ray would go on asking for minutes."""
    found = re.fullmatch(r"(?:ray://)?\[?([^\[\]/]+?)\]?:(\d+)", address)
    if found:
        socket.create_connection((found[1], int(found[2])), timeout=KNOCK).close()


def play_alone(job: Job) -> Result:
    """Play a game with players that exist for it only."""
    runner = GameRunner()
    try:
        return runner.play(job)
    finally:
        runner.close()


def import_ray(load: Callable[[str], Any] | None = None) -> Any:
    """Return Ray, or say what is missing."""
    from importlib import import_module

    try:
        return (load or import_module)("ray")
    except ImportError:
        raise PlayerError("no_ray") from None
