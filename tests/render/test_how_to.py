"""The page on pictures tells the truth."""

import doctest
import re
from pathlib import Path

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = DOCS / "how-to" / "pictures.md"


def test_its_examples_run() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert found.attempted > 8
    assert not found.failed


def test_its_pictures_exist() -> None:
    names = re.findall(r"!\[[^]]+\]\(([^)]+)\)", PAGE.read_text(encoding="utf-8"))
    assert len(names) == 3
    assert all((PAGE.parent / name).is_file() for name in names)
