"""Convert records of games between GameString, PGN, BoardSpace's SGF and text diagrams."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ruche import words
from ruche.cli._command import LocalizedCommand
from ruche.cli._files import writable_or_dash
from ruche.cli._progress import progress_bar

FORMATS = ("pgn", "gamestring", "sgf", "diagram")  # those of ruche.notation.records, which is loaded later


@click.command(cls=LocalizedCommand)
@click.argument("source", metavar="IN", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.argument(
    "target",
    metavar="OUT",
    type=click.Path(dir_okay=False, writable=True, allow_dash=True, path_type=Path),
    callback=writable_or_dash,
)
@click.option("--from", "form", type=click.Choice(FORMATS))
@click.option("--to", "to", type=click.Choice(FORMATS))
@click.option("--lenient", is_flag=True)
@click.option("--json", "as_json", is_flag=True)
def command(
    source: str, target: Path, form: str | None, to: str | None, lenient: bool, as_json: bool
) -> None:
    from ruche.notation.errors import RecordError
    from ruche.notation.records import format_of, left_out, read_games, write_game

    language, out = words.language(), str(target)
    form = form or format_of(source)
    to = to or format_of(out)
    if source != "-" and Path(source).resolve() == target.resolve():
        raise click.UsageError(words.say("convert.same", language, name=source))
    summary = {"read": 0, "written": 0, "actions": 0, "broken": 0, "cut": 0, "remarks": 0}
    faults: list[dict[str, object]] = []

    def tell(error: RecordError) -> None:
        summary["read"] += 1
        summary["broken"] += 1
        rule, why = error.reason.rule if error.reason else None, error.say(language)
        place = {"game": error.game, "number": error.number, "action": error.action}
        faults.append({**place, "rule": rule, "why": why})
        if not as_json:
            click.echo(words.say("convert.broken", language, game=error.game, why=why), err=True)

    with (
        click.open_file(source, encoding="utf-8-sig", errors="replace") as reader,
        click.open_file(out, "w", encoding=None if out == "-" else "utf-8", lazy=True) as output,
        progress_bar(quiet=source == "-") as bar,
    ):
        task = bar.add_task(Path(source).name, total=None if source == "-" else Path(source).stat().st_size)

        def watched() -> Iterator[str]:
            for line in reader:
                bar.advance(task, len(line))
                yield line

        for game in read_games(watched(), form, lenient=lenient, on_error=tell):
            summary["read"] += 1
            try:
                output.write(write_game(game, to))
            except RecordError as error:
                error.game = summary["read"]
                summary["read"] -= 1
                tell(error)
                continue
            summary["written"] += 1
            summary["actions"] += len(game.actions)
            remarks = [*game.remarks, *filter(None, [left_out(game, to)])]
            summary["remarks"] += len(remarks)
            summary["cut"] += any(remark.kind == "cut" for remark in game.remarks)
            for remark in remarks if not as_json else ():
                text = words.say("convert.remark", language, game=summary["read"], why=remark.say(language))
                click.echo(text, err=True)
    if as_json:
        click.echo(json.dumps({**summary, "errors": faults}, ensure_ascii=False), err=out == "-")
    else:
        click.echo(words.say("convert.done", language, **summary), err=True)
    if not summary["read"]:
        raise click.ClickException(words.say("convert.nothing", language, name=source))
    if summary["broken"]:
        sys.exit(1)
