"""Ratings and the sequential test, against values worked out by hand and by drawing lots."""

import math
import random
from collections.abc import Sequence

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
    # With one of each presumed, 41 lost, 1 drawn, 61 won: mean 61.5 / 103 = 0.59709, mean of the squares
    # 61.25 / 103 = 0.59466, variance 0.59466 - 0.59709 ** 2 = 0.23815, sqrt(0.23815 / 100) = 0.04880;
    # 0.59709 +- 1.96 * 0.04880 = 0.50144 and 0.69273
    assert tally.deviation == pytest.approx(0.04880, abs=1e-5)
    low, high = tally.bounds()
    assert low == pytest.approx(1.00, abs=0.05)
    assert high == pytest.approx(141.2, abs=0.1)
    # 0.09709 / 0.04880 = 1.9895 standard deviations
    assert tally.superiority == pytest.approx(0.97668, abs=1e-4)


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
    # ...and with much less error than the same games counted one by one.
    assert tally.deviation < Tally.of_games([1, 0] * 40).deviation / 2


def test_pentanomial_by_hand() -> None:
    tally = Tally.of_pairs([(0, 0)] * 1 + [(0.5, 0)] * 2 + [(1, 0)] * 3 + [(1, 0.5)] * 2 + [(1, 1)] * 2)
    assert tally.boxes == (1, 2, 3, 2, 2)
    assert tally.score == pytest.approx(0.55)  # (0 + 2*0.25 + 3*0.5 + 2*0.75 + 2*1) / 10
    # One of each presumed, 2 3 4 3 3: mean (3*0.25 + 4*0.5 + 3*0.75 + 3) / 15 = 8 / 15, of the squares
    # (3*0.0625 + 4*0.25 + 3*0.5625 + 3) / 15 = 5.875 / 15; variance 5.875 / 15 - (8 / 15) ** 2 = 0.107222
    assert tally.deviation**2 == pytest.approx(0.0107222, abs=1e-6)


@pytest.mark.parametrize(
    ("boxes", "low", "high"),
    [
        ((2, 0, 4), -150, 300),
        ((0, 0, 2), -200, math.inf),
        ((0, 0, 6), 60, math.inf),
        ((1, 0, 0), -math.inf, 0),
    ],
)
def test_few_games_say_little(boxes: tuple[int, ...], low: float, high: float) -> None:
    found = Tally(boxes).bounds()
    assert found[0] <= low
    assert found[1] >= high


def test_who_wins_everything_has_a_lower_bound_that_grows() -> None:
    lows = []
    for games in (2, 6, 20, 100, 1000):
        tally = Tally.of_games([1] * games)
        low, high = tally.bounds()
        # Whoever wins with this chance wins them all in 2.5 % of cases; we are seldom far from that.
        exact = elo_of_score(0.025 ** (1 / games))
        assert exact - 100 < low < exact + 25
        assert high == math.inf
        lows.append(low)
        assert Tally.of_games([0] * games).bounds() == pytest.approx((-math.inf, -low))
    assert lows == sorted(lows)
    assert Tally.of_games([1, 1]).superiority < 0.9


def test_what_was_found_lies_between_the_bounds() -> None:
    for won in range(0, 40, 3):
        for rest in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 2, 1)):
            tally = Tally((rest[0], 0, rest[1], rest[2], won))
            low, high = tally.bounds()
            assert low <= tally.elo <= high


@pytest.mark.parametrize("chances", [(22, 4, 48, 4, 22), (2, 6, 30, 22, 40), (50, 0, 50), (10, 20, 70)])
@pytest.mark.parametrize("count", [2, 4, 10, 30])
def test_the_bounds_hold_in_nearly_all_cases(chances: tuple[int, ...], count: int) -> None:
    rng = random.Random(3)
    truth = Tally(chances).elo
    missed = 0
    for _ in range(400):
        low, high = Tally(drawn(rng, chances, count)).bounds()
        missed += not low <= truth <= high
    assert missed <= 32  # 5 % of 400 are 20, with a deviation of 4.4


def drawn(rng: random.Random, chances: tuple[int, ...], count: int) -> tuple[int, ...]:
    """Draw results by lot."""
    found = rng.choices(range(len(chances)), chances, k=count)
    return tuple(found.count(box) for box in range(len(chances)))


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
    by_hand = 100 * (one - zero) * (2 * 0.6 - one - zero) / (2 * 0.238147) * 100 / 103
    assert Sprt(0, 20).ratio(tally) == pytest.approx(by_hand, rel=1e-5)
    assert Sprt(0, 20).ratio(tally) == pytest.approx(1.0036, abs=1e-3)
    assert Sprt(-20, 0).ratio(Tally.of_games([1] * 40 + [0] * 60)) == pytest.approx(-1.0036, abs=1e-3)


