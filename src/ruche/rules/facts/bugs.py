"""The bugs, a row of data each: letter, name, ways of moving, powers, aura, where it enters.

A *way* is one small function of `ways.py`, a *power* one of `powers.py`; bugs that move alike share
it. A new bug is a row in `BUGS`, plus a function if it does something that no other bug does.
"""

from __future__ import annotations

from dataclasses import dataclass

# Ways of moving, one bit each; the function of the same name is in ways.py.
SLIDE = 1 << 0  # one slide
SLIDE_TWO = 1 << 1  # exactly two slides
SLIDE_THREE = 1 << 2  # exactly three slides
WALK = 1 << 3  # any number of slides
CLIMB = 1 << 4  # one step up, across or down
JUMP = 1 << 5  # straight over a row of pieces
CROSS = 1 << 6  # two steps on top of the hive, then down
HOVER = 1 << 7  # from the ground up and across; on top one step across or down
CHASE = 1 << 8  # beside a piece that the last turn touched
GLIDE = 1 << 9  # up, then straight across the tops until it drops
VAULT = 1 << 10  # up and down
HOP = 1 << 11  # up, or down
FLUTTER = 1 << 12  # two steps on top, ending there
DIP = 1 << 13  # down and up again

# Powers, used in place of a move; the function of the same name is in powers.py.
THROW = 1 << 14  # lift a neighbour over itself
STING = 1 << 15  # flip and stun an enemy
SWAP = 1 << 16  # trade hexes with a piece three steps away
STRIKE = 1 << 17  # step onto a neighbour and remove both
POUNCE = 1 << 18  # fly onto a newcomer and remove both
CONTROL = 1 << 19  # make a neighbouring enemy act
MIMIC = 1 << 20  # whatever its neighbours can do

WAYS = (DIP << 1) - 1  # all the bits up to DIP
POWERS = THROW | STING | SWAP | STRIKE | POUNCE | CONTROL
PLAIN = SLIDE | SLIDE_THREE | WALK | CLIMB | JUMP | CROSS  # of the base game's bugs and the ladybug
FROM_TOP = CLIMB | HOVER | HOP | FLUTTER | DIP | CONTROL  # what can be done above the ground (B9)
FROM_GROUND = ~(FLUTTER | DIP)  # G4: Guardians never start on the ground, so nobody copies them there

# Auras: what a bug does without an action.
HOLD = 1  # V3: enemies beside it may not be flipped by their owner
SHIELD = 2  # V7: it and its friends beside it are safe from the enemy
UNHELD = 4  # V3: a hold does not bind it


@dataclass(frozen=True)
class Bug:
    """What one face of a piece is and can do."""

    letter: str
    name: str
    abilities: int
    aura: int = 0
    enters_on_top: bool = False  # G1
    moves_on_top: bool = False  # may stand above the ground

    def __repr__(self) -> str:
        return f"<Bug {self.letter} {self.name}>"


BUGS = (
    Bug("Q", "queen_bee", SLIDE),  # B1
    Bug("W", "wasp", SLIDE | STING),  # V1
    Bug("S", "spider", SLIDE_THREE),  # B4
    Bug("O", "scorpion", SLIDE_TWO, aura=HOLD),  # V3
    Bug("B", "beetle", SLIDE | CLIMB, moves_on_top=True),  # B2
    Bug("F", "firefly", HOVER, moves_on_top=True),  # V4
    Bug("A", "ant", WALK),  # B5
    Bug("Y", "fly", CHASE),  # V5
    Bug("G", "grasshopper", JUMP),  # B3
    Bug("D", "dragonfly", GLIDE),  # V6
    Bug("M", "mosquito", MIMIC, moves_on_top=True),  # B8, B9
    Bug("T", "tick", HOP | CONTROL, moves_on_top=True),  # V9
    Bug("L", "ladybug", CROSS),  # B6
    Bug("H", "shield_bug", VAULT, aura=SHIELD | UNHELD),  # V7
    Bug("P", "pillbug", SLIDE | THROW),  # B7
    Bug("C", "centipede", SWAP),  # V8
    Bug("U", "butterfly", FLUTTER, enters_on_top=True, moves_on_top=True),  # G2
    Bug("N", "moth", DIP, enters_on_top=True, moves_on_top=True),  # G3
    Bug("R", "praying_mantis", POUNCE),  # P2
    Bug("X", "assassin_bug", SLIDE | STRIKE),  # P1
    Bug("hc", "honeycombo", 0),  # K2: nothing can be copied from it
)
INDEX = {bug.letter: i for i, bug in enumerate(BUGS)}
HONEYCOMBO = INDEX["hc"]


def bug_of_letter(letter: str) -> Bug:
    """Return the bug with this letter; raise `ValueError` if there is none."""
    if letter not in INDEX:
        raise ValueError(f"no bug has the letter {letter!r}; expected one of {' '.join(INDEX)}")
    return BUGS[INDEX[letter]]
