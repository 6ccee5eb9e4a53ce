"""The accumulators: kept up to date they are what new ones are, and see every feature of every game."""

import random

import pytest
from tests.positions import played

from ruche import Position
from ruche.engine import features
from ruche.engine.accumulator import Accumulator
from ruche.engine.network import Network
from ruche.engine.network_file import shipped_network
from ruche.training.families import FAMILIES

TYPES = [types[-1] for types in FAMILIES.values()] + [
    "Base+MLP+Predators+Guardians+Swarm",
    "Ultimate+Swarm",
    "Venom+MLP+Fixed",
]
# Features that occur only with these types, as ranges of some blocks.
SPECIAL = {
    "Base+MLP": (features.THROWERS, features.STRIKES),
    "Base+MLP+Predators": (features.STRIKES, features.HOLDS),
    "Venom": (features.HOLDS, features.RING + features.ENEMY_ROYAL),
    "Base+Honeycombo": (features.HONEYCOMBO_BLOCK, features.BAG_LEFT),
    "Base+Swarm": (features.BAG_LEFT, features.MODULE_BLOCK),
}


def both(accumulator: Accumulator, position: Position) -> list[list[int]]:
    return [sorted(accumulator.active_features(position.board, perspective)) for perspective in (0, 1)]


@pytest.mark.parametrize("game_type", TYPES)
def test_an_update_gives_what_a_new_accumulator_gives(game_type: str) -> None:
    """Random games, some actions taken back: every row that was ever added is taken out again."""
    rng = random.Random(game_type)
    for seed in range(3):
        position = Position(game_type, seed=seed)
        kept = Accumulator(shipped_network(), position.board)
        while position.outcome is None and len(position.history) < 60:
            position.play(rng.choice(position.legal_actions()))
            if rng.random() < 0.1:
                for _ in range(min(rng.choice((1, 8)), len(position.history))):  # royals come back too
                    position.undo()
            fresh = Accumulator(shipped_network(), position.board)
            assert kept.of(position.board) == fresh.of(position.board)
            assert both(kept, position) == both(fresh, position)


@pytest.mark.parametrize("game_type", ["Base+MLP", "Venom+MLP", "Ultimate"])
def test_features_are_blind_to_where_north_is(game_type: str) -> None:
    """The same game turned by a sixth: each direction of its notation one further clockwise."""
    signs = ["-{}", "\\{}", "{}/", "{}-", "{}\\", "/{}"]  # where a piece goes, clockwise from the west
    rng = random.Random(2)
    position, turned = Position(game_type), Position(game_type)
    while position.outcome is None and len(position.history) < 40:
        action = rng.choice(position.legal_actions())
        position.play(action)
        text = str(action)
        first, _, second = text.partition(" ")
        for number, sign in enumerate(signs):
            before, after = sign.split("{}")
            if second.startswith(before) and second.endswith(after) and (before or after):
                name = second.removeprefix(before).removesuffix(after)
                text = f"{first} {signs[(number + 1) % 6].format(name)}"
                break
        turned.play(text)
        one, two = (Accumulator(shipped_network(), game.board) for game in (position, turned))
        assert both(one, position) == both(two, turned)


def features_of_games(game_type: str) -> set[int]:
    rng, found = random.Random(game_type), set[int]()
    for seed in range(6):
        position = Position(game_type, seed=seed)
        accumulator = Accumulator(shipped_network(), position.board)
        while position.outcome is None and len(position.history) < 60:
            position.play(rng.choice(position.legal_actions()))
            found.update(*both(accumulator, position))
    return found


@pytest.mark.parametrize("game_type", SPECIAL)
def test_a_game_has_the_features_of_its_modules(game_type: str) -> None:
    special = range(*SPECIAL[game_type])
    assert features_of_games(game_type).intersection(special)
    assert not features_of_games("Base").intersection(special)


def test_a_score_never_looks_like_a_forced_win() -> None:
    """Whatever a network's numbers are."""
    huge = Network([0] * 32 * features.FEATURES, [0] * features.FEATURES, [0] * 32, [0] * 64, 1 << 20)
    position = played("Base+MLP", "wA1", "bA1 wA1-")
    assert abs(Accumulator(huge, position.board).of(position.board)) == 20_000
