"""The bugs, a row of data each: all there is to know of one, from which everything else is derived.

A *way* is one small function of `ways.py`, a *power* one of `powers.py`; bugs that move alike share
it. A new bug is a row in `BUGS`, plus a function if it does something that no other bug does.
"""

from __future__ import annotations

from enum import IntFlag
from typing import NamedTuple


class Ability(IntFlag):
    """What a bug can do, a bit each: the function of the same name is in `ways.py` or `powers.py`."""

    # ways of moving
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
    # powers, used in place of a move
    THROW = 1 << 14  # lift a neighbour over itself
    STUN = 1 << 15  # flip and stun an enemy
    TRADE = 1 << 16  # trade hexes with a piece three steps away
    STRIKE = 1 << 17  # step onto a neighbour and remove both
    POUNCE = 1 << 18  # fly onto a newcomer and remove both
    CONTROL = 1 << 19  # make a neighbouring enemy act
    MIMIC = 1 << 20  # whatever its neighbours can do


class Aura(IntFlag):
    """What a bug does without an action, a bit each."""

    HOLD = 1  # V3: enemies beside it may not be flipped by their owner
    SHIELD = 2  # V7: it and its friends beside it are safe from the enemy
    UNHELD = 4  # V3: a hold does not bind it


# The same as plain numbers, which C folds and Python adds up several times as fast.
SLIDE = Ability.SLIDE.value
SLIDE_TWO = Ability.SLIDE_TWO.value
SLIDE_THREE = Ability.SLIDE_THREE.value
WALK = Ability.WALK.value
CLIMB = Ability.CLIMB.value
JUMP = Ability.JUMP.value
CROSS = Ability.CROSS.value
HOVER = Ability.HOVER.value
CHASE = Ability.CHASE.value
GLIDE = Ability.GLIDE.value
VAULT = Ability.VAULT.value
HOP = Ability.HOP.value
FLUTTER = Ability.FLUTTER.value
DIP = Ability.DIP.value
THROW = Ability.THROW.value
STUN = Ability.STUN.value
TRADE = Ability.TRADE.value
STRIKE = Ability.STRIKE.value
POUNCE = Ability.POUNCE.value
CONTROL = Ability.CONTROL.value
MIMIC = Ability.MIMIC.value
HOLD = Aura.HOLD.value
SHIELD = Aura.SHIELD.value
UNHELD = Aura.UNHELD.value

POWERS = THROW | STUN | TRADE | STRIKE | POUNCE | CONTROL
WAYS = ~(POWERS | MIMIC)
CRAWLS = SLIDE | SLIDE_TWO | SLIDE_THREE | WALK  # on the ground, where there is room to slide (H3)
PLAIN = SLIDE | SLIDE_THREE | WALK | CLIMB | JUMP | CROSS  # of the base game's bugs and the ladybug
FROM_TOP = CLIMB | HOVER | HOP | FLUTTER | DIP | CONTROL  # what can be done above the ground (B9)
FROM_GROUND = ~(FLUTTER | DIP)  # G4: Guardians never start on the ground, so nobody copies them there

MINDS_LAST_TURN = THROW | STUN | TRADE | POUNCE | CONTROL | CHASE  # it matters what the last turn did (R4)
# The kind of action by which a power is used; a piece that is thrown or controlled makes a move.
ACTION_KINDS = {STUN: "sting", TRADE: "swap", STRIKE: "kill", POUNCE: "kill"}
# How a kind of action is written before its target, or before the face that a flip shows (N).
MARKS = {"flip": "=", "sting": "*", "swap": "~", "kill": "x"}

# The sets and modules that bring a bug.
BASE, EXTRA, VENOM, OWN = "Base", "extra", "Venom", "own mix"
PREDATORS, GUARDIANS, HONEYCOMBO, SWARM = "Predators", "Guardians", "Honeycombo", "Swarm"
LOCKED, FIXED = "Locked", "Fixed"  # the ways to play two-faced pieces without flipping them (V0b, V0d)


