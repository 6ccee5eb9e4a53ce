"""Whether two boards are the same, wherever the hive lies."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from ruche.rules.core import _nocython as cython

from ruche.rules.core import tables
from ruche.rules.core.state import HiveAndHands

if not cython.compiled:
    from ruche.rules.core.codes import CELL, FLAGS, TURNS
    from ruche.rules.facts.game_type import ROYAL_DEADLINE

BIT = tables.BIT


def is_like(mine: HiveAndHands, its: HiveAndHands, minds_last_turn: bool) -> bool:
    """Tell whether two boards allow the same actions, written in the same way; history is left out."""
    # After the royal's deadline turns are alike (T1, T3).
    if min(mine.turn_number(), ROYAL_DEADLINE) != min(its.turn_number(), ROYAL_DEADLINE):
        return False
    if (mine.state ^ its.state) & (FLAGS | 1 << TURNS):
        return False
    if mine.hand[0] != its.hand[0] or mine.hand[1] != its.hand[1]:
        return False
    if mine.bag != its.bag or mine.removed != its.removed or mine.in_play != its.in_play:
        return False
    return lie_alike(mine, its) and (not minds_last_turn or followed_alike(mine, its))


def lie_alike(mine: HiveAndHands, its: HiveAndHands) -> bool:
    """Tell whether the same pieces lie in the same way, the whole hive perhaps elsewhere."""
    shift = -1
    for piece in range(mine.stop[1] + (1 if mine.neutral >= 0 else 0)):
        is_out = mine.pos[piece] < 0
        if is_out != (its.pos[piece] < 0):
            return False
        if mine.bug[piece] != its.bug[piece] and (not is_out or mine.fixable & BIT[piece]):
            return False
        if is_out:
            continue
        if shift < 0:
            shift = (its.pos[piece] - mine.pos[piece]) & CELL
        if (its.pos[piece] - mine.pos[piece]) & CELL != shift or mine.under[piece] != its.under[piece]:
            return False
    return True


def followed_alike(mine: HiveAndHands, its: HiveAndHands) -> bool:
    """Tell whether the last turn has left the same behind (R1, R4, V1)."""
    ours, theirs = mine.last_turn_effects(), its.last_turn_effects()
    if ours.resting != theirs.resting or ours.stung != theirs.stung or ours.placed != theirs.placed:
        return False
    return ours.moved == theirs.moved and ours.flipped == theirs.flipped
