"""`ruche perft`: counts, division, threads, JSON, and what it says to bad input."""

import json
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner

from ruche import Position
from ruche.cli import main

MIDDLE = (
    r"Base+MLP;InProgress;White[11];wB1;bS1 wB1-;wQ /wB1;bQ bS1/;wG1 -wB1;bG1 bS1-;wM -wQ;bM bQ-;wP /wQ;"
    r"bP bQ/;wL -wG1;bL bG1-;wA1 wQ\;bB1 \bQ;wS1 wA1-;bA1 -bB1;wA2 -wP;bA2 bP-;wA2 wS1/;bA2 /bA1"
)


def perft(*arguments: str, code: int = 0) -> list[str]:
    answer = CliRunner(env={"RUCHE_LANG": "en"}).invoke(main, ["perft", *arguments])
    assert answer.exit_code == code, answer.output
    return answer.output.splitlines()


def counts(lines: list[str]) -> list[int]:
    return [json.loads(line)["count"] for line in lines]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Base", [1, 4, 96, 1440]), ("Base+MLP", [1, 7, 294, 6678]), ("Base+P", [1, 5, 150, 2610])],
)
def test_plain_types_count_without_the_queen_opening(name: str, expected: list[int]) -> None:
    assert counts(perft(name, "3", "--json")) == expected
    assert counts(perft(name, "3", "--json", "--leaves")) == expected
    assert counts(perft(name, "3", "--json", "--threads", "2")) == expected


def test_from_a_game() -> None:
    assert counts(perft("Base+MLP", "2", "--from", MIDDLE, "--json")) == [1, 115, 12814]


def test_divide_adds_up() -> None:
    lines = [json.loads(line) for line in perft("Base+MLP", "2", "--from", MIDDLE, "--divide", "--json")]
    behind = {line["action"]: line["count"] for line in lines[:-1]}
    assert len(behind) == 115
    assert sum(behind.values()) == lines[-1]["count"] == 12814
    position = Position("Base")
    assert {line.split(":")[0] for line in perft("Base", "1", "--divide")[:-1]} == {
        str(action) for action in position.legal_actions() if action.piece and action.piece.bug.letter != "Q"
    }


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    "command",
    [
        ["-m", "ruche", "perft", "Ultimate", "6"],
        ["-m", "ruche", "perft", "Ultimate", "6", "--threads", "2"],
        ["-c", "import ruche\nprint(1, flush=True)\nruche.Position('Ultimate').perft(6)"],
    ],
)
def test_ctrl_c_ends_a_count(command: list[str]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-P", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode in (130, -signal.SIGINT)
    assert ("Traceback" in errors) == (command[0] == "-c")


def test_for_people() -> None:
    assert "count 1,440" in perft("Base", "3")[-1]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("Basement", "2"), "'Basement' is not a game type"),
        (("Base", "-1"), "-1"),
        (("Base", "x"), "'DEPTH': 'x'; expected a whole number"),
        (("Base", "1", "--from", "Base;;;wA1;wA2"), "wA2"),
        (("Base", "1", "--from", MIDDLE), "Base+MLP"),
        (("Base", "1", "--threads", "0"), "'--threads': '0'; expected a whole number, 1 or more"),
    ],
)
def test_bad_input_is_told_plainly(arguments: tuple[str, ...], expected: str) -> None:
    lines = "\n".join(perft(*arguments, code=2))
    assert expected in lines
    assert "Traceback" not in lines
