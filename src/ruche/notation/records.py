"""Every format of records: files of games read one game at a time, and written."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal

from ruche.notation.diagram import DiagramError
from ruche.notation.diagram_records import draw_game, game_of_diagram, split_diagrams
from ruche.notation.errors import RecordError, Remark
from ruche.notation.game import Game
from ruche.notation.gamestring import (
    game_of_gamestring,
    gamestring_tags,
    split_gamestrings,
    write_gamestring,
)
from ruche.notation.pgn import names_pieces, read_pgn, read_pgn_tags, split_pgn, write_pgn
from ruche.notation.replay import game_type_of
from ruche.notation.sgf import HIVE, read_sgf, read_sgf_tags, split_sgf
from ruche.notation.sgf_writing import write_sgf
from ruche.rules.facts.game_type import GameTypeError
from ruche.rules.position import Position
from ruche.rules.position_text import is_position_text


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
    tags: Callable[[Any], dict[str, str]] = lambda _: {}


FORMATS = {
    "pgn": Format((".pgn",), "tree", split_pgn, read_pgn, write_pgn, read_pgn_tags),
    "gamestring": Format(
        (".uhp", ".txt"), "line", split_gamestrings, game_of_gamestring, write_gamestring, gamestring_tags
    ),
    "sgf": Format((".sgf",), "tree", split_sgf, read_sgf, write_sgf, read_sgf_tags),
    "diagram": Format((".hive",), "position", split_diagrams, game_of_diagram, draw_game),
}
Source = str | os.PathLike[str] | Iterable[str]
LONGEST_PATH = 4096
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


@dataclass(frozen=True)
class Headers:
    """What stands at the head of a game in a file: its number there and its tags, nothing played yet."""

    number: int
    tags: dict[str, str]
    _read: Callable[..., Game]

    def read(self, *, lenient: bool = False) -> Game:
        """Read the whole game; raise `RecordError`."""
        return self._read(lenient=lenient)


def read_headers(source: Source, form: str | None = None) -> Iterator[Headers]:
    """Yield the tags of every game of a file, fast, since no action is played; `read` reads the rest.

    PGN has tags; of a GameString and an SGF the type and the result are given as such.
    """
    with _opened(source, form) as (lines, name):
        for number, part in enumerate(_format(name).split(lines), 1):
            yield Headers(number, _format(name).tags(part), partial(_format(name).read, part))


def read_first(source: Source, *, lenient: bool = False) -> Game:
    """Return the first game of a text or a file, with a remark if there are more; or take a position."""
    if isinstance(source, str) and is_position_text(source):
        return Game(start=Position(source))
    with _opened(source, None) as (lines, name):
        parts = _format(name).split(lines)
        first = next(parts, None)
        if first is None:
            raise RecordError("empty", source="" if isinstance(source, Path) else str(source))
        _check_record(source)
        game = _format(name).read(first, lenient=lenient)
        more = sum(1 for _ in parts)
    if more:
        game.remarks.append(Remark("more_games", {"n": more}))
    return game


def _check_record(source: Source) -> None:
    """Refuse a text that is no record at all."""
    if isinstance(source, str) and not _is_file(source) and not is_record(source):
        raise RecordError("empty", source=source)


def is_record(text: str) -> bool:
    """Tell whether a text is a record at all, be it a broken one: else no part of it is worth explaining."""
    text = text.lstrip("\ufeff")
    form = format_of_text(text)
    if form == "pgn":
        return PGN_SIGN.search(text) is not None and names_pieces(text)
    if form == "sgf":
        return f"GM[{HIVE}]" in text  # the others are games of Go, Othello...
    if GAMESTRING.match(text):
        return True
    first = GAME_TYPE.search(text)
    try:
        game_type_of(first[1] if first else "")
    except GameTypeError:
        return False
    return True


def read_every(source: Source, *, lenient: bool = False) -> Iterator[Game]:
    """Yield every game of a text or a file."""
    _check_record(source)
    with _opened(source, None) as (lines, name):
        for read in _readers(lines, name, lenient):
            yield read()


GAMESTRING = re.compile(r"[^;{}\[\]]+;(?:NotStarted|InProgress|Draw|WhiteWins|BlackWins);")
PGN_TAG = re.compile(r'\[\s*\w+\s+"')
PGN_SIGN = re.compile(rf"{PGN_TAG.pattern}|\d\.")  # a tag or the number of an action
GAME_TYPE = re.compile(r"^\s*([^\s;,#]+)", re.MULTILINE)  # the first word of a line that is no comment


def readers_of_text(text: str) -> Iterator[Callable[[], Game]]:
    """Yield for each game of a text a function that reads it, or raises `RecordError` with the line.

    A text may go on in another format: a line that can only begin a game of that format begins it.
    """
    form = format_of_text(text)
    lines = text.lstrip("\ufeff").splitlines(keepends=True)
    first = 0
    for number, line in enumerate(lines):
        other = _begun_by(line)
        if other is not None and other != form and number:
            yield from _shifted(lines[first:number], form, first)
            first, form = number, other
    yield from _shifted(lines[first:], form, first)


def _begun_by(line: str) -> str | None:
    """Return the only format whose games begin with such a line."""
    if line.startswith("(;"):
        return "sgf"
    if PGN_TAG.match(line):
        return "pgn"
    return "gamestring" if GAMESTRING.match(line) else None


def _shifted(lines: list[str], form: str, by: int) -> Iterator[Callable[[], Game]]:
    """Yield functions that read the games of some lines; `by` lines of the file stand above them."""
    for read in _readers(lines, form, lenient=False):
        yield partial(_read_shifted, read, by)


def _read_shifted(read: Callable[[], Game], by: int) -> Game:
    try:
        return read()
    except RecordError as error:
        error.line += by
        raise


@contextmanager
def _opened(source: Source, form: str | None) -> Iterator[tuple[Iterable[str], str]]:
    """Give the lines of a file or a text, and their format: that of the file's name, or how it begins."""
    if isinstance(source, str) and not _is_file(source):
        text = source.lstrip("\ufeff")
        yield text.splitlines(keepends=True), form or format_of_text(text)
    elif isinstance(source, (str, os.PathLike)):
        with open(source, encoding="utf-8-sig", errors="replace") as file:
            yield file, form or format_of(str(source))
    else:
        yield source, form or "gamestring"


