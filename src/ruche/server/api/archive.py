"""All games, finished and running: search and download."""

from __future__ import annotations

from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from ruche.server.context import State, state_of
from ruche.server.match.match import replay
from ruche.server.records import record_of
from ruche.server.store.database import PAGE, Conditions
from ruche.server.store.index import conditions, game_row
from ruche.server.wire.http import answer, number
from ruche.server.wire.messages import ArchiveResponse
from ruche.server.wire.refusals import refuse

MOST_PAGES = 1_000_000
LONGEST_WORD = 80


def wanted(request: Request) -> Conditions:
    """Return what a search asks for."""
    words = {}
    for name in ("type", "player", "result", "state"):
        words[name] = request.query_params.get(name, "")[:LONGEST_WORD]
    if words["result"] not in ("", "white", "black", "draw"):
        raise refuse("bad_request", detail=f"result={words['result']}")
    if words["state"] not in ("", "running", "finished"):
        raise refuse("bad_request", detail=f"state={words['state']}")
    return conditions(words["type"], words["player"], words["result"], words["state"])


async def search(request: Request) -> Response:
    """List games, newest first."""
    page = max(1, number(request, "page", 1, MOST_PAGES))
    total, rows = await state_of(request).store.search(wanted(request), page)
    pages = max(1, -(-total // PAGE))
    return answer(ArchiveResponse(games=[game_row(row) for row in rows], page=page, pages=pages, total=total))


async def download(request: Request) -> Response:
    """Give the records of all games that a search finds, one after the other, as they are read."""
    form = request.path_params["format"]
    if form not in ("pgn", "gamestrings"):
        raise refuse("not_found")
    chosen = wanted(request)
    texts = _records(state_of(request), chosen, form.removesuffix("s"))
    headers = {"content-disposition": f'attachment; filename="ruche.{form}"', "cache-control": "no-store"}
    return StreamingResponse(texts, media_type="text/plain; charset=utf-8", headers=headers)


async def _records(state: State, chosen: Conditions, form: str) -> AsyncIterator[str]:
    async for game in state.store.all_ids(chosen):
        match = replay(await state.store.entries(game))
        if not match.is_hidden_from(frozenset()):
            yield record_of(match, form)


ROUTES = [
    Route("/api/games", search, methods=["GET"]),
    Route("/api/archive.{format}", download, methods=["GET"]),
]
