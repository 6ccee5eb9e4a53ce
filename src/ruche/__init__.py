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
from ruche.rules.facts.bugs import BUGS, Bug, bug_of_letter
from ruche.rules.facts.colours import BLACK, WHITE, Colour
from ruche.rules.facts.game_type import GameType, GameTypeError
from ruche.rules.facts.hexes import Hex
from ruche.rules.facts.pieces import Piece
from ruche.rules.outcome import Outcome
from ruche.rules.position import Position
from ruche.version import VERSION as __version__

if TYPE_CHECKING:
    from ruche.notation.diagram import DiagramError, read_diagram
    from ruche.notation.diagram_drawing import draw_diagram
    from ruche.notation.errors import RecordError
    from ruche.notation.game import Game
    from ruche.notation.records import read_games
    from ruche.rules.set_up import SetUp, set_up
    from ruche.rules.set_up_checks import SetUpError

__all__ = [
    "BLACK",
    "BUGS",
    "COMPILED",
    "WHITE",
    "Action",
    "Bug",
    "Colour",
    "DiagramError",
    "Game",
    "GameType",
    "GameTypeError",
    "Hex",
    "IllegalAction",
    "NotationError",
    "Outcome",
    "Piece",
    "Position",
    "Reason",
    "ReasonKind",
    "RecordError",
    "SetUp",
    "SetUpError",
    "__version__",
    "bug_of_letter",
    "draw_diagram",
    "read_diagram",
    "read_games",
    "set_up",
]

# Names that are loaded when they are first used: programs that need none of them start faster.
_LATER = {
    "DiagramError": "ruche.notation.diagram",
    "Game": "ruche.notation.game",
    "RecordError": "ruche.notation.errors",
    "SetUp": "ruche.rules.set_up",
    "SetUpError": "ruche.rules.set_up_checks",
    "draw_diagram": "ruche.notation.diagram_drawing",
    "read_diagram": "ruche.notation.diagram",
    "read_games": "ruche.notation.records",
    "set_up": "ruche.rules.set_up",
}


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'ruche' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
