"""Show a position or a whole game: in the terminal, as an SVG or PNG picture, as a film."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from ruche import words
from ruche.cli._command import LocalizedCommand
from ruche.cli._files import read_game, writable
from ruche.cli._language import say
from ruche.words.errors import shorten

if TYPE_CHECKING:
    from ruche import Action, Position
    from ruche.render import Labels
    from ruche.render.vector import CommonLook

LARGEST = 4096  # pixels a picture is wide at most
Kind = Literal["position", "film", "strip"]
ENDINGS = {"position": (".svg", ".png", ".txt"), "film": (".svg",), "strip": (".svg", ".png")}


@click.command(cls=LocalizedCommand)
@click.argument("game", metavar="[GAME]", default="Base")
@click.option("--at", type=int, metavar="N")
@click.option("--game", "which", type=click.IntRange(min=1), default=1)
@click.option("--lenient", is_flag=True)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, writable=True, path_type=Path), callback=writable
)
@click.option("--film", "kind", flag_value="film")
@click.option("--strip", "kind", flag_value="strip")
@click.option("--theme", type=click.Choice(["light", "dark", "contrast", "safe"]), default="light")
@click.option("--pieces", type=click.Choice(["ruche", "classic"]), default="ruche")
@click.option("--labels", type=click.Choice(["none", "notation", "coordinates"]), default="none")
@click.option("--targets", metavar="PIECE")
@click.option("--size", type=click.IntRange(16, LARGEST))
@click.option("--title")
@click.option("--hands/--no-hands", default=True)
@click.option("--language", type=click.Choice(words.LANGUAGES))
@click.option("--json", "as_json", is_flag=True)
def command(
    game: str,
    at: int | None,
    which: int,
    lenient: bool,
    output: Path | None,
    kind: Kind | None,
    theme: str,
    pieces: str,
    labels: Labels,
    targets: str | None,
    size: int | None,
    title: str | None,
    hands: bool,
    language: str | None,
    as_json: bool,
) -> None:
    from ruche import render
    from ruche.render.raster import rasterise

    kind = kind or "position"
    if output is None and kind != "position":
        raise click.UsageError(say(f"show.{kind}_to_file"))
    if output is not None and output.suffix not in ENDINGS[kind]:
        raise click.UsageError(say("show.ending", file=output, endings=", ".join(ENDINGS[kind])))
    position = back_to(load(game, which, lenient), at)
    lit = goals(position, targets) if targets else []
    speech = language or words.language()

    def draw_text(ansi: bool) -> str:
        return render.text(position, ansi=ansi, targets=lit, hands=hands, title=title, language=speech)

    def draw(outlines: bool) -> str:
        look: CommonLook = {
            "theme": theme,
            "pieces": pieces,
            "size": size,
            "labels": labels,
            "title": title,
            "language": speech,
        }
        if kind == "film":
            return render.film(position, **look, hands=hands)
        if kind == "strip":
            return render.strip(position, **look, outlines=outlines)
        return render.svg(position, **look, targets=lit, hands=hands, outlines=outlines)

    if as_json:
        import json

        click.echo(json.dumps(facts(position), ensure_ascii=False))
    if output is None:
        if not as_json:
            click.echo(draw_text(ansi=True), nl=False)  # without a terminal, click drops the colours
    elif output.suffix == ".png":
        try:
            output.write_bytes(rasterise(draw(outlines=True)))
        except render.PngMissingError as missing:
            raise click.ClickException(words.say("render.png_missing", speech)) from missing
    else:
        picture = draw_text(ansi=False) if output.suffix == ".txt" else draw(outlines=False)
        output.write_text(picture, encoding="utf-8")


def load(game: str, which: int, lenient: bool) -> Position:
    """Return the last position of a game, wherever it is written."""
    from ruche import Game, Position
    from ruche.rules.position_text import is_position_text

    path = Path(game)
    if is_position_text(game):
        return Position(game)
    if game == "-" or (";" not in game and os.path.isfile(game)):  # False where the name is too long
        return read_game(game, which, lenient=lenient).position()
    if ";" in game:
        return Game.read(game, lenient=lenient).position()
    if path.suffix and "+" not in game:
        raise click.UsageError(say("show.no_file", file=game))
    return Position(game)


def back_to(position: Position, at: int | None) -> Position:
    """Take actions back until as many are left as were asked for."""
    played = len(position.history)
    if at is None:
        return position
    left = at if at >= 0 else played + at
    if not 0 <= left <= played:
        raise click.UsageError(say("show.at", at=at, n=played))
    for _ in range(played - left):
        position.undo()
    return position


def goals(position: Position, piece: str) -> list[Action]:
    """Return what a piece may do."""
    names = {str(one) for one in position.game_type.pieces} | {
        str(one) for pieces in position.stacks.values() for one in pieces
    }
    if piece not in names:
        raise click.UsageError(say("show.targets", piece=shorten(piece), example=min(names)))
    return [action for action in position.legal_actions() if str(action.piece) == piece]


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
