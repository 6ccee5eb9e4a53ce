"""Coroutines that are begun at once."""

import asyncio

import pytest
from tests.server.helpers import asynchronous

from ruche.server.live.eager import begin


@asynchronous
async def test_what_need_not_wait_is_done_at_once() -> None:
    done: list[str] = []

    async def work() -> None:
        done.append("begun")
        await asyncio.Event.wait(open_gate)
        done.append("ended")

    open_gate = asyncio.Event()
    open_gate.set()
    assert begin(work()) is None
    assert done == ["begun", "ended"]


@asynchronous
async def test_what_has_to_wait_goes_on_in_a_task() -> None:
    done: list[str] = []
    gates = [asyncio.Event(), asyncio.Event()]

    async def work() -> None:
        for gate in gates:
            await gate.wait()
            done.append("through")

    task = begin(work())
    assert task is not None
    assert done == []
    for gate in gates:
        gate.set()
        await asyncio.sleep(0.01)
    await task
    assert done == ["through", "through"]


@asynchronous
async def test_the_task_can_be_cancelled_wherever_it_waits() -> None:
    tidied = False

    async def work() -> None:
        nonlocal tidied
        try:
            await asyncio.Event().wait()
        finally:
            tidied = True

    task = begin(work())
    assert task is not None
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert tidied


@asynchronous
async def test_errors_reach_whoever_begins_or_awaits_it() -> None:
    async def work(gate: asyncio.Event) -> None:
        await gate.wait()
        raise ValueError("no")

    gate = asyncio.Event()
    task = begin(work(gate))
    assert task is not None
    gate.set()
    with pytest.raises(ValueError, match="no"):
        await task
    with pytest.raises(ValueError, match="no"):
        begin(work(gate))