def test_what_is_presumed_fades() -> None:
    tally = Tally.of_games([1] * 60_000 + [0] * 40_000)
    one, zero = score_of_elo(20), 0.5
    by_hand = 100_000 * (one - zero) * (2 * 0.6 - one - zero) / (2 * 0.24)
    assert Sprt(0, 20).ratio(tally) == pytest.approx(by_hand, rel=1e-3)


@pytest.mark.parametrize(
    "boxes", [(0, 0, 0, 0, 1), (0, 0, 0, 0, 5), (0, 0, 5, 0, 0), (5, 0, 0, 0, 0), (0, 0, 9)]
)
def test_a_handful_decides_nothing(boxes: tuple[int, ...]) -> None:
    for test in (Sprt(0, 10), Sprt(0, 100), Sprt(-300, 300)):
        assert test.verdict(Tally(boxes)) is None


def test_the_test_decides() -> None:
    assert Sprt(0, 50).verdict(Tally.of_games([1] * 300 + [0] * 200)) == "elo1"
    assert Sprt(0, 50).verdict(Tally.of_games([1] * 240 + [0] * 260)) == "elo0"
    assert Sprt(0, 50).verdict(Tally.of_games([1] * 12 + [0] * 10)) is None
    assert Sprt(0, 50).verdict(Tally.of_games([1] * 40)) == "elo1"  # no loss at all is no division by zero


EQUAL = (
    22,
    4,
    48,
    4,
    22,
)  # pairs in the hundred: half of them one win each, the rest mostly two wins of one player


def run(test: Sprt, rng: random.Random, chances: Sequence[float], most: int) -> tuple[str | None, int]:
    """Draw results by lot until the test stops, asking it after each."""
    boxes = [0] * len(chances)
    for count, box in enumerate(rng.choices(range(len(chances)), chances, k=most), 1):
        boxes[box] += 1
        if verdict := test.verdict(Tally(tuple(boxes))):
            return verdict, count
    return None, most


def moved(chances: Sequence[float], elo: float) -> list[float]:
    """Make better results likelier and worse ones less so, until the first player is stronger by so much."""
    top = len(chances) - 1
    low, high = -20.0, 20.0
    while high - low > 1e-9:
        tilt = (low + high) / 2
        found = [chance * math.exp(tilt * box) for box, chance in enumerate(chances)]
        score = sum(box * chance for box, chance in enumerate(found)) / top / sum(found)
        low, high = (tilt, high) if score < score_of_elo(elo) else (low, tilt)
    return found


def test_equal_players_are_hardly_ever_told_apart_by_few_pairs() -> None:
    rng = random.Random(1)
    verdicts = [run(Sprt(0, 10), rng, EQUAL, 400)[0] for _ in range(100)]
    assert verdicts.count("elo1") <= 5


@pytest.mark.parametrize(
    "chances",
    [EQUAL, (20, 20, 20, 20, 20), (1, 10, 78, 10, 1), (2, 0, 96, 0, 2), (45, 1, 8, 1, 45), (40, 20, 40)],
    ids=lambda chances: "-".join(map(str, chances)),
)
@pytest.mark.parametrize(("truth", "wrong"), [(0, "elo1"), (100, "elo0")])
def test_it_is_wrong_as_seldom_as_promised(chances: tuple[int, ...], truth: float, wrong: str) -> None:
    rng = random.Random(5)
    shares = moved(chances, truth)
    ends = [run(Sprt(0, 100), rng, shares, 1000) for _ in range(200)]
    assert [verdict for verdict, _ in ends].count(wrong) <= 18  # 5 % are 10, with a deviation of 3.1
    assert all(verdict for verdict, _ in ends)
    assert sum(count for _, count in ends) / len(ends) < 100


def test_a_real_difference_is_found_in_time() -> None:
    rng = random.Random(6)
    ends = [run(Sprt(0, 50), rng, moved(EQUAL, 50), 1000) for _ in range(60)]
    assert [verdict for verdict, _ in ends].count("elo1") >= 53
    # Wald: about 0.9 * 2.94 * 2 * 0.115 / 0.0715 ** 2 = 119 pairs, if the variance were known
    assert sum(count for _, count in ends) / len(ends) < 170
    clear = [run(Sprt(0, 50), rng, moved(EQUAL, 200), 1000) for _ in range(60)]
    assert {verdict for verdict, _ in clear} == {"elo1"}
    assert sum(count for _, count in clear) / len(clear) < 40


@pytest.mark.parametrize(
    "settings", [(10, 0, 0.05, 0.05), (0, 0, 0.05, 0.05), (0, 10, 0, 0.05), (0, 10, 0.05, 0.9)]
)
def test_senseless_tests_are_refused(settings: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValueError, match="must"):
        Sprt(*settings)
