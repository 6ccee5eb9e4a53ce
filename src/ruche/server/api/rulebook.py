"""The rules over HTTP."""

from __future__ import annotations

from dataclasses import asdict

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


@call("GET", "/api/rules/{id}", refuses=(404,), constant=True)
def page(id: str, query: LanguageQuery) -> RulesPageResponse:
    """Show a page of the rules, by its name or by the id of a rule that it explains."""
    found = page_of(id, query.language)
    if found is None:
        raise refuse("no_rules")
    return RulesPageResponse(**asdict(found))
