"""The pages on diagrams and records: every example runs."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["diagrams.md", "how-to/records.md"])
def test_examples_run(page: str) -> None:
    result = doctest.testfile(str(DOCS / page), module_relative=False, encoding="utf-8")
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.parametrize("module", ["diagram", "game", "gamestring"])
def test_examples_in_modules_run(module: str) -> None:
    import importlib

    result = doctest.testmod(importlib.import_module(f"ruche.notation.{module}"))
    assert result.attempted
    assert result.failed == 0
