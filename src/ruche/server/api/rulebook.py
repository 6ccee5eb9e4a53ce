"""The rules over HTTP."""

from __future__ import annotations

from dataclasses import asdict

from ruche import words
from ruche.server.wire.calls import call
from ruche.server.wire.messages import LanguageQuery, ResponseBody
from ruche.server.wire.refusals import refuse
from ruche.teaching.lessons import NAMES, lessons
from ruche.teaching.rulebook import first_picture, page_of


class RulesPageResponse(ResponseBody):
    """A page of the rules: its title, all below as HTML, and the rules that it covers."""

    id: str
    title: str
    rules: list[str]
    html: str


class BugCardResponse(ResponseBody):
    """What a bug does, in short, with a picture as SVG; and whether it has a lesson."""

    bug: str
    about: str
    picture: str
    lesson: bool


@call("GET", "/api/bugs/{id}", refuses=(404,), constant=True)
def card(id: str, query: LanguageQuery) -> BugCardResponse:
    """Show the card of a bug."""
    if id not in NAMES:
        raise refuse("no_rules")
    about = words.say(f"lesson.{id}.about", query.language).strip().partition("\n\n")[0]
    picture = first_picture(id, query.language)
    return BugCardResponse(bug=id, about=about, picture=picture, lesson=id in lessons())


@call("GET", "/api/rules/{id}", refuses=(404,), constant=True)
def page(id: str, query: LanguageQuery) -> RulesPageResponse:
    """Show a page of the rules, by its name or by the id of a rule that it explains."""
    found = page_of(id, query.language)
    if found is None:
        raise refuse("no_rules")
    return RulesPageResponse(**asdict(found))
