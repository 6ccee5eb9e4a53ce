"""OpenSpiel: our game in its interface, and its own Hive beside our rules."""

import random

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'ruche[spiel]'")

from ruche import GameType, Position  # noqa: E402
from ruche.envs.spiel import HiveGame  # noqa: E402

EDGE = 6  # its board ends eight hexes from the first piece, ours nowhere: games that come near it end


@pytest.mark.parametrize("name", ["Base", "Base+MLP", "Venom+MLP", "Ultimate"])
def test_openspiels_own_checks(name: str) -> None:
    game = HiveGame({"game_type": name, "max_actions": 60})
    pyspiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


def test_a_game_is_loaded_by_name() -> None:
    state = pyspiel.load_game("python_ruche(game_type=Base+MLP,max_actions=40)").new_initial_state()
    assert state.action_to_string(state.legal_actions()[0]) == str(Position("Base+MLP").legal_actions()[0])
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert state.returns() in ([0.0, 0.0], [1.0, -1.0], [-1.0, 1.0])


def test_what_is_drawn_or_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="Swarm"):
        HiveGame({"game_type": "Base+Swarm"})


@pytest.mark.parametrize("seed", range(20))
def test_its_own_hive_has_the_same_legal_actions(seed: int) -> None:
    """Random games of Base+MLP: the same actions everywhere, and the same end.

    With one exception: as long as a queen is in a hand, OpenSpiel 2.0.2 may let a pinned piece move, which
    splits the hive (H2).
    """
    chance = random.Random(seed)
    theirs = pyspiel.load_game("hive").new_initial_state()
    ours = Position(GameType("Base+MLP", queen_opening="forbidden"))  # T4, as tournaments play
    compared = 0
    while not theirs.is_terminal() and _is_inside(ours):
        numbers: dict[str, int] = {}
        for number in theirs.legal_actions():
            action = ours.parse(theirs.action_to_string(number), legal=False)
            reason = ours.why_not(action)
            if reason is None:
                numbers[str(ours.parse(str(action)))] = number
            else:  # it lists every number of pieces that are alike
                assert reason.rule == "T7" or (reason.rule == "H2" and not _both_queens(ours)), str(theirs)
        assert set(numbers) == {str(action) for action in ours.legal_actions()}, str(theirs)
        compared += 1
        text = chance.choice(sorted(numbers))
        theirs.apply_action(numbers[text])
        ours.play(text)
    if theirs.is_terminal() and _is_inside(ours):
        winner = None if ours.outcome is None else ours.outcome.winner
        expected = 0.0 if winner is None else 1.0 if winner.letter == "w" else -1.0
        assert theirs.returns()[0] == expected
    assert compared > 10


def _both_queens(position: Position) -> bool:
    return len(position.pieces(bug="Q")) == 2


def _is_inside(position: Position) -> bool:
    places = position.stacks
    return all(max(abs(q), abs(r), abs(q + r)) < EDGE for q, r in places)
