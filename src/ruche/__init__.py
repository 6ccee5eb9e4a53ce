"""Hive, the board game, with every expansion: positions, legal actions, records, pictures.

>>> import ruche
>>> position = ruche.Position("Base+MLP")
>>> position.play("wG1")
<Action wG1>
>>> [str(action) for action in position.legal_actions()][:3]
['bQ wG1-', 'bS1 wG1-', 'bB1 wG1-']
"""

from importlib import import_module
from typing import TYPE_CHECKING

from ruche.rules.action import Action
from ruche.rules.core.board import COMPILED
from ruche.rules.errors import IllegalAction, NotationError
from ruche.rules.explain.reasons import Reason, ReasonKind
from ruche.rules.facts.action_kinds import ActionKind
from ruche.rules.facts.bugs import BUGS, Ability, Aura, Bug, bug_of_letter
from ruche.rules.facts.colours import BLACK, WHITE, Colour
from ruche.rules.facts.game_type import GameType, GameTypeError
from ruche.rules.facts.hexes import Hex
from ruche.rules.facts.pieces import Piece
from ruche.rules.outcome import EndReason, GameState, Outcome
from ruche.rules.position import Position
from ruche.version import VERSION as __version__

if TYPE_CHECKING:
    from ruche import engine, envs, notation, render, uhp, words
    from ruche.notation.annotations import Annotations, Arrow, ArrowColour, BetterLine, Evaluation, Judgement
    from ruche.notation.diagram import Diagram, DiagramError, read_diagram
    from ruche.notation.diagram_drawing import draw_diagram
    from ruche.notation.errors import RecordError, Remark
    from ruche.notation.game import Game, Node
    from ruche.notation.records import Headers, read_games, read_headers, write_game
    from ruche.rules.last_turn import EventKind, LastTurnEvent
    from ruche.rules.position_text import PositionTextError
    from ruche.rules.set_up import SetUp, set_up
    from ruche.rules.set_up_checks import SetUpError

__all__ = [
    "BLACK",
    "BUGS",
    "COMPILED",
    "WHITE",
    "Ability",
    "Action",
    "ActionKind",
    "Annotations",
    "Arrow",
    "ArrowColour",
    "Aura",
    "BetterLine",
    "Bug",
    "Colour",
    "Diagram",
    "DiagramError",
    "EndReason",
    "Evaluation",
    "EventKind",
    "Game",
    "GameState",
    "GameType",
    "GameTypeError",
    "Headers",
    "Hex",
    "IllegalAction",
    "Judgement",
    "LastTurnEvent",
    "Node",
    "NotationError",
    "Outcome",
    "Piece",
    "Position",
    "PositionTextError",
    "Reason",
    "ReasonKind",
    "RecordError",
    "Remark",
    "SetUp",
    "SetUpError",
    "__version__",
    "bug_of_letter",
    "draw_diagram",
    "engine",
    "envs",
    "notation",
    "read_diagram",
    "read_games",
    "read_headers",
    "render",
    "set_up",
    "uhp",
    "words",
    "write_game",
]

# Names that are loaded when they are first used: programs that need none of them start faster.
_LATER = {
    "Annotations": "ruche.notation.annotations",
    "Arrow": "ruche.notation.annotations",
    "ArrowColour": "ruche.notation.annotations",
    "BetterLine": "ruche.notation.annotations",
    "Diagram": "ruche.notation.diagram",
    "DiagramError": "ruche.notation.diagram",
    "Evaluation": "ruche.notation.annotations",
    "EventKind": "ruche.rules.last_turn",
    "Game": "ruche.notation.game",
    "Headers": "ruche.notation.records",
    "Judgement": "ruche.notation.annotations",
    "LastTurnEvent": "ruche.rules.last_turn",
    "Node": "ruche.notation.game",
    "PositionTextError": "ruche.rules.position_text",
    "RecordError": "ruche.notation.errors",
    "Remark": "ruche.notation.errors",
    "SetUp": "ruche.rules.set_up",
    "SetUpError": "ruche.rules.set_up_checks",
    "draw_diagram": "ruche.notation.diagram_drawing",
    "read_diagram": "ruche.notation.diagram",
    "read_games": "ruche.notation.records",
    "read_headers": "ruche.notation.records",
    "set_up": "ruche.rules.set_up",
    "write_game": "ruche.notation.records",
}
_ROOMS = ("engine", "envs", "notation", "render", "uhp", "words")

if not TYPE_CHECKING:  # to a type checker, a name that is misspelt must stay an error

    def __getattr__(name: str) -> object:
        if name in _ROOMS:
            return import_module(f"ruche.{name}")
        if name not in _LATER:
            raise AttributeError(f"module 'ruche' has no attribute {name!r}")
        return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
