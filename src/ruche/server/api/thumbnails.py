"""Small pictures of positions, for lists."""

from __future__ import annotations

import gzip
from typing import Literal

from starlette.requests import Request
from starlette.responses import Response

from ruche import Position, render
from ruche.play.secrecy import hidden_choice
from ruche.render.pieces import DEFAULT_SET
from ruche.server.api.games import of_log
from ruche.server.api.puzzles import puzzle_of
from ruche.server.match.decisions import Held
from ruche.server.match.events import Entry
from ruche.server.match.match import replay
from ruche.server.wire.calls import call
from ruche.server.wire.http import RawResponse, raw_response
from ruche.server.wire.messages import PieceSetName, Query

SVG = "image/svg+xml"
SIZE = 240  # pixels of the longer side
FOREVER, FOR_NOW = "max-age=86400", "max-age=20"  # a game that goes on changes


class ThumbnailQuery(Query):
    """The colours of the picture, and the set of its pieces."""

    theme: Literal["light", "dark", "contrast", "safe"] = "light"
    pieces: PieceSetName = DEFAULT_SET


@call(
    "GET", "/api/games/{id}/thumbnail", media=SVG, uses_seat=True, refuses=(403, 404, 410, 422, 503), cost=5
)
async def game(request: Request, query: ThumbnailQuery) -> Response:
    """Draw how a game stands."""
    return await of_log(request, log_thumbnail, query.theme, query.pieces)


def log_thumbnail(entries: list[Entry], held: Held, theme: str, pieces: str) -> RawResponse:
    """Return the picture of the last position of a game, as who holds some seats may see it.

    Nothing that is secret lies on the board, but the title says what was done last.
    """
    match = replay(entries)
    keep = FOREVER if match.outcome else FOR_NOW
    hidden = hidden_choice(match.position, held)
    position = match.position if hidden is None else match.position.seen_by(hidden.other)
    return raw_response(picture(position, theme, pieces, keep), 200)


@call("GET", "/api/puzzles/{id}/thumbnail", media=SVG, refuses=(404,), constant=True, cost=5)
def puzzle(id: str, query: ThumbnailQuery) -> Response:
    """Draw the position of a puzzle."""
    return picture(puzzle_of(id).position(), query.theme, query.pieces, FOREVER)


def picture(position: Position, theme: str, pieces: str, keep: str) -> Response:
    """Return a small picture of a position, zipped: there are many on a page."""
    drawn = render.svg(position, theme=theme, pieces=pieces, size=SIZE, hands=False, caption=False)
    headers = {"content-encoding": "gzip", "cache-control": keep}
    return Response(gzip.compress(drawn.encode(), mtime=0), media_type=SVG, headers=headers)
