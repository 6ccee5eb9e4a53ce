"""The command `ruche show`."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from ruche.cli import main
from ruche.notation.game import Game

GAME = "Base+M;InProgress;White[3];wG1;bG1 wG1-;wQ -wG1;bQ bG1-"
BOARD = r"""
  / \   / \   / \   / \
 /   \ /   \ /   \ /   \
| wQ  | wG1 | bG1 > bQ  <
 \   / \   / \   / \   /
  \ /   \ /   \ /   \ /
"""


def show(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(main, ["show", *arguments], input=stdin, env={"RUCHE_LANG": "en"})


def test_a_gamestring_in_the_terminal() -> None:
    answer = show(GAME)
    assert answer.exit_code == 0, answer.output
    assert answer.output.startswith("White to move, turn 3 · after bQ bG1-\n")
    assert BOARD in answer.output
    assert "\x1b" not in answer.output, "no colours where there is no terminal"
    assert "\x1b[" in CliRunner().invoke(main, ["show", GAME], color=True).output


def test_a_game_type() -> None:
    assert "bQ  bS×2  bB×2  bA×3  bG×3  bM  bL  bP" in show("Base+MLP").output


def test_the_language_of_the_user_and_another() -> None:
    assert (
        CliRunner().invoke(main, ["show"], env={"RUCHE_LANG": "fr"}).output.startswith("Aux Blancs de jouer")
    )
    assert show("Base", "--language", "fr").output.startswith("Aux Blancs de jouer")


def test_earlier_positions() -> None:
    assert "turn 2 · after wQ -wG1" in show(GAME, "--at", "3").output
    assert show(GAME, "--at", "-1").output == show(GAME, "--at", "3").output
    assert "turn 1\n" in show(GAME, "--at", "0").output
    assert "--at 5: the game has 4 actions" in show(GAME, "--at", "5").output


def test_targets() -> None:
    assert show(GAME, "--targets", "wQ", "--no-hands").output.count("*") == 2
    assert "--targets wZ: no piece has this name" in show(GAME, "--targets", "wZ").output


def test_json() -> None:
    answer = show(GAME, "--json")
    position = json.loads(answer.output)
    assert position["type"] == "Base+M"
    assert position["turn"] == "White[3]"
    assert {"q": 0, "r": 0, "pieces": ["wG1"]} in position["stacks"]
    assert position["hands"]["w"] == ["wS1", "wS2", "wB1", "wB2", "wA1", "wA2", "wA3", "wG2", "wG3", "wM"]
    assert position["played"] == GAME.split(";")[3:]
    assert "wQ \\wG1" in position["actions"]


def test_a_file_of_games_and_standard_input(tmp_path: Path) -> None:
    games = tmp_path / "games.txt"
    games.write_text(f"Base;NotStarted;White[1]\n\n{GAME}\n")
    assert show(str(games), "--game", "2").output == show(GAME).output
    assert show("-", stdin=GAME + "\n").output == show(GAME).output
    assert "has no game 3; it holds 2 in all" in show(str(games), "--game", "3").output


def test_records(tmp_path: Path) -> None:
    pgn = tmp_path / "games.pgn"
    pgn.write_text(Game.read(GAME).pgn() + "\n" + Game.read(GAME + ";wA1 wQ\\").pgn())
    assert show(str(pgn)).output == show(GAME).output
    assert "after wA1 wQ\\" in show(str(pgn), "--game", "2").output


def test_the_legal_part_of_a_game(tmp_path: Path) -> None:
    broken = GAME + ";wA1 bQ-"
    assert show(broken).exit_code == 2
    assert show(broken, "--lenient").output == show(GAME).output


def test_a_diagram(tmp_path: Path) -> None:
    diagram = tmp_path / "diagram.txt"
    diagram.write_text("Base+MLP Black[3]\n   wQ    wP\nwA1   bQ    bB1\n")
    answer = show(str(diagram), "--no-hands")
    assert "   | wQ  | wP  |\n" in answer.output
    assert "| wA1 | bQ  | bB1 |\n" in answer.output


@pytest.mark.parametrize(
    "options", [(), ("--film",), ("--strip",), ("--theme", "dark", "--labels", "notation")]
)
def test_svg_files(tmp_path: Path, options: tuple[str, ...]) -> None:
    output = tmp_path / "picture.svg"
    answer = show(GAME, *options, "-o", str(output), "--title", "Anna - Bert", "--size", "300")
    assert (answer.exit_code, answer.output) == (0, "")
    root = ElementTree.parse(output).getroot()
    assert max(int(root.attrib["width"]), int(root.attrib["height"])) == 300
    assert ("animate" in output.read_text()) == ("--film" in options)
    assert "Anna - Bert" in output.read_text()


@pytest.mark.parametrize("options", [(), ("--strip",)])
def test_png_files(tmp_path: Path, options: tuple[str, ...]) -> None:
    output = tmp_path / "picture.png"
    assert show(GAME, *options, "-o", str(output), "--size", "200").exit_code == 0
    assert output.read_bytes().startswith(b"\x89PNG")


def test_a_text_file(tmp_path: Path) -> None:
    output = tmp_path / "picture.txt"
    assert show(GAME, "-o", str(output)).exit_code == 0
    assert BOARD in output.read_text()


def test_without_the_png_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    answer = show(GAME, "-o", str(tmp_path / "picture.png"))
    assert answer.exit_code == 1
    assert "pip install 'ruche[png]'" in answer.output


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("Base", "-o", "picture.gif"), "the name should end in .svg, .png, .txt."),
        (("Base", "--film"), "A film needs a file to be written to"),
        (("Base", "--film", "-o", "film.png"), "the name should end in .svg"),
        (("Bass",), "Bass"),
        (("games.pgn",), "There is no file games.pgn."),
        (("Base;;;wA1;bA1 wA1-;wA2 bA1-",), "wA2"),
    ],
)
def test_what_cannot_be_shown_is_said(arguments: tuple[str, ...], complaint: str) -> None:
    answer = show(*arguments)
    assert answer.exit_code == 2
    assert complaint in " ".join(answer.output.split())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("Base", "-o", "picture.gif"), "le nom devrait finir par .svg, .png, .txt."),
        (("Base", "--strip"), "Il faut un fichier où écrire la bande"),
        (("games.pgn",), "Le fichier games.pgn n’existe pas."),
        ((GAME, "--at", "5"), "--at 5\u202f: la partie a 4 actions."),
        ((GAME, "--targets", "wZ"), "--targets wZ\u202f: aucune pièce ne s’appelle ainsi"),
        (("-", "--game", "2"), "n’a pas de partie 2\u202f; il y en a 1 en tout."),
        (("Base;;;wA1;bA1 wA1-;wA2 bA1-",), "action 3"),
    ],
)
def test_in_french(arguments: tuple[str, ...], complaint: str) -> None:
    answer = CliRunner(env={"RUCHE_LANG": "fr"}).invoke(main, ["show", *arguments], input=GAME)
    assert answer.exit_code == 2
    assert complaint in answer.output.replace("\n", " ")
