"""The pages of the rules as they are shown: text, drawn diagrams, and what each diagram claims, in words.

The pages are Markdown, `ruche/words/LANGUAGE/rules/NAME.md`. The fence of a diagram names the rules that it
shows, and the last line of a page those that it covers: so the page that explains a rule is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from html import escape

from ruche import Position, render, words
from ruche.notation.diagram import Claim, Diagram, read_diagram
from ruche.play.sentences import Sentence
from ruche.render.page_style import piece_variable
from ruche.render.themes import THEMES, Side, Theme

LINK = "/learn/rules/"
LAST_LINE = re.compile(r"^[^:\n]+: ([A-Z]\w*(?:, [A-Z]\w*)*)\s*\Z", re.MULTILINE)
FENCE = re.compile(r"^```hive(.*)$", re.MULTILINE)
FIRST_DIAGRAM = re.compile(r"^```hive[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
SIZE = re.compile(r'width="(\d+)" height="(\d+)"')
SCALE = 0.56  # of a tile in running text


@dataclass(frozen=True)
class RulesPage:
    """A page of the rules: its title, all below as HTML, and the rules that it covers."""

    id: str
    title: str
    rules: list[str]
    html: str


def _side(name: str, *, dark: bool) -> Side:
    paper, ink, detail, edge = (f"var(--{name}-{part})" for part in ("paper", "ink", "detail", "edge"))
    return Side(paper=paper, ink=ink, detail=detail, edge=edge, dark=dark)


def _body(picture: str, colour: str, side: Side) -> str:
    return f"var(--plain, {piece_variable(picture, side, colour)})"


def _lines(picture: str, body: str, side: Side) -> str:
    return piece_variable(picture, side, side.ink, "lines")


# The colours are those of the page (frontend/src/style/theme.css), and change with its theme and piece set.
ON_PAGE: Theme = replace(
    THEMES["light"],
    name="page",
    background="var(--board)",
    text="var(--ink)",
    muted="var(--ink-soft)",
    white=_side("white", dark=False),
    black=_side("black", dark=True),
    accent=_body,
    lines=_lines,
    last="var(--last)",
    target="var(--target)",
    arrow="var(--arrow)",
    rest="var(--rest)",
    sting="var(--sting)",
)


def covered(text: str) -> list[str]:
    """Return the rules that a page covers."""
    found = LAST_LINE.search(text)
    return found[1].split(", ") if found else []


@cache
def homes() -> dict[str, str]:
    """Return for each rule the page that explains it.

    That is the one with many diagrams of the rule, and many other rules of its kind.
    """
    best: dict[str, tuple[int, int, str]] = {}
    for name in sorted(words.rules_pages()):
        text = words.rules_page(name, words.LANGUAGES[0])
        rules = covered(text)
        shown = " ".join(FENCE.findall(text)).split()
        for rule in rules:
            kin = sum(other[0] == rule[0] for other in rules)
            best[rule] = max(best.get(rule, (0, 0, "")), (shown.count(rule) * kin, kin, name))
    return {rule: name for rule, (_, _, name) in best.items()}


def page_of(name: str, language: str) -> RulesPage | None:
    """Return a page by its name, or by the id of a rule that it explains; None if there is none."""
    found = homes().get(name, name)
    return _page(found, language) if found in words.rules_pages() else None


@cache
def _page(name: str, language: str) -> RulesPage:
    from ruche.teaching.markdown import to_html  # its parser takes a while to load, and few visitors need it

    text = words.rules_page(name, language)
    linked = LAST_LINE.sub(lambda last: re.sub(r"\b([A-Z]\d?\w?)\b", r"[\1](\1.md)", last[0]), text)
    heading, _, below = linked.partition("\n")
    html = to_html(below, link=LINK, diagram=lambda rules, drawn: figure(rules, drawn, language))
    return RulesPage(id=name, title=heading.removeprefix("# "), rules=covered(text), html=html)


@cache
def first_picture(name: str, language: str) -> str:
    """Return the first diagram of a page as an SVG picture; empty if it has none."""
    found = FIRST_DIAGRAM.search(words.rules_page(name, language))
    return picture(read_diagram(found[1]), language) if found else ""


# -- diagrams ----------------------------------------------------------------------------------------


def figure(rules: str, text: str, language: str) -> str:
    """Return a diagram as a picture, with what it claims below."""
    diagram = read_diagram(text)
    hands = re.search(r"^(white|black):", text, re.MULTILINE) is not None
    drawn = picture(diagram, language, hands=hands, labels="notation")
    claims = "".join(f"<li{kind}>{sentence}</li>" for kind, sentence in _claims(diagram, language))
    return f'<figure data-rules="{rules}">{drawn}<figcaption><ul>{claims}</ul></figcaption></figure>'


def picture(diagram: Diagram, language: str, *, hands: bool = False, labels: render.Labels = "none") -> str:
    """Return the position of a diagram and its stars as an SVG picture; empty for an empty board."""
    if not diagram.position.stacks:
        return ""
    drawn = render.svg(
        diagram.position,
        theme=ON_PAGE,
        targets=diagram.stars,
        labels=labels,
        hands=hands,
        caption=False,
        language=language,
    )
    return SIZE.sub(_smaller, drawn, count=1)


def _smaller(size: re.Match[str]) -> str:
    wide, high = (round(int(side) * SCALE) for side in size.groups())
    return f'width="{wide}" height="{high}"'


def _claims(diagram: Diagram, language: str) -> Iterator[tuple[str, str]]:
    """Say what a diagram claims, a class and a sentence each."""
    for claim in diagram.claims:
        if claim.key == "stars":
            key = "rulebook.stars" if diagram.stars else "rulebook.stuck"
            yield "", _say(key, language, pieces=claim.text.replace(" ", ", "))
        elif claim.key == "state":
            yield "", escape(_state(diagram.position, language), quote=False)
        elif claim.text == "none":
            yield "", _say(f"rulebook.none_{claim.key}", language)
        else:
            if claim.key == "actions":
                yield "", _say("rulebook.only", language)
            yield from _listed(diagram.position, claim, language)


def _listed(position: Position, claim: Claim, language: str) -> Iterator[tuple[str, str]]:
    for item in (part.strip() for part in claim.text.split(";")):
        if claim.key == "refused":
            action, _, rule = item.rpartition(" ")
            reason = position.why_not(action)
            assert reason is not None, f"{item} is legal: a test compares"
            ref = f'<a href="{LINK}{rule}">{rule}</a>'
            yield ' class="no"', f"{_code(action)} {escape(reason.say(language), quote=False)} {ref}"
        else:
            sentence = Sentence.of(position.parse(item), position.colour).say(language)
            yield ' class="yes"', f"{_code(item)} {escape(sentence, quote=False)}"


def _code(action: str) -> str:
    return f"<code>{escape(action, quote=False)}</code>"


def _say(key: str, language: str, **values: str) -> str:
    return escape(words.say(key, language, **values), quote=False)


def _state(position: Position, language: str) -> str:
    outcome = position.outcome
    if outcome is None:
        return words.say("rulebook.goes_on", language)
    result = "draw" if outcome.winner is None else outcome.winner.letter
    return words.say(
        "page.result.sentence",
        language,
        result=words.say(f"page.result.{result}", language),
        why=words.say(f"page.result.why_{outcome.why}", language),
    )
