"""Every format of records: files of games read one game at a time, and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from ruche.notation.diagram_records import draw_game, game_of_diagram, split_diagrams
from ruche.notation.errors import RecordError
from ruche.notation.game import Game
from ruche.notation.gamestring import game_of_gamestring, split_gamestrings, write_gamestring
from ruche.notation.pgn import read_pgn, split_pgn, write_pgn
from ruche.notation.sgf import read_sgf, split_sgf
from ruche.notation.sgf_writing import write_sgf


@dataclass(frozen=True)
class Format:
    """A format: how its files end (the first as it is written), what it can hold, how it is read and written.

    It holds the whole `tree` of a record, only its main `line`, or a single `position`. `split` gives the
    games of a file one by one, in whatever form `read` takes them.
    """

    suffixes: tuple[str, ...]
    holds: Literal["tree", "line", "position"]
    split: Callable[[Iterable[str]], Iterator[Any]]
    read: Callable[..., Game]
    write: Callable[[Game], str]


FORMATS = {
    "pgn": Format((".pgn",), "tree", split_pgn, read_pgn, write_pgn),
    "gamestring": Format((".uhp", ".txt"), "line", split_gamestrings, game_of_gamestring, write_gamestring),
    "sgf": Format((".sgf",), "line", split_sgf, read_sgf, write_sgf),
    "diagram": Format((".hive",), "position", split_diagrams, game_of_diagram, draw_game),
}
BY_SUFFIX = {suffix: name for name, form in FORMATS.items() for suffix in form.suffixes}


def format_of(name: str) -> str:
    """Return the format of a file by the end of its name; raise `RecordError` if that says nothing."""
    found = BY_SUFFIX.get(Path(name).suffix.lower())
    if found is None:
        raise RecordError("format", source=name, formats=", ".join(BY_SUFFIX))
    return found


def format_of_text(text: str) -> str:
    """Return the format of a text by how it begins."""
    lines = [line.strip() for line in text.lstrip("\ufeff").splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    first = lines[0] if lines else ""
    if first.startswith("("):
        return "sgf"
    if first.startswith(("[", "1.", "{")):
        return "pgn"
    # A game type that stands alone is a GameString; with a turn or a hive it is a diagram.
    return "diagram" if ";" not in first and (len(lines) > 1 or " " in first) else "gamestring"


def read_text(text: str, *, lenient: bool = False) -> Game:
    """Return the one game of a text, in whatever format."""
    return FORMATS[format_of_text(text)].read(text.lstrip("\ufeff"), lenient=lenient)


def read_games(
    source: str | Path | Iterable[str],
    form: str | None = None,
    *,
    lenient: bool = False,
    on_error: Callable[[RecordError], None] | None = None,
) -> Iterator[Game]:
    """Yield the games of a file one by one, so that a file of any length needs little memory.

    A game that cannot be read raises `RecordError`, its number in `game`; with `on_error` that is called in
    its place, and reading goes on. `lenient` keeps what is legal of a game before its first mistake.
    """
    if isinstance(source, (str, Path)):
        with open(source, encoding="utf-8-sig", errors="replace") as file:
            yield from read_games(file, form or format_of(str(source)), lenient=lenient, on_error=on_error)
        return
    for number, read in enumerate(_readers(source, form or "gamestring", lenient), 1):
        try:
            game = read()
        except RecordError as error:
            error.game = number
            if on_error is None:
                raise
            on_error(error)
            continue
        yield game


def _readers(lines: Iterable[str], form: str, lenient: bool) -> Iterator[Callable[[], Game]]:
    """Yield for each game a function that reads it, so that one bad game does not end the file."""
    if form not in FORMATS:
        raise RecordError("format", source=form, formats=", ".join(FORMATS))
    for part in FORMATS[form].split(lines):
        yield partial(FORMATS[form].read, part, lenient=lenient)


def write_game(game: Game, form: str) -> str:
    """Return a game as it stands in a file of games; raise `RecordError` where the format cannot hold it."""
    if form not in FORMATS:
        raise RecordError("format", source=form, formats=", ".join(FORMATS))
    return FORMATS[form].write(game) + "\n"
