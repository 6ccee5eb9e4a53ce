"""What the documentation repeats from the rows of the bugs: letters, the order of a mix, the menu of pages.

The tables stand among hand-written text; `python -m ruche.server.generate` writes their rows anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ruche import BUGS, Bug, bug_of_letter, words
from ruche.rules.facts.bugs import BASE, EXTRA, GUARDIANS, NEUTRAL_BUG, OWN, PREDATORS, VENOM
from ruche.rules.facts.game_type import OWN_MIX

NOTATION = Path("docs/notation.md")
MENU = Path("zensical.toml")
INDEX_ROWS = re.compile(r"(?:^\| \w+(?: / \w+)? \| \[.*\n)+", re.MULTILINE)
LETTER_ROWS = re.compile(r"(?:^\| `[A-Z]` .*\n)+", re.MULTILINE)
ORDER = re.compile(r"`S(?: [A-Z])+`")
CHAPTER = re.compile(r"^- \[.*\]\((\w+)\.md\)$", re.MULTILINE)
# After which page the menu has the bugs of which sets and modules.
FOLLOWED_BY = {
    "resting": (BASE, EXTRA),
    "venom": (VENOM,),
    "predators": (PREDATORS,),
    "guardians": (GUARDIANS,),
    "mixes": (OWN,),
}


def generate(root: Path) -> dict[Path, str]:
    """Return the files that hold such tables, as they have to be."""
    notation = (root / NOTATION).read_text(encoding="utf-8")
    menu = (root / MENU).read_text(encoding="utf-8")
    found = {root / NOTATION: _with_order(LETTER_ROWS.sub(lambda _: "".join(letter_rows()), notation))}
    for language in words.LANGUAGES:
        pages = root / "src" / "ruche" / "words" / language / "rules"
        index = words.rules_page("index", language)
        found[pages / "index.md"] = INDEX_ROWS.sub(lambda _: "".join(index_rows(language)), index)  # noqa: B023
        found[pages / "mixes.md"] = _with_order(words.rules_page("mixes", language))
        menu = with_menu(menu, language)
    return found | {root / MENU: menu}


def _with_order(text: str) -> str:
    return ORDER.sub(f"`{' '.join(OWN_MIX)}`", text)


def _faces() -> Iterator[tuple[Bug, Bug | None]]:
    """Give every first face, and what is on its back."""
    for bug in BUGS:
        if bug.back_of is None:
            yield bug, None if bug.other_face is None else bug_of_letter(bug.other_face)


def index_rows(language: str) -> Iterator[str]:
    """Give the rows of the list of bugs on the first page of the rules."""
    for first, back in _faces():
        letters = first.letter if back is None else f"{first.letter} / {back.letter}"
        links = [f"[{_title(bug.name, language)}]({bug.name}.md) " if bug else "" for bug in (first, back)]
        yield f"| {letters} | {'| '.join(links)}|\n"


def letter_rows() -> Iterator[str]:
    """Give the rows of the table of letters."""
    for faces in _faces():
        if NEUTRAL_BUG not in faces:
            cells = [
                f"`{bug.letter}` {words.say(f'bug.{bug.name}').lower()} " if bug else "" for bug in faces
            ]
            yield f"| {'| '.join(cells)}|\n"


def with_menu(menu: str, language: str) -> str:
    """Return the menu with the rules pages of a language as they are, if it has an entry for them."""
    entry = re.compile(rf'(?:^( *)\{{ "[^"]*" = "rules/{language}/\w+\.md" \}},\n)+', re.MULTILINE)
    return entry.sub(
        lambda old: "".join(
            f'{old[1]}{{ "{_title(name, language)}" = "rules/{language}/{name}.md" }},\n'
            for name in menu_pages()
        ),
        menu,
    )


def menu_pages() -> list[str]:
    """Return the names of the rules pages: the chapters as the index has them, each followed by its bugs."""
    found = ["index"]
    for chapter in CHAPTER.findall(words.rules_page("index", words.LANGUAGES[0])):
        bugs = [bug for bug in BUGS if bug.brought_by in FOLLOWED_BY.get(chapter, ())]
        found += [chapter, *(bug.name for bug in sorted(bugs, key=_by_rule))]
    return found


def _by_rule(bug: Bug) -> tuple[str, int]:
    return bug.rule[0], int(bug.rule[1:])


def _title(name: str, language: str) -> str:
    return words.rules_page(name, language).partition("\n")[0].removeprefix("# ")
