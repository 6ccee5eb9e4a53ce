"""Analyse a game: the score after each action, mistakes, and what would have been better."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ruche import words
from ruche.cli._command import LocalizedCommand
from ruche.cli._errors import INTERRUPTED
from ruche.cli._files import read_game, writable
from ruche.cli._language import say
from ruche.cli._progress import progress_bar
from ruche.stop_flag import StopFlag

if TYPE_CHECKING:
    from ruche.engine.review import Verdict


@click.command(cls=LocalizedCommand)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--game", "which", type=click.IntRange(min=1), default=1)
@click.option("--depth", type=click.IntRange(min=1))
@click.option("--nodes", type=click.IntRange(min=1))
@click.option("--threads", type=click.IntRange(1, 64), default=1)
@click.option("--json", "as_json", is_flag=True)
@click.option("--graph", type=click.Path(dir_okay=False, writable=True, path_type=Path), callback=writable)
@click.option("--language", type=click.Choice(words.LANGUAGES))
def command(
    file: str,
    which: int,
    depth: int | None,
    nodes: int | None,
    threads: int,
    as_json: bool,
    graph: Path | None,
    language: str | None,
) -> None:
    from ruche.engine import Limit
    from ruche.engine.review import BUDGET, positions_of, review, say_outcome, summary_data

    language = language or words.language()
    game = read_game(file, which)
    limit = BUDGET if depth is None and nodes is None else Limit(depth=depth, nodes=nodes)
    with interruptible() as stop, progress_bar() as bar:
        found = review(positions_of(game), limit, threads=threads, stop=stop)
        verdicts = list(bar.track(found, total=len(game.actions), description=say("analyse.working")))
    interrupted = len(verdicts) < len(game.actions)
    if as_json:
        actions = [verdict.as_data() for verdict in verdicts]
        head = {"type": str(game.game_type), "result": game.result, "ending": game.ending}
        data = {**head, "interrupted": interrupted, "summary": summary_data(verdicts), "actions": actions}
        click.echo(json.dumps(data, ensure_ascii=False))
    else:
        show(verdicts, language)
        if game.outcome is not None and not (verdicts and verdicts[-1].outcome):  # not on the board
            click.echo(say_outcome(game.outcome, language))
        show_accuracy(summary_data(verdicts), language)
    if graph is not None:
        write_graph(graph, verdicts, language)
    if interrupted:
        text = words.say("analyse.interrupted", language, done=len(verdicts), count=len(game.actions))
        click.echo(text, err=True)
        raise SystemExit(INTERRUPTED)


@contextmanager
def interruptible() -> Iterator[StopFlag]:
    """Let Ctrl-C end the work that is given this event, not the program: what is found so far is shown."""
    stop = StopFlag()
    before = signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def show_accuracy(summary: dict[str, Any], language: str) -> None:
    """Print how well each side played, as far as it was judged."""
    for side in ("white", "black"):
        if (share := summary[side]["accuracy"]) is not None:
            click.echo(words.say(f"analyse.accuracy_{side}", language, n=round(100 * share)))


def write_graph(path: Path, verdicts: list[Verdict], language: str) -> None:
    from ruche.render.score_graph import GraphPoint, draw_graph

    points = [
        GraphPoint(each.score.chance, f"{each.turn} {each.action}: {each.say(language)}", each.mark)
        for each in verdicts
    ]
    try:
        path.write_text(draw_graph(points, words.say("analyse.graph", language)), encoding="utf-8")
    except OSError as error:  # a full disk, say: what can be seen before is looked at before
        text = words.say("analyse.not_written", language, file=path, error=error.strerror)
        raise click.ClickException(text) from None


def show(verdicts: list[Verdict], language: str) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table()
    for column in ("turn", "action", "score", "mark", "better"):
        table.add_column(words.say(f"analyse.{column}", language))
    for verdict in verdicts:
        better = ""
        if verdict.better is not None:
            line = " ".join(str(action) for action in verdict.better.actions[:4])
            better = f"{line} ({verdict.better.score.say(language)})"
        mark = words.say(f"analyse.{verdict.mark}", language) if verdict.mark else ""
        table.add_row(verdict.turn, str(verdict.action), verdict.say(language), mark, better)
    Console(soft_wrap=True).print(table, markup=False)
