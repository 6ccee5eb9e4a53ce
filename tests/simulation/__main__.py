"""Run many seeds: `python -m tests.simulation --seeds 10000`, or one with its trace: `--seed 58`."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from dataclasses import asdict

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from tests.simulation.scenario import plan_of, run_seed, try_seed

console = Console(highlight=False)


def run_many(first: int, count: int, jobs: int) -> int:
    """Run seeds in several processes; return how many failed. Ctrl-C keeps what there is."""
    failed, done, began = 0, 0, time.monotonic()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    # Whoever started it ends it. What runs there is none of this module's: others cannot import it.
    ignored = (signal.SIGINT, signal.SIG_IGN)
    pool = multiprocessing.get_context("spawn").Pool(jobs, signal.signal, ignored)
    try:
        with Progress(*columns, console=console) as progress:
            bar = progress.add_task("seeds", total=count)
            for seed, problems in pool.imap_unordered(try_seed, range(first, first + count), chunksize=4):
                done += 1
                progress.advance(bar)
                if problems:
                    failed += 1
                    progress.update(bar, description=f"seeds, [red]{failed} failed[/]")
                    console.print(f"[red]seed {seed}[/] fails: {problems[0][:300]}", markup=True)
                    console.print(f"  replay: python -m tests.simulation --seed {seed}")
    except KeyboardInterrupt:
        console.print("interrupted")
    finally:
        pool.terminate()
        pool.join()
    spent = time.monotonic() - began
    console.print(f"{done} seeds in {spent:.0f} s, {failed} failed")
    return failed


def replay(seed: int) -> int:
    """Run one seed and print everything that happens in it."""
    for name, value in asdict(plan_of(seed)).items():
        console.print(f"[bold]{name}[/]: {value}", soft_wrap=True)
    world = run_seed(seed, trace=True)
    for line in world.trace or []:
        console.print(line, markup=False, soft_wrap=True)
    for problem in world.problems:
        console.print(f"[red]{problem}[/]", soft_wrap=True)
    console.print(f"seed {seed}: {len(world.problems)} problems, {world.loop.time():.1f} s simulated")
    return len(world.problems)


@click.command()
@click.option("--seeds", default=1000, show_default=True, help="How many seeds to run.")
@click.option("--first", default=0, show_default=True, help="The first of them.")
@click.option("--seed", type=int, help="Run this one alone, and print its trace.")
@click.option("--jobs", default=min(2, os.cpu_count() or 1), show_default=True, help="Processes to use.")
def main(seeds: int, first: int, seed: int | None, jobs: int) -> None:
    """Simulate the server with faults, from seeds; a seed that fails says how to replay it."""
    for stop in (signal.SIGINT, signal.SIGTERM):  # in the background, shells have the first one ignored
        signal.signal(stop, signal.default_int_handler)
    sys.exit(1 if (replay(seed) if seed is not None else run_many(first, seeds, jobs)) else 0)


if __name__ == "__main__":
    main()
