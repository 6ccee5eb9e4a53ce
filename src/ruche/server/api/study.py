"""Positions that belong to no match: the analysis board, lessons and pictures."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ruche import render
from ruche.server.lines import course_of
from ruche.server.set_ups import sheet
from ruche.server.why import why_not_action, why_not_clicks
from ruche.server.wire.http import answer, asked
from ruche.server.wire.match_views import course_frames
from ruche.server.wire.messages import FramesResponse, Line, LineWhyRequest, PictureRequest, WhyResponse
from ruche.server.wire.position_views import line_view
from ruche.server.wire.refusals import refuse


async def view(request: Request) -> Response:
    """Show a position, both sides to be tried."""
    return answer(line_view(course_of(await asked(request, Line)), time.time()))


async def setup(request: Request) -> Response:
    """Give a position as a set-up, and what can be told of one of its type."""
    return answer(sheet(course_of(await asked(request, Line)).position))


async def frames(request: Request) -> Response:
    """Show every position of a line."""
    course = course_of(await asked(request, Line))
    game_type = course.position.game_type
    shown = await course_frames(course)
    return answer(FramesResponse(type=str(game_type), options=game_type.options, frames=shown))


async def why(request: Request) -> Response:
    """Say why clicks or an action are refused."""
    body = await asked(request, LineWhyRequest)
    position = course_of(body).position
    if body.clicks is not None:
        return answer(WhyResponse(reason=why_not_clicks(position, body.clicks)))
    if body.action is not None:
        return answer(WhyResponse(reason=why_not_action(position, body.action)))
    raise refuse("bad_request", detail="clicks or action")


async def picture(request: Request) -> Response:
    """Draw a position."""
    body = await asked(request, PictureRequest)
    position = course_of(body).position
    if body.format == "svg":
        drawn: str | bytes = render.svg(position, theme=body.theme, language=body.language)
        return Response(drawn, media_type="image/svg+xml")
    try:
        drawn = render.png(position, theme=body.theme, language=body.language)
    except render.PngMissingError:
        raise refuse("no_png") from None
    return Response(drawn, media_type="image/png")


ROUTES = [
    Route("/api/view", view, methods=["POST"]),
    Route("/api/setup", setup, methods=["POST"]),
    Route("/api/frames", frames, methods=["POST"]),
    Route("/api/why", why, methods=["POST"]),
    Route("/api/picture", picture, methods=["POST"]),
]
