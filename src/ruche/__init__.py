"""Hive, the board game, with every expansion: positions, legal actions, records, pictures.

>>> import ruche
>>> position = ruche.Position("Base+MLP")
>>> position.play("wG1")
<Action wG1>
>>> [str(action) for action in position.legal_actions()][:3]
['bQ wG1-', 'bS1 wG1-', 'bB1 wG1-']
"""

from ruche.rules.action import Action
from ruche.rules.board import COMPILED
from ruche.rules.bugs import BUGS, Bug, bug_of_letter
from ruche.rules.colours import BLACK, WHITE, Colour
from ruche.rules.errors import IllegalAction, NotationError
from ruche.rules.gametype import GameType, GameTypeError
from ruche.rules.hexes import Hex
from ruche.rules.outcome import Outcome
from ruche.rules.pieces import Piece
from ruche.rules.position import Position
from ruche.rules.reasons import Reason
from ruche.rules.set_up import SetUpError, set_up
from ruche.version import VERSION as __version__

__all__ = [
    "BLACK",
    "BUGS",
    "COMPILED",
    "WHITE",
    "Action",
    "Bug",
    "Colour",
    "GameType",
    "GameTypeError",
    "Hex",
    "IllegalAction",
    "NotationError",
    "Outcome",
    "Piece",
    "Position",
    "Reason",
    "SetUpError",
    "__version__",
    "bug_of_letter",
    "set_up",
]
