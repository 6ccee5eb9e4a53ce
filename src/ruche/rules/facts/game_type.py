"""What is played: the sets and modules of a game, and its options (RULES section N)."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache

from ruche.rules.facts.bugs import (
    BASE,
    BUGS,
    EXTRA,
    FIXED,
    GUARDIANS,
    HONEYCOMBO,
    LOCKED,
    MINDS_LAST_TURN,
    NEUTRAL_BUG,
    OTHER_FACE,
    OWN,
    PREDATORS,
    SWARM,
    VENOM,
    Bug,
    bug_of_letter,
)
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.pieces import Kind, Piece
from ruche.words.errors import LocalizedError

ROYAL = next(bug.letter for bug in BUGS if bug.is_royal)
DEFAULT_COUNTS = {bug.letter: bug.count for bug in BUGS if bug.brought_by == BASE and not bug.is_royal}
EXTRAS = "".join(bug.letter for bug in BUGS if bug.brought_by == EXTRA)
# The order of counts in an own mix (V0c): first faces, what is on their backs, and bugs of no other game.
_FIRST = [*DEFAULT_COUNTS, *EXTRAS]
_ALONE = [bug.letter for bug in BUGS if bug.brought_by == OWN]
OWN_MIX = "".join([*_FIRST, *(OTHER_FACE[letter] for letter in _FIRST), *_ALONE])
MODULES = (PREDATORS, GUARDIANS, HONEYCOMBO, SWARM, LOCKED, FIXED)
FACE_MODULES = (LOCKED, FIXED)  # each instead of flipping freely, so at most one (V0b, V0d)
# What a module needs: one of these sets or modules.
NEEDS = {LOCKED: (VENOM, GUARDIANS), FIXED: (VENOM, GUARDIANS, PREDATORS)}
ALIASES = {"Carbon": (BASE, "ML", ()), "Ultimate": (VENOM, "MLP", (PREDATORS, GUARDIANS, HONEYCOMBO))}
MOST_PIECES = 63
MOST_ALIKE = 9  # V0c: counts of an own mix are one digit
ROYAL_DEADLINE = 4  # T3: the turn in which a royal enters at the latest
HAND_SIZE = 3  # S1: pieces that a player chooses beside the royal

OPTIONS = {  # name: values, the default first
    "queen_opening": ("allowed", "forbidden"),  # T4
    "repetition": ("draw", "off"),  # E4
    "wasp_reach": ("any", "adjacent"),  # V1
}


class GameTypeError(LocalizedError):
    """A game type that cannot be read or played."""

    area = "type"


class GameType:
    """A game and its options: `GameType("Base+MLP")`; its string is the canonical name."""

    name: str
    base: str  # Base or Venom
    counts: dict[str, int]  # pieces of each player, by the letter of the first face
    modules: tuple[str, ...]
    queen_opening: str
    repetition: str
    wasp_reach: str

    def __init__(
        self,
        name: str = "Base",
        *,
        queen_opening: str = "allowed",
        repetition: str = "draw",
        wasp_reach: str = "any",
    ) -> None:
        self.base, self.counts, self.modules = _read(name)
        self.queen_opening = _option("queen_opening", queen_opening)
        self.repetition = _option("repetition", repetition)
        self.wasp_reach = _option("wasp_reach", wasp_reach)
        self.name = _print(self.base, self.counts, self.modules)
        if len(self.pieces) > MOST_PIECES:
            raise GameTypeError("too_many", text=name, pieces=len(self.pieces), most=MOST_PIECES)
        if not any(kind.count for kind in self.kinds[1:] if not kind.faces[0].enters_on_top):
            raise GameTypeError("no_opener", text=name)

    def __reduce__(self) -> tuple[object, ...]:
        return _unpickled, (self.name, self.options)

    @property
    def options(self) -> dict[str, str]:
        """The options by name."""
        return {option: getattr(self, option) for option in OPTIONS}

    def with_options(self, **options: str) -> GameType:
        """Return the same game with other options."""
        return GameType(self.name, **{**self.options, **options})

    @property
    def is_plain(self) -> bool:
        """Whether it is one of the eight types of plain UHP."""
        own = {letter: n for letter, n in self.counts.items() if letter not in EXTRAS}
        return (
            self.base == BASE
            and not self.modules
            and own == {ROYAL: 1, **DEFAULT_COUNTS}
            and all(self.counts.get(letter, 0) <= 1 for letter in EXTRAS)
        )

    @cached_property
    def has_bag(self) -> bool:
        """Whether hands are chosen and the rest lies in a bag (Swarm)."""
        return SWARM in self.modules

    @cached_property
    def has_neutral(self) -> bool:
        """Whether the Honeycombo lies on the board."""
        return HONEYCOMBO in self.modules

    @cached_property
    def has_predators(self) -> bool:
        """Whether pieces may be removed (P)."""
        return PREDATORS in self.modules

    @cached_property
    def has_guardians(self) -> bool:
        """Whether some pieces enter on top of others (G)."""
        return GUARDIANS in self.modules

    @cached_property
    def faces_locked(self) -> bool:
        """Whether a piece keeps the face with which it entered (V0b)."""
        return LOCKED in self.modules

    @cached_property
    def faces_fixed(self) -> bool:
        """Whether the players fix the faces of their pieces before the first turn (V0d)."""
        return FIXED in self.modules

    @cached_property
    def opening_choices(self) -> int:
        """How many choices each player makes before the first turn: of faces (V0d), of a hand (S1)."""
        return self.faces_fixed + self.has_bag

    @cached_property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of piece in play, the royal first; the neutral is not among them."""
        venom = self.base == VENOM
        kinds = [self._kind(letter, n, two_faced=venom, flips=venom) for letter, n in self.counts.items()]
        for module, flips in ((GUARDIANS, True), (PREDATORS, venom)):  # V0b: Guardians flip without Venom too
            if module in self.modules:
                first = next(bug for bug in BUGS if bug.brought_by == module)
                kinds.append(self._kind(first.letter, first.count, two_faced=True, flips=flips))
        return tuple(kinds)

    def _kind(self, letter: str, count: int, *, two_faced: bool, flips: bool) -> Kind:
        faces = [bug_of_letter(letter)]
        if two_faced:
            faces.append(bug_of_letter(OTHER_FACE[letter]))
        return Kind(tuple(faces), count, flips and not (self.faces_locked or self.faces_fixed))  # V0b, V0d

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Every piece by its first face: white's, black's, then the neutral; ids are indices."""
        found: list[Piece] = []
        for colour in Colour:
            for kind in self.kinds:
                for i in range(kind.count):
                    number = i + 1 if kind.count > 1 else 0
                    found.append(Piece(len(found), colour, kind.faces[0], number))
        if self.has_neutral:
            found.append(Piece(len(found), None, NEUTRAL_BUG, 0))
        return tuple(found)

    @cached_property
    def side_bits(self) -> tuple[int, int]:
        """The pieces of each colour, as bit sets of ids."""
        white, black = (
            sum(1 << piece.id for piece in self.pieces if piece.colour == side) for side in Colour
        )
        return white, black

    @cached_property
    def royals(self) -> tuple[Piece, ...]:
        """The piece of each player whose loss loses the game."""
        return tuple(piece for piece in self.pieces if piece.is_royal)

    @cached_property
    def faces(self) -> tuple[tuple[Piece, ...], ...]:
        """For each piece of `pieces`, that piece showing each of its faces."""
        sides = {kind.faces[0]: kind.faces for kind in self.kinds}
        return tuple(
            tuple(piece._replace(bug=bug) for bug in sides.get(piece.bug, (piece.bug,)))
            for piece in self.pieces
        )

    @cached_property
    def second_faces(self) -> tuple[tuple[Piece, ...], ...]:
        """By colour, the second faces of the pieces that have one, except the royal (V0)."""
        return tuple(
            tuple(
                faces[1]
                for faces in self.faces
                if len(faces) > 1 and faces[0].colour == colour and not faces[0].is_royal
            )
            for colour in Colour
        )

    @cached_property
    def written_faces(self) -> tuple[tuple[tuple[int, str], ...], ...]:
        """By colour, a bit for each of `second_faces` and how it is written, in the order of a choice (N)."""
        return tuple(
            tuple(
                (1 << i, f" {piece.name}")
                for i, piece in sorted(
                    enumerate(pieces), key=lambda pair: (pair[1].bug.letter, pair[1].number)
                )
            )
            for pieces in self.second_faces
        )

    @cached_property
    def names(self) -> list[str]:
        """Names in notation: `names[2 * id + face]`."""
        return [faces[min(face, len(faces) - 1)].name for faces in self.faces for face in range(2)]

    @cached_property
    def by_name(self) -> dict[str, tuple[int, int]]:
        """Piece id and face of every name."""
        return {piece.name: (piece.id, face) for faces in self.faces for face, piece in enumerate(faces)}

    @property
    def bugs(self) -> tuple[Bug, ...]:
        """Every bug that can show in this game."""
        return tuple(bug for kind in self.kinds if kind.count for bug in kind.faces)

    @cached_property
    def abilities(self) -> int:
        """All that bugs of this game can do, as the bits of `bugs`."""
        able = 0
        for bug in self.bugs:
            able |= bug.abilities
        return able

    @cached_property
    def flips(self) -> bool:
        """Whether any piece may be turned over (V0b)."""
        return any(kind.flips for kind in self.kinds)

    @cached_property
    def minds_last_turn(self) -> bool:
        """Whether it matters to any piece what the last turn did (R1, R4)."""
        return self.flips or bool(self.abilities & MINDS_LAST_TURN)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        changed = "".join(
            f", {option}={value!r}" for option, value in self.options.items() if value != OPTIONS[option][0]
        )
        return f"GameType({self.name!r}{changed})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameType):
            return NotImplemented
        return self is other or self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @cached_property
    def _identity(self) -> tuple[str, ...]:
        return (self.name, *self.options.values())


@lru_cache(maxsize=256)
def shared_game_type(name: str, **options: str) -> GameType:
    """Return `GameType(name, **options)`, the same object for all who ask for the same: it never changes."""
    return GameType(name, **options)


def _unpickled(name: str, options: dict[str, str]) -> GameType:
    return shared_game_type(name, **options)


def _option(option: str, value: str) -> str:
    if value not in OPTIONS[option]:
        raise GameTypeError("option", option=option, value=value, values=", ".join(OPTIONS[option]))
    return value


def _read(text: str) -> tuple[str, dict[str, int], tuple[str, ...]]:
    """Read a type's name into its base, its counts and its modules, or say what is wrong with it."""
    first, *parts = text.split("+")
    base, letters, modules = ALIASES.get(first, (first, "", ()))
    if base not in (BASE, VENOM):
        raise GameTypeError("unknown", text=text)
    counts = {ROYAL: 1, **DEFAULT_COUNTS, **dict.fromkeys(letters, 1)}
    taken = list(modules)
    if first not in ALIASES:
        if parts and re.fullmatch(f"[{EXTRAS}]+", parts[0]):
            counts |= _read_letters(text, parts.pop(0))
        if parts and re.fullmatch("([A-Z][0-9])+", parts[0]):
            counts = _read_counts(text, base, counts, parts.pop(0))
    for part in parts:
        if part not in MODULES:
            raise GameTypeError("part", text=text, part=part, modules=", ".join(MODULES))
        if part in taken:
            raise GameTypeError("twice", text=text, part=part)
        if any(MODULES.index(part) < MODULES.index(other) for other in taken if other not in modules):
            raise GameTypeError("order", text=text, part=part)
        taken.append(part)
    if all(part in taken for part in FACE_MODULES):
        raise GameTypeError("locked_and_fixed", text=text)
    for part, needed in NEEDS.items():
        if part in taken and not {base, *taken} & set(needed):
            raise GameTypeError(part.lower(), text=text)
    return base, counts, tuple(sorted(taken, key=MODULES.index))


