"""An action that was tried, and what the rules know of the pieces in it."""

from __future__ import annotations

from functools import cached_property

from ruche.rules.action import Action
from ruche.rules.core import codes
from ruche.rules.core.tuples import TurnEffects
from ruche.rules.explain import probe
from ruche.rules.facts.pieces import Piece
from ruche.rules.position import Position


class Attempt:
    """An action in a position, taken apart."""

    def __init__(self, position: Position, action: Action) -> None:
        self.position = position
        self.action = action
        self.kind = action.code & codes.KIND
        self.id = codes.piece_of(action.code)  # of the piece that moves, enters, acts, is flipped or stolen
        self.to = action.code & codes.CELL
        self.side = position.colour

    @cached_property
    def piece(self) -> Piece:
        """The piece that moves, enters, acts, is flipped or stolen, as it lies or will lie."""
        entering = self.action.piece if self.kind == codes.PLACE else None
        return entering or self.position.shown(self.id)

    @cached_property
    def target(self) -> Piece:
        """The piece that would be stung, swapped or killed, as it lies."""
        return self.position.shown(codes.target_of(self.action.code))

    @cached_property
    def effects(self) -> TurnEffects:
        """What restricts the side to move: pieces that rest, are stung, are shielded..."""
        return probe.effects(self.position)

    @cached_property
    def acting(self) -> dict[int, int]:
        """The abilities of the pieces that may act for the side to move, by id."""
        return probe.acting(self.position)

    @cached_property
    def home(self) -> int:
        """The cell of the piece, or -1."""
        return self.cell(self.piece)

    @property
    def neutral(self) -> Piece | None:
        """The Honeycombo, if there is one."""
        last = self.position.game_type.pieces[-1]
        return last if last.colour is None else None

    @property
    def queen_in_hand(self) -> bool:
        """Whether the royal of the side to move has not been placed yet."""
        return any(piece.is_royal and piece.colour == self.side for piece in self.mine)

    @property
    def mine(self) -> list[Piece]:
        """The hand of the side to move."""
        return self.position.hand(self.side)

    @property
    def swarm(self) -> bool:
        """Whether there is a bag."""
        return self.position.game_type.has_bag

    def cell(self, piece: Piece) -> int:
        """Return the cell of a piece, or -1."""
        return probe.cell(self.position, piece.id)

    def top(self, cell: int) -> Piece | None:
        """Return the top piece of a cell."""
        top = probe.top(self.position, cell)
        return self.position.shown(top) if top >= 0 else None

    def covered(self, piece: Piece) -> bool:
        """Tell whether something lies on a piece in play (H3)."""
        return probe.top(self.position, self.cell(piece)) != piece.id

    def height(self, piece: Piece) -> int:
        """Return the height of the stack of a piece in play."""
        return probe.height(self.position, self.cell(piece))


def has(pieces: int, piece: Piece) -> bool:
    """Tell whether a piece is in a bit set."""
    return bool(pieces >> piece.id & 1)


def first_alike(piece: Piece, pieces: list[Piece]) -> Piece:
    """Return the lowest number of the pieces, named as in a hand, that are identical to one of them."""
    first = next(other for other in pieces if other.id == piece.id)
    return next(other for other in pieces if other.colour == first.colour and other.bug == first.bug)
