"""All games, finished and running: search and download."""

from __future__ import annotations

from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response

from ruche.play.secrecy import hidden_choice
from ruche.server.api import downloads
from ruche.server.api.downloads import Download
from ruche.server.api.searches import wanted
from ruche.server.context import AppContext, context_of
from ruche.server.match.events import Entry
from ruche.server.store.index import Conditions
from ruche.server.wire.calls import call
from ruche.server.wire.game_messages import ArchiveQuery, ArchiveResponse, SearchQuery
from ruche.server.wire.http import RawResponse
from ruche.server.wire.records import record_of
from ruche.server.work.jobs import SearchArchive
from ruche.server.work.pool import ARCHIVE


@call("GET", "/api/games", refuses=(422,), cost=5, gives=ArchiveResponse)
async def search(request: Request, query: ArchiveQuery) -> Response:
    """List games, newest first."""
    context = context_of(request)
    job = SearchArchive(context.database.address, query, context.database.indexes_names)
    found: RawResponse = await context.workers.answer(job, ARCHIVE)
    return found.response()


@call("GET", "/api/archive.pgn", media="text/plain", refuses=(422,), cost=1000)
async def download_pgn(request: Request, query: SearchQuery) -> Download:
    """Stream the records of all games that a search finds."""
    return download(request, query, "pgn", "pgn")


@call("GET", "/api/archive.gamestrings", media="text/plain", refuses=(422,), cost=1000)
async def download_gamestrings(request: Request, query: SearchQuery) -> Download:
    """Stream the game strings of all games that a search finds."""
    return download(request, query, "gamestring", "gamestrings")


def download(request: Request, query: SearchQuery, form: str, suffix: str) -> Download:
    """Give records one after the other, as they are read."""
    context = context_of(request)
    chosen = wanted(query, indexed=context.database.indexes_names)
    return Download(_records(context, chosen, form), f"ruche.{suffix}")


async def _records(context: AppContext, chosen: Conditions, form: str) -> AsyncIterator[str]:
    async for game in context.database.game_ids(chosen):
        yield await downloads.record(context, game, public_record, form)


def public_record(entries: list[Entry], form: str) -> str | None:
    """Return the record of a game as everybody may have it; empty while a hand is secret."""
    match = downloads.replayed(entries)
    if match is None:
        return None
    return record_of(match, form) if hidden_choice(match.position, frozenset()) is None else ""
