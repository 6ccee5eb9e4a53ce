"""Positions that come with a request: a game type, a set-up perhaps, and actions."""

from __future__ import annotations

from msgspec.structs import asdict

from ruche import Position
from ruche.play.playthrough import Playthrough
from ruche.rules.facts.game_type import shared_game_type
from ruche.rules.set_up import SetUp
from ruche.server.wire import messages
from ruche.server.wire.messages import Options, PlayedLine
from ruche.server.wire.position_views import options_of
from ruche.server.wire.set_ups import read_set_up, set_up_view


def position_of(name: str, options: Options, setup: messages.SetUp | None) -> Position:
    """Return the position in which a game begins; raises `GameTypeError` or `SetUpError`."""
    game_type = shared_game_type(name, **asdict(options))
    if setup is None:
        return Position(game_type)
    return read_set_up(game_type, setup).position()


def playthrough_of(line: PlayedLine) -> Playthrough:
    """Play through a line; raises what the rules raise."""
    playthrough = Playthrough(position_of(line.type, line.options, line.setup))
    playthrough.play_all(line.actions)
    return playthrough


def line_of(position: Position) -> PlayedLine:
    """Return a position as a line: where it began, and the actions since."""
    start = position.copy()
    played = [str(action) for action in start.history]
    for _ in played:
        start.undo()
    return PlayedLine(
        type=str(start.game_type),
        options=options_of(start.game_type),
        setup=set_up_view(SetUp.of(start)) if start.turn_number else None,
        actions=played,
    )
