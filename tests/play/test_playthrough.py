"""A game as played so far: its steps, in words of every language."""

import random

import pytest
from tests.rules.playouts import TYPES

from ruche import Colour, Hex, Position, set_up, words
from ruche.play.playthrough import Playthrough
from ruche.rules.last_turn import LastTurnEvent

LENGTH = 45


@pytest.mark.parametrize("name", TYPES)
def test_every_action_has_its_words(name: str) -> None:
    rng = random.Random(name)
    game = Playthrough(Position(name, seed=rng.getrandbits(32)))
    while game.position.outcome is None and len(game.steps) < LENGTH:
        game.play(rng.choice(game.position.legal_actions()))
    for step in game.steps:
        said = [step.sentence.say(language) for language in words.LANGUAGES]
        assert len(set(said)) == len(words.LANGUAGES)
        assert all(said)
    again = Playthrough(Position(name))
    again.play_all(step.text for step in game.steps)
    assert again.steps == game.steps


@pytest.mark.parametrize("name", TYPES)
def test_a_position_that_rests_is_the_same_afterwards(name: str) -> None:
    rng = random.Random(name)
    game = Playthrough(Position(name, seed=rng.getrandbits(32)))
    while game.position.outcome is None and len(game.steps) < LENGTH:
        game.play(rng.choice(game.position.legal_actions()))
    before = game.position
    game.rest()
    assert game.position is before  # it was asked for a moment ago
    game.rest()
    game.rest()
    game.rest()
    after = game.position
    assert after is not before
    assert after == before
    assert (after.history, after.outcome, after.seed) == (before.history, before.outcome, before.seed)
    assert after.repetition_key == before.repetition_key
    assert after.legal_actions() == before.legal_actions()
    game.back_to(0)
    assert game.position == Position(name)


def test_games_share_what_their_steps_have_in_common() -> None:
    one, other = Playthrough(Position("Base+MLP")), Playthrough(Position("Base+MLP"))
    for game in (one, other):
        game.play_all(["wA1", "bG1 -wA1"])
    assert one.steps[1].sentence is other.steps[1].sentence
    assert one.steps[1].end is other.steps[1].end


def test_a_piece_of_the_opponent_is_named_with_its_owner() -> None:
    game = Playthrough(Position("Base"))
    game.play_all(
        ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", "wB1 /wG1", "bA1 bQ-", "wB1 wG1", "bA2 bQ/", "wB1 bG1"]
    )
    own, theirs = game.steps[6].sentence, game.steps[8].sentence
    assert own.say("en") == "White moves the beetle onto the grasshopper"
    assert theirs.say("en") == "White moves the beetle onto Black's grasshopper"
    assert theirs.say("fr") == "Les Blancs déplacent le scarabée sur la sauterelle des Noirs"


def test_what_is_drawn_is_named() -> None:
    game = Playthrough(Position("Base+Swarm"))
    game.play_all(["hand wA1 wB1 wG1", "hand bA1 bB1 bG1", "wQ +bS1", "bQ wQ- +wS1", "draw +bA2"])
    assert game.steps[2].sentence.say("en") == "White places a queen bee and draws a black spider"
    assert game.steps[-1].sentence.say("fr") == "Les Blancs piochent dans le sac\u202f: une fourmi des Noirs"


def test_a_step_marks_where_it_goes_from_and_to() -> None:
    game = Playthrough(Position("Base+MLP"))
    placed = game.play("wA1")
    assert (placed.start, placed.end) == (None, Hex(0, 0))
    game.play_all(["bA1 wA1-", "wQ -wA1", "bQ bA1-"])
    moved = game.play("wQ \\wA1")
    assert (moved.start, moved.end) == (Hex(-1, 0), Hex(0, -1))


def test_what_is_killed_is_marked_where_it_lay() -> None:
    game = Playthrough(Position("Base+Predators"))
    game.play_all(["wQ", "bQ wQ-", "wX \\wQ", "bA1 bQ-", "wX wQ/"])
    game.play("bA1 bQ/")
    killed = game.play("wX xbA1")
    assert (killed.start, killed.end) == (Hex(1, -1), Hex(2, -1))


def test_a_copy_is_independent() -> None:
    game = Playthrough(Position("Base"))
    game.play("wA1")
    twin = game.copy()
    twin.play("bA1 wA1-")
    twin.back_to(0)
    assert [step.text for step in game.steps] == ["wA1"]
    assert len(game.position.history) == 1


def test_the_honeycombo_is_marked_where_it_lies() -> None:
    stacks = {(0, 0): ["hc"], (1, 0): ["wQ"], (-1, 0): ["bQ"]}
    game = Playthrough(set_up("Base+Honeycombo", stacks, turn="White[3]", honeycombo=Colour.WHITE))
    turned = game.play("hc =b")
    assert (turned.start, turned.end) == (None, Hex(0, 0))


def test_what_a_set_up_tells_of_the_last_turn_is_no_step() -> None:
    stacks = {(0, 0): ["wQ"], (1, 0): ["bQ"], (-1, 0): ["wA"], (2, 0): ["bA"]}
    game = Playthrough(set_up("Base+P", stacks, turn="White[4]", last=[LastTurnEvent("placed", Hex(2, 0))]))
    assert game.set_up_actions == 1
    game.play("wA2 -wA1")
    assert game.set_up_actions == 1


def test_a_record_goes_on_after_a_repetition_for_good() -> None:  # E4
    opening = ["wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-"]
    repeated = [*opening, *2 * ["wQ \\wA1", "bQ bA1/", "wQ -wA1", "bQ bA1-"]]
    drawn = Playthrough(Position("Base"))
    drawn.play_all(repeated)
    assert drawn.position.outcome is not None  # it ends where it was repeated
    for more in (["wQ \\wA1"], ["wQ \\wA1", "bQ bA1/", "wQ -wA1", "bQ bA1-"]):
        game = Playthrough(Position("Base"))
        game.play_all([*repeated, *more])
        assert [step.text for step in game.steps] == [*repeated, *more]
        assert game.position.outcome is None
