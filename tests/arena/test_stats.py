"""Ratings and the sequential test, against values worked out by hand and by drawing lots."""

import math
import random

import pytest

from ruche.arena.stats import Sprt, Tally, elo_of_score, score_of_elo


@pytest.mark.parametrize(
    ("score", "elo"),
    [(0.5, 0.0), (0.75, 190.848), (0.25, -190.848), (10 / 11, 400.0), (0.6, 70.437), (0.51, 6.949)],
)
def test_elo_of_a_score_and_back(score: float, elo: float) -> None:
    assert elo_of_score(score) == pytest.approx(elo, abs=1e-3)
    assert score_of_elo(elo) == pytest.approx(score, abs=1e-6)


def test_certain_scores_are_infinite() -> None:
    assert elo_of_score(1.0) == math.inf
    assert elo_of_score(0.0) == -math.inf


def test_games_without_draws() -> None:
    tally = Tally.of_games([1] * 60 + [0] * 40)
    assert tally.boxes == (40, 0, 60)
    assert tally.score == 0.6
    # sqrt(0.6 * 0.4 / 100) = 0.04899; 0.6 +- 1.96 * 0.04899 = 0.50398 and 0.69602
    assert tally.deviation == pytest.approx(0.048990, abs=1e-5)
    low, high = tally.bounds()
    assert low == pytest.approx(2.77, abs=0.05)
    assert high == pytest.approx(143.9, abs=0.1)
    # 0.1 / 0.04899 = 2.0412 standard deviations
    assert tally.superiority == pytest.approx(0.97938, abs=1e-4)


def test_draws_narrow_the_error() -> None:
    drawn = Tally.of_games([0.5] * 80 + [1] * 15 + [0] * 5)
    decided = Tally.of_games([1] * 55 + [0] * 45)
    assert drawn.score == decided.score == 0.55
    assert drawn.deviation < decided.deviation / 2


def test_pairs_are_the_unit() -> None:
    # The first player of each pair always wins: four pairs of one point each say nothing against equality...
    tally = Tally.of_pairs([(1, 0)] * 40)
    assert tally.boxes == (0, 0, 40, 0, 0)
    assert tally.score == 0.5
    # ...and much less error than the same games counted one by one.
    assert tally.deviation < Tally.of_games([1, 0] * 40).deviation / 10


def test_pentanomial_by_hand() -> None:
    tally = Tally.of_pairs([(0, 0)] * 1 + [(0.5, 0)] * 2 + [(1, 0)] * 3 + [(1, 0.5)] * 2 + [(1, 1)] * 2)
    assert tally.boxes == (1, 2, 3, 2, 2)
    assert tally.score == pytest.approx(0.55)  # (0 + 2*0.25 + 3*0.5 + 2*0.75 + 2*1) / 10
    # variance: (0.3025 + 2*0.09 + 3*0.0025 + 2*0.04 + 2*0.2025) / 10 = 0.0975
    assert tally.deviation**2 == pytest.approx(0.00975, abs=1e-5)


def test_nothing_played() -> None:
    tally = Tally.of_games([])
    assert tally.score == tally.superiority == 0.5
    assert tally.bounds() == (-math.inf, math.inf)
    assert Sprt(0, 10).verdict(tally) is None


def test_limits_of_the_test() -> None:
    low, high = Sprt(0, 10).limits
    assert high == pytest.approx(2.94444, abs=1e-5)  # ln 19
    assert low == pytest.approx(-2.94444, abs=1e-5)
    assert Sprt(0, 10, alpha=0.01, beta=0.1).limits == pytest.approx((-2.29253, 4.49981), abs=1e-5)


def test_the_ratio_by_hand() -> None:
    tally = Tally.of_games([1] * 60 + [0] * 40)
    one, zero = score_of_elo(20), 0.5
    by_hand = 100 * (one - zero) * (2 * 0.6 - one - zero) / (2 * 0.24)
    assert Sprt(0, 20).ratio(tally) == pytest.approx(by_hand, rel=1e-3)
    assert Sprt(0, 20).ratio(tally) == pytest.approx(1.0265, abs=1e-3)
    assert Sprt(-20, 0).ratio(Tally.of_games([1] * 40 + [0] * 60)) == pytest.approx(-1.0265, abs=1e-3)


def test_the_test_decides() -> None:
    assert Sprt(0, 50).verdict(Tally.of_games([1] * 300 + [0] * 200)) == "elo1"
    assert Sprt(0, 50).verdict(Tally.of_games([1] * 240 + [0] * 260)) == "elo0"
    assert Sprt(0, 50).verdict(Tally.of_games([1] * 12 + [0] * 10)) is None
    assert Sprt(0, 50).verdict(Tally.of_games([1] * 40)) == "elo1"  # no loss at all is no division by zero


@pytest.mark.parametrize(("elo", "wrong"), [(0, "elo1"), (40, "elo0")])
def test_it_is_wrong_as_seldom_as_promised(elo: float, wrong: str) -> None:
    lots = random.Random(5)
    test = Sprt(0, 40)
    errors = 0
    for _ in range(200):
        boxes = [0, 0, 0]
        while (verdict := test.verdict(Tally(tuple(boxes)))) is None or sum(boxes) < 20:
            draw = lots.random() < 0.2
            boxes[1 if draw else 2 * (lots.random() < score_of_elo(elo * 1.25))] += 1
        errors += verdict == wrong
    assert errors <= 22  # 5 % of 200 are 10; twice that would be a wonder


@pytest.mark.parametrize(
    "settings", [(10, 0, 0.05, 0.05), (0, 0, 0.05, 0.05), (0, 10, 0, 0.05), (0, 10, 0.05, 0.9)]
)
def test_senseless_tests_are_refused(settings: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValueError, match="must"):
        Sprt(*settings)
