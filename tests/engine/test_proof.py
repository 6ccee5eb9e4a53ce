"""Proofs of forced wins, against trying everything in the plainest way."""

import random

import pytest
from tests.positions import played
from tests.uhp.games import WHITE_WINS

from ruche import COMPILED, Action, Colour, GameType, Position
from ruche.engine.proof import (
    MANY,
    Proof,
    Unprovable,
    first_winner,
    is_only_winner,
    line_of,
    longest_defence,
    shortest_win,
    winning_actions,
)
from ruche.rules.position import action_from_code
from ruche.teaching.puzzles import puzzles

# Puzzles that are won in two, and how many nodes it may take to prove that.
IN_TWO = {
    "base-2-17": 100,
    "base-2-12": 120,
    "base-honeycombo-2-12": 100,
    "base-mlp-2-26": 170,
    "base-m-2-4": 200,
    "base-p-2-1": 300,
    "venom-guardians-2-5": 400,
}


def before_the_end(back: int) -> Position:
    return played(GameType("Base", queen_opening="forbidden"), *WHITE_WINS[: len(WHITE_WINS) - back])


def plainly(position: Position, actions: int) -> bool:
    """Whether the side to move forces a win, by the rules alone."""
    return forced(position, position.colour, actions)


def forced(position: Position, me: Colour, actions: int) -> bool:
    """Whether a side forces a win in so many of its actions, whoever is to move (K5)."""
    if position.outcome is not None:
        return position.outcome.winner == me
    mine = position.colour == me
    if mine and actions == 0:
        return False
    for action in position.legal_actions():
        position.play(action)
        won = forced(position, me, actions - mine) if actions > mine or position.outcome else False
        position.undo()
        if won == mine:
            return won
    return not mine


def test_a_win_in_one() -> None:
    position = before_the_end(1)
    winners = winning_actions(position, 1)
    assert winners is not None
    assert [str(action) for action in winners] == [WHITE_WINS[-1]]
    assert shortest_win(position, 3) == 1
    for action in position.legal_actions():
        position.play(action)
        wins = position.outcome is not None
        position.undo()
        assert wins == (str(action) == WHITE_WINS[-1])


@pytest.mark.parametrize("name", IN_TWO)
def test_a_win_in_two(name: str) -> None:
    puzzle = puzzles()[name]
    position = puzzle.position()
    solution = puzzle.solution[0]
    proof = Proof.of(position)
    assert (proof.wins(1), proof.wins(2)) == (False, True)
    assert proof.nodes <= IN_TWO[name]
    nodes = proof.nodes
    assert (proof.wins(1), proof.wins(2), proof.wins(3)) == (False, True, True)  # it remembers
    assert proof.nodes == nodes
    found = proof.winners(2, MANY)
    assert found is not None
    assert [str(action_from_code(position, code)) for code in found] == [solution]
    assert is_only_winner(position, solution, 2) is True
    assert is_only_winner(position, solution, 1) is False
    assert is_only_winner(position, other_than(position, solution), 2) is False
    assert is_only_winner(position, solution, 2, budget=-1) is None
    assert winning_actions(position, 2, budget=-1) is None
    assert (shortest_win(position, 1), shortest_win(position, 4)) == (0, 2)
    assert str(first_winner(position, 2)) == solution


@pytest.mark.parametrize("name", IN_TWO)
def test_the_line_of_a_win_in_two_meets_the_best_defence(name: str) -> None:
    puzzle = puzzles()[name]
    position = puzzle.position()
    line = line_of(position, position.parse(puzzle.solution[0]), 2)
    assert (len(line), line[0]) == (3, puzzle.solution[0])
    winner = position.colour
    for text in line:
        position.play(text)
    assert position.outcome is not None
    assert position.outcome.winner == winner


def other_than(position: Position, solution: str) -> Action:
    return next(action for action in position.legal_actions() if str(action) != solution)


def test_no_win_at_the_beginning() -> None:
    position = before_the_end(len(WHITE_WINS) - 4)
    assert shortest_win(position, 2) == 0
    assert winning_actions(position, 1) == []


@pytest.mark.parametrize("seed", range(12 if COMPILED else 2))
@pytest.mark.parametrize("name", ["Base", "Base+MLP", "Venom+MLP", "Base+MLP+Honeycombo", "Ultimate"])
def test_it_agrees_with_trying_everything(name: str, seed: int) -> None:
    rng = random.Random(seed)
    position = Position(GameType(name))
    compared = 0
    while position.outcome is None and len(position.history) < 60:
        actions = position.legal_actions()
        crowd = [a for a in actions if a.to is not None and beside_queen(position, a.to)]
        position.play(rng.choice(crowd if crowd and rng.random() < 0.6 else actions))
        if position.outcome is None and queens_in_danger(position):
            try:
                found = shortest_win(position, 1)
            except Unprovable:
                break
            assert (found == 1) == plainly(position, 1)
            compared += 1
            if COMPILED and compared % 8 == 0 and len(position.legal_actions()) < 60:
                assert (shortest_win(position, 2) in (1, 2)) == plainly(position, 2)


def beside_queen(position: Position, place: object) -> bool:
    return any(
        queen.neighbour(d) == place
        for queen, stack in position.stacks.items()
        if any(piece.is_royal for piece in stack)
        for d in range(6)
    )


def queens_in_danger(position: Position) -> bool:
    stacks = position.stacks
    return any(
        sum(place.neighbour(d) in stacks for d in range(6)) >= 4
        for place, stack in stacks.items()
        if any(piece.is_royal and piece.colour != position.colour for piece in stack)
    )


def test_a_budget_that_is_too_small_is_no_answer() -> None:
    proof = Proof.of(before_the_end(5))
    proof.budget = 10
    assert proof.wins(3) is None


def test_what_cannot_be_proven_is_refused() -> None:
    with pytest.raises(Unprovable, match="without chance"):
        Proof.of(Position("Base+Swarm"))
    position = played(
        "Base", "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"
    )
    with pytest.raises(Unprovable, match="twice"):
        Proof.of(position)


def test_a_line_ends_with_the_win() -> None:
    position = before_the_end(1)
    (solution,) = winning_actions(position, 1) or []
    assert line_of(position, solution, 1) == [WHITE_WINS[-1]]


def test_the_defence_is_the_longest() -> None:
    position = before_the_end(2)
    lengths = {}
    for action in position.legal_actions():
        position.play(action)
        lengths[str(action)] = 0 if position.outcome is not None else shortest_win(position, 1)
        position.undo()
    assert lengths[WHITE_WINS[-2]] == 1
    reply, length = longest_defence(position, 1)
    assert lengths[str(reply)] == length == 1  # of those that lose, one that does not lose at once
    assert 0 in lengths.values()
