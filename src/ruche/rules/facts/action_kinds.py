"""What a player can do, by kinds."""

from __future__ import annotations

from enum import StrEnum


class ActionKind(StrEnum):
    """The kinds of action, in the order of their codes; a throw or a controlled move is a move."""

    MOVE = "move"
    PLACE = "place"
    FLIP = "flip"
    TURN = "turn"  # of the Honeycombo
    STING = "sting"
    SWAP = "swap"
    KILL = "kill"
    HAND = "hand"
    DRAW = "draw"
    STEAL = "steal"
    PASS = "pass"
    FACES = "faces"
