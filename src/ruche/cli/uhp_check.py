"""Check whether an engine keeps to the Universal Hive Protocol and the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ruche.cli._command import LocalizedCommand
from ruche.cli._language import say

if TYPE_CHECKING:
    from ruche.uhp.check import CheckResult

HEADS = ("check", "what", "expected", "found")
SIGNS = {"passed": ("✓", "green"), "skipped": ("-", "dim"), "failed": ("✗", "red")}


@click.command(
    cls=LocalizedCommand, context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False}
)
@click.argument("engine", nargs=-1, type=click.UNPROCESSED)
@click.option("--only", multiple=True, metavar="AREA")
@click.option("--list", "list_only", is_flag=True)
@click.option("--all", "show_all", is_flag=True)
@click.option("--strict", is_flag=True)
@click.option("--seconds", default=20.0)
@click.option("--json", "as_json", is_flag=True)
def command(
    engine: tuple[str, ...],
    only: tuple[str, ...],
    list_only: bool,
    show_all: bool,
    strict: bool,
    seconds: float,
    as_json: bool,
) -> None:
    import shlex

    from ruche import words
    from ruche.uhp.check import all_checks, run
    from ruche.uhp.client import EngineError

    language = words.language()
    known = {check.area for check in all_checks()} | {check.name for check in all_checks()}
    if unknown := set(only) - known:
        raise click.UsageError(say("uhp_check.only", name=min(unknown)))
    if list_only:
        for check in all_checks():
            click.echo(f"{check.area:10} {check.name:28} {check.grade:7} {check.title(language)}")
        return
    if not engine:
        raise click.UsageError(say("uhp_check.no_engine"))
    line = list(engine) if len(engine) > 1 else shlex.split(engine[0])
    results: list[CheckResult] = []
    try:
        results += watch(run(line, only=only, answer_seconds=seconds, language=language), as_json)
    except EngineError as error:
        raise click.UsageError(error.say(language)) from None
    if not as_json:
        show(results, show_all)
    if any(f.failed and (strict or f.grade == "must") for f in results):
        raise SystemExit(1)


def watch(results: Iterator[CheckResult], as_json: bool) -> Iterator[CheckResult]:
    """Give the results, telling of each as it comes."""
    import json
    import sys

    for result in results:
        if as_json:
            click.echo(json.dumps(result.as_dict(), ensure_ascii=False))
        elif sys.stderr.isatty():
            click.echo(f"\r\033[K{result.name}", nl=False, err=True)
        yield result
    if not as_json and sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)


def show(results: list[CheckResult], show_all: bool) -> None:
    """Print what failed as a table, and the sum."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table("", *(say(f"uhp_check.{head}") for head in HEADS), box=None, pad_edge=False)
    for check in results:
        if check.failed or show_all:
            sign, style = SIGNS[check.result]
            if check.failed and check.grade == "should":
                sign, style = "!", "yellow"
            texts = (check.name, check.title, check.expected, check.found)
            table.add_row(f"[{style}]{sign}[/]", *map(escape, texts))
    console = Console()
    if table.row_count:
        console.print(table)
    counts = {result: sum(f.result == result for f in results) for result in SIGNS}
    recommended = sum(f.failed and f.grade == "should" for f in results)
    counts["failed"] -= recommended
    console.print(say("uhp_check.sum", recommended=recommended, **counts))
