"""Actions and turns as integers, for the inside of the rules and the search.

| bits  | of               | meaning                                              |
|-------|------------------|------------------------------------------------------|
| 0-11  | MOVE, PLACE      | the destination, a cell                              |
| 0-5   | STING, SWAP, KILL| the target, a piece                                  |
| 12-17 | most             | the piece that moves, enters, acts or is flipped     |
| 18-23 | PLACE, DRAW      | the piece drawn from the bag, plus one; 0: none      |
| 24-27 | all              | what is done                                         |
| 28    | PLACE            | the face: 0 the first, 1 the second                  |

`HAND` holds three pieces in the bits 0 to 17; `NOBODY` where there are fewer. `FACES` has a bit for each
two-faced piece of a player, by number of piece, set if it shows its second face, and the colour above them.

`Board.state` says whose turn it is: in the bits from `TURNS` on the number of turns so far, and below
them the flags of the Honeycombo. `Hive.near` says of each cell which neighbours are occupied, white, black
and neutral, in `LANE` bits each, and in the bits from `HEIGHT` on how high its own stack is.
"""

from __future__ import annotations

from ruche.rules.facts import bugs
from ruche.rules.facts.action_kinds import ActionKind

MOVE = 0  # moving, being thrown or controlled: who caused it is not part of the action
PLACE = 1 << 24
FLIP = 2 << 24
TURN = 3 << 24  # turn the Honeycombo
STING = 4 << 24
SWAP = 5 << 24
KILL = 6 << 24
HAND = 7 << 24
DRAW = 8 << 24
STEAL = 9 << 24
PASS = 10 << 24
FACES = 11 << 24

KIND_SHIFT = 24
KIND = 15 << KIND_SHIFT
CELL = 4095
PIECE_BITS = 6
PIECE = (1 << PIECE_BITS) - 1
PIECE_SHIFT = 2 * PIECE_BITS  # of the piece that moves, enters, acts or is flipped
SECOND_FACE = 1 << 28
DRAWN_SHIFT = 18
DRAWN = PIECE << DRAWN_SHIFT
OPERANDS = (1 << DRAWN_SHIFT) - 1  # all below: the piece, and its destination or target
KIND_AND_FACE = KIND | SECOND_FACE
NOBODY = PIECE
CHOOSER_SHIFT = 23  # in FACES: whose pieces they are
CHOSEN_FACES = (1 << CHOOSER_SHIFT) - 1

KIND_NAMES = tuple(ActionKind)
KIND_MARKS = {KIND_NAMES.index(ActionKind(name)) << KIND_SHIFT: mark for name, mark in bugs.MARKS.items()}

FIRST = 1  # first action of a double turn (K5)
SECOND = 2  # second action of a double turn
DOUBLE = 4  # shifted by the colour: its next turn is a double one (K4)
LIGHT = 16  # the Honeycombo shows its light side
NO_TURN_BACK = 32  # the Honeycombo may not be flipped back this turn (K4)
HONEYCOMBO_FLAGS = DOUBLE | DOUBLE << 1 | LIGHT | NO_TURN_BACK  # what is known of the Honeycombo (E4)
FLAGS = FIRST | SECOND | HONEYCOMBO_FLAGS
TURNS = 8

LANE = 6
NEIGHBOURS = (1 << LANE) - 1
HEIGHT = 24
LEVEL = 1 << HEIGHT


# `bits.pxd` has these for C, where every module compiles them in.
def piece_of(code: int) -> int:
    """Return the piece that moves, enters, acts or is flipped by an action."""
    return code >> PIECE_SHIFT & PIECE


def target_of(code: int) -> int:
    """Return the piece that is stung, swapped with or killed by an action."""
    return code & PIECE


def hand_piece(code: int, i: int) -> int:
    """Return one of the three pieces of a `HAND`, or `NOBODY`."""
    return code >> PIECE_BITS * i & PIECE
