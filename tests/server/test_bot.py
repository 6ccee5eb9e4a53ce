"""The example of a program that plays over HTTP, run as a user would."""

import re
import subprocess
import sys
from pathlib import Path

from tests.server.helpers import Served
from tests.waiting import PATIENCE

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def run_bot(server: Served, *arguments: str) -> "subprocess.Popen[str]":
    command = [sys.executable, str(BOT), "--server", server.url, "--turns", "8", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_bot_plays_the_machine(server: Served) -> None:
    bot = run_bot(server, "--type", "Ultimate+Swarm")
    said, _ = bot.communicate(timeout=PATIENCE)
    assert bot.returncode == 0
    assert re.search(r"(Wins|Draw): \w+, after \d+ actions", said)


def test_two_bots_play_each_other(server: Served) -> None:
    white = server.create(type="Venom", name="one")
    other = run_bot(server, "--join", white.game, str(white.invite))
    for _ in range(2):  # in three turns two queens could repeat themselves to a draw
        view = white.until(lambda view: view["colour"] == "w")
        white.act(view["actions"][0]["text"], view["seq"])
    white.propose("resign")
    said, _ = other.communicate(timeout=PATIENCE)
    assert "BlackWins: resignation" in said
