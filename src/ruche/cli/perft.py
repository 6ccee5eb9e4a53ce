"""Count the sequences of actions of a game: the usual check and speed test of a rules engine."""

from __future__ import annotations

import time
from collections.abc import Iterator

import click

from ruche import GameType, Position
from ruche.cli._command import LocalizedCommand
from ruche.cli._language import say
from ruche.cli._progress import progress_bar
from ruche.rules.perft import count


@click.command(cls=LocalizedCommand)
@click.argument("game_type", metavar="TYPE")
@click.argument("depth", type=click.IntRange(min=0))
@click.option("--from", "start", metavar="GAMESTRING")
@click.option("--divide", is_flag=True)
@click.option("--threads", default=1, type=click.IntRange(min=1))
@click.option("--leaves", is_flag=True)
@click.option("--json", "as_json", is_flag=True)
def command(
    game_type: str, depth: int, start: str | None, divide: bool, threads: int, leaves: bool, as_json: bool
) -> None:
    position = begin(game_type, start)
    if divide and depth > 0:
        for text, total in divided(position, depth, leaves):
            report({"action": text, "count": total}, say("perft.behind", action=text, count=total), as_json)
    for d in range(depth + 1) if not divide else [depth]:
        total, seconds = measure(position, d, leaves, threads)
        speed = total / max(seconds, 1e-9)
        line = say("perft.line", depth=d, count=total, seconds=seconds, millions=speed / 1e6)
        report({"depth": d, "count": total, "seconds": seconds, "nodes_per_second": speed}, line, as_json)


def measure(position: Position, depth: int, leaves: bool, threads: int) -> tuple[int, float]:
    """Return a count and how many seconds it took."""
    with progress_bar() as bar:
        began, task = time.perf_counter(), bar.add_task("")

        def show(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        total = count(position, depth, leaves=leaves, threads=threads, on_progress=show)
        return total, time.perf_counter() - began


def begin(game_type: str, start: str | None) -> Position:
    """Return the position to count from."""
    from ruche.notation.gamestring import read_gamestring
    from ruche.rules.position_text import is_position_text

    if is_position_text(game_type):
        return Position(game_type)
    kind = GameType(game_type, repetition="off")
    if kind.is_plain:  # T4
        kind = kind.with_options(queen_opening="forbidden")
    return read_gamestring(start, game_type=kind) if start else Position(kind)


def report(fields: dict[str, object], line: str, as_json: bool) -> None:
    if as_json:
        import json

        line = json.dumps(fields)
    click.echo(line)


def divided(position: Position, depth: int, leaves: bool) -> Iterator[tuple[str, int]]:
    """Count behind each action at the root; in Swarm for the draw that the seed decides."""
    for action in position.legal_actions():
        position.play(action)
        yield str(action), count(position, depth - 1, leaves=leaves)
        position.undo()
