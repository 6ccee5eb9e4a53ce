"""Positions that belong to no match: the analysis board, lessons and pictures. Workers compute them."""

from __future__ import annotations

import time

from starlette.responses import Response

from ruche import render
from ruche.server.wire import game_messages, messages
from ruche.server.wire.calls import call
from ruche.server.wire.lines import playthrough_of
from ruche.server.wire.match_views import frames_of
from ruche.server.wire.position_views import line_view, options_of
from ruche.server.wire.refusals import refuse, why_view
from ruche.server.wire.set_ups import set_up_response


@call("POST", "/api/view", refuses=(422,))
def view(body: messages.PlayedLine) -> messages.View:
    """Show any position, both sides to be tried."""
    return line_view(playthrough_of(body), time.time())


@call("POST", "/api/setup", refuses=(422,))
def setup(body: messages.PlayedLine) -> messages.SetUpResponse:
    """Give any position as a set-up, and what a set-up of its type can state."""
    return set_up_response(playthrough_of(body).position)


@call("POST", "/api/frames", refuses=(422,))
def frames(body: messages.PlayedLine) -> game_messages.FramesResponse:
    """Show every position of a line."""
    playthrough = playthrough_of(body)
    game_type = playthrough.position.game_type
    shown = frames_of(playthrough)
    return game_messages.FramesResponse(type=str(game_type), options=options_of(game_type), frames=shown)


@call("POST", "/api/why", refuses=(422,))
def why(body: messages.LineWhyRequest) -> messages.WhyResponse:
    """Say why clicks or an action are refused in any position."""
    return why_view(playthrough_of(body).position, body)


@call("POST", "/api/picture", media="image/*", refuses=(422, 501))
def picture(body: messages.PictureRequest) -> Response:
    """Draw any position."""
    position = playthrough_of(body).position
    look: render.Look = {"theme": body.theme, "pieces": body.pieces, "language": body.language}
    if body.format == "svg":
        drawn: str | bytes = render.svg(position, **look)
        return Response(drawn, media_type="image/svg+xml")
    try:
        drawn = render.png(position, **look)
    except render.PngMissingError:
        raise refuse("no_png") from None
    return Response(drawn, media_type="image/png")
