"""The rules over HTTP."""

from __future__ import annotations

from dataclasses import asdict

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from ruche.server.wire.calls import call
from ruche.server.wire.messages import LanguageQuery, ResponseBody
from ruche.server.wire.refusals import refuse
from ruche.teaching.rulebook import page_of


class RulesPageResponse(ResponseBody):
    """A page of the rules: its title, all below as HTML, and the rules that it covers."""

    id: str
    title: str
    rules: list[str]
    html: str


@call("GET", "/api/rules/{id}", refuses=(404,))
async def page(request: Request, query: LanguageQuery) -> RulesPageResponse:
    """Show a page of the rules, by its name or by the id of a rule that it explains.

    Drawing its diagrams for the first time takes a moment.
    """
    found = await run_in_threadpool(page_of, request.path_params["id"], query.language)
    if found is None:
        raise refuse("no_rules")
    return RulesPageResponse(**asdict(found))
