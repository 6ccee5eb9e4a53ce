"""What workers do for requests: call handlers that are not asynchronous, and other functions of modules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from ruche.engine import StopFlag
from ruche.server.api import endpoints
from ruche.server.wire.calls import Call
from ruche.server.wire.http import RawResponse, decode, decode_query, raw_response
from ruche.server.wire.within_limits import within_limits
from ruche.server.work.jobs import Compute, Computed, Tasks


@cache
def _calls() -> dict[str, Call]:
    return {one.name: one for one in endpoints() if isinstance(one, Call) and one.offloaded}


def answer_call(name: str, path: Mapping[str, str], query: Mapping[str, str], body: bytes) -> RawResponse:
    """Answer a call by its handler, which takes the names in its path as arguments."""
    call = _calls()[name]
    arguments: dict[str, object] = dict(path)
    if call.query is not None:
        arguments["query"] = decode_query(query, call.query)
    if call.body is not None:
        arguments["body"] = decode(body, call.body)
    return raw_response(call.handler(**arguments), call.status)


def compute(job: Compute, _: StopFlag) -> Iterator[Computed]:
    """Call a function."""
    yield within_limits(job.function, *job.arguments)


TASKS: Tasks = {Compute: compute}
_calls()  # before the first job
