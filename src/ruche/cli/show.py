"""Show a position or a whole game: in the terminal, as an SVG or PNG picture, as a film."""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from ruche import words

if TYPE_CHECKING:
    from ruche import Action, Position
    from ruche.render import Labels, Look

Kind = Literal["position", "film", "strip"]
ENDINGS = {"position": (".svg", ".png", ".txt"), "film": (".svg",), "strip": (".svg", ".png")}


@click.command()
@click.argument("game", metavar="[GAME]", default="Base")
@click.option("--at", type=int, metavar="N", help="After the first N actions; -1 leaves out the last one.")
@click.option("--game", "which", type=click.IntRange(min=1), default=1, help="Which game of a file, from 1.")
@click.option("--lenient", is_flag=True, help="Of a game that breaks the rules, keep what is before that.")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write this file, .svg, .png or .txt, in place of the terminal.",
)
@click.option("--film", "kind", flag_value="film", help="The whole game as an animated SVG.")
@click.option("--strip", "kind", flag_value="strip", help="The whole game, its positions side by side.")
@click.option(
    "--theme",
    type=click.Choice(["light", "dark", "contrast", "safe"]),
    default="light",
    show_default=True,
    help="Colours of a picture.",
)
@click.option(
    "--labels",
    type=click.Choice(["none", "notation", "coordinates"]),
    default="none",
    show_default=True,
    help="What is written on the tiles.",
)
@click.option("--targets", metavar="PIECE", help="Light where this piece may go, such as wA1.")
@click.option("--size", type=click.IntRange(min=16), help="Longer side of a picture, in pixels.")
@click.option("--title", help="Write this above it.")
@click.option("--hands/--no-hands", default=True, help="What the players still hold.")
@click.option("--language", type=click.Choice(words.LANGUAGES), help="Of the captions.")
@click.option("--json", "as_json", is_flag=True, help="Print the position for a program.")
def command(
    game: str,
    at: int | None,
    which: int,
    lenient: bool,
    output: Path | None,
    kind: Kind | None,
    theme: str,
    labels: Labels,
    targets: str | None,
    size: int | None,
    title: str | None,
    hands: bool,
    language: str | None,
    as_json: bool,
) -> None:
    """Show GAME: a GameString, a game type, or a file (`-` is standard input).

    A file holds games as GameStrings, PGN or BoardSpace's SGF, or a text diagram of one position.

    \b
    ruche show 'Base+MLP;InProgress;Black[1];wA1'
    ruche show games.pgn --at 20 --labels notation -o position.svg
    ruche show games.pgn --game 3 --film -o game.svg
    """
    kind = kind or "position"
    if output is None and kind != "position":
        raise click.UsageError(f"A {kind} needs a file to go to, such as -o game.svg.")
    if output is not None and output.suffix not in ENDINGS[kind]:
        raise click.UsageError(f"{output}: the name should end in {' or '.join(ENDINGS[kind])}.")
    try:
        position = back_to(load(game, which, lenient), at)
        look: Look = {
            "theme": theme,
            "size": size,
            "labels": labels,
            "targets": goals(position, targets) if targets else [],
            "hands": hands,
            "title": title,
            "language": language or words.language(),
        }
    except ValueError as fault:
        raise click.UsageError(str(fault)) from None
    if as_json:
        import json

        click.echo(json.dumps(facts(position), ensure_ascii=False))
    if output is not None:
        write(output, position, kind, look)
    elif not as_json:
        click.echo(text(position, look, ansi=True), nl=False)  # without a terminal, click drops the colours


def load(game: str, which: int, lenient: bool) -> Position:
    """Return the last position of a game, wherever it is written."""
    from ruche import Position

    if game == "-":
        return from_file(sys.stdin.read(), game, which, lenient)
    if ";" in game:
        from ruche.notation.game import Game

        return Game.read(game, lenient=lenient).position()
    path = Path(game)
    if path.is_file():
        return from_file(path.read_text(encoding="utf-8-sig", errors="replace"), game, which, lenient)
    if path.suffix and "+" not in game:
        raise ValueError(f"there is no file {game}")
    return Position(game)


def from_file(content: str, name: str, which: int, lenient: bool) -> Position:
    """Return the last position of one of the games in a file, or what its diagram shows."""
    from ruche.notation.diagram import read_diagram
    from ruche.notation.records import format_of_text, read_games

    form = format_of_text(content)
    if form == "gamestring" and ";" not in content.lstrip().partition("\n")[0]:
        return read_diagram(content).position
    number = 0
    for number, game in enumerate(read_games(StringIO(content), form, lenient=lenient), 1):
        if number == which:
            return game.position()
    raise ValueError(f"{name} has {number} games; there is no game {which}")


def back_to(position: Position, at: int | None) -> Position:
    """Take actions back until as many are left as were asked for."""
    played = len(position.history)
    if at is None:
        return position
    left = at if at >= 0 else played + at
    if not 0 <= left <= played:
        raise ValueError(f"--at {at}: the game has {played} actions")
    for _ in range(played - left):
        position.undo()
    return position


def goals(position: Position, piece: str) -> list[Action]:
    """Return what a piece may do."""
    names = {str(one) for one in position.game_type.pieces} | {
        str(one) for pieces in position.stacks.values() for one in pieces
    }
    if piece not in names:
        raise ValueError(f"--targets {piece}: no piece is called so; expected one such as {min(names)}")
    return [action for action in position.legal_actions() if str(action.piece) == piece]


def text(position: Position, look: Look, *, ansi: bool) -> str:
    """Draw with characters."""
    from ruche import render

    return render.text(
        position,
        ansi=ansi,
        targets=look["targets"],
        hands=look["hands"],
        title=look["title"],
        language=look["language"],
    )


def write(output: Path, position: Position, kind: Kind, look: Look) -> None:
    """Write a file of the kind that its name asks for."""
    from ruche import render
    from ruche.render.raster import rasterise

    if output.suffix == ".txt":
        output.write_text(text(position, look, ansi=False), encoding="utf-8")
        return
    raster = output.suffix == ".png"
    if kind == "position":
        look["outlines"] = raster
        picture = render.svg(position, **look)
    elif kind == "film":
        picture = render.film(
            position,
            theme=look["theme"],
            size=look["size"],
            labels=look["labels"],
            hands=look["hands"],
            title=look["title"],
            language=look["language"],
        )
    else:
        picture = render.strip(
            position,
            theme=look["theme"],
            size=look["size"],
            labels=look["labels"],
            title=look["title"],
            language=look["language"],
            outlines=raster,
        )
    if not raster:
        output.write_text(picture, encoding="utf-8")
        return
    try:
        output.write_bytes(rasterise(picture))
    except render.PngMissingError as missing:
        raise click.ClickException(words.say("render.png_missing", look["language"])) from missing


def facts(position: Position) -> dict[str, object]:
    """Return the position as a program reads it."""
    from ruche import Colour

    return {
        "type": str(position.game_type),
        "state": position.state,
        "turn": position.turn,
        "stacks": [
            {"q": place.q, "r": place.r, "pieces": [str(piece) for piece in pieces]}
            for place, pieces in sorted(position.stacks.items())
        ],
        "hands": {colour.letter: [str(piece) for piece in position.hand(colour)] for colour in Colour},
        "bag": len(position.bag),
        "honeycombo": None if position.honeycombo is None else position.honeycombo.letter,
        "resting": sorted(str(piece) for piece in position.resting),
        "stung": sorted(str(piece) for piece in position.stung),
        "played": [str(action) for action in position.history],
        "actions": [str(action) for action in position.legal_actions()],
    }
