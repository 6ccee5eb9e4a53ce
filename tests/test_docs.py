"""The documentation: every block of Python runs, every link leads somewhere, every page is in the menu."""

import doctest
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from tests.programs import load_program

import ruche
from ruche import engine, render

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
WORDS = ROOT / "src" / "ruche" / "words"
SITE = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))["project"]
PAGES = sorted(DOCS.rglob("*.md"))
BLOCK = re.compile(r"^( *)```([\w-]*)[^\n]*\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
PYTHON = ("python", "pycon", "py")
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


def blocks(page: Path) -> Iterator[tuple[int, str, str]]:
    """The fenced blocks of a page: line, language, text."""
    text = page.read_text(encoding="utf-8")
    for match in BLOCK.finditer(text):
        yield text[: match.start()].count("\n") + 2, match[2], match[3]


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def load_generator() -> ModuleType:
    """The program that writes the reference."""
    return load_program(DOCS / "reference.py")


WITH_PYTHON = [
    page
    for page in [ROOT / "README.md", *PAGES]
    if any(language in PYTHON for _, language, _ in blocks(page))
]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=name)
def test_its_code_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page run one after the other, with what the ones before have made."""
    monkeypatch.setenv(
        "PYTHONPATH", os.pathsep.join(str(Path(folder).resolve()) for folder in sys.path if folder)
    )
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "__main__"}
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner(optionflags=FLAGS, verbose=False)
    wrong: list[str] = []
    for line, language, text in blocks(page):
        if language not in PYTHON:
            continue
        if ">>>" not in text:
            exec(compile("\n" * (line - 1) + text, name(page), "exec"), names)
            continue
        test = parser.get_doctest(text, names, name(page), str(page), line - 1)
        runner.run(test, out=wrong.append, clear_globs=False)
        names = test.globs
    assert not wrong, "".join(wrong)


def test_there_is_code() -> None:
    assert len(WITH_PYTHON) >= 8


def links(page: Path) -> set[str]:
    """What a page links to within the documentation."""
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    found = re.findall(r"\]\(([^)\s#]+)[^)]*\)", text)
    return {link for link in found if not re.match(r"\w+:", link)}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_its_links_lead_somewhere(page: Path) -> None:
    made = {DOCS / "reference" / f"{one}.md" for one in [*load_generator().PAGES, "index"]}
    broken = [
        link
        for link in links(page)
        if not (page.parent / link).exists() and (page.parent / link).resolve() not in made
    ]
    assert not broken


def menu(entries: list[dict[str, object]]) -> Iterator[str]:
    """The pages that the menu lists."""
    for entry in entries:
        for value in entry.values():
            if isinstance(value, list):
                yield from menu(value)
            else:
                yield str(value)


def test_every_page_is_in_the_menu_and_the_menu_has_only_pages() -> None:
    listed = list(menu(SITE["nav"]))
    assert len(listed) == len(set(listed))
    made = {f"reference/{one}.md" for one in [*load_generator().PAGES, "index"]}
    rules = {f"rules/{page.parts[-3]}/{page.name}" for page in WORDS.glob("*/rules/*.md")}
    made.add("changelog.md")
    assert set(listed) == {page.relative_to(DOCS).as_posix() for page in PAGES} | rules | made


def test_the_reference_tells_what_the_library_exports(tmp_path: Path) -> None:
    generator = load_generator()
    pages = {one: generator.module_page(one) for one in generator.PAGES}
    described = set(re.findall(r"^#+ `(\w+)`$", "\n".join(pages.values()), re.MULTILINE))
    exported = {*ruche.__all__, *engine.__all__, *render.__all__}
    classes = {one for one in exported if (one[0].isupper() and not one.isupper()) or one.islower()}
    constants = {"Labels", "__version__", "engine", "envs", "notation", "render", "uhp", "words"}
    elsewhere = {"Scene", "Tile", "Theme", "scene", "Table", "PngMissingError", "level", "level_of"}
    assert classes - constants - elsewhere <= described
    generator.write(tmp_path)
    page = (tmp_path / "ruche.md").read_text(encoding="utf-8")
    assert "{ #position-play }" in page
    assert '<a href="ruche.html#action">Action</a>' in page
    assert "\nIt begins a game of a type" in page  # a paragraph, not a drawing
    assert "{ #game-finish }" in pages["records"]
    assert "- <code>nags: list[int]</code>" in pages["records"]
    assert "*class in `ruche`*" in pages["records"]
    anchors = re.findall(r"\{ #([\w-]+) \}", page)
    assert len(anchors) == len(set(anchors))


@pytest.mark.parametrize("language", ["index", "tutorial", "glossary"])
def test_the_first_pages_are_in_french_too(language: str) -> None:
    assert (DOCS / "fr" / f"{language}.md").is_file()
