"""The command `ruche` itself; each command has tests in its own room."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module

import click
import pytest
from click.testing import CliRunner

from ruche import COMPILED, GameType, Position, __version__
from ruche.cli import main

COMMANDS = main.list_commands(click.Context(main))


def ruche_command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "ruche", *arguments], capture_output=True, text=True, check=False
    )


def test_version_says_whether_the_rules_are_compiled() -> None:
    position = import_module("ruche.rules.position")
    mode = "plain Python" if str(position.__file__).endswith(".py") else "compiled"
    assert (mode == "compiled") == COMPILED
    answer = ruche_command("--version")
    assert (answer.returncode, answer.stdout) == (0, f"ruche {__version__} ({mode})\n")


def test_help_loads_no_command() -> None:
    program = """if True:
        import sys
        from ruche.cli import main
        main(["--help"], standalone_mode=False)
        print(*sys.modules, file=sys.stderr)
    """
    answer = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True)
    loaded = set(answer.stderr.split())
    assert "ruche.cli" in loaded
    assert not loaded & {f"ruche.cli.{name.replace('-', '_')}" for name in COMMANDS}
    assert not loaded & {"ruche.engine", "ruche.server", "ruche.arena", "sqlalchemy", "starlette", "rich"}


def test_the_catalogue_is_not_read_before_something_is_shown() -> None:
    program = """if True:
        import sys
        from ruche.cli import main
        for arguments in (["--version"], ["uhp"]):
            main(arguments, standalone_mode=False)
        print(*sys.modules, file=sys.stderr)
    """
    answer = subprocess.run(
        [sys.executable, "-P", "-c", program], input="exit\n", capture_output=True, text=True, check=True
    )
    assert "ruche.cli.uhp" in answer.stderr.split()
    assert "tomllib" not in answer.stderr.split()


@pytest.mark.parametrize(
    ("do", "language", "expected"),
    [
        (lambda: GameType("Basement"), "en", "'Basement' is not a game type"),
        (lambda: GameType("Basement"), "fr", "'Basement' n’est pas un type de partie"),
        (lambda: Position("Base").play("nonsense"), "en", "nonsense"),
        (lambda: Position("Base").play("wA1 bQ-"), "en", "wA1 bQ-"),
    ],
)
def test_what_the_user_wrote_wrongly_is_told_plainly(
    do: Callable[[], object], language: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = click.Command("try", callback=do)
    monkeypatch.setattr(type(main), "get_command", lambda *_: command)
    answer = CliRunner(env={"RUCHE_LANG": language}).invoke(main, ["try"])
    assert answer.exit_code == 2
    error = {"en": "Error: ", "fr": "Erreur\u202f: "}[language]
    assert f"{error}{expected}" in answer.output or f"{error}'{expected}'" in answer.output
    assert "Traceback" not in answer.output


def test_what_nobody_foresaw_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(main), "get_command", lambda *_: click.Command("try", callback=lambda: int("x")))
    answer = CliRunner().invoke(main, ["try"])
    assert isinstance(answer.exception, ValueError)


def test_an_unknown_command_is_an_error() -> None:
    answer = ruche_command("fly")
    assert answer.returncode == 2
    assert "No such command 'fly'" in answer.stderr


def test_without_a_command_there_is_help() -> None:
    answer = ruche_command()
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr == ruche_command("--help").stdout


@pytest.mark.parametrize(
    ("encoding", "expected"), [("utf-8", "fly' n’existe"), ("iso8859-1", "fly' n'existe")]
)
def test_an_old_encoding_gets_simpler_signs(encoding: str, expected: str) -> None:
    environment = {**os.environ, "RUCHE_LANG": "fr", "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "ruche", "fly"]
    answer = subprocess.run(command, env=environment, capture_output=True, encoding=encoding, check=False)
    assert answer.returncode == 2
    assert expected in answer.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["serve", "--port", "99999"], "99999"),
        (["show", "--size", "100000", "-o", "a.png"], "100000"),
        (["show", "-o", "no-such-folder/a.svg"], "no-such-folder"),
        (["convert", "-", "no-such-folder/a.pgn"], "no-such-folder"),
        (["show", "x" * 100_000], "xxx"),
        (["perft", "x" * 100_000, "1"], "xxx"),
        (["perft", "Base", "x" * 100_000], "xxx"),
        (["perft", "Base", "1", "x" * 100_000], "xxx"),
        (["x" * 100_000], "xxx"),
        (["show", "--" + "x" * 100_000], "xxx"),
        (["show", "--targets", "x" * 100_000, "Base"], "xxx"),
        (["show", "-o", "x" * 100_000, "Base"], "xxx"),
        (["arena", "x" * 100_000, "level:1"], "xxx"),
    ],
)
def test_what_cannot_be_done_is_said_shortly(arguments: list[str], expected: str) -> None:
    answer = CliRunner(env={"RUCHE_LANG": "en"}).invoke(main, arguments)
    assert answer.exit_code == 2
    assert expected in answer.stderr
    assert len(answer.stderr) < 2000


def test_positions_in_a_line_are_shown_and_counted() -> None:
    text = "Base+MLP wG1,bA1/1,wQ,bQ w3"
    shown = CliRunner().invoke(main, ["show", text, "--json"])
    assert json.loads(shown.stdout)["turn"] == "White[3]"
    counted = CliRunner().invoke(main, ["perft", text, "1", "--json"])
    assert json.loads(counted.stdout.splitlines()[-1])["count"] == len(Position(text).legal_actions())
