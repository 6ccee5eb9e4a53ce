"""Tuning: positions taken apart exactly, weights found again from made-up results, the program as a whole."""

import random
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from ruche import Position
from ruche.arena.games import GameRunner, Result
from ruche.arena.results_file import ResultsFile
from ruche.arena.run import Plan
from ruche.engine import weights as weight_file
from ruche.engine.evaluation import Evaluation
from ruche.training.tuning import Probe, Sample, error, expected, fit, gradient, is_quiet, main


def some_position(name: str, seed: int) -> Position:
    rng = random.Random(seed)
    position = Position(name)
    while len(position.history) < 16:
        position.play(rng.choice(position.legal_actions()))
    return position


@pytest.mark.parametrize("name", ["Base+MLP", "Venom"])
def test_a_position_is_taken_apart_exactly(name: str) -> None:
    weights = list(weight_file.default())
    position = some_position(name, 3)
    sample = Probe(weights).sample(position, 1.0)
    other = [w + random.Random(i).randrange(-20, 20) for i, w in enumerate(weights)]
    board = position.copy().board
    assert sample.value(weights) == pytest.approx(Evaluation(weights).of(board))
    assert sample.value(other) == pytest.approx(Evaluation(other).of(board))
    assert len(sample.held) > 5


def test_expected_scores() -> None:
    assert expected(0) == 0.5
    assert expected(250) == pytest.approx(10 / 11)
    assert expected(1e9) == pytest.approx(1)


def made_up(count: int) -> list[Sample]:
    """Positions whose games ended as two weights, 100 and -40, promise."""
    rng = random.Random(1)
    samples = []
    for _ in range(count):
        held = ((0, rng.uniform(-2, 2)), (1, rng.uniform(-2, 2)))
        chance = expected(100 * held[0][1] - 40 * held[1][1])
        samples.append(Sample(held, 0.0, float(rng.random() < chance)))
    return samples


def test_the_gradient_is_that_of_the_error() -> None:
    samples = made_up(50)
    weights = [30.0, 10.0]
    for i in range(2):
        moved = list(weights)
        moved[i] += 1e-4
        slope = (error(samples, moved) - error(samples, weights)) / 1e-4
        assert gradient(samples, weights)[i] == pytest.approx(slope, rel=1e-3, abs=1e-9)


def test_weights_are_found_again() -> None:
    samples = made_up(3000)
    found = fit(samples, [0, 0], rounds=300, rate=2.0)
    assert found[0] == pytest.approx(100, abs=20)
    assert found[1] == pytest.approx(-40, abs=20)
    assert error(samples, found) < error(samples, [0, 0]) - 0.01


def test_quiet_positions_have_both_royals_and_room() -> None:
    position = Position("Base")
    assert not is_quiet(position)
    for text in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"):
        position.play(text)
    assert is_quiet(position)


def test_the_program_writes_weights_that_say_where_they_come_from(tmp_path: Path) -> None:
    games, out = tmp_path / "games.jsonl", tmp_path / "weights.toml"
    plan = Plan("random", "random", ("Base",), games=6, depth=1, plies=40)
    store = ResultsFile(games, plan.header())
    runner = GameRunner()
    for number, job in enumerate(plan.jobs()):
        played = runner.play(job)
        state = "WhiteWins" if number % 2 else "Draw"
        store.add(Result(**{**played.as_dict(), "state": state, "why": "length"}))
    store.close()
    answer = CliRunner().invoke(main, [str(games), "-o", str(out), "--rounds", "3", "--share", "1"])
    assert answer.exit_code == 0, answer.output
    text = out.read_text()
    assert "from 6 games (random - random):" in text
    assert "#   Base: 6\n" in text
    assert len(weight_file.flatten(tomllib.loads(text))) == weight_file.SIZE
