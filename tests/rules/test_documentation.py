"""A page for every bug and mode, in every language, with the same diagrams; no rule is left out."""

import ast
import re
from pathlib import Path

import pytest
from tests.rules.rule_ids import RULE_IDS, WORDS, diagrams, page, pages

from ruche import BUGS, words
from ruche.notation.claims import problems
from ruche.rules.explain.reasons import RULES

MODES = ("venom", "predators", "guardians", "honeycombo", "swarm", "mixes", "notation", "readings", "index")
GENERAL = ("base_game", "hive", "turns", "end", "resting")
PAGES = pages("en")
DIAGRAMS = [
    pytest.param(text, marks=pytest.mark.rule(*ids), id=f"{name}-{number}")
    for name in PAGES
    for number, (ids, text) in enumerate(diagrams(page(name, "en")), 1)
]


def cited_by(name: str, language: str) -> list[str]:
    """The rules that the last line of a page names."""
    return page(name, language).splitlines()[-1].partition(": ")[2].split(", ")


@pytest.mark.parametrize("text", DIAGRAMS)
def test_a_diagram_is_true(text: str) -> None:
    found = problems(text)
    assert not found, "\n".join([text, *found])


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_bug_and_every_mode_has_a_page(language: str) -> None:
    assert set(pages(language)) == {bug.name for bug in BUGS} | set(MODES) | set(GENERAL)


@pytest.mark.parametrize("name", PAGES)
def test_every_language_shows_the_same(name: str) -> None:
    english = page(name, "en")
    assert name == "index" or diagrams(english), "a page without a diagram shows nothing"
    for language in words.LANGUAGES[1:]:
        assert diagrams(page(name, language)) == diagrams(english)
        assert page(name, language) != english
        assert cited_by(name, language) == cited_by(name, "en") or name == "index"


@pytest.mark.parametrize("name", sorted(set(PAGES) - {"index"}))
def test_a_page_names_the_rules_it_covers(name: str) -> None:
    named = cited_by(name, "en")
    assert len(set(named)) == len(named)
    assert set(named) <= set(RULE_IDS)
    assert {rule for ids, _ in diagrams(page(name, "en")) for rule in ids} <= set(named)
    assert all(ids for ids, _ in diagrams(page(name, "en"))), "every diagram says which rules it shows"


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_bug_is_called_by_its_name(language: str) -> None:
    for bug in BUGS:
        title = page(bug.name, language).splitlines()[0]
        assert title == f"# {words.say(f'bug.{bug.name}', language)}"


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_links_lead_to_pages(name: str, language: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page(name, language)):
        assert (WORDS / language / "rules" / target).is_file(), target


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_index_lists_every_page(language: str) -> None:
    linked = set(re.findall(r"\]\((\w+)\.md\)", page("index", language)))
    assert linked == set(PAGES) - {"index"}


def rules_of_tests() -> dict[str, set[str]]:
    """The rules that the tests beside this one are marked with, by file."""
    found: dict[str, set[str]] = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("rule", "pytest.mark.rule"):
                ids = {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
                found.setdefault(path.name, set()).update(str(rule) for rule in ids)
    return found


def test_every_rule_is_explained_and_shown() -> None:
    explained = {rule for name in PAGES if name != "index" for rule in cited_by(name, "en")}
    assert explained == set(RULE_IDS)
    shown = {rule for name in PAGES for ids, _ in diagrams(page(name, "en")) for rule in ids}
    assert set(RULE_IDS) - shown == {"E5"}  # agreement is no matter of a position


def test_every_rule_has_a_test() -> None:
    by_file = rules_of_tests()
    assert set().union(*by_file.values()) <= set(RULE_IDS), "a mark names a rule that is none"
    tested = set().union(*(rules for name, rules in by_file.items() if name.startswith("test_rule_")))
    assert set(RULE_IDS) - tested == set()


def test_refusals_name_rules_that_exist() -> None:
    assert set(RULES.values()) <= set(RULE_IDS)
