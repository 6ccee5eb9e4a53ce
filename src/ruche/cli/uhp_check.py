"""Check whether an engine keeps to the Universal Hive Protocol and the rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ruche.cli._command import LocalizedCommand
from ruche.cli._language import say

if TYPE_CHECKING:
    from ruche.uhp.check import Finding

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
    findings: list[Finding] = []
    try:
        findings += watch(run(line, only=only, answer_seconds=seconds, language=language), as_json)
    except EngineError as error:
        raise click.UsageError(error.say(language)) from None
    if not as_json:
        show(findings, show_all)
    if any(f.failed and (strict or f.grade == "must") for f in findings):
        raise SystemExit(1)


def watch(findings: Iterator[Finding], as_json: bool) -> Iterator[Finding]:
    """Give the findings, telling of each as it comes."""
    import json
    import sys

    for finding in findings:
        if as_json:
            click.echo(json.dumps(finding.as_dict(), ensure_ascii=False))
        elif sys.stderr.isatty():
            click.echo(f"\r\033[K{finding.name}", nl=False, err=True)
        yield finding
    if not as_json and sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)


def show(findings: list[Finding], show_all: bool) -> None:
    """Print what failed as a table, and the sum."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table("", *(say(f"uhp_check.{head}") for head in HEADS), box=None, pad_edge=False)
    for finding in findings:
        if finding.failed or show_all:
            sign, style = SIGNS[finding.result]
            if finding.failed and finding.grade == "should":
                sign, style = "!", "yellow"
            texts = (finding.name, finding.title, finding.expected, finding.found)
            table.add_row(f"[{style}]{sign}[/]", *map(escape, texts))
    console = Console()
    if table.row_count:
        console.print(table)
    counts = {result: sum(f.result == result for f in findings) for result in SIGNS}
    recommended = sum(f.failed and f.grade == "should" for f in findings)
    counts["failed"] -= recommended
    console.print(say("uhp_check.sum", recommended=recommended, **counts))
