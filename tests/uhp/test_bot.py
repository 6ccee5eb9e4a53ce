"""A bot in ten lines keeps to the protocol; our engine answers what others ask, and ponders."""

import sys
from pathlib import Path

import pytest
from tests.uhp.helpers import Dialogue

from ruche import Position
from ruche.uhp.check import run

BOT = """
import random
from ruche.uhp import UhpBot

class Careless(UhpBot):
    name, version = "careless", "0.1"

    def choose(self, position, limit):
        return random.choice(position.legal_actions())

Careless.run()
"""


@pytest.fixture
def bot(tmp_path: Path) -> list[str]:
    file = tmp_path / "careless.py"
    file.write_text(BOT)
    return [sys.executable, "-P", str(file)]


def test_a_bot_of_ten_lines_passes_the_check(bot: list[str]) -> None:
    only = ("framing", "commands", "errors", "ends", "process", "gates", "notation", "perft-base")
    findings = list(run(bot, only=only, answer_seconds=60))
    assert [f"{f.name}: {f.expected}, found {f.found}" for f in findings if f.failed] == []
    assert {f.result for f in findings} == {"passed"}


def test_it_says_who_it_is(bot: list[str]) -> None:
    dialogue = Dialogue(bot)
    assert dialogue.greeting == ["id careless v0.1", "Mosquito;Ladybug;Pillbug"]
    assert [line.split(";")[0] for line in dialogue.ask("options")] == [
        "TournamentOpening",
        "QueenOpening",
        "Repetition",
        "WaspReach",
        "Seed",
    ]
    assert dialogue.one("pv").startswith("err")
    assert dialogue.end() == 0


def test_what_others_ask(alone: Dialogue) -> None:
    alone.one("newgame Base+MLP")
    assert alone.one("pv").startswith("err")
    lines = alone.ask("bestmove depthorseconds 2 600")
    assert lines[-2].split(";")[1] == "2"
    best = alone.one("pv").split(";")
    assert best[0] == lines[-1]
    assert Position("Base+MLP").play(best[0])
    lines = alone.ask("bestmove depthorseconds 90 0.2")
    assert lines[-1] in alone.moves()
    for limit in ("depthorseconds 2", "depthorseconds 0 1", "depthorseconds x 1"):
        assert alone.one(f"bestmove {limit}").startswith("err")


def test_equal_positions_have_equal_hashes(alone: Dialogue) -> None:
    alone.one("newgame Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-")
    first = alone.one("hash")
    assert len(first) == 16
    alone.one("newgame Base;;;wA1;bA1 -wA1;wQ wA1-;bQ -bA1")
    assert alone.one("hash") != first
    alone.one("newgame Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-")
    assert alone.one("hash") == first


def test_pondering_is_over_when_a_command_comes(alone: Dialogue) -> None:
    alone.one("options set Ponder True")
    alone.one("newgame Base+MLP")
    move = alone.ask("bestmove depth 2")[-1]
    for _ in range(3):
        alone.one(f"play {move}")
        move = alone.ask("bestmove depth 2")[-1]
        assert move in alone.moves()
    alone.say("exit")
    assert alone.process.wait(60) == 0
