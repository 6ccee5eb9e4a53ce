"""What a worker does for a request has limits of time and memory, and may be refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from ruche.server.wire.refusals import Refusable, refusal_of, refuse
from ruche.server.work.budget import OutOfTimeError, processor_time
from ruche.server.work.jobs import REQUEST_SECONDS, Computed

P = ParamSpec("P")


def within_limits(function: Callable[P, object], *arguments: P.args, **more: P.kwargs) -> Computed:
    """Return what a function gives, or the refusal if it is refused or takes too much."""
    try:
        with processor_time(REQUEST_SECONDS):
            return Computed(function(*arguments, **more))
    except Refusable as error:
        return Computed(refusal_of(error))
    except (OutOfTimeError, MemoryError):
        return Computed(refuse("too_much_work", seconds=REQUEST_SECONDS))
