"""Limits: how long to think on a clock, and what a search reports of itself."""

import pytest

from ruche import Position
from ruche.engine import Info, Limit, Line, Score, analyse
from ruche.engine.limits import seconds_for


@pytest.mark.parametrize(
    ("left", "increment", "expected"),
    [
        (600.0, 0.0, 4.0),  # plenty: the longest time
        (50.0, 0.0, 2.0),  # a share of the clock
        (50.0, 2.0, 3.0),  # and half the increment
        (3.0, 10.0, 1.0),  # never more than a third of what is left, whatever the increment
        (0.6, 10.0, 0.2),
        (0.1, 10.0, 0.05),  # something has to be played
        (-1.0, 0.0, 0.05),
    ],
)
def test_a_short_clock_shortens_thinking(left: float, increment: float, expected: float) -> None:
    assert seconds_for(left, increment, 4.0) == pytest.approx(expected)


def test_a_clock_is_never_thought_through() -> None:
    for tenths in range(2, 3000):
        left = tenths / 10
        assert seconds_for(left, 60.0, 1000.0) <= left / 3 + 1e-9 or seconds_for(left, 60.0, 1000.0) == 0.05


def test_information_prints_as_the_line_of_uhp() -> None:
    """`Move;depth;score;PV...`, the score a number also where a win is forced."""
    position = Position("Base")
    actions = tuple(position.legal_actions()[:1])
    for value, text in ((125, "1.25"), (-7, "-0.07"), (29_997, "299.97")):
        info = Info(3, 500, 0.1, (Line(Score(value), actions),))
        assert str(info) == f"{actions[0]};3;{text};{actions[0]}"
    for info in analyse(position, Limit(depth=2), 1):
        move, depth, score, *line = str(info).split(";")
        assert (move, int(depth), float(score)) == (line[0], info.depth, info.score.points)
        assert line == [str(action) for action in info.lines[0].actions]
