"""`ruche train`: self-play, fitting and matches, round after round, until a new network is there."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruche.cli._command import LocalizedCommand
from ruche.cli._language import say
from ruche.cli._progress import progress_bar
from ruche.cli.arena import ended_by_sigterm, rating

if TYPE_CHECKING:
    from rich.progress import Progress

    from ruche.training.rounds import Show


@click.command(cls=LocalizedCommand)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--rounds", default=3, type=click.IntRange(1))
@click.option("--games", default=60_000, type=click.IntRange(1))
@click.option("--nodes", default=1_000, type=click.IntRange(1))
@click.option("--match-games", default=200, type=click.IntRange(2))
@click.option("--jobs", type=click.IntRange(1))
@click.option("--network", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--fit-on", is_flag=True)
@click.option("--ray", is_flag=True)
def command(
    folder: Path,
    rounds: int,
    games: int,
    nodes: int,
    match_games: int,
    jobs: int | None,
    network: Path | None,
    fit_on: bool,
    ray: bool,
) -> None:
    """Train networks and report on them."""
    if fit_on and network is None:
        raise click.UsageError(say("train.nothing_to_fit_on"))
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    try:
        from ruche.training import fit  # noqa: F401
    except ImportError:
        raise click.ClickException(say("train.missing")) from None
    from ruche.training.rounds import TrainingPlan, train

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with ended_by_sigterm(), progress_bar(*columns, stays=True) as bar:
            processes = jobs or (0 if ray else os.cpu_count() or 1)
            plan = TrainingPlan(folder, rounds, games, nodes, match_games, processes, network, fit_on, ray)
            train(plan, shown_on(bar), report)
    except KeyboardInterrupt:
        click.echo(say("train.kept", folder=folder), err=True)
        raise SystemExit(130) from None


def shown_on(bar: Progress) -> Show:
    """Return what shows the progress of a stage."""

    @contextmanager
    def show(stage: str, total: int) -> Iterator[Callable[[int], None]]:
        task = bar.add_task(say(f"train.stage.{stage}"), total=total)
        yield lambda done: bar.update(task, completed=done)
        bar.update(task, completed=total)

    return show


def report(number: int, folder: Path) -> None:
    """Print what a round has brought."""
    from ruche.engine.network_file import about_network
    from ruche.training.network_match import tallies

    about = about_network(folder / "network.nnue")
    click.echo(say("train.round", round=number, games=about["games"], positions=about["positions"]))
    for family, tally in tallies(folder).items():
        error, searched = about["errors"].get(family, (math.nan, math.nan))
        click.echo(say("train.family", family=family, error=error, searched=searched, elo=rating(tally)))
