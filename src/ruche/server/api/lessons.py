"""Lessons over HTTP."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ruche.server.lessons import TryLessonRequest, judge, lesson_of, lessons, show
from ruche.server.wire.http import answer, asked


async def listing(_: Request) -> Response:
    """List the lessons."""
    return answer([lesson.row for lesson in lessons().values()])


async def one(request: Request) -> Response:
    """Show a lesson."""
    return answer(show(lesson_of(request.path_params["id"])))


async def attempt(request: Request) -> Response:
    """Judge what is tried."""
    body = await asked(request, TryLessonRequest)
    return answer(judge(lesson_of(request.path_params["id"]), body))


ROUTES = [
    Route("/api/lessons", listing, methods=["GET"]),
    Route("/api/lessons/{id}", one, methods=["GET"]),
    Route("/api/lessons/{id}/try", attempt, methods=["POST"]),
]
