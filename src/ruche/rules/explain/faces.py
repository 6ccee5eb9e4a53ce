"""Why faces may not be chosen like this before the first turn (V0d).

An action holds a choice in its only valid form; any other text is refused while it is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ruche.rules.explain.reasons import Reason, refuse
from ruche.rules.facts.pieces import Piece
from ruche.rules.position import Position


def refused_now(position: Position) -> Reason | None:
    """Ask whether faces are chosen at all, and now."""
    if not position.game_type.faces_fixed:
        return refuse("faces.not_fixed")
    return None if position.choosing == "faces" else refuse("faces.chosen")


def refused_text(position: Position, named: Sequence[Piece]) -> Reason | None:
    """Ask what is wrong with the pieces that a choice names, in the order in which it names them."""
    second = position.game_type.second_faces[position.colour]
    for piece in named:
        if piece.is_royal:
            return refuse("faces.royal")
        if piece.colour != position.colour:
            return refuse("faces.enemy")
        if piece not in second:
            two_faced = len(position.game_type.faces[piece.id]) > 1
            return refuse("faces.first_face" if two_faced else "faces.one_faced", piece=piece)
        if named.count(piece) > 1:
            return refuse("faces.twice", piece=piece)
    for piece in named:  # T7
        lower = [other for other in second if other.bug == piece.bug and other.number < piece.number]
        missing = [other for other in lower if other not in named]
        if missing:
            return refuse("faces.lowest", piece=piece, first=missing[0])
    for before, after in pairwise(named):
        if order(after) < order(before):
            return refuse("faces.sorted", piece=after, first=before)
    return None


def order(piece: Piece) -> tuple[str, int]:
    """Return what the pieces of a choice are sorted by (N)."""
    return piece.bug.letter, piece.number
