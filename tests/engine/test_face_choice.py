"""Choosing faces before the game (V0d): quickly, sensibly, and without knowing the other's choice."""

import pytest
from tests.positions import played

from ruche import BUGS, Position
from ruche.engine import LEVELS, Limit, TranspositionTable, analyse, best_action
from ruche.engine.face_choice import value_of, values

GAMES = ("Venom+MLP+Fixed", "Base+Guardians+Fixed", "Ultimate+Swarm+Fixed")


def chosen(position: Position, *, seed: int = 0, level: int = 8) -> str:
    return str(best_action(position, Limit(nodes=1), table=TranspositionTable(1), seed=seed, level=level))


def test_every_second_face_has_a_value() -> None:
    assert set(values()) == {bug.name for bug in BUGS if bug.back_of is not None and not bug.is_royal}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", [level.number for level in LEVELS])
def test_every_level_chooses_for_both_sides(game: str, level: int) -> None:
    position = Position(game)
    for seed in range(2):
        choice = chosen(position, level=level, seed=seed)
        assert choice == chosen(position, level=level, seed=seed)
        position.play(choice)
    assert position.choosing != "faces"


def test_choices_vary_and_the_strongest_level_chooses_well() -> None:
    position = Position("Venom+MLP+Fixed")
    worth = [value_of(action, values()) for action in position.legal_actions()]
    choices = {chosen(position, seed=seed) for seed in range(30)}
    assert len(choices) > 3  # nobody can prepare for it
    for text in choices:
        assert value_of(position.parse(text), values()) > sorted(worth)[-len(worth) // 10]


def test_weak_levels_choose_less_well() -> None:
    position = Position("Venom+MLP+Fixed")

    def average(level: int) -> float:
        texts = [chosen(position, level=level, seed=seed) for seed in range(40)]
        return sum(value_of(position.parse(text), values()) for text in texts) / len(texts)

    assert average(1) < average(8)


def test_the_other_choice_is_not_known() -> None:
    answers = set()
    for white in ("faces", "faces wC wD1 wD2 wD3 wF1 wF2 wH wO1 wO2 wT wY1 wY2 wY3"):
        position = Position("Venom+MLP+Fixed")
        position.play(white)
        answers.add(chosen(position, seed=3))
    assert len(answers) == 1


def test_analysis_ranks_choices_without_searching_them() -> None:
    (info,) = analyse(Position("Ultimate+Fixed"), Limit(depth=6), 5)
    assert (info.depth, info.nodes, len(info.lines)) == (1, 4608, 5)
    scores = [line.score.value for line in info.lines]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] == 0


@pytest.mark.parametrize("colour", ["white", "black"])
def test_a_swarm_hand_is_chosen_with_the_faces_in_view(colour: str) -> None:
    answers = set()
    for hand in ("hand wA1 wA2 wA3", "hand wF1 wO1 wS2"):
        hands = [hand] if colour == "black" else []
        position = played("Venom+Swarm+Fixed", "faces wF1 wO1", "faces bD1 bY1 bY2", *hands)
        seen = position.seen_by(position.colour)
        answer = best_action(position, Limit(depth=1), table=TranspositionTable(1))
        assert position.why_not(answer) is None
        assert best_action(seen, Limit(depth=1), table=TranspositionTable(1)) == answer
        answers.add(str(answer))
    assert len(answers) == 1
