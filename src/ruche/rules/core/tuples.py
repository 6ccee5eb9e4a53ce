"""Values of several integers; `structs.pxd` has them for C."""

from __future__ import annotations

from typing import NamedTuple


class TurnEffects(NamedTuple):
    """What the last turn and the auras mean for the side to move: bit sets of pieces, made once a turn."""

    resting: int  # R1
    stung: int  # V1
    placed: int  # by the opponent's last turn (R4)
    moved: int
    flipped: int
    shielded: int  # enemies that are safe from the side to move (V7)
    held: int  # own pieces that an enemy scorpion keeps from being flipped (V3)


class UndoInfo(NamedTuple):
    """An action of the history with what is needed to undo it."""

    key: int
    code: int
    state: int
    holes: int
    origin: int  # the cells of its piece and of its target, where it has any
    target_origin: int
