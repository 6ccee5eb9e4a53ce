"""Play in the terminal: against the machine, any UHP engine, or a person beside you."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING

import click

from ruche import Colour, GameType, Position, words
from ruche.cli._command import LocalizedCommand

if TYPE_CHECKING:
    from ruche.players.player import Player

SIDES = {"white": Colour.WHITE, "black": Colour.BLACK}


@click.command(cls=LocalizedCommand)
@click.argument("game_type", metavar="[TYPE]", default="Base+MLP")
@click.option("--level", type=click.IntRange(1, 8), default=3)
@click.option("--engine", metavar="COMMAND")
@click.option("--person", is_flag=True)
@click.option("--colour", type=click.Choice([*SIDES, "random"]), default="white")
@click.option("--seconds", type=click.FloatRange(0.05), default=2.0)
@click.option("--queen-opening", type=click.Choice(["allowed", "forbidden"]), default="allowed")
@click.option("--wasp-reach", type=click.Choice(["any", "adjacent"]), default="any")
@click.option("--seed", type=int)
@click.option("--language", type=click.Choice(words.LANGUAGES))
def command(
    game_type: str,
    level: int,
    engine: str | None,
    person: bool,
    colour: str,
    seconds: float,
    queen_opening: str,
    wasp_reach: str,
    seed: int | None,
    language: str | None,
) -> None:
    speech = language or words.language()
    from ruche import Game
    from ruche.data_folder import data_folder
    from ruche.engine import Limit
    from ruche.terminal.app import PlayApp
    from ruche.terminal.face_choice import LastFaces
    from ruche.terminal.game import TerminalGame

    if not (sys.stdin.isatty() and sys.stderr.isatty()):  # textual draws on standard error
        raise click.ClickException(words.say("terminal.no_terminal", speech))
    kind = GameType(game_type, queen_opening=queen_opening, wasp_reach=wasp_reach)
    chosen = random.Random().getrandbits(32) if seed is None else seed
    mine = SIDES.get(colour) if colour != "random" else Colour(random.Random(seed).getrandbits(1))
    assert mine is not None
    people = frozenset(Colour) if person else frozenset([mine])
    game = TerminalGame(Position(kind, seed=chosen), people, LastFaces(data_folder() / "faces.json"))
    opponents = {} if person else {mine.other: opponent(engine, level, chosen, speech)}
    PlayApp(game, opponents, speech, Limit(seconds=seconds)).run()
    if game.steps:
        click.echo(Game.of(game.position).gamestring())


def opponent(engine: str | None, level: int, seed: int, language: str) -> Player:
    from ruche.players.player import EnginePlayer, UhpPlayer
    from ruche.uhp.client import EngineError

    if engine is None:
        player = EnginePlayer(level)
        player.new_game(seed)
        return player
    try:
        program = UhpPlayer(engine)
        program.engine.start()
    except EngineError as error:
        raise click.ClickException(error.say(language)) from None
    return program