def _is_file(text: str) -> bool:
    """Tell whether a text names a file; one that names none but could is no game either."""
    if len(text) > LONGEST_PATH or "\n" in text or ";" in text:
        return False
    return os.path.isfile(text) or Path(text).suffix.lower() in BY_SUFFIX


def read_games(
    source: Source,
    form: str | None = None,
    *,
    lenient: bool = False,
    on_error: Callable[[RecordError], None] | None = None,
) -> Iterator[Game]:
    """Yield the games of a file, or of lines, one by one, so that a file of any length needs little memory.

    A game that cannot be read raises `RecordError`, its number in `game`; with `on_error` that is called in
    its place, and reading goes on. `lenient` keeps what is legal of a game before its first mistake.
    """
    if isinstance(source, str):
        source = Path(source)
    with _opened(source, form) as (lines, name):
        for number, read in enumerate(_readers(lines, name, lenient), 1):
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
    for part in _format(form).split(lines):
        yield partial(_read_part, form, part, lenient)


def _read_part(form: str, part: Any, lenient: bool) -> Game:
    """Read one game of a file; an error names the line to look at."""
    try:
        return _format(form).read(part, lenient=lenient)
    except RecordError as error:
        within = error.cause.line - 1 if isinstance(error.cause, DiagramError) else 0
        error.line = error.line or part.line + within
        raise


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise RecordError("format", source=name, formats=", ".join(FORMATS))
    return FORMATS[name]


def left_out(game: Game, form: str) -> Remark | None:
    """Remark on the variations and notes that a format has no room for, if there are any."""
    if _format(form).holds == "tree":
        return None
    variations = sum(len(node.variations) for node in game.nodes)
    notes = sum(bool(node.comment or node.nags or node.commands()) for node in game.nodes)
    if not variations and not notes:
        return None
    return Remark("left_out", {"form": form, "variations": variations, "notes": notes})


def write_game(game: Game, form: str) -> str:
    """Return a game as it stands in a file of games; raise `RecordError` where the format cannot hold it."""
    return _format(form).write(game) + "\n"
