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

    def of(self, action: Action) -> list[int]:
        """Return the ids of the pieces that can make the piece of a legal action do it."""
        found = self._throwers_of(action) if self.throwers else []
        return found + self._controllers_of(action) if self.ticks else found

    def _throwers_of(self, action: Action) -> list[int]:
        """Return who can throw a piece to where it goes; it may also get there by itself."""
        if action.kind != "move" or action.onto is not None:
            return []
        home = probe.cell(self.position, action.code >> 12 & 63)
        if probe.height(self.position, home) > 1:
            return []
        return [thrower for thrower in self.throwers if self._throws(thrower, home, action.code & codes.CELL)]

    def _throws(self, thrower: int, home: int, to: int) -> bool:
        """Tell whether a piece can lift a neighbour onto itself and set it down on another cell (B7, H5)."""
        cell = probe.cell(self.position, thrower)
        near = probe.around(cell)
        return all(
            one in near and probe.step_allowed(self.position, cell, near.index(one), 1) for one in (home, to)
        )

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