def _read_letters(text: str, part: str) -> dict[str, int]:
    if len(set(part)) < len(part):
        raise GameTypeError("twice", text=text, part=part)
    if list(part) != sorted(part, key=EXTRAS.index):
        raise GameTypeError("order", text=text, part=part)
    return dict.fromkeys(part, 1)


def _read_counts(text: str, base: str, counts: dict[str, int], part: str) -> dict[str, int]:
    """Read the counts of an own mix (V0c), such as `S0O2`."""
    if base != BASE:
        raise GameTypeError("counts_in_venom", text=text, part=part)
    letters, numbers = part[0::2], part[1::2]
    for letter in letters:
        if letter not in OWN_MIX:
            raise GameTypeError("letter", text=text, letter=letter, letters=" ".join(OWN_MIX))
        if letters.count(letter) > 1 or (letter in EXTRAS and letter in counts):
            raise GameTypeError("twice", text=text, part=letter)
    if list(letters) != sorted(letters, key=OWN_MIX.index):
        raise GameTypeError("order", text=text, part=part)
    given = dict(zip(letters, map(int, numbers), strict=True))
    for letter, count in given.items():
        if count == _usual(letter):
            raise GameTypeError("usual", text=text, part=f"{letter}{count}")
        if letter in EXTRAS and count == 1:
            raise GameTypeError("as_letter", text=text, part=f"{letter}1", letter=letter)
    every = {letter: given.get(letter, counts.get(letter, 0)) for letter in OWN_MIX}
    return {
        ROYAL: 1,
        **{letter: count for letter, count in every.items() if count or letter in DEFAULT_COUNTS},
    }


def _usual(letter: str) -> int:
    """Return how many pieces of a kind each player has unless a type says otherwise."""
    return DEFAULT_COUNTS.get(letter, 0)


def _print(base: str, counts: dict[str, int], modules: tuple[str, ...]) -> str:
    letters = "".join(letter for letter in EXTRAS if counts.get(letter) == 1)
    own = "".join(
        f"{letter}{count}"
        for letter, count in counts.items()
        if letter != ROYAL and letter not in letters and count != _usual(letter)
    )
    return "+".join(filter(None, (base, letters, own, *modules)))
