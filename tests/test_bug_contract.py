"""A bug is complete: whoever adds one is told here what is still missing (docs/how-to/adding-a-bug.md)."""

import re
from pathlib import Path

import pytest

from ruche import BUGS, Ability, Aura, Bug, GameType, bug_of_letter, words
from ruche.engine import features, network
from ruche.engine.network_file import shipped_network
from ruche.rules.core import tables
from ruche.rules.explain import path
from ruche.rules.explain.reasons import RULES
from ruche.rules.facts import bugs
from ruche.rules.facts.game_type import OWN_MIX

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "ruche"
NEUTRAL = bug_of_letter("hc")
COPIED = ("MIMIC", "CONTROL")  # these lend what other bugs can do
COLOURED = [bug for bug in BUGS if bug is not NEUTRAL]
each = pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
each_coloured = pytest.mark.parametrize("bug", COLOURED, ids=lambda bug: bug.name)


def abilities_of(bug: Bug) -> list[str]:
    """The names of what a bug can do, as bugs.py has them."""
    return [str(ability.name) for ability in Ability if ability & bug.abilities]


def rules_page(bug: Bug, language: str) -> Path:
    """The page of the rules that is called like a bug."""
    return SOURCE / "words" / language / "rules" / f"{bug.name}.md"


def test_letters_and_names_are_told_apart() -> None:
    assert len({bug.letter for bug in BUGS}) == len({bug.name for bug in BUGS}) == len(BUGS)


def test_the_neutral_is_the_last_row() -> None:
    """The network's features number the others from 0 on."""
    assert BUGS[-1] is NEUTRAL
    assert len(COLOURED) == features.KINDS


@each_coloured
def test_its_letter_is_one_capital(bug: Bug) -> None:
    assert re.fullmatch(r"[A-Z]", bug.letter)


@pytest.mark.parametrize("flag", [*Ability, *Aura], ids=lambda flag: flag.name)
def test_every_flag_is_there_as_a_plain_number(flag: Ability | Aura) -> None:
    number = getattr(bugs, str(flag.name))
    assert (number, type(number)) == (flag.value, int)


def test_the_compiled_tables_have_room() -> None:
    """More than 24 bugs need longer C arrays: look for [24] in the .pxd files."""
    assert len(BUGS) <= len(tables.ABILITIES) == 24


@each_coloured
def test_it_can_be_played(bug: Bug) -> None:
    everything = GameType("Ultimate").bugs
    assert bug in everything or bug.letter in OWN_MIX


@each_coloured
def test_whatever_it_can_do_has_a_function_among_the_ways_or_the_powers(bug: Bug) -> None:
    source = {
        name: (SOURCE / "rules" / "core" / f"{name}.py").read_text(encoding="utf-8")
        for name in ("ways", "powers")
    }
    can = abilities_of(bug)
    assert can
    for name in can:
        if name not in COPIED:
            module = "powers" if getattr(bugs, name) & bugs.POWERS else "ways"
            assert f"def {name.lower()}(" in source[module], f"{name} in {module}.py"


@each_coloured
def test_the_hexes_that_it_passes_can_be_shown(bug: Bug) -> None:
    """Each of its ways of moving is among those of rules/explain/path.py."""
    assert [name for name in abilities_of(bug) if getattr(bugs, name) & bugs.WAYS & ~sum(path.FINDERS)] == []


@each
def test_it_has_a_picture(bug: Bug) -> None:
    assert (SOURCE / "render" / "art" / f"{bug.name}.svg").is_file()


@each
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_it_has_a_name_in_every_form(bug: Bug, language: str) -> None:
    tables = {"bug", *(f"bug_{form}" for form in words.bug_forms(language))}
    assert {f"{table}.{bug.name}" for table in tables} <= words.keys(language)


@each_coloured
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_refusal_tells_how_it_moves(bug: Bug, language: str) -> None:
    assert f"way.{bug.name}" in RULES
    assert f"reason.way.{bug.name}" in words.keys(language)


@each_coloured
def test_the_engine_has_an_opinion_of_it(bug: Bug) -> None:
    if bug.is_royal:
        return  # it has features of its own
    begin = features.STATES * bugs.BUGS.index(bug)
    for side in (begin, features.ENEMY + begin):
        rows = slice(network.WIDTH * side, network.WIDTH * (side + features.STATES))
        assert any(shipped_network().weights[rows])


@each_coloured
def test_the_page_knows_its_letter(bug: Bug) -> None:
    facts = (ROOT / "frontend" / "src" / "generated" / "facts.ts").read_text(encoding="utf-8")
    assert f"{{ letter: '{bug.letter}', bug: '{bug.name}', other: " in facts


@each
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_it_has_a_page_of_the_rules(bug: Bug, language: str) -> None:
    assert rules_page(bug, language).is_file()


@each_coloured
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_its_page_has_a_diagram(bug: Bug, language: str) -> None:
    assert "```hive" in rules_page(bug, language).read_text(encoding="utf-8")
