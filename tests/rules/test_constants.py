"""The numbers that compiled code knows are those of the Python modules."""

import re
from pathlib import Path

import ruche.rules
from ruche.rules.core import codes
from ruche.rules.facts import bugs

TYPES = Path(ruche.rules.__file__).parent / "core" / "constants.pxd"
LINE = re.compile(r'^    int (\w+) "(.+)"$', re.MULTILINE)
# Two actions and two abilities share a name in Python, where they live in different modules.
RENAMED = {"STINGS": "STING", "SWAPS": "SWAP"}


def number(name: str) -> int:
    """Look a constant up in Python: actions and turns first, then abilities."""
    found = getattr(codes, name, None)
    if found is None:
        found = getattr(bugs, RENAMED.get(name, name))
    assert isinstance(found, int)
    return found


def test_compiled_constants_are_the_same() -> None:
    lines = LINE.findall(TYPES.read_text(encoding="utf-8"))
    assert len(lines) > 40
    assert {name: eval(text) for name, text in lines} == {name: number(name) for name, _ in lines}
