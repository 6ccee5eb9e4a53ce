"""Every rule of the game by its number."""

import re
from pathlib import Path

import ruche
from ruche import BUGS
from ruche.rules.facts.bugs import OWN

WORDS = Path(ruche.__file__).parent / "words"  # also where only the wheel is
FENCE = re.compile(r"^```hive([^\n]*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _series(letter: str, last: int) -> list[str]:
    return [f"{letter}{number}" for number in range(1, last + 1)]


RULE_IDS = (
    *_series("H", 6),
    *_series("T", 8),
    *_series("E", 7),
    *_series("B", 9),
    *_series("R", 5),
    *("V0", "V0a", "V0b", "V0c", "V0d"),
    *_series("V", 9),
    *_series("P", 4),
    *_series("K", 5),
    *_series("G", 4),
    *_series("S", 7),
    "N",
    *(bug.rule for bug in BUGS if bug.brought_by == OWN),
)


def page(name: str, language: str) -> str:
    """The text of a page on the rules."""
    return (WORDS / language / "rules" / f"{name}.md").read_text(encoding="utf-8")


def pages(language: str) -> list[str]:
    """The names of all pages in a language."""
    return sorted(path.stem for path in (WORDS / language / "rules").glob("*.md"))


def diagrams(text: str) -> list[tuple[list[str], str]]:
    """The diagrams of a page, each with the rules that it shows."""
    return [(match[1].split(), match[2]) for match in FENCE.finditer(text)]
