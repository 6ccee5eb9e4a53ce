"""The puzzles that ship: enough, of every kind, and each proven anew."""

from collections import Counter
from dataclasses import replace

import pytest
from tests.engine.test_proof import before_the_end
from tests.uhp.games import WHITE_WINS

from ruche import COMPILED
from ruche.teaching.puzzle_finder import alternates, difficulty, examine, number, verify
from ruche.teaching.puzzles import FILE, Puzzle, puzzles

PUZZLES = list(puzzles().values())
QUICK = 3 if COMPILED else 1  # so many actions are looked at in a moment


def test_there_are_enough_of_every_kind() -> None:
    assert len(PUZZLES) >= 200
    families = Counter(
        "Venom" if p.game_type.startswith("Venom") else "Base" if p.game_type == "Base" else "MLP"
        for p in PUZZLES
    )
    assert set(families) == {"Base", "MLP", "Venom"}
    assert min(families.values()) >= 20
    assert {p.wins_in for p in PUZZLES} == {1, 2, 3, 4, 5}
    modules = Counter(module for p in PUZZLES for module in p.rules.modules if len(p.rules.modules) == 1)
    assert min(modules[module] for module in ("Predators", "Guardians", "Honeycombo")) >= 30
    assert sum(len(p.rules.modules) == 3 for p in PUZZLES) >= 30  # Ultimate


def test_they_are_told_apart_and_sorted() -> None:
    assert len({p.id for p in PUZZLES}) == len(PUZZLES)
    assert len({p.position().canonical_hash for p in PUZZLES[:60]}) == 60
    assert [p.difficulty for p in PUZZLES] == sorted(p.difficulty for p in PUZZLES)
    assert number(PUZZLES) == PUZZLES


def test_those_who_have_a_name_keep_it() -> None:
    """What players have solved is remembered by name: more puzzles change none."""
    stripped = [replace(p, id="") if i % 3 else p for i, p in enumerate(PUZZLES)]
    named = number(stripped)
    assert [p.id for i, p in enumerate(named) if i % 3 == 0] == [p.id for p in PUZZLES[::3]]
    assert len({p.id for p in named}) == len(PUZZLES)


def test_with_the_honeycombo_the_sides_act_by_turns() -> None:  # K5: a puzzle has no double turns
    for puzzle in PUZZLES:
        if puzzle.rules.has_neutral:
            assert alternates(puzzle.position(), puzzle.solution), puzzle.id


@pytest.mark.parametrize("puzzle", [p for p in PUZZLES if p.wins_in <= QUICK], ids=lambda p: p.id)
def test_every_short_win_is_proven(puzzle: Puzzle) -> None:
    assert verify(puzzle, QUICK) is None


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda p: p.id)
def test_every_win_is_proven_and_that_there_is_no_other(puzzle: Puzzle) -> None:
    assert verify(puzzle) is None


def test_lines_are_read_as_they_are_written() -> None:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    assert [p.as_line() for p in PUZZLES] == lines


def test_a_false_puzzle_is_found_out() -> None:
    puzzle = next(p for p in PUZZLES if p.wins_in == 1)
    assert verify(replace(puzzle, choices=puzzle.choices + 1)) is not None
    assert verify(replace(puzzle, colour="b" if puzzle.colour == "w" else "w")) is not None
    other = next(str(a) for a in puzzle.position().legal_actions() if str(a) != puzzle.solution[0])
    assert verify(replace(puzzle, solution=(other,))) is not None
    assert verify(replace(puzzle, unique_within=1)) is not None


def test_a_second_way_to_win_is_found_out() -> None:
    puzzle = next(p for p in PUZZLES if (p.wins_in, p.unique_within) == (1, 2))
    assert verify(replace(puzzle, unique_within=3)) == "another action wins"


def test_a_position_is_examined() -> None:
    puzzle = examine(before_the_end(1), 1, 1000)
    assert puzzle is not None
    assert (puzzle.solution, puzzle.unique_within) == ((WHITE_WINS[-1],), 2)
    assert puzzle.themes[:2] == ("win_in_1", "move")
    assert verify(puzzle) is None
    assert examine(before_the_end(9), 1, 1000) is None


def test_difficulty_grows_with_length_and_surprise() -> None:
    assert difficulty(1, ["move"]) < difficulty(2, ["move"]) < difficulty(2, ["quiet"]) < difficulty(5, [])
    assert difficulty(5, ["throw"]) == 5
