"""The lessons of the page: every set-up can be, and what a lesson hopes to see is legal there."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import ruche
from ruche.server.clicks import spell

LESSONS = Path(__file__).parent.parent / "frontend/src/learn/lessons.json"
EXERCISES = [
    pytest.param(exercise, id=f"{lesson['id']}-{number}")
    for lesson in json.loads(LESSONS.read_text(encoding="utf-8"))
    for number, exercise in enumerate(lesson["exercises"], 1)
]


def lay(exercise: dict[str, Any]) -> ruche.Position:
    """Read `0,0:wQ 1,0:bA,wB`, hexes with their pieces, bottom first, and `w5`, side to move and turn."""
    if exercise["hive"] is None:
        position = ruche.Position(exercise["type"])
    else:
        stacks: dict[tuple[int, int], list[str]] = {}
        for part in exercise["hive"].split():
            place, pieces = part.split(":")
            q, r = map(int, place.split(","))
            stacks[q, r] = pieces.split(",")
        turn = exercise["turn"]
        position = ruche.set_up(exercise["type"], stacks, turn=f"{turn[0]}[{turn[1:]}]")
    for action in exercise["actions"]:
        position.play(action)
    return position


@pytest.mark.parametrize("exercise", EXERCISES)
def test_lesson_can_be_done(exercise: dict[str, Any]) -> None:
    position = lay(exercise)
    assert position.outcome is None
    clicks: list[str] = []
    assert exercise["steps"], "nothing is asked"
    for step in exercise["steps"]:
        ways = {action.text: " ".join(action.clicks) for action in spell(position)}
        ways |= {str(action): str(action) for action in position.legal_actions() if action.kind == "hand"}
        hoped = [text for text, spelled in ways.items() if re.search(step, spelled)]
        assert hoped, f"nothing legal fits {step!r}"
        clicks += ways[hoped[0]].split()
        position.play(hoped[0])
    if exercise["goal"] is not None:
        combs = {f"hex:{q},{r}" for (q, r), pieces in position.stacks.items() if str(pieces[-1]) == "hc"}
        assert f"hex:{exercise['goal']}" in (combs if clicks == ["do:hc"] else clicks)
