"""The pages of the rules: every one in both languages, drawn, and found by the rules it explains."""

import re
from xml.etree import ElementTree

import pytest
from tests.rules.rule_ids import RULE_IDS, diagrams, page, pages

from ruche import words
from ruche.render.page_style import page_style
from ruche.rules.explain.reasons import RULES
from ruche.teaching.markdown import to_html
from ruche.teaching.rulebook import homes, page_of

PAGES = pages("en")
FIGURE = re.compile(r"<figure.*?</figure>", re.DOTALL)


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_shown_with_its_diagrams_drawn(name: str, language: str) -> None:
    found = page_of(name, language)
    assert found is not None
    root = ElementTree.fromstring(f"<div>{found.html}</div>")  # well formed
    assert found.title == page(name, language).splitlines()[0].removeprefix("# ")
    written = diagrams(page(name, language))
    figures = root.findall("figure")
    assert [figure.get("data-rules") for figure in figures] == [" ".join(ids) for ids, _ in written]
    for figure, (_, text) in zip(figures, written, strict=True):
        drawn = figure.find("{http://www.w3.org/2000/svg}svg")
        has_hive = re.search(r"^\s*(hc|[wb][A-Z])", text.split("\n", 1)[1], re.MULTILINE) is not None
        assert (drawn is not None) or not has_hive
        described = ["".join(item.itertext()) for item in figure.findall("figcaption/ul/li")]
        assert all(described), "every claim is said"
    shown = FIGURE.sub("", found.html)
    assert not re.search(r"```|stars:|refused:|\.md\b|\]\(", shown), "no Markdown is left"


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_to_pages_and_rules(name: str) -> None:
    found = page_of(name, "en")
    assert found is not None
    for target in re.findall(r'<a href="([^"]+)"', found.html):
        assert target.removeprefix("/learn/rules/") in {*PAGES, *RULE_IDS}


def test_every_rule_has_its_home() -> None:
    assert set(homes()) == set(RULE_IDS)
    assert set(RULES.values()) <= set(homes()), "a refusal links to the page of its rule"
    wanted = {"H2": "hive", "H5": "hive", "T3": "turns", "R1": "resting", "B5": "ant", "V1": "wasp"}
    wanted |= {"E7": "guardians", "K3": "honeycombo", "V6": "dragonfly", "S4": "swarm", "E1": "end"}
    assert {rule: homes()[rule] for rule in wanted} == wanted
    assert page_of("B5", "en") == page_of("ant", "en")
    assert page_of("unicorn", "en") is None


def test_links_lead_to_pages_and_diagrams_are_drawn() -> None:
    text = "One [two](ant.md) < 3.\n\n```hive H1\n.\n```\n\n| h |\n|---|\n| c |\n"
    html = to_html(text, link="/r/", diagram=lambda rules, drawn: f"[{rules}:{drawn!r}]")
    assert html.startswith("<p>One <a href=\"/r/ant\">two</a> &lt; 3.</p>\n[H1:'.\\n']<table>")


def test_diagrams_have_the_colours_of_the_theme_and_the_piece_set_of_the_page() -> None:
    shown = page_of("pillbug", "en")
    assert shown is not None
    html = shown.html
    names = set(re.findall(r"var\((--(?:white|black)-[a-z-]+-(?:body|lines)),", html))
    assert {"--white-pillbug-body", "--white-pillbug-lines", "--black-ant-body"} <= names
    assert all(f"{name}: #" in page_style() for name in names)
