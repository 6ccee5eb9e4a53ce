"""Positions that come with a request: a game type, a set-up perhaps, and actions."""

from __future__ import annotations

from collections.abc import Sequence

from ruche import GameType, Position
from ruche.play.playthrough import Playthrough
from ruche.server.set_ups import lay
from ruche.server.wire.messages import Line, Options, SetUp


def game_type_of(name: str, options: Options) -> GameType:
    """Return the game type of a request; raises `GameTypeError`."""
    return GameType(
        name,
        queen_opening=options.queen_opening,
        repetition=options.repetition,
        wasp_reach=options.wasp_reach,
    )


def position_of(name: str, options: Options, setup: SetUp | None, *, seed: int = 0) -> Position:
    """Return the position in which a game begins; raises `GameTypeError` or `SetUpError`."""
    game_type = game_type_of(name, options)
    if setup is None:
        return Position(game_type, seed=seed)
    return lay(game_type, setup, seed=seed)


def playthrough_of(line: Line, actions: Sequence[str] | None = None) -> Playthrough:
    """Play through a line; raises what the rules raise."""
    playthrough = Playthrough(position_of(line.type, line.options, line.setup))
    playthrough.play_all(line.actions if actions is None else actions)
    return playthrough
