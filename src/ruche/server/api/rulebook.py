"""The rules over HTTP."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ruche import words
from ruche.server.rulebook import page_of
from ruche.server.wire.http import answer
from ruche.server.wire.refusals import refuse


async def page(request: Request) -> Response:
    """Show a page of the rules; drawing its diagrams for the first time takes a moment."""
    language = request.query_params.get("language", "en")
    if language not in words.LANGUAGES:
        raise refuse("bad_request", detail=f"language={language[:40]}")
    return answer(await run_in_threadpool(page_of, request.path_params["id"], language))


ROUTES = [Route("/api/rules/{id}", page, methods=["GET"])]
