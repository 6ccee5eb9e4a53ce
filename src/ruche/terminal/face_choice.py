"""Choosing faces at the terminal (V0d): a click on a kind lets one piece more of it show its second face."""

from __future__ import annotations

from collections import Counter

from ruche import Piece, Position
from ruche.play.clicks import hand_token

ALL_FIRST, ALL_SECOND, DONE = "do:all_first", "do:all_second", "do:faces_done"


class FaceChoice:
    """How many pieces of each kind are to show their second face."""

    def __init__(self, position: Position) -> None:
        pieces = position.game_type.pieces
        self.kinds: dict[str, list[Piece]] = {}  # by the token of the first face, the second faces
        for second in position.game_type.second_faces[position.colour]:
            self.kinds.setdefault(hand_token(pieces[second.id]), []).append(second)
        self.firsts = [pieces[second.id] for kind in self.kinds.values() for second in kind]
        self.turned: Counter[str] = Counter()

    def press(self, token: str) -> None:
        """Turn one piece more of a kind over, or none after all; or all of them at once."""
        if token in (ALL_FIRST, ALL_SECOND):
            every = token == ALL_SECOND
            self.turned = Counter({kind: len(pieces) for kind, pieces in self.kinds.items() if every})
        elif token in self.kinds:
            self.turned[token] = (self.turned[token] + 1) % (len(self.kinds[token]) + 1)

    def text(self) -> str:
        """Return the choice as it is written (N)."""
        chosen = [piece for kind, pieces in self.kinds.items() for piece in pieces[: self.turned[kind]]]
        return " ".join(["faces", *sorted(piece.name for piece in chosen)])
