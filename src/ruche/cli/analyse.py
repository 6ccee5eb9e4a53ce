"""Analyse a game: the score after each action, mistakes, and what would have been better."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruche import words
from ruche.cli._say import say
from ruche.cli._told import Told

if TYPE_CHECKING:
    from ruche.engine.annotation import Verdict
    from ruche.notation.game import Game


@click.command(cls=Told)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--game", "which", type=click.IntRange(min=1), default=1)
@click.option("--seconds", type=click.FloatRange(min=0.01), default=1.0)
@click.option("--depth", type=click.IntRange(min=1))
@click.option("--nodes", type=click.IntRange(min=1))
@click.option("--threads", type=click.IntRange(min=1), default=1)
@click.option("--json", "as_json", is_flag=True)
@click.option("--graph", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--language", type=click.Choice(words.LANGUAGES))
def command(
    file: str,
    which: int,
    seconds: float,
    depth: int | None,
    nodes: int | None,
    threads: int,
    as_json: bool,
    graph: Path | None,
    language: str | None,
) -> None:
    """Analyse one game of a file."""
    from ruche.engine import Limit
    from ruche.engine.annotation import annotate

    language = language or words.language()
    game = load(file, which)
    limit = Limit(seconds if nodes is None else None, depth, nodes)
    verdicts = list(watched(annotate(game.positions(), limit, threads=threads), len(game.actions)))
    if as_json:
        data = {"type": str(game.game_type), "actions": [verdict.as_data() for verdict in verdicts]}
        click.echo(json.dumps(data, ensure_ascii=False))
    else:
        show(verdicts, language)
    if graph is not None:
        from ruche.engine.graph import draw_graph

        graph.write_text(draw_graph(verdicts, language), encoding="utf-8")


def load(file: str, which: int) -> Game:
    """Read one game of a file."""
    from io import StringIO

    from ruche.notation.errors import RecordError
    from ruche.notation.records import format_of_text, read_games

    with click.open_file(file, encoding="utf-8-sig", errors="replace") as source:
        content = source.read()
    number = 0
    try:
        for number, game in enumerate(read_games(StringIO(content), format_of_text(content)), 1):
            if number == which:
                return game
    except RecordError as fault:
        raise click.UsageError(f"{file}: {fault.say(words.language())}") from None
    raise click.UsageError(say("record.no_game", source=file, count=number, number=which))


def watched(verdicts: Iterator[Verdict], count: int) -> Iterator[Verdict]:
    """Show how far it is, where somebody looks."""
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(verdicts, total=count, description=say("analyse.working"))


def show(verdicts: list[Verdict], language: str) -> None:
    """Print a table."""
    from rich.console import Console
    from rich.table import Table

    table = Table()
    for column in ("turn", "action", "score", "mark", "better"):
        table.add_column(words.say(f"analyse.{column}", language))
    for verdict in verdicts:
        better = ""
        if verdict.mark is not None and verdict.best is not None:
            line = " ".join(str(action) for action in verdict.best.actions[:4])
            better = f"{line} ({verdict.best.score.say(language)})"
        mark = words.say(f"analyse.{verdict.mark}", language) if verdict.mark else ""
        table.add_row(verdict.turn, str(verdict.action), verdict.score.say(language), mark, better)
    Console(soft_wrap=True).print(table, markup=False)
