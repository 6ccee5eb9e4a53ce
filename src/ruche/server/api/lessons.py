"""Lessons over HTTP."""

from __future__ import annotations

from starlette.requests import Request

from ruche.server.lessons import (
    LessonRow,
    LessonView,
    TryLessonRequest,
    TryLessonResponse,
    judge,
    lesson_of,
    lessons,
    show,
)
from ruche.server.wire.calls import call


@call("GET", "/api/lessons")
async def listing(_: Request) -> list[LessonRow]:
    """List the lessons."""
    return [lesson.row for lesson in lessons().values()]


@call("GET", "/api/lessons/{id}", refuses=(404,))
async def one(request: Request) -> LessonView:
    """Show a lesson with its exercises."""
    return show(lesson_of(request.path_params["id"]))


@call("POST", "/api/lessons/{id}/try", refuses=(404, 422))
async def attempt(request: Request, body: TryLessonRequest) -> TryLessonResponse:
    """Judge what is tried in an exercise; exercises are counted from 0."""
    return judge(lesson_of(request.path_params["id"]), body)
