"""A game as played so far: its steps, in words of every language."""

import random

import pytest
from tests.rules.playouts import TYPES

from ruche import Hex, Position, words
from ruche.play.playthrough import Playthrough

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
