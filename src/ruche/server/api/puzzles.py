"""Puzzles over HTTP."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ruche.server.context import state_of
from ruche.server.puzzles import TryPuzzleRequest, judge, puzzle_of, rows, show
from ruche.server.wire.http import answer, asked


async def listing(_: Request) -> Response:
    """List the puzzles."""
    return answer(rows())


async def one(request: Request) -> Response:
    """Show a puzzle."""
    return answer(show(puzzle_of(request.path_params["id"])))


async def attempt(request: Request) -> Response:
    """Judge what is tried."""
    body = await asked(request, TryPuzzleRequest)
    puzzle = puzzle_of(request.path_params["id"])
    return answer(await judge(puzzle, body, state_of(request).workers))


ROUTES = [
    Route("/api/puzzles", listing, methods=["GET"]),
    Route("/api/puzzles/{id}", one, methods=["GET"]),
    Route("/api/puzzles/{id}/try", attempt, methods=["POST"]),
]
