"""The rules over HTTP."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ruche.server.rulebook import RulesPageResponse, page_of
from ruche.server.wire.calls import call
from ruche.server.wire.messages import LanguageQuery


@call("GET", "/api/rules/{id}", refuses=(404,))
async def page(request: Request, query: LanguageQuery) -> RulesPageResponse:
    """Show a page of the rules, by its name or by the id of a rule that it explains.

    Drawing its diagrams for the first time takes a moment.
    """
    return await run_in_threadpool(page_of, request.path_params["id"], query.language)
