"""Searches of the archive, which a worker process answers over a connection of its own.

A search takes two milliseconds: statements, rows, encoding. In the server's own process a move that met one
would wait for it; there only the question and the bytes of the answer pass through.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ruche import GameType
from ruche.engine import StopFlag
from ruche.rules.facts.bugs import BASE, VENOM
from ruche.rules.facts.game_type import ALIASES, EXTRAS, MODULES, OWN_MIX
from ruche.server.store import index
from ruche.server.store.engines import Read, open_reader
from ruche.server.store.errors import UnavailableError
from ruche.server.store.index import PAGE, Conditions, conditions
from ruche.server.store.writer import is_outage
from ruche.server.wire.game_messages import ArchiveQuery, ArchiveResponse, SearchQuery
from ruche.server.wire.http import RawResponse, raw_response
from ruche.server.wire.match_views import game_row
from ruche.server.wire.within_limits import within_limits
from ruche.server.work.jobs import Computed, SearchArchive, Tasks

EXTRA = frozenset(EXTRAS)


@cache
def _reader(database: str) -> Read:
    """Return what reads a database: one connection, kept from search to search."""
    return open_reader(database)


def search(job: SearchArchive, _: StopFlag) -> Iterator[Computed]:
    """Answer a search."""
    yield within_limits(answer, _reader(job.database), job.query, job.indexed)


TASKS: Tasks = {SearchArchive: search}


def answer(read: Read, query: ArchiveQuery, indexed: bool) -> RawResponse:
    """Return a page of the games that fit; raises `GameTypeError` and `UnavailableError`."""
    found = wanted(query, indexed=indexed)
    try:
        total, rows = read(lambda connection: index.search(connection, found, query.page))
    except Exception as error:
        if is_outage(error):
            raise UnavailableError(str(error)) from error
        raise
    pages = max(1, -(-total // PAGE))
    page = ArchiveResponse(games=[game_row(row) for row in rows], page=query.page, pages=pages, total=total)
    return raw_response(page, 200)


def wanted(query: SearchQuery, *, indexed: bool) -> Conditions:
    """Return what a search asks for; raises `GameTypeError`."""
    type_ = str(meant_type(query.type)) if query.type.strip() else ""
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
