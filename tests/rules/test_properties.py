"""What holds in every position of every game, tried on random games."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.rules import playouts

from ruche import COMPILED, GameType, Position

FEW = 2 if COMPILED else 1


def test_thirty_types_are_tried() -> None:
    names = {GameType(name).name for name in playouts.TYPES}
    assert len(names) == len(playouts.TYPES) >= 30


@pytest.mark.rule("H1", "T6", "T8", "N", "S1", "S7")
@pytest.mark.parametrize("number", range(FEW))
@pytest.mark.parametrize("name", playouts.TYPES)
def test_random_games_hold_every_property(name: str, number: int) -> None:
    playouts.play_out(name, number, every=30 if COMPILED else 40)


@pytest.mark.slow
@pytest.mark.parametrize("name", playouts.TYPES)
def test_many_random_games_hold_every_property(name: str) -> None:
    for number in range(200):
        playouts.play_out(name, 1000 + number, every=20 if COMPILED else 60)


class Playing(RuleBasedStateMachine):
    """Play and take back in any order: what was seen before is seen again."""

    @initialize(name=st.sampled_from(playouts.TYPES), seed=st.integers(0, 2**64 - 1))
    def begin(self, name: str, seed: int) -> None:
        self.position = Position(name, seed=seed)
        self.seen = [playouts.snapshot(self.position)]

    @precondition(lambda self: self.position.outcome is None)
    @rule(choice=st.integers(0, 10**6))
    def play(self, choice: int) -> None:
        actions = self.position.legal_actions()
        self.position.play(actions[choice % len(actions)])
        self.seen.append(playouts.snapshot(self.position))

    @precondition(lambda self: len(self.seen) > 1)
    @rule(count=st.integers(1, 5))
    def undo(self, count: int) -> None:
        for _ in range(min(count, len(self.seen) - 1)):
            self.position.undo()
            self.seen.pop()
            assert playouts.snapshot(self.position) == self.seen[-1]

    @rule()
    def copy(self) -> None:
        self.position = self.position.copy()
        assert playouts.snapshot(self.position) == self.seen[-1]

    @invariant()
    def one_hive(self) -> None:
        if hasattr(self, "position"):
            playouts.check_hive(self.position)


TestPlaying = Playing.TestCase
TestPlaying.settings = settings(max_examples=60 if COMPILED else 5, stateful_step_count=40, deadline=None)
