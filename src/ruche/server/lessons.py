"""The lessons: for each bug and mode a few exercises on small positions, and the answer to what is tried.

`data/lessons.toml` has the positions, as text diagrams whose stars are to be reached, and what is hoped to be
played there; the sentences are in the catalogue, under `lesson.`.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Annotated, Any

from msgspec import Meta

from ruche import BUGS, Position, words
from ruche.notation.diagram import Diagram, read_diagram
from ruche.server.lines import playthrough_of
from ruche.server.set_ups import laid_out
from ruche.server.wire.messages import Actions, Line, Options, Place, RequestBody, ResponseBody, Translations
from ruche.server.wire.refusals import refuse

FILE = files("ruche") / "data" / "lessons.toml"
ANYTHING = "..."  # in what is hoped for: whatever follows
NAMES = {bug.name for bug in BUGS}


class LessonRow(ResponseBody):
    """A lesson in the list; `bug` is its picture."""

    id: str
    part: str
    bug: str
    title: Translations
    exercises: int


class ExerciseView(ResponseBody):
    """A position to be looked at by `/api/view`, the hexes to reach, and the task."""

    line: Line
    goals: list[Place]
    task: Translations


class LessonView(ResponseBody):
    """A lesson: a few words, the page of the rules that tells all, the exercises, and the lesson after it."""

    id: str
    title: Translations
    about: Translations
    rules: str
    exercises: list[ExerciseView]
    next: LessonRow | None


class TryLessonRequest(RequestBody):
    """What was played in an exercise, counted from 0, since its start."""

    exercise: Annotated[int, Meta(ge=0, le=99)]
    actions: Actions


class TryLessonResponse(ResponseBody):
    """Whether the last action is right, whether that is all, and what there is to say of it."""

    right: bool
    done: bool
    say: Translations | None


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

    @cached_property
    def line(self) -> Line:
        """How the page asks for the position."""
        start = self.diagram.position.copy()
        played = [str(action) for action in start.history]
        for _ in played:
            start.undo()
        return Line(
            type=str(start.game_type),
            options=Options(**start.game_type.options),  # type: ignore[arg-type]
            setup=laid_out(start) if start.turn_number else None,
            actions=played,
        )

    @cached_property
    def goals(self) -> list[Place]:
        """The hexes to reach."""
        return sorted((q, r) for q, r in self.diagram.stars)


@dataclass(frozen=True)
class Lesson:
    """A lesson as it is written."""

    id: str
    part: str
    bug: str
    rules: str
    exercises: tuple[Exercise, ...]

    @property
    def row(self) -> LessonRow:
        """The lesson in the list."""
        title = f"bug.{self.id}" if self.id in NAMES else f"lesson.{self.id}.title"
        return LessonRow(
            id=self.id,
            part=self.part,
            bug=self.bug,
            title=words.texts_of(title),
            exercises=len(self.exercises),
        )

    def say(self, what: str) -> Translations:
        """Return a sentence of this lesson."""
        return words.texts_of(f"lesson.{self.id}.{what}")


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


def lesson_of(name: str) -> Lesson:
    """Return a lesson; refuses if there is none."""
    if name not in lessons():
        raise refuse("no_lesson")
    return lessons()[name]


def show(lesson: Lesson) -> LessonView:
    """Return a lesson as it is sent."""
    order = list(lessons().values())
    after = order[order.index(lesson) + 1 :]
    row = lesson.row
    return LessonView(
        id=row.id,
        title=row.title,
        about=lesson.say("about"),
        rules=lesson.rules,
        exercises=[
            ExerciseView(line=one.line, goals=one.goals, task=lesson.say(f"task{number}"))
            for number, one in enumerate(lesson.exercises, 1)
        ],
        next=after[0].row if after else None,
    )


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


def judge(lesson: Lesson, request: TryLessonRequest) -> TryLessonResponse:
    """Say whether what was tried is right; raises what the rules refuse."""
    number = request.exercise
    if number >= len(lesson.exercises) or not 0 < len(request.actions) <= len(lesson.exercises[number].steps):
        raise refuse("bad_request", detail="exercise, actions")
    exercise = lesson.exercises[number]
    position = playthrough_of(exercise.line, [*exercise.line.actions, *request.actions[:-1]]).position
    played = str(position.parse(request.actions[-1]))
    if not fits(position, exercise.steps[len(request.actions) - 1], played):
        trapped = exercise.trap is not None and fits(position, exercise.trap, played)
        say = lesson.say(f"{'trap' if trapped else 'wrong'}{number + 1}")
        return TryLessonResponse(right=False, done=False, say=say)
    done = len(request.actions) == len(exercise.steps)
    return TryLessonResponse(right=True, done=done, say=lesson.say(f"right{number + 1}") if done else None)
