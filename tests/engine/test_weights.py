"""Where the evaluation looks for a bug's weights, the weights of `weights.STATES` are."""

import re
from pathlib import Path

import pytest

import ruche.engine
from ruche.engine.weights import ROW, STATES, by_place

TYPES = Path(ruche.engine.__file__).with_name("evaluation.pxd")
LINE = re.compile(r'^    int (\w+) "(\d+)"$', re.MULTILINE)
KNOWN = {name: int(number) for name, number in LINE.findall(TYPES.read_text(encoding="utf-8"))}
ROW_OF_POWERS = [1 << i for i in range(ROW)]  # so that every sum says what it is made of
PLACES = by_place(ROW_OF_POWERS)


def worth(*states: str) -> int:
    return sum(1 << STATES.index(state) for state in states)


def test_compiled_code_knows_three_places() -> None:
    assert KNOWN.keys() == {"ABOVE", "COVERED", "HAND"}
    assert PLACES[KNOWN["COVERED"]] == worth("covered")
    assert PLACES[KNOWN["HAND"]] == worth("hand")
    assert len(PLACES) == 32


@pytest.mark.parametrize("distance", range(5))
def test_on_a_stack(distance: int) -> None:
    assert PLACES[KNOWN["ABOVE"] + distance] == worth(f"above_{min(distance, 2)}")


@pytest.mark.parametrize("distance", [1, 2, 3, 4])
def test_on_the_ground(distance: int) -> None:
    for how, state in ((0, "pinned"), (8, "blocked")):
        held = "stuck_1" if distance == 1 else state
        assert PLACES[how + distance] == worth(held)
        assert PLACES[how + 4 + distance] == worth(held, "home_stuck")
    assert PLACES[16 + distance] == worth(f"free_{distance}")
    assert PLACES[20 + distance] == worth(f"free_{distance}", "home_free")
