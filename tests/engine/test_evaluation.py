"""The evaluation and its weights."""

import random
from pathlib import Path

import pytest

from ruche import BUGS, Position
from ruche.engine import weights
from ruche.engine.bench import sample
from ruche.engine.evaluation import Evaluation


def value(position: Position, chosen: list[int] | None = None) -> int:
    return Evaluation(chosen or weights.default()).of(position.board)


def test_the_file_holds_every_weight(tmp_path: Path) -> None:
    listed = list(weights.default())
    assert len(listed) == weights.SIZE <= 512
    assert weights.flatten(weights.unflatten(listed)) == listed
    again = tmp_path / "weights.toml"
    again.write_text(weights.write(listed, "a copy"), encoding="utf-8")
    assert weights.read(again) == listed
    for bug in BUGS[2:-1]:
        assert any(weights.unflatten(listed)["pieces"][bug.name]), bug.name


def test_a_wrong_file_is_refused() -> None:
    data = weights.unflatten(list(weights.default()))
    data["common"]["ring"] = [1, 2]
    with pytest.raises(ValueError, match="ring has 2 numbers, expected 14"):
        weights.flatten(data)
    data = weights.unflatten(list(weights.default()))
    data["pieces"]["ant"] = [1]
    with pytest.raises(ValueError, match="ant has 1 numbers"):
        weights.flatten(data)


@pytest.mark.parametrize("game_type", ["Base+MLP", "Venom+MLP", "Ultimate", "Ultimate+Swarm"])
def test_it_is_a_sum_of_weights(game_type: str) -> None:
    """Twice the weights, twice the value: what tuning relies on."""
    for seed in range(8):
        position = sample(game_type, 25, seed)
        assert value(position, [2 * weight for weight in weights.default()]) == 2 * value(position)


@pytest.mark.parametrize("game_type", ["Base", "Ultimate", "Ultimate+Swarm"])
def test_an_empty_table_has_a_value(game_type: str) -> None:
    assert abs(value(Position(game_type))) < 50


def test_filled_neighbours_are_bad() -> None:
    position = Position("Base")
    for text in ("wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", "wA1 -wQ", "bA1 bQ-"):
        position.play(text)
    before = value(position)
    position.play("wA1 bQ\\")  # an ant beside the enemy's queen
    assert -value(position) > before


def test_each_weight_is_used() -> None:
    """In random games every weight that belongs to no bug matters sooner or later."""
    chance = random.Random(1)
    plain = list(weights.default())
    unused = {weights.OFFSETS[name] + (length > 1): name for name, length in weights.COMMON.items()}
    for i in range(200):
        position = Position(("Ultimate", "Venom+MLP+Swarm", "Base+MLP+Predators+Honeycombo")[i % 3], seed=i)
        while position.outcome is None and unused and len(position.history) < 80:
            position.play(chance.choice(position.legal_actions()))
            usual = value(position, plain)
            for at in list(unused):
                changed = plain[:]
                changed[at] += 1000
                if value(position, changed) != usual:
                    del unused[at]
    assert not unused