class Bug(NamedTuple):
    """What one face of a piece is and can do.

    `abilities` and `aura` are numbers whose bits are those of `Ability` and `Aura`:
    `bug.abilities & Ability.CLIMB`.
    """

    letter: str
    name: str
    brought_by: str  # the set or module that has it; extras and bugs of own mixes are chosen by letter
    abilities: int
    rule: str  # the id of the rule that says how it moves
    count: int = 1  # type: ignore[assignment]  # pieces a player has of it, where a game has it; not tuple's
    back_of: str | None = None  # the letter of the first face, if this is the second face of a piece
    aura: int = 0
    is_royal: bool = False  # its player loses with it (E1, E6)
    enters_on_top: bool = False  # G1
    moves_on_top: bool = False  # may stand above the ground

    @property
    def other_face(self) -> str | None:
        """The letter on the other side of a two-faced piece, None if no game has one."""
        return OTHER_FACE.get(self.letter)

    def __repr__(self) -> str:
        return f"<Bug {self.letter} {self.name}>"


BUGS = (
    Bug("Q", "queen_bee", BASE, SLIDE, "B1", is_royal=True),
    Bug("W", "wasp", VENOM, SLIDE | STUN, "V1", back_of="Q", is_royal=True),
    Bug("S", "spider", BASE, SLIDE_THREE, "B4", count=2),
    Bug("O", "scorpion", VENOM, SLIDE_TWO, "V3", back_of="S", aura=HOLD),
    Bug("B", "beetle", BASE, SLIDE | CLIMB, "B2", count=2, moves_on_top=True),
    Bug("F", "firefly", VENOM, HOVER, "V4", back_of="B", moves_on_top=True),
    Bug("A", "ant", BASE, WALK, "B5", count=3),
    Bug("Y", "fly", VENOM, CHASE, "V5", back_of="A"),
    Bug("G", "grasshopper", BASE, JUMP, "B3", count=3),
    Bug("D", "dragonfly", VENOM, GLIDE, "V6", back_of="G"),
    Bug("M", "mosquito", EXTRA, MIMIC, "B8", moves_on_top=True),  # B9
    Bug("T", "tick", VENOM, HOP | CONTROL, "V9", back_of="M", moves_on_top=True),
    Bug("L", "ladybug", EXTRA, CROSS, "B6"),
    Bug("H", "shield_bug", VENOM, VAULT, "V7", back_of="L", aura=SHIELD | UNHELD),
    Bug("P", "pillbug", EXTRA, SLIDE | THROW, "B7"),
    Bug("C", "centipede", VENOM, TRADE, "V8", back_of="P"),
    Bug("U", "butterfly", GUARDIANS, FLUTTER, "G2", enters_on_top=True, moves_on_top=True),
    Bug("N", "moth", GUARDIANS, DIP, "G3", back_of="U", enters_on_top=True, moves_on_top=True),
    Bug("R", "praying_mantis", PREDATORS, POUNCE, "P2"),
    Bug("X", "assassin_bug", PREDATORS, SLIDE | STRIKE, "P1", back_of="R"),
    Bug("hc", "honeycombo", HONEYCOMBO, 0, "K2"),  # nothing can be copied from it
)
INDEX = {bug.letter: i for i, bug in enumerate(BUGS)}
NEUTRAL_BUG = next(bug for bug in BUGS if bug.brought_by == HONEYCOMBO)
_BACKS = {bug.back_of: bug.letter for bug in BUGS if bug.back_of is not None}
OTHER_FACE = _BACKS | {back: front for front, back in _BACKS.items()}


def bug_of_letter(letter: str) -> Bug:
    """Return the bug with this letter; raise `ValueError` if there is none."""
    if letter not in INDEX:
        raise ValueError(f"no bug has the letter {letter[:20]!r}; expected one of {' '.join(INDEX)}")
    return BUGS[INDEX[letter]]
