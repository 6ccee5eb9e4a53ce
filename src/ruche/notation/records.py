"""Files of games in any format, read one game at a time, and written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ruche.notation.errors import RecordError
from ruche.notation.game import Game
from ruche.notation.gamestring import game_of_gamestring, write_gamestring
from ruche.notation.pgn import read_pgn, split_pgn, write_pgn
from ruche.notation.sgf import read_sgf, split_sgf

SUFFIXES = {".pgn": "pgn", ".sgf": "sgf", ".uhp": "gamestring", ".txt": "gamestring"}
FORMATS = ("gamestring", "pgn", "sgf")
WRITERS: dict[str, Callable[[Game], str]] = {
    "gamestring": lambda game: write_gamestring(game) + "\n",
    "pgn": lambda game: write_pgn(game) + "\n",
}


def format_of(name: str) -> str:
    """Return the format of a file by the end of its name; raise `RecordError` if that says nothing."""
    found = SUFFIXES.get(Path(name).suffix.lower())
    if found is None:
        raise RecordError("format", source=name, formats=", ".join(SUFFIXES))
    return found


def format_of_text(text: str) -> str:
    """Return the format of a text by how it begins."""
    text = text.lstrip("\ufeff \t\r\n")
    if text.startswith("("):
        return "sgf"
    return "pgn" if text.startswith(("[", "1.", "{")) else "gamestring"


def read_text(text: str, *, lenient: bool = False) -> Game:
    """Return the one game of a text, in whatever format."""
    readers: dict[str, Callable[..., Game]] = {
        "gamestring": game_of_gamestring,
        "pgn": read_pgn,
        "sgf": read_sgf,
    }
    return readers[format_of_text(text)](text.lstrip("\ufeff"), lenient=lenient)


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
    if form == "pgn":
        for game in split_pgn(lines):
            yield lambda game=game: read_pgn(game, lenient=lenient)  # type: ignore[misc]
    elif form == "sgf":
        for text in split_sgf(lines):
            yield lambda text=text: read_sgf(text, lenient=lenient)  # type: ignore[misc]
    elif form == "gamestring":
        for line in lines:
            if line.strip() and not line.startswith("#"):
                yield lambda line=line: game_of_gamestring(line.strip(), lenient=lenient)  # type: ignore[misc]
    else:
        raise RecordError("format", source=form, formats=", ".join(FORMATS))


def write_game(game: Game, form: str) -> str:
    """Return a game as it stands in a file of games."""
    if form not in WRITERS:
        raise RecordError("write_only", source=form, formats=", ".join(WRITERS))
    return WRITERS[form](game)
