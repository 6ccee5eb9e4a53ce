"""The promises of the server, as a program: each is tried on real servers, and the figure said.

    python bench/promises.py [--quick] [--only P1,P6] [--postgres] [--processes 2] [--seed 0]

Everything happens on loopback, with bounds on counts and times. Exits with 1 if a promise is not kept. With
`--postgres` the servers share a PostgreSQL of the program's own (Debian's package `postgresql`).
"""

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.harness import (  # noqa: F401  (they declare the promises)
    chaos,
    doors,
    every_kind,
    fuzz,
    games,
    load,
    page,
    shared_database,
    workers,
)
from bench.harness.postgres import Postgres
from bench.harness.promise import PROMISES, Figure, Promise, Trial, trial
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
)

QUICK_LIMIT = 240.0  # seconds that a promise may take to try
SIGNS = {True: "[green]kept[/]", False: "[red]NOT KEPT[/]", None: "[yellow]not measured[/]"}


async def bounded(one: Promise, made: Trial, seconds: float) -> list[Figure]:
    """Try a promise; a trial that takes too long says where it waits."""
    running = asyncio.create_task(one.run(made))
    try:
        await asyncio.wait({running}, timeout=seconds)
        if running.done():
            return running.result()
        places = Counter(
            f"{frame.f_code.co_filename.rpartition('/')[2]}:{frame.f_lineno}"
            for task in asyncio.all_tasks()
            for frame in task.get_stack(limit=1)
        )
        waits = ", ".join(f"{count} at {place}" for place, count in places.most_common(8))
        return [Figure(f"not done after {seconds:.0f} s; waiting: {waits}", False)]
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


def measure(one: Promise, options: argparse.Namespace, cluster: Postgres | None) -> list[Figure]:
    """Try a promise; a failure of the trial itself is a promise not kept."""
    seconds = options.limit or (QUICK_LIMIT if options.quick else one.limit)
    with trial(options.quick, options.processes, cluster, one.name, options.seed, 0.8 * seconds) as made:
        try:
            return asyncio.run(bounded(one, made, seconds))
        except Exception as error:
            logs = "\n".join(server.log()[-2000:] for server in made.servers)
            return [Figure(f"failed: {error!r}\n{logs}", False)]


def progress_bar(console: Console) -> Progress:
    """Return the bar that says which promise is being tried."""
    return Progress(
        SpinnerColumn(),
        MofNCompleteColumn(),
        BarColumn(bar_width=20),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
        console=console,
        transient=True,
    )


def say(console: Console, one: Promise, figures: list[Figure], seconds: float) -> None:
    """Print a promise, its figures, and whether it is kept."""
    console.print(f"[bold]{one.name}[/] {one.text} ({seconds:.0f} s)")
    for figure in figures:
        console.print(f"    {SIGNS[figure.kept]}  {escape(figure.text)}", soft_wrap=True)


def main() -> None:
    """Try all promises, or those named."""
    parser = argparse.ArgumentParser(description="Measure what the server promises.")
    parser.add_argument("--quick", action="store_true", help="a few minutes in place of hours")
    parser.add_argument("--only", default="", help="names, joined by commas")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
    parser.add_argument("--processes", type=int, default=1, help="servers on one database")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--limit", type=float, help="seconds that each promise may take to try")
    options = parser.parse_args()
    console = Console(highlight=False)
    names = set(filter(None, options.only.split(",")))
    if unknown := names - {one.name for one in PROMISES}:
        parser.error(f"no promise is called {', '.join(sorted(unknown))}")
    wanted = [
        one for one in PROMISES if one.name in names or (not names and (one.in_quick or not options.quick))
    ]
    for stop in (signal.SIGINT, signal.SIGTERM):  # in the background, shells have the first one ignored
        signal.signal(stop, signal.default_int_handler)
    broken = False
    with tempfile.TemporaryDirectory() as folder:
        cluster = None
        if options.postgres:
            cluster = Postgres(Path(folder))
            cluster.start()
        try:
            with progress_bar(console) as progress:
                bar = progress.add_task("", total=len(wanted))
                for one in wanted:
                    progress.update(bar, description=f"{one.name}: {one.text}")
                    begun = time.monotonic()
                    figures = measure(one, options, cluster)
                    say(console, one, figures, time.monotonic() - begun)
                    broken = broken or any(figure.kept is False for figure in figures)
                    progress.advance(bar)
        except KeyboardInterrupt:
            console.print("[yellow]interrupted: what is not above was not measured[/]")
            sys.exit(130)
        finally:
            if cluster is not None:
                cluster.stop()
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
