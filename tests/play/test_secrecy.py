"""What a seat may see of a game."""

import pytest

from ruche import Colour, Position
from ruche.play.playthrough import Playthrough
from ruche.play.secrecy import hidden_choice, visible_steps

NOBODY: frozenset[Colour] = frozenset()


def test_only_its_owner_sees_a_hand_before_both_are_chosen() -> None:
    game = Playthrough(Position("Base+Swarm"))
    assert hidden_choice(game.position, NOBODY) is None
    game.play("hand wA1 wB1 wG1")
    assert hidden_choice(game.position, {Colour.WHITE}) is None
    for seats in ({Colour.BLACK}, set(Colour), NOBODY):
        hidden = hidden_choice(game.position, seats)
        assert hidden == Colour.WHITE
        step = visible_steps(game, hidden)[0]
        assert step.text == "hand"
        assert "ant" not in step.sentence.say("en")
    assert visible_steps(game, None) == game.steps
    game.play("hand bA1 bB1 bG1")
    assert hidden_choice(game.position, {Colour.BLACK}) is None


@pytest.mark.parametrize("seats", [NOBODY, {Colour.BLACK}])
def test_nothing_is_hidden_without_a_bag(seats: frozenset[Colour]) -> None:
    game = Playthrough(Position("Base"))
    game.play("wA1")
    assert hidden_choice(game.position, seats) is None
