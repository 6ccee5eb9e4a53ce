"""The lessons: for each bug and mode a few exercises on small positions, and the answer to what is tried.

`lessons.toml` has the positions, as text diagrams whose stars are to be reached, and what is hoped to be
played there; the sentences are in the catalogue, under `lesson.`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from itertools import islice
from typing import Any

from ruche import BUGS, Hex, Position
from ruche.notation.diagram import Diagram, read_diagram
from ruche.teaching import TryError

FILE = files("ruche.teaching") / "lessons.toml"
ANYTHING = "..."  # in what is hoped for: whatever follows
MOST_ANSWERS = 4  # of one step
NAMES = {bug.name for bug in BUGS}


@dataclass(frozen=True)
class Exercise:
    """A position, the actions hoped for one after the other, and those that have an answer of their own."""

    hive: str
    steps: tuple[str, ...]
    trap: str | None

    @cached_property
    def diagram(self) -> Diagram:
        """The position with its stars."""
        return read_diagram(self.hive)

    @property
    def goals(self) -> list[Hex]:
        """The hexes to reach."""
        return sorted(self.diagram.stars)

    def position(self) -> Position:
        """Return the position to play in."""
        return self.diagram.position.copy()

    @cached_property
    def answers(self) -> list[tuple[str, ...]]:
        """Some right answers to each step, with the actions before it: whoever has them needs no judge."""
        position = self.position()
        line: tuple[str, ...] = ()
        found: list[tuple[str, ...]] = []
        for step in self.steps:
            fitting = (str(one) for one in position.legal_actions() if fits(position, step, str(one)))
            right = list(islice(fitting, MOST_ANSWERS))
            found += [(*line, action) for action in right]
            line = (*line, right[0])
            position.play(right[0])
        return found


@dataclass(frozen=True)
class ExerciseResult:
    """Whether the last action is right, whether that is all, and what there is to say of it."""

    right: bool
    done: bool
    key: str | None  # of the sentence


@dataclass(frozen=True)
class Lesson:
    """A lesson as it is written; `bug` is its picture, `rules` the page that tells all."""

    id: str
    part: str
    bug: str
    rules: str
    exercises: tuple[Exercise, ...]

    @property
    def title_key(self) -> str:
        """The key of its title: the bug's name, or a title of its own."""
        return f"bug.{self.id}" if self.id in NAMES else self.key("title")

    def key(self, what: str) -> str:
        return f"lesson.{self.id}.{what}"

    def judge(self, number: int, actions: Sequence[str]) -> ExerciseResult:
        """Say whether what was tried in an exercise, counted from 0, is right.

        Raises `TryError`, and what the rules refuse.
        """
        if number >= len(self.exercises) or not 0 < len(actions) <= len(self.exercises[number].steps):
            raise TryError
        exercise = self.exercises[number]
        position = exercise.position()
        for action in actions[:-1]:
            position.play(action)
        played = str(position.parse(actions[-1]))
        if not fits(position, exercise.steps[len(actions) - 1], played):
            trapped = exercise.trap is not None and fits(position, exercise.trap, played)
            return ExerciseResult(False, False, self.key(f"{'trap' if trapped else 'wrong'}{number + 1}"))
        done = len(actions) == len(exercise.steps)
        return ExerciseResult(True, done, self.key(f"right{number + 1}") if done else None)


@cache
def lessons() -> dict[str, Lesson]:
    """Return all lessons by id, in their order."""
    written = tomllib.loads(FILE.read_text(encoding="utf-8"))["lesson"]
    return {lesson["id"]: _lesson(**lesson) for lesson in written}


def _lesson(
    id: str, part: str, exercise: list[dict[str, Any]], bug: str | None = None, rules: str | None = None
) -> Lesson:
    exercises = (Exercise(one["hive"], tuple(one["steps"]), one.get("trap")) for one in exercise)
    return Lesson(id, part, bug or id, rules or id, tuple(exercises))


def fits(position: Position, wanted: str, played: str) -> bool:
    """Tell whether a legal action is one of those wanted: `wA1 -bQ; wS1 ...` is that one, or any of `wS1`."""
    for one in wanted.split(";"):
        text = one.strip()
        if ANYTHING in text:
            pattern = ".*".join(map(re.escape, text.split(ANYTHING)))
            if re.fullmatch(pattern, played):
                return True
        elif str(position.parse(text)) == played:
            return True
    return False
