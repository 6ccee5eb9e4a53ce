"""Processes that each do a share of the work and count it, so that the one who waits can show progress."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from typing import Any

from ruche.arena.pools import LostWorker, interrupts_blocked

TRIES = 3  # how often the process of a share may die
LOOK = 0.5  # seconds between two looks at the count


def run_shares(
    work: Callable[..., None], shares: int, arguments: tuple[Any, ...], show: Callable[[int], None]
) -> None:
    """Call `work(share, shares, count, *arguments)` in a process for each share, and wait for all.

    `work` adds to `count.value` what it has done, and goes on where it stopped if its process died.
    """
    context = multiprocessing.get_context("spawn")
    counts = [context.Value("q", 0) for _ in range(shares)]

    def start(share: int) -> Any:
        counts[share].value = 0
        process = context.Process(target=work, args=(share, shares, counts[share], *arguments), daemon=True)
        with interrupts_blocked():
            process.start()
        return process

    running = {share: start(share) for share in range(shares)}
    losses = dict.fromkeys(running, 0)
    try:
        while running:
            for share, process in list(running.items()):
                process.join(LOOK / len(running))
                if process.exitcode is None:
                    continue
                del running[share]
                if process.exitcode != 0:
                    losses[share] += 1
                    if losses[share] == TRIES:
                        raise LostWorker(TRIES)
                    running[share] = start(share)
            show(sum(count.value for count in counts))
    finally:
        for process in running.values():
            process.terminate()
            process.join()
