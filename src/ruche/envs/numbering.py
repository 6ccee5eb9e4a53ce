"""Actions as numbers of a fixed range: the notation, counted.

A destination is written relative to a piece (`wA1 -bQ`), and the first neighbour that may name it does, so
that an action has one text wherever the hive lies. Counting the texts gives numbers that need no board: piece
and face times reference times side. Two actions of a position never share a number, since they never share a
text. Pieces are counted from the side of the player: their own first, then the other's.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement

from ruche import Action, Colour, GameType, Position
from ruche.envs.kernels import number_actions
from ruche.rules.facts import bugs, hexes
from ruche.rules.facts.game_type import HAND_SIZE
from ruche.rules.facts.pieces import NEUTRAL_NAME

# How a destination is written around the name of its reference, by where that lies: `-{}`, ..., `{}`.
SIDES = (*(hexes.BESIDE[(d + 3) % 6] for d in range(6)), "{}")
KINDS = {mark: kind for kind, mark in bugs.MARKS.items()}


@dataclass(frozen=True)
class Block:
    """A range of numbers for one kind of action."""

    kind: str
    begin: int
    size: int


class Numbering:
    """The numbers of all actions of a game type.

    >>> numbering = Numbering(GameType("Base"))
    >>> numbering.size
    3411
    >>> position = Position("Base")
    >>> position.play("wS1")
    <Action wS1>
    >>> numbering.number(position.parse("bQ wS1-"), position.colour)
    80
    """

    def __init__(self, game_type: GameType) -> None:
        self.game_type = game_type
        self.pieces = len(game_type.pieces)
        self.coloured = sum(piece.colour is not None for piece in game_type.pieces)
        self.actor: list[int] = []  # where the faces of a piece begin, counted over all pieces
        faces = 0
        for piece in game_type.faces[: self.coloured]:
            self.actor.append(faces)
            faces += len(piece)
        self.faces = self._faces()
        self.hands = self._hands()
        can = game_type.abilities
        sizes = {
            "go": faces * (self.pieces * len(SIDES) + 1),  # placing and moving; the last: nothing to refer to
            "flip": self.coloured if game_type.flips else 0,
            **dict.fromkeys(bugs.ACTION_KINDS.values(), 0),
            **{kind: self.coloured**2 for power, kind in bugs.ACTION_KINDS.items() if can & power},
            "turn": int(game_type.has_neutral),
            "faces": len(self.faces),
            "hand": len(self.hands),
            "draw": int(game_type.has_bag),
            "steal": self.coloured if game_type.has_bag else 0,
            "pass": 1,
        }
        self.blocks: dict[str, Block] = {}
        self.size = 0
        for kind, size in sizes.items():
            self.blocks[kind] = Block(kind, self.size, size)
            self.size += size
        self._known: dict[tuple[str, Colour], int] = {}

    def _faces(self) -> dict[str, int]:
        """Number the choices of faces before the first turn, by their texts without the colour (V0d)."""
        start = Position(self.game_type)
        found = [str(action) for action in start.legal_actions() if action.kind == "faces"]
        return {_colourless(text): i for i, text in enumerate(found)}

    def _hands(self) -> dict[tuple[str, ...], int]:
        """Number the hands that Swarm may begin with, by letters (S1), whatever faces are chosen (V0d)."""
        if not self.game_type.has_bag:
            return {}
        fixed = self.game_type.faces_fixed
        counts = {
            face.letter: kind.count
            for kind in self.game_type.kinds[1:]
            for face in (kind.faces if fixed else kind.faces[:1])
        }
        size = min(HAND_SIZE, sum(kind.count for kind in self.game_type.kinds[1:]))
        found = [
            hand
            for hand in combinations_with_replacement(counts, size)
            if all(hand.count(letter) <= counts[letter] for letter in hand)
        ]
        return {tuple(sorted(hand)): i for i, hand in enumerate(found)}

    def number(self, action: Action | str, colour: Colour) -> int:
        """Return the number of an action of the player of a colour; what is drawn does not count."""
        text = str(action.without_draw if isinstance(action, Action) else action)
        known = self._known.get((text, colour))
        if known is None:
            known = self._known[text, colour] = self._number(text, colour)
        return known

    def numbers(self, actions: list[Action], colour: Colour) -> list[int]:
        """Return the numbers of many actions of a position at once; none of them has drawn yet."""
        swap = colour == Colour.BLACK
        found = number_actions(actions, self.actor, self.coloured, self.pieces, swap)
        for i, number in enumerate(found):
            if number < 0:
                found[i] = self.number(actions[i], colour)
        return found

    def _number(self, text: str, colour: Colour) -> int:
        first, _, rest = text.partition(" ")
        if first in ("pass", "draw"):
            return self._in(first, 0)
        if first == "hand":
            return self._in("hand", self.hands[tuple(sorted(name[1] for name in rest.split()))])
        if first == "faces":
            return self._in("faces", self.faces[_colourless(text)])
        if first == "steal":
            return self._in("steal", self._piece(rest, colour))
        if first == NEUTRAL_NAME:
            return self._in("turn", 0)
        kind = KINDS.get(rest[:1])
        if kind == "flip":
            return self._in("flip", self._piece(first, colour))
        if kind is not None:
            return self._in(kind, self._piece(first, colour) * self.coloured + self._piece(rest[1:], colour))
        return self._in(
            "go", self._actor(first, colour) * (self.pieces * len(SIDES) + 1) + self._to(rest, colour)
        )

    def _in(self, kind: str, offset: int) -> int:
        block = self.blocks[kind]
        assert 0 <= offset < block.size
        return block.begin + offset

    def _piece(self, name: str, colour: Colour) -> int:
        """Return the place of a piece, the player's own before the other's, the neutral last."""
        piece, _ = self.game_type.by_name[name]
        if piece >= self.coloured or colour == Colour.WHITE:
            return piece
        return (piece + self.coloured // 2) % self.coloured

    def _actor(self, name: str, colour: Colour) -> int:
        """Return the place of a piece with a face."""
        _, face = self.game_type.by_name[name]
        return self.actor[self._piece(name, colour)] + face

    def _to(self, text: str, colour: Colour) -> int:
        """Return the number of a destination: a reference and the side of it."""
        if not text:
            return self.pieces * len(SIDES)
        name = text.strip("-/\\")
        return self._piece(name, colour) * len(SIDES) + SIDES.index(text.replace(name, "{}"))


def _colourless(text: str) -> str:
    """Return a choice of faces without the colour of its pieces."""
    return " ".join(name[1:] for name in text.split()[1:])
