"""The places of a bug's weights that compiled code knows are those of `weights.STATES`."""

import re
from pathlib import Path

import ruche.engine
from ruche.engine.weights import STATES
from ruche.rules import bugs

TYPES = Path(ruche.engine.__file__).with_name("evaluation.pxd")
LINE = re.compile(r'^    int (\w+) "(\d+)"$', re.MULTILINE)
FIRST = {"free": "free_1", "above": "above_0", "stuck": "stuck_1"}  # the first of several


def test_compiled_places_are_the_same() -> None:
    known = {name.lower(): int(number) for name, number in LINE.findall(TYPES.read_text(encoding="utf-8"))}
    assert known.pop("crawls") == bugs.SLIDE | bugs.SLIDE_TWO | bugs.SLIDE_THREE | bugs.WALK
    assert len(known) == 9
    assert known == {name: STATES.index(FIRST.get(name, name)) for name in known}
