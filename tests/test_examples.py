"""Every example runs, as a newcomer would run it, and does what it says."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from examples import count, learn, one_ply, random_game, read_pgn

from ruche import Colour, Game, Position

FOLDER = Path(__file__).parent.parent / "examples"
RUNS = [
    ("random_game.py", ["Ultimate+Swarm", "--seed", "7"], "after"),
    ("count.py", ["Base", "2"], "2 actions: 96"),
    ("draw.py", [], "wB1 bG1"),
    ("read_pgn.py", [], "Camille - Dorian: Venom, 36 actions, BlackWins (surrounded)"),
    ("one_ply.py", ["--games", "1"], "of 1 games"),
    ("learn.py", ["--games", "2"], "2 games in"),
]
ELSEWHERE = {"bot.py"}  # it needs a server; its test is in tests/server


def run(script: str, *arguments: str) -> str:
    """What an example prints."""
    answer = subprocess.run(
        [sys.executable, str(FOLDER / script), *arguments],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "PYTHONSAFEPATH": "1"},
    )
    return answer.stdout


@pytest.mark.parametrize(("script", "arguments", "expected"), RUNS, ids=[name for name, _, _ in RUNS])
def test_it_runs_as_a_script(script: str, arguments: list[str], expected: str) -> None:
    assert expected in run(script, *arguments)


def test_none_is_left_out() -> None:
    assert {path.name for path in FOLDER.glob("*.py")} - ELSEWHERE == {name for name, _, _ in RUNS}


def test_each_says_how_to_run_it() -> None:
    for script, _, _ in RUNS:
        assert f"python examples/{script}" in (FOLDER / script).read_text(encoding="utf-8")


def test_a_random_game_is_the_same_again() -> None:
    first, second = (random_game.random_game("Venom+Swarm", 3, most=60) for _ in range(2))
    assert Game.of(first).gamestring() == Game.of(second).gamestring()


def test_counting_by_hand_is_counting() -> None:
    assert count.count("Base", 3) == [1, 4, 96, 1440]
    assert count.count_by_hand(Position("Base+M"), 2) == Position("Base+M").perft(2)


def test_one_ply_finishes_the_queen_off() -> None:
    position = Position("Base+MLP")
    moves = "wG1,bQ wG1\\,wQ -wG1,bB1 bQ-,wQ /wG1,bS1 bQ\\,wG2 -wG1,bB1 bQ/,wA1 /wG2,bB2 bB1\\"
    for move in moves.split(","):
        position.play(move)
    position.play(one_ply.OnePly()(position))
    assert position.state == "WhiteWins"


def test_one_ply_beats_random_play() -> None:
    winners = []
    for seed in range(4):
        position = one_ply.play(one_ply.OnePly(seed), one_ply.AtRandom(seed), "Base", seed=seed)
        winners.append(position.outcome and position.outcome.winner)
    assert winners.count(Colour.WHITE) >= 3
    assert Colour.BLACK not in winners


def test_a_broken_game_is_told_with_its_number(tmp_path: Path) -> None:
    games = tmp_path / "games.uhp"
    games.write_text("Base;InProgress;White[2];wA1;bA1 wA1-\nBase;InProgress;White[2];wA1;bA1 -bQ\n")
    lines = list(read_pgn.summaries(games))
    assert len(lines) == 2
    assert lines[1].startswith("game 2 is broken")


@pytest.mark.slow
def test_the_learner_learns() -> None:
    _, rewards = learn.train(200)
    first, last = rewards[:20], rewards[-60:]
    assert sum(reward > 0 for reward in last) / len(last) > 0.5
    assert sum(reward > 0 for reward in first) / len(first) < 0.5


@pytest.mark.parametrize("advantage", [1.0, -1.0])
def test_the_learner_likes_what_wins(advantage: float) -> None:
    policy = learn.Policy()
    rows = np.array([[1.0, 0, 0, 0], [0, 1.0, 0, 0]])
    policy.learn([(rows, 0)], advantage)
    assert (policy.chances(rows)[0] > 0.5) == (advantage > 0)
