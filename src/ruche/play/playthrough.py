"""A game as played so far: the position, and every action in notation and in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from sys import intern
from typing import Any, TypeVar

from ruche import Action, Colour, Hex, Piece, Position
from ruche.play.sentences import Sentence
from ruche.rules.explain.path import Path, path_of

NO_PATH = Path(())
SHARED = 16_384  # values that steps of many games have in common

T = TypeVar("T")


@lru_cache(maxsize=SHARED)
def shared(value: T) -> T:
    """Return the one object that stands for all equal ones: thousands of games are in memory."""
    return value


@dataclass(frozen=True, slots=True)
class Step:
    """An action on record, the hexes that are marked for it, and how it is seen to happen.

    `kind` is that of the action, or `throw`; `actor` is the piece that moved, entered or acted, `target` the
    one that it acted on, `by` the hex of who threw it or made it act, `path` the hexes on its way.
    """

    text: str
    turn: str
    colour: Colour
    sentence: Sentence
    start: Hex | None
    end: Hex | None
    kind: str
    actor: Piece | None
    target: Piece | None
    by: Hex | None
    path: tuple[Hex, ...]


class Playthrough:
    """A position together with the steps that led to it.

    A position takes some 25 kB, nearly all of it the board. One that nobody asks for can be folded into what
    it is computed from, and unfolds by itself.
    """

    def __init__(self, position: Position, steps: Iterable[Step] = ()) -> None:
        self._position: Position | None = position
        self._folded: tuple[Any, ...] = ()  # how the position is made again, as `pickle` would
        self._asked = True
        self.steps = list(steps)

    @property
    def position(self) -> Position:
        """The position after all steps."""
        self._asked = True
        if self._position is None:
            make, parts = self._folded
            self._position = make(*parts)
        return self._position

    def rest(self) -> None:
        """Fold the position, unless somebody has asked for it since the last call."""
        if self._asked:
            self._asked = False
        elif self._position is not None:
            self._folded = self._position.__reduce__()
            self._position = None

    @property
    def set_up_actions(self) -> int:
        """How many actions at the start of the history belong to the set-up's last turn and are not steps."""
        return len(self.position.history) - len(self.steps)

    def play(self, action: Action | str) -> Step:
        """Play an action and return it as a step; raises as `Position.play` does."""
        position = self.position
        turn, colour = position.turn, position.colour
        parsed = position.parse(action) if isinstance(action, str) else action
        start, end = marks(position, parsed)
        path = path_of(position, parsed) or NO_PATH
        by = None if path.by is None else position.where(path.by)
        recorded = position.play(parsed)
        step = Step(
            text=str(recorded),
            turn=intern(turn),
            colour=colour,
            sentence=shared(Sentence.of(recorded, colour, thrown=path.thrown)),
            start=shared(start),
            end=shared(end),
            kind="throw" if path.thrown else recorded.kind,
            actor=recorded.piece,
            target=recorded.target,
            by=shared(by),
            path=tuple(map(shared, path.hexes)),
        )
        self.steps.append(step)
        return step

    def play_all(self, actions: Iterable[Action | str]) -> None:
        """Play the actions of a record; one that goes on after a draw by repetition goes on for good (N)."""
        drawn = False
        for action in actions:
            drawn = drawn or self.position.outcome is not None
            self.position.resume()
            self.play(action)
        if drawn:
            self.position.resume()

    def back_to(self, left: int) -> None:
        """Take actions back until `left` of them remain."""
        while len(self.steps) > left:
            self.position.undo()
            self.steps.pop()

    def copy(self) -> Playthrough:
        return Playthrough(self.position.copy(), self.steps)


def marks(position: Position, action: Action) -> tuple[Hex | None, Hex | None]:
    """Return the hexes an action goes from and to, or acts from and on."""
    if action.target is not None:
        return action.origin, position.where(action.target.id)
    if action.kind == "flip":
        return None, action.origin
    if action.kind == "turn":
        neutral = position.game_type.pieces[-1]
        return None, position.where(neutral.id)
    return action.origin, action.to
