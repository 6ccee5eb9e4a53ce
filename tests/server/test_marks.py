"""Mistakes are judged alike by the page and by the command line."""

from itertools import pairwise

import pytest

from ruche import Colour, Position
from ruche.engine import Line, Score, StopFlag, review
from ruche.notation.game import Game
from ruche.server.work import tasks
from ruche.server.work.jobs import Review, pack_position

GAME = "Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wA2 -wQ;bA2 bQ-;wG1 /wQ;bG1 bQ/;wA2 bA2-"
DRAWN = "Base+Swarm;;;hand wA1 wA2 wG1;hand bA1 bA2 bG1;wA1 +wS1;bA1 wA1- +bS1;wA2 -wA1 +wG2;bA2 bA1- +bG2;"
DRAWN += "wQ -wA2 +bB1"


def by_command(positions: list[Position]) -> list[str | None]:
    return [verdict.mark for verdict in review.review(positions)]


def by_page(positions: list[Position]) -> list[str | None]:
    marks: list[str | None] = []
    before: tuple[bytes, Line] | None = None
    for number, position in enumerate(positions):
        packed = pack_position(position)
        (reviewed,) = tasks.review_position(Review(number, packed, before), StopFlag())
        before = packed, reviewed.line
        if reviewed.verdict is not None:
            marks.append(reviewed.verdict.mark)
    return marks


def fake(monkeypatch: pytest.MonkeyPatch, scores: dict[str, int], best: dict[str, str] | None = None) -> None:
    """Let positions have scores for White by their last action; the best action is the first one listed."""

    def best_line(position: Position, *_: object, **__: object) -> Line:
        last = str(position.history[-1]) if position.history else ""
        score = Score(scores.get(last, 0))
        actions = position.legal_actions()[:1]
        if best and last in best:
            actions = [position.parse(best[last])]
        return Line(-score if position.colour == Colour.BLACK else score, tuple(actions))

    monkeypatch.setattr(review, "best_line", best_line)


@pytest.mark.parametrize(
    ("value", "mark"),
    # 44 hundredths of a point are a tenth of an expected point, 92 a fifth, 151 three tenths
    [
        (-43, None),
        (-50, "inaccuracy"),
        (-91, "inaccuracy"),
        (-95, "mistake"),
        (-150, "mistake"),
        (-155, "blunder"),
    ],
)
def test_marks_follow_the_loss(monkeypatch: pytest.MonkeyPatch, value: int, mark: str | None) -> None:
    fake(monkeypatch, {"wA2 bA2-": value})
    positions = list(Game.read(GAME).positions())
    marks = by_command(positions)
    assert marks == by_page(positions)
    assert marks[-1] == mark
    assert set(marks[:-1]) == {None}


def test_the_engines_own_best_action_is_spared(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = list(Game.read(GAME).positions())
    for best, mark in (("wA2 bA2-", None), ("wA2 \\bG1", "blunder")):
        fake(monkeypatch, {"wA2 bA2-": -400}, {str(positions[-2].history[-1]): best})
        assert by_command(positions) == by_page(positions)
        assert by_page(positions)[-1] == mark


def test_bad_luck_is_spared(monkeypatch: pytest.MonkeyPatch) -> None:
    """What White draws looks bad; so would, or would not, everything else."""
    positions = list(Game.read(DRAWN).positions())
    before, after = positions[-2:]
    everything = {str(action): -400 for action in before.draws(after.history[-1])}
    for scores, mark in (({"wQ -wA2 +bB1": -400}, None), (everything, "blunder")):
        fake(monkeypatch, scores, {str(before.history[-1]): "wG1 -wA2"})
        assert by_command(positions) == by_page(positions)
        assert by_page(positions)[-1] == mark


def test_who_is_stopped_says_nothing() -> None:
    stop = StopFlag()
    stop.set()
    position = list(Game.read(GAME).positions())[-1]
    assert list(tasks.review_position(Review(9, pack_position(position), None), stop)) == []


def test_thresholds_fall() -> None:
    assert all(one > other for (_, one), (_, other) in pairwise(review.MARKS))
