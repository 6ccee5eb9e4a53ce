"""The worker processes: they think and compute while the server goes on serving.

Machine players, analysis, requests and searches have lanes of their own, so that none waits for another; the
system shares the processors among them by priority (`ruche.server.worker`).
"""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from ruche.server.work.jobs import REQUEST_SECONDS, Compute, Computed, Job, SearchArchive
from ruche.server.work.lane import CrowdedError, JobHandle, Lane, LaneSettings, StartProcess, WorkerDiedError
from ruche.server.work.process import start_process

__all__ = [
    "ARCHIVE",
    "PLAY",
    "REQUEST",
    "STUDY",
    "CrowdedError",
    "JobHandle",
    "WorkerDiedError",
    "WorkerPool",
]

T = TypeVar("T")
PLAY, STUDY, REQUEST, ARCHIVE = "play", "study", "request", "archive"
DRAINED_IN = 4.0  # seconds; the jobs at work may take four more, so that no machine move waits ten
WAITING_MOVES = 90  # a worker: each has some 60 ms then
TIME_SLICE = 5.0  # seconds of analysis, if others wait
WAITING_STUDIES = 12  # a worker: a minute, at worst
WAITING_REQUESTS = 50
WAITING_SEARCHES = 200  # half a second, or what comes while the worker starts


def usual_lanes(size: int | None = None) -> list[LaneSettings]:
    """Return the lanes of a server; `size` is how many machine players think at once."""
    # One processor is left to the server, where there are three or more: thinking slows nobody's game.
    players = size or max(2, (os.cpu_count() or 2) - 1)
    students = max(1, players - 1)
    return [
        LaneSettings(PLAY, players, WAITING_MOVES * players, usual=0.1, drained_in=DRAINED_IN),
        LaneSettings(STUDY, students, WAITING_STUDIES * students, usual=TIME_SLICE, time_slice=TIME_SLICE),
        LaneSettings(REQUEST, 2, WAITING_REQUESTS, usual=REQUEST_SECONDS / 10),
        # One, so that searching takes one processor at most; started by the first search.
        LaneSettings(ARCHIVE, 1, WAITING_SEARCHES, usual=0.01),
    ]


class WorkerPool:
    """All lanes of a server."""

    def __init__(self, size: int | None = None, start: StartProcess = start_process) -> None:
        self.lanes: Mapping[str, Lane] = {one.name: Lane(one, start) for one in usual_lanes(size)}
        self.numbers = itertools.count(1)

    def open(self) -> None:
        """Start a worker for the first request, who would otherwise wait for it to load."""
        self.lanes[REQUEST].start_worker()

    def submit(self, job: Job, lane: str = PLAY) -> JobHandle:
        """Have a job done as soon as a worker of a lane is free; raises `CrowdedError`."""
        handle = JobHandle(next(self.numbers), job)
        self.lanes[lane].submit(handle)
        return handle

    async def compute(self, function: Callable[..., T], *arguments: object) -> T:
        """Return what a function of a module gives, called by a worker; raises the refusal that it raises."""
        return cast(T, await self.answer(Compute(function, arguments), REQUEST))

    async def answer(self, job: Compute | SearchArchive, lane: str) -> Any:
        """Return what answers a request, as a worker has found it; raises the refusal that it raises."""
        answer = await self.submit(job, lane).result()
        if not isinstance(answer, Computed):
            raise CrowdedError(1)  # the server stops
        if isinstance(answer.value, Exception):
            raise answer.value
        return answer.value

    async def close(self) -> None:
        """End every worker."""
        await asyncio.gather(*(lane.close() for lane in self.lanes.values()))

    def figures(self) -> dict[str, float | str]:
        """Say how busy the workers are."""
        found: dict[str, float | str] = {}
        for name, lane in self.lanes.items():
            found |= {
                f"workers.{name}.most": lane.settings.size,
                f"workers.{name}.busy": len(lane.busy),
                f"workers.{name}.waiting": len(lane.waiting),
                f"workers.{name}.done": lane.done,
                f"workers.{name}.died": lane.died,
            }
        return found
