"""Puzzles: listed, shown and judged."""

import json
from pathlib import Path

import pytest
from tests.server.helpers import Served

from ruche.server import puzzles
from ruche.server.messages import Options

PUZZLE = {
    "id": "p1",
    "type": "Base",
    "theme": "win_in_2",
    "difficulty": 2,
    "actions": ["wG1"],
    "solution": [
        {
            "action": "bG1 wG1-",
            "reply": "wQ -wG1",
            "then": [{"action": "bQ bG1-"}, {"action": "bA1 bG1-"}],
        }
    ],
}


def test_what_is_tried_is_judged(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps([PUZZLE]))
    puzzle = puzzles.puzzles(tmp_path)["p1"]
    assert [(row.id, row.colour) for row in puzzles.rows(tmp_path)] == [("p1", "b")]
    shown = puzzles.show(puzzle)
    assert shown.options == Options()
    assert shown.goal["fr"]

    def tried(*actions: str, hint: bool = False) -> puzzles.PuzzleAnswer:
        return puzzles.judge(puzzle, puzzles.PuzzleTry(actions=list(actions), hint=hint))

    assert tried(hint=True).hint == "bG1 wG1-"
    assert not tried("bA1 wG1-").right
    first = tried("bG1 wG1-")
    assert (first.right, first.done, first.reply) == (True, False, "wQ -wG1")
    assert not tried("bG1 wG1-", "wQ -wG1", "bB1 bG1-").right
    last = tried("bG1 wG1-", "wQ -wG1", "bA1 bG1-")
    assert (last.right, last.done, last.reply) == (True, True, None)
    assert tried("bG1 wG1-", "wQ -wG1", hint=True).hint == "bQ bG1-"


def test_the_shipped_puzzles_can_be_played(server: Served) -> None:
    listed = server.client.get("/api/puzzles").json()
    assert server.client.get("/api/puzzles/nothing").status_code == 404
    if not listed:
        pytest.skip("no puzzles are shipped yet")
    for row in listed:
        shown = server.client.get(f"/api/puzzles/{row['id']}").json()
        line = {key: shown[key] for key in ("type", "options", "setup", "actions")}
        view = server.client.post("/api/view", json=line).json()
        assert view["colour"] == row["colour"]
        hint = server.client.post(f"/api/puzzles/{row['id']}/try", json={"hint": True}).json()["hint"]
        assert hint in [action["text"] for action in view["actions"]]
