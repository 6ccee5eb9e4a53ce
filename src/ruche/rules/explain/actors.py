"""Who makes another piece act: the pieces that throw or control it (B7, V9)."""

from __future__ import annotations

from ruche.rules.action import Action
from ruche.rules.core import codes
from ruche.rules.explain import probe
from ruche.rules.facts import bugs
from ruche.rules.position import Position


class Actors:
    """The pieces that can make others act for the side to move, in one position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.acting = probe.acting(position)
        self.throwers = [piece for piece, abilities in self.acting.items() if abilities & bugs.THROW]
        self.ticks = [piece for piece, abilities in self.acting.items() if abilities & bugs.CONTROL]
        self.throwing = {piece: self._within_reach(piece) for piece in self.throwers}
        self.reached: set[int] = set().union(*self.throwing.values())  # where anything can be thrown

    def of(self, action: Action) -> list[int]:
        """Return the ids of the pieces that can make the piece of a legal action do it."""
        found = self._throwers_of(action) if self.throwers else []
        return found + self._controllers_of(action) if self.ticks else found

    def _throwers_of(self, action: Action) -> list[int]:
        """Return who can throw a piece to where it goes; it may also get there by itself."""
        code = action.code
        to = code & codes.CELL
        if to not in self.reached or code & codes.KIND != codes.MOVE or action.onto is not None:
            return []
        home = probe.cell(self.position, codes.piece_of(code))
        found = [piece for piece, near in self.throwing.items() if home in near and to in near]
        return found if found and probe.height(self.position, home) == 1 else []

    def _within_reach(self, thrower: int) -> set[int]:
        """Return the cells from and to which a piece can throw, over itself (B7, H5)."""
        cell = probe.cell(self.position, thrower)
        return {
            near
            for direction, near in enumerate(probe.around(cell))
            if probe.step_allowed(self.position, cell, direction, 1)
        }

    def _controllers_of(self, action: Action) -> list[int]:
        """Return the ticks beside an enemy piece that acts, at its level (V9)."""
        piece, position = action.piece, self.position
        if piece is None or piece.colour in (None, position.colour) or piece.id not in self.acting:
            return []
        home = probe.cell(position, piece.id)
        near = probe.around(home)
        return [
            tick
            for tick in self.ticks
            if (cell := probe.cell(position, tick)) in near
            and probe.height(position, cell) == probe.height(position, home)
        ]
