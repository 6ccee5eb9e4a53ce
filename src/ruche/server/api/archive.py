"""All games, finished and running: search and download."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

from starlette.requests import Request

from ruche import GameType
from ruche.play.secrecy import hidden_choice
from ruche.rules.facts.bugs import BASE, VENOM
from ruche.rules.facts.game_type import ALIASES, EXTRAS, MODULES, OWN_MIX
from ruche.server import downloads
from ruche.server.context import AppContext, context_of
from ruche.server.downloads import Download
from ruche.server.match.events import Entry
from ruche.server.store.database import PAGE, Conditions
from ruche.server.store.index import conditions
from ruche.server.wire.calls import call
from ruche.server.wire.game_messages import ArchiveQuery, ArchiveResponse, SearchQuery
from ruche.server.wire.match_views import game_row
from ruche.server.wire.records import record_of

EXTRA = frozenset(EXTRAS)


@call("GET", "/api/games", refuses=(422,), cost=5)
async def search(request: Request, query: ArchiveQuery) -> ArchiveResponse:
    """List games, newest first."""
    context = context_of(request)
    total, rows = await context.database.search(wanted(context, query), query.page)
    pages = max(1, -(-total // PAGE))
    return ArchiveResponse(games=[game_row(row) for row in rows], page=query.page, pages=pages, total=total)


@call("GET", "/api/archive.pgn", media="text/plain", refuses=(422,), cost=1000)
async def download_pgn(request: Request, query: SearchQuery) -> Download:
    """Stream the records of all games that a search finds."""
    return download(request, query, "pgn", "pgn")


@call("GET", "/api/archive.gamestrings", media="text/plain", refuses=(422,), cost=1000)
async def download_gamestrings(request: Request, query: SearchQuery) -> Download:
    """Stream the game strings of all games that a search finds."""
    return download(request, query, "gamestring", "gamestrings")


def wanted(context: AppContext, query: SearchQuery) -> Conditions:
    """Return what a search asks for; raises `GameTypeError`."""
    type_ = str(meant_type(query.type)) if query.type.strip() else ""
    indexed = context.database.indexes_names
    return conditions(type_, query.player, query.result, query.state, indexed=indexed)


def meant_type(text: str) -> GameType:
    """Return the game type that a search means, in whatever order and case it is written."""
    spelled = {name.lower(): name for name in (BASE, VENOM, *ALIASES, *MODULES)}
    first, *rest = (spelled.get(part.lower()) or _letters(part) for part in map(str.strip, text.split("+")))
    modules = sorted((part for part in rest if part in MODULES), key=list(MODULES).index)
    letters = sorted((part for part in rest if part not in MODULES), key=lambda part: not set(part) <= EXTRA)
    ordered = ("".join(sorted(part, key=EXTRAS.index)) if set(part) <= EXTRA else part for part in letters)
    return GameType("+".join((first, *ordered, *modules)))


def _letters(part: str) -> str:
    """Return letters of pieces as they are written; what is none of that as it was typed, to be quoted so."""
    return part.upper() if re.fullmatch(f"[{EXTRAS}]+|([{OWN_MIX}][0-9])+", part, re.IGNORECASE) else part


def download(request: Request, query: SearchQuery, form: str, suffix: str) -> Download:
    """Give records one after the other, as they are read."""
    context = context_of(request)
    return Download(_records(context, wanted(context, query), form), f"ruche.{suffix}")


async def _records(context: AppContext, chosen: Conditions, form: str) -> AsyncIterator[str]:
    async for game in context.database.game_ids(chosen):
        yield await downloads.record(context, game, public_record, form)


def public_record(entries: list[Entry], form: str) -> str | None:
    """Return the record of a game as everybody may have it; empty while a hand is secret."""
    match = downloads.replayed(entries)
    if match is None:
        return None
    return record_of(match, form) if hidden_choice(match.position, frozenset()) is None else ""
