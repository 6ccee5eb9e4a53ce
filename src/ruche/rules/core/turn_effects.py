"""What the last turn and the auras mean for the side to move, as one value; `effects.pxd` has it for C."""

from __future__ import annotations

from typing import NamedTuple


class TurnEffects(NamedTuple):
    """Bit sets of pieces, made once a turn by `GameState.turn_effects` and passed on."""

    resting: int  # R1
    stung: int  # V1
    placed: int  # by the opponent's last turn (R4)
    moved: int
    flipped: int
    shielded: int  # enemies that are safe from the side to move (V7)
    held: int  # own pieces that an enemy scorpion keeps from being flipped (V3)
