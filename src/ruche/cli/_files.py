"""Files that commands read and write."""

from __future__ import annotations

import os
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruche import words
from ruche.cli._language import say

if TYPE_CHECKING:
    from ruche.notation.game import Game


def writable(_: click.Context, __: click.Parameter, path: Path | None) -> Path | None:
    """Refuse a new file where none can be made, and `-`; click looks at files that are there."""
    if path is not None and str(path) == "-":
        raise click.BadParameter("")
    return writable_or_dash(_, __, path)


def writable_or_dash(_: click.Context, __: click.Parameter, path: Path | None) -> Path | None:
    """Refuse a new file where none can be made; `-` is the standard output."""
    if path is None or str(path) == "-":
        return path
    try:
        can_be_made = path.exists() or (path.parent.is_dir() and os.access(path.parent, os.W_OK))
    except OSError:  # a name that is too long
        can_be_made = False
    if not can_be_made:
        raise click.BadParameter("")
    return path


def read_game(file: str, which: int, *, lenient: bool = False) -> Game:
    """Return one of the games of a file, or of the standard input, in whatever format."""
    from ruche.notation.errors import RecordError
    from ruche.notation.records import format_of_text, read_games

    with click.open_file(file, encoding="utf-8-sig", errors="replace") as source:
        content = source.read()
    number = 0
    try:
        games = read_games(StringIO(content), format_of_text(content), lenient=lenient)
        for number, game in enumerate(games, 1):
            if number == which:
                return game
    except RecordError as fault:
        raise click.UsageError(f"{file}: {fault.say(words.language())}") from None
    raise click.UsageError(say("record.no_game", source=file, count=number, number=which))
