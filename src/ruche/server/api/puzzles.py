"""Puzzles over HTTP."""

from __future__ import annotations

from starlette.requests import Request

from ruche.server.context import state_of
from ruche.server.puzzles import (
    PuzzleRow,
    PuzzleView,
    TryPuzzleRequest,
    TryPuzzleResponse,
    judge,
    puzzle_of,
    rows,
    show,
)
from ruche.server.wire.calls import call


@call("GET", "/api/puzzles")
async def listing(_: Request) -> list[PuzzleRow]:
    """List the puzzles."""
    return rows()


@call("GET", "/api/puzzles/{id}", refuses=(404,))
async def one(request: Request) -> PuzzleView:
    """Show a puzzle to be solved."""
    return show(puzzle_of(request.path_params["id"]))


@call("POST", "/api/puzzles/{id}/try", refuses=(404,))
async def attempt(request: Request, body: TryPuzzleRequest) -> TryPuzzleResponse:
    """Judge what is tried, or give a hint."""
    return await judge(puzzle_of(request.path_params["id"]), body, state_of(request).workers)
