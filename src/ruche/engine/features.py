"""The input features of the network: where each lies in its first layer, and the look-ups that find it.

A position is seen from two *perspectives*, one for each player. A perspective names pieces as friend or enemy
and places by their distance from its own royal and from the enemy's, so that features do not change when a
position is turned or mirrored, and hold in every game type. Most features belong to one piece; the others say
how the royals stand and what the modules add. Each block below is one-hot: of every piece, and of every
block, one feature is active or none is.
"""

from __future__ import annotations

import zlib

from ruche.rules.core import tables
from ruche.rules.facts import bugs, hexes

# -- pieces: friend or enemy, bug, state, distances --------------------------------------------------

FAR = 6  # this distance and all longer ones are alike
FROM_ROYAL = FAR + 1
DISTANCES = FROM_ROYAL**2  # from one's own royal, times FROM_ROYAL, plus from the enemy's
# States of a piece in play; each by distances.
PINNED, BLOCKED, FREE, ABOVE, COVERED = range(5)
# States elsewhere, after those: without distances.
ELSEWHERE = 5 * DISTANCES
IN_HAND, IN_HAND_TWO_FACED, CAPTIVE, BAG, REMOVED = range(ELSEWHERE, ELSEWHERE + 5)
STATES = ELSEWHERE + 5
KINDS = len(bugs.BUGS) - 1  # the neutral has a block of its own
ENEMY = KINDS * STATES
NEUTRAL_BLOCK = 2 * ENEMY  # by distances

# -- royals: each block once for one's own and, `ENEMY_ROYAL` further on, once for the enemy's --------------

NEIGHBOUR_COUNTS = 7  # counts of neighbours, 0 to 6
RING_PATTERNS = 13  # filled neighbours, as the twelve symmetries of a hex leave them apart
ROYAL_STATES = 5  # free, stuck, pinned, under a friend, under an enemy
ROYAL_IN_HAND = 2 * ROYAL_STATES * RING_PATTERNS
RING = NEUTRAL_BLOCK + DISTANCES  # by face, state and pattern; or in hand
COLOURS, COLOURS_SIZE = RING + ROYAL_IN_HAND + 1, NEIGHBOUR_COUNTS**2  # by friends and enemies beside it
# By empty neighbours that are closed to slides, and on which the enemy could place.
ACCESS, ACCESS_SIZE = COLOURS + COLOURS_SIZE, NEIGHBOUR_COUNTS**2
# By friends and enemies beside it that could throw, the last count standing for all above.
THROWERS, THROWER_COUNTS = ACCESS + ACCESS_SIZE, 3
THROWERS_SIZE = THROWER_COUNTS**2
# By enemies beside predators that strike, and beside pieces that hold them, counted likewise.
STRIKES, STRIKES_SIZE = THROWERS + THROWERS_SIZE, 8
HOLDS, HOLDS_SIZE = STRIKES + STRIKES_SIZE, 8
ENEMY_ROYAL = HOLDS + HOLDS_SIZE - RING
ROYAL_BLOCKS = 6

# -- the game ----------------------------------------------------------------------------------------

# By the ring counts of both royals, who is to move, and the module (Guardians or not).
RING_COUNTS = 8
TO_MOVE = RING_COUNTS**2
WITH_GUARDIANS = 2 * TO_MOVE
TEMPO = RING + 2 * ENEMY_ROYAL
# By whose colour it shows, double turns to come, and the action of a double turn.
DOUBLE_TURN_ACTIONS = 3  # none, the first, the second
HONEYCOMBO_BLOCK = TEMPO + 2 * WITH_GUARDIANS
BAG_LEFT = HONEYCOMBO_BLOCK + 8 * DOUBLE_TURN_ACTIONS  # by how many pieces are left in it (S2)
MODULE_BLOCK = BAG_LEFT + 64  # active throughout a game that has them
HAS_BAG, HAS_GUARDIANS, HAS_NEUTRAL, HAS_FLIPS, HAS_FACES, HAS_STRIKES = range(MODULE_BLOCK, MODULE_BLOCK + 6)
FEATURES = MODULE_BLOCK + 6
NO_FEATURE = FEATURES  # in a slot of which no feature is active; its row is all zeros

# Slots of an accumulator: which feature of each piece and of each block is active. The royals' blocks are
# there twice, for one's own and the enemy's.
ROYAL_SLOTS, TEMPO_SLOT, HONEYCOMBO_SLOT, BAG_SLOT, MODULE_SLOTS, SLOTS = 64, 76, 77, 78, 79, 85

# -- look-ups ----------------------------------------------------------------------------------------

# By the difference of two cells; the second half is for a royal in hand: 0, as if beneath the royal, where
# nothing on the ground can be.
AWAY = [min(FAR, max(abs(q), abs(r), abs(q + r))) for q, r in hexes.displacements()] + [0] * hexes.CELLS


def state_of(bug: int, is_cut: int, mask: int) -> int:
    """Return the state of a lone piece by its bug, whether it may be a cut piece, and its neighbours."""
    if is_cut and tables.ARCS[mask] > 1:
        return PINNED
    crawls_only = tables.ABILITIES[bug] & ~bugs.CRAWLS == 0
    return BLOCKED if crawls_only and tables.SLIDES[mask] == 0 else FREE


def pattern_of(mask: int) -> int:
    """Return the least of the masks into which a ring can be turned or mirrored."""
    filled = [d for d in range(6) if mask >> d & 1]
    turned = [[(sign * d + turn) % 6 for d in filled] for sign in (1, -1) for turn in range(6)]
    return min(sum(1 << d for d in directions) for directions in turned)


LONE_STATE = [state_of(i >> 7, i >> 6 & 1, i & 63) for i in range(128 * len(tables.ABILITIES))]
_patterns = sorted({pattern_of(mask) for mask in range(64)})
RING_PATTERN = [_patterns.index(pattern_of(mask)) for mask in range(64)]

# Whether a network was made for these very features.
_layout = (
    STATES,
    NEUTRAL_BLOCK,
    RING,
    COLOURS,
    ACCESS,
    THROWERS,
    STRIKES,
    HOLDS,
    ENEMY_ROYAL,
    TEMPO,
    HONEYCOMBO_BLOCK,
    BAG_LEFT,
    FEATURES,
)
FINGERPRINT = zlib.crc32(
    repr((_layout, LONE_STATE, RING_PATTERN, [bug.letter for bug in bugs.BUGS])).encode()
)
