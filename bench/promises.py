"""The promises of the server, as a program: each is tried on real servers, and the figure said.

    python bench/promises.py [--quick] [--only P1,P6] [--postgres] [--processes 2] [--seed 0]

Everything happens on loopback, with bounds on counts and times. Exits with 1 if a promise is not kept. With
`--postgres` the servers share a PostgreSQL of the program's own (Debian's package `postgresql`).
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.harness import chaos, doors, games, load, workers  # noqa: F401  (they declare the promises)
from bench.harness.postgres import Postgres
from bench.harness.promise import PROMISES, Figure, Promise, trial
from rich.console import Console

SIGNS = {True: "[green]kept[/]", False: "[red]NOT KEPT[/]", None: "[yellow]not measured[/]"}


def measure(one: Promise, options: argparse.Namespace, cluster: Postgres | None) -> list[Figure]:
    """Try a promise; a failure of the trial itself is a promise not kept."""
    with trial(options.quick, options.processes, cluster, one.name, options.seed) as made:
        try:
            return asyncio.run(one.run(made))
        except Exception as error:
            logs = "\n".join(server.log()[-2000:] for server in made.servers)
            return [Figure(f"failed: {error!r}\n{logs}", False)]


def main() -> None:
    """Try all promises, or those named."""
    parser = argparse.ArgumentParser(description="Measure what the server promises.")
    parser.add_argument("--quick", action="store_true", help="a few minutes in place of hours")
    parser.add_argument("--only", default="", help="names, joined by commas")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL of its own")
    parser.add_argument("--processes", type=int, default=1, help="servers on one database")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    console = Console(highlight=False)
    names = set(filter(None, options.only.split(",")))
    if unknown := names - {one.name for one in PROMISES}:
        parser.error(f"no promise is called {', '.join(sorted(unknown))}")
    wanted = [
        one for one in PROMISES if one.name in names or (not names and (one.in_quick or not options.quick))
    ]
    broken = False
    with tempfile.TemporaryDirectory() as folder:
        cluster = None
        if options.postgres:
            cluster = Postgres(Path(folder))
            cluster.start()
        try:
            for one in wanted:
                begun = time.monotonic()
                with console.status(f"{one.name}: {one.text}"):
                    figures = measure(one, options, cluster)
                console.print(f"[bold]{one.name}[/] {one.text} ({time.monotonic() - begun:.0f} s)")
                for figure in figures:
                    console.print(f"    {SIGNS[figure.kept]}  {figure.text}", soft_wrap=True)
                    broken = broken or figure.kept is False
        finally:
            if cluster is not None:
                cluster.stop()
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
