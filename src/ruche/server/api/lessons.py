"""Lessons over HTTP."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ruche import words
from ruche.server.wire.calls import call
from ruche.server.wire.lines import line_of
from ruche.server.wire.messages import Actions, Place, PlayedLine, RequestBody, ResponseBody, Translations
from ruche.server.wire.refusals import refuse, refuse_malformed
from ruche.teaching import TryError
from ruche.teaching.first_game import first_game
from ruche.teaching.lessons import Lesson, lessons


class LessonRow(ResponseBody):
    """A lesson in the list; `bug` is its picture."""

    id: str
    part: str
    bug: str
    title: Translations
    exercises: int


class ExerciseView(ResponseBody):
    """A position to be looked at by `/api/view`, the hexes to reach, the task, and some right answers.

    An answer is the actions from the start on; those to a first step stand before those that go on.
    """

    line: PlayedLine
    goals: list[Place]
    task: Translations
    answers: list[list[str]]


class LessonView(ResponseBody):
    """A lesson: a few words, the page of the rules on it, the exercises, and the lesson after it."""

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
    """Whether the last action is right, whether that is all, and a comment on it."""

    right: bool
    done: bool
    say: Translations | None


class FirstGameStep(ResponseBody):
    """A step of the guided game: clicks that spell the action asked for or, if it is null, a refusal."""

    say: Translations
    clicks: list[str]
    action: str | None
    reply: str | None


class FirstGameResponse(ResponseBody):
    """The guided first game; the visitor plays White."""

    type: str
    steps: list[FirstGameStep]


@call("GET", "/api/first-game", constant=True)
def first() -> FirstGameResponse:
    """Give the guided first game."""
    game = first_game()
    steps = [
        FirstGameStep(
            say=words.texts_of(f"first_game.say{number}"),
            clicks=list(step.clicks),
            action=step.action,
            reply=step.reply,
        )
        for number, step in enumerate(game.steps, 1)
    ]
    return FirstGameResponse(type=game.type, steps=steps)


@call("GET", "/api/lessons", constant=True)
def listing() -> list[LessonRow]:
    """List the lessons."""
    return [row_of(lesson) for lesson in lessons().values()]


@call("GET", "/api/lessons/{id}", refuses=(404,), constant=True)
def one(id: str) -> LessonView:
    """Show a lesson with its exercises."""
    lesson = lesson_of(id)
    order = list(lessons().values())
    after = order[order.index(lesson) + 1 :]
    return LessonView(
        id=lesson.id,
        title=words.texts_of(lesson.title_key),
        about=words.texts_of(lesson.key("about")),
        rules=lesson.rules,
        exercises=[
            ExerciseView(
                line=line_of(exercise.position()),
                goals=[(place.q, place.r) for place in exercise.goals],
                task=words.texts_of(lesson.key(f"task{number}")),
                answers=[list(actions) for actions in exercise.answers],
            )
            for number, exercise in enumerate(lesson.exercises, 1)
        ],
        next=row_of(after[0]) if after else None,
    )


@call("POST", "/api/lessons/{id}/try", refuses=(404, 422))
def attempt(id: str, body: TryLessonRequest) -> TryLessonResponse:
    """Judge what is tried in an exercise; exercises are counted from 0."""
    try:
        found = lesson_of(id).judge(body.exercise, body.actions)
    except TryError:
        raise refuse_malformed("spelling", field="exercise, actions") from None
    say = None if found.key is None else words.texts_of(found.key)
    return TryLessonResponse(right=found.right, done=found.done, say=say)


def lesson_of(lesson_id: str) -> Lesson:
    """Return the lesson that is asked for; refuses if there is none."""
    lesson = lessons().get(lesson_id)
    if lesson is None:
        raise refuse("no_lesson")
    return lesson


def row_of(lesson: Lesson) -> LessonRow:
    """Return a lesson as the list has it."""
    return LessonRow(
        id=lesson.id,
        part=lesson.part,
        bug=lesson.bug,
        title=words.texts_of(lesson.title_key),
        exercises=len(lesson.exercises),
    )
