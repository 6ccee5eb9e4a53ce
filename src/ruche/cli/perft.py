"""Count the sequences of actions of a game: the usual check and speed test of a rules engine."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress

import click

from ruche import Action, GameType, Position
from ruche.cli._command import LocalizedCommand
from ruche.cli._language import say

__all__ = ["command"]


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
    """Count, one depth after the other."""
    position = begin(game_type, start)
    if divide and depth > 0:
        for text, count in divided(position, depth, leaves):
            report({"action": text, "count": count}, say("perft.behind", action=text, count=count), as_json)
    for d in range(depth + 1) if not divide else [depth]:
        began = time.perf_counter()
        count = count_in_threads(position, d, threads, leaves)
        seconds = time.perf_counter() - began
        speed = count / max(seconds, 1e-9)
        line = say("perft.line", depth=d, count=count, seconds=seconds, millions=speed / 1e6)
        report({"depth": d, "count": count, "seconds": seconds, "nodes_per_second": speed}, line, as_json)


def begin(game_type: str, start: str | None) -> Position:
    """Return the position to count from."""
    from ruche.notation.gamestring import read_gamestring

    kind = GameType(game_type, repetition="off")
    if kind.is_plain:  # T4
        kind = kind.with_options(queen_opening="forbidden")
    return read_gamestring(start, game_type=kind) if start else Position(kind)


def report(fields: dict[str, object], line: str, as_json: bool) -> None:
    """Print a result for a person or a program."""
    if as_json:
        import json

        line = json.dumps(fields)
    click.echo(line)


def divided(position: Position, depth: int, leaves: bool) -> Iterator[tuple[str, int]]:
    """Count behind each action at the root; in Swarm for the draw that the seed decides."""
    for action in position.legal_actions():
        position.play(action)
        yield str(action), position.perft(depth - 1, leaves=leaves)
        position.undo()


def count_in_threads(position: Position, depth: int, threads: int, leaves: bool) -> int:
    """Share the work behind the first actions among threads; counting needs no GIL."""
    if threads == 1 or depth < 3 or position.bag:
        return position.perft(depth, leaves=leaves)
    from concurrent.futures import ThreadPoolExecutor

    lines = deque(beginnings(position, 16 * threads))

    def count() -> int:
        mine = position.copy()
        total = 0
        with suppress(IndexError):  # none left
            while True:
                total += count_line(mine, lines.popleft(), depth, leaves)
        return total

    with ThreadPoolExecutor(threads) as pool:
        return sum([counted.result() for counted in [pool.submit(count) for _ in range(threads)]])


def beginnings(position: Position, enough: int) -> list[tuple[Action, ...]]:
    """Return all first actions, or all pairs of them where there are too few to share fairly."""
    lines: list[tuple[Action, ...]] = [(first,) for first in position.legal_actions()]
    if len(lines) >= enough:
        return lines
    pairs: list[tuple[Action, ...]] = []
    for (first,) in lines:
        position.play(first)
        pairs += [(first, second) for second in position.legal_actions()]
        position.undo()
    return pairs


def count_line(position: Position, line: tuple[Action, ...], depth: int, leaves: bool) -> int:
    """Count behind some actions."""
    for action in line:
        position.play(action)
    count = position.perft(depth - len(line), leaves=leaves)
    for _ in line:
        position.undo()
    return count
