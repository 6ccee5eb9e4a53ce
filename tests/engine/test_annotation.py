"""Annotated games: scores, marks, the table, JSON and the graph."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from ruche import Position
from ruche.cli.analyse import command
from ruche.engine import Limit
from ruche.engine.annotation import annotate

WON = "wB1;bS1 wB1-;wQ /wB1;bQ bS1/;wG1 -wB1;bG1 bS1-;wM -wQ;bM bQ-;wP /wQ;bP bQ/;wL -wG1;bL bG1-;wA1 wQ\\;"
WON += "bB1 \\bQ;wS1 wA1-;bA1 -bB1;wA2 -wP;bA2 bP-;wA2 wS1/;bA2 /bA1"
GAME = "Base+MLP;InProgress;Black[11];" + WON + ";wA2 wS1-"  # White could have won at once


def positions(last: int) -> list[Position]:
    """The last positions of the game."""
    position = Position("Base+MLP")
    found = [position.copy()]
    for move in GAME.split(";")[3:]:
        position.play(move)
        found.append(position.copy())
    return found[-last:]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.uhp"
    moves = ";".join(WON.split(";")[:4])
    path.write_text(f"Base+MLP;InProgress;White[3];{moves}\n", encoding="utf-8")
    return path


def test_a_missed_win_is_a_blunder() -> None:
    (verdict,) = annotate(positions(2), Limit(depth=1))
    assert verdict.mark == "blunder"
    assert str(verdict.action) == "wA2 wS1-"
    assert verdict.best is not None
    assert str(verdict.best.score) == "wins in 1"
    assert str(verdict.best.actions[0]) == "wM bA1\\"
    assert verdict.as_data()["better"]["actions"] == ["wM bA1\\"]


def test_the_best_action_has_no_mark() -> None:
    start, _ = positions(2)
    after = start.copy()
    after.play("wM bA1\\")
    (verdict,) = annotate([start, after], Limit(depth=1))
    assert verdict.mark is None
    assert verdict.best is None
    assert verdict.score.chance == 1


def test_table_json_and_graph(record: Path, tmp_path: Path) -> None:
    graph = tmp_path / "graph.svg"
    options = [str(record), "--nodes", "60", "--language", "fr", "--graph", str(graph)]
    answer = CliRunner().invoke(command, options)
    assert answer.exit_code == 0, answer.output
    assert "Jugement" in answer.output
    assert "bS1 wB1-" in answer.output
    picture = ElementTree.fromstring(graph.read_text(encoding="utf-8"))
    assert len(picture.findall(".//{*}circle")) == 4
    answer = CliRunner().invoke(command, [str(record), "--nodes", "60", "--json"])
    data = json.loads(answer.stdout)
    assert data["type"] == "Base+MLP"
    assert [row["action"] for row in data["actions"]] == WON.split(";")[:4]
    assert all(0 <= row["chance"] <= 1 for row in data["actions"])


def test_what_cannot_be_read(tmp_path: Path, record: Path) -> None:
    answer = CliRunner().invoke(command, [str(record), "--game", "2"])
    assert answer.exit_code == 2
    assert "there is no game 2" in answer.output
    bad = tmp_path / "bad.uhp"
    bad.write_text("Base;InProgress;White[1];wA9\n", encoding="utf-8")
    answer = CliRunner().invoke(command, [str(bad)])
    assert answer.exit_code == 2
    assert "wA9" in answer.output
