"""Every diagram in the documentation is true."""

import re
from pathlib import Path

import pytest

from ruche.notation.claims import blocks, problems

DOCS = Path(__file__).parent.parent / "docs"
DIAGRAMS = [
    pytest.param(text, id=f"{page.relative_to(DOCS).as_posix()}:{line}")
    for page in sorted(DOCS.rglob("*.md"))
    for line, text in blocks(page.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("text", DIAGRAMS)
def test_a_diagram_is_true(text: str) -> None:
    found = problems(text)
    assert not found, "\n".join([text, *found])


@pytest.mark.parametrize("text", DIAGRAMS)
def test_a_diagram_claims_something(text: str) -> None:
    """Else nothing would notice that it is wrong."""
    keys = set(re.findall(r"^([a-z_]+):", text, re.MULTILINE))
    assert keys - {"white", "black", "bag", "removed", "honeycombo", "double", "last", "played"}, text


def test_there_are_diagrams() -> None:
    assert len(DIAGRAMS) >= 3
