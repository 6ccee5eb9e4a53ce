"""`ruche convert`: formats by name, what is errors, what is kept."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ruche import Game, RecordError, read_games, set_up
from ruche.cli.convert import FORMATS
from ruche.notation import records
from ruche.notation.records import format_of, format_of_text, write_game

GOOD = "Base;InProgress;White[3];wA1;bA1 wA1-;wQ -wA1;bQ bA1-"
BAD = "Base;InProgress;White[3];wA1;bA1 wA1-;wA1 bA1-"


def run(*arguments: str | Path, text: str | None = None) -> tuple[int, str, str]:
    from ruche.cli.convert import command

    result = CliRunner(env={"RUCHE_LANG": "en"}).invoke(command, [str(a) for a in arguments], input=text)
    return result.exit_code, result.stdout, result.stderr


def test_there_and_back(tmp_path: Path) -> None:
    source, middle, end = tmp_path / "a.uhp", tmp_path / "b.pgn", tmp_path / "c.txt"
    source.write_text(f"# two games\n{GOOD}\n\nVenom;NotStarted;White[1]\n")
    assert run(source, middle)[0] == 0
    assert [str(game.game_type) for game in read_games(middle)] == ["Base", "Venom"]
    code, _, errors = run(middle, end)
    assert code == 0
    assert "Games read: 2, written: 2, actions: 4" in errors
    assert end.read_text().splitlines() == [GOOD, "Venom;NotStarted;White[1]"]


def test_what_a_format_cannot_hold_is_said(tmp_path: Path) -> None:
    game = Game.read(GOOD)
    game.root.comment = "well"
    game.mainline[1].nags = [1]
    game.play("bG1 wA1-", after=game.mainline[0])
    source = tmp_path / "a.pgn"
    source.write_text(game.pgn())
    _, output, errors = run(source, "-", "--to", "gamestring")
    assert output.splitlines() == [GOOD]
    assert "left out were variations: 1, actions with comments or other notes: 2." in errors
    assert "remarks: 1." in errors
    assert "left out were" not in run(source, "-", "--to", "sgf")[2]


def test_a_broken_game_is_told_and_left_out(tmp_path: Path) -> None:
    source = tmp_path / "a.uhp"
    source.write_text(f"{GOOD}\n{BAD}\n{GOOD}\n")
    code, output, errors = run(source, "-", "--to", "gamestring")
    assert code == 1
    assert output.splitlines() == [GOOD, GOOD]
    assert "Game 2 was left out" in errors
    assert "action 3, 'wA1 bA1-'" in errors
    assert "(T5)" in errors


def test_lenient_keeps_the_legal_part(tmp_path: Path) -> None:
    source, target = tmp_path / "a.uhp", tmp_path / "b.uhp"
    source.write_text(f"{BAD}\n")
    code, output, _ = run(source, target, "--lenient", "--json")
    assert code == 0
    assert target.read_text() == "Base;InProgress;White[2];wA1;bA1 wA1-\n"
    summary = json.loads(output)
    assert summary == {
        "read": 1,
        "written": 1,
        "actions": 2,
        "broken": 0,
        "cut": 1,
        "remarks": 1,
        "errors": [],
    }


def test_the_summary_for_programs(tmp_path: Path) -> None:
    source, target = tmp_path / "a.uhp", tmp_path / "b.pgn"
    source.write_text(f"{GOOD}\n{BAD}\n")
    code, output, errors = run(source, target, "--json")
    assert (code, errors) == (1, "")
    summary = json.loads(output)
    assert (summary["read"], summary["written"], summary["broken"]) == (2, 1, 1)
    error = summary["errors"][0]
    assert (error["game"], error["number"], error["action"], error["rule"]) == (2, 3, "wA1 bA1-", "T5")


def test_standard_input(tmp_path: Path) -> None:
    code, output, _ = run("-", "-", "--from", "gamestring", "--to", "pgn", text=GOOD + "\n")
    assert code == 0
    assert Game.read(output).gamestring() == GOOD


def test_a_set_up_cannot_be_a_gamestring(tmp_path: Path) -> None:
    source = tmp_path / "a.pgn"
    source.write_text(Game(start=set_up("Base", {(0, 0): ["wA1"], (1, 0): ["bA1"]})).pgn())
    code, output, errors = run(source, "-", "--to", "gamestring")
    assert (code, output) == (1, "")
    assert "starts from a set-up" in errors


def test_unknown_formats(tmp_path: Path) -> None:
    source = tmp_path / "a.html"
    source.write_text(GOOD)
    code, _, errors = run(source, "-", "--to", "pgn")
    assert code == 2
    assert ".pgn, .uhp, .txt, .sgf, .hive" in errors
    with pytest.raises(RecordError, match="expected one of pgn, gamestring, sgf, diagram"):
        write_game(Game("Base"), "xml")
    with pytest.raises(RecordError, match="expected one of"):
        list(read_games([], "xml"))


def test_a_file_is_not_written_over_itself(tmp_path: Path) -> None:
    source = tmp_path / "a.uhp"
    source.write_text(GOOD)
    code, _, errors = run(source, tmp_path / "." / "a.uhp")
    assert code == 2
    assert "another name" in errors
    assert source.read_text() == GOOD


def test_formats_are_told_by_names_and_texts() -> None:
    assert format_of("x/GAMES.PGN") == "pgn"
    assert format_of("a.sgf") == "sgf"
    assert format_of_text("\ufeff\n (;GM[27]") == "sgf"
    assert format_of_text('[GameType "Base"]') == "pgn"
    assert format_of_text("1. wA1") == "pgn"
    assert format_of_text(GOOD) == "gamestring"
    assert format_of_text("Base+MLP") == "gamestring"  # the beginning of a game
    assert format_of_text("# a hive\nBase White[5]\nwQ    bQ\n") == "diagram"
    assert tuple(records.FORMATS) == FORMATS


CHESS = '[Event "Cup"]\n[White "Anna"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {we know wQ} Nc6 1-0\n'
NO_RECORDS = [
    "hello",
    "wQ bQ",
    "<html></html>",
    '{"a": 1}',
    "PK\x03\x04",
    "one\ntwo\n",
    "1. e4 e5",
    CHESS,
    "(;GM[1]FF[4];B[aa])",
]


@pytest.mark.parametrize("text", NO_RECORDS)
def test_a_text_that_is_no_record_names_the_formats(text: str) -> None:
    with pytest.raises(RecordError, match=r"record of Hive: .* GameString .* PGN, an SGF or a diagram"):
        Game.read(text)
    with pytest.raises(RecordError, match="is not a game record"):
        Game.read_all(text)


def test_a_broken_record_says_what_is_wrong_with_it() -> None:
    assert Game.read("\ufeff# a game\nBase").actions == []
    with pytest.raises(RecordError, match="'Xyz' is not a game type"):
        Game.read("Xyz;InProgress;White[1]")
    with pytest.raises(RecordError, match="there is no piece 'wZ9'"):
        Game.read("1. wA1 2. wZ9 wA1-")


def test_games_become_diagrams_and_diagrams_games(tmp_path: Path) -> None:
    source, drawn, back = tmp_path / "a.uhp", tmp_path / "b.hive", tmp_path / "c.pgn"
    source.write_text(f"{GOOD}\nBase+P;InProgress;White[2];wA1;bA1 wA1-\n")
    assert run(source, drawn)[0] == 0
    assert "last: bQ placed" in drawn.read_text()
    assert run(drawn, back)[0] == 0
    first, second = read_games(back)
    assert first.position() == Game.read(GOOD).position()
    assert (str(second.game_type), second.is_set_up, second.position().turn) == ("Base+P", True, "White[2]")


def test_a_diagram_goes_on_with_what_is_played() -> None:
    hive = "Base+P Black[6]\n   .     o\nbA1   wP    wQ\n   .     bQ\nlast: bA1 moved\nplayed: bG1 bQ\\"
    game = Game.read(hive)
    assert [str(action) for action in game.actions] == ["bG1 bQ\\"]
    assert [str(piece) for piece in game.start.resting] == ["bA1"]
    assert Game.read(game.pgn()) == game


def test_a_diagram_that_is_wrong_says_where() -> None:
    with pytest.raises(RecordError) as caught:
        Game.read("Base White[3]\nwQ    wX    bQ")
    assert "Line 2" in caught.value.say("en")
    assert "Ligne 2" in caught.value.say("fr")


def test_a_byte_order_mark_is_no_matter(tmp_path: Path) -> None:
    source = tmp_path / "a.pgn"
    source.write_bytes(b"\xef\xbb\xbf" + Game.read(GOOD).pgn().replace("\n", "\r\n").encode())
    assert [game.gamestring() for game in read_games(source)] == [GOOD]


def test_nothing_does_not_replace_a_file(tmp_path: Path) -> None:
    source, target = tmp_path / "a.uhp", tmp_path / "b.pgn"
    source.write_text("# no game\n")
    target.write_text("dear")
    code, _, errors = run(source, target)
    assert code == 1
    assert "holds no game" in errors
    assert target.read_text() == "dear"


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    source = tmp_path / "a.uhp"
    source.write_text(GOOD)
    code, _, errors = run(source, tmp_path / "none" / "b.pgn")
    assert code == 2
    assert "expected a file that can be written" in errors


def test_errors_do_not_echo_all_of_a_long_input(tmp_path: Path) -> None:
    source = tmp_path / "a.uhp"
    source.write_text("Base;InProgress;White[1];" + "x" * 100_000 + "\n" + "y" * 100_000 + "\n")
    code, _, errors = run(source, "-", "--to", "pgn")
    assert code == 1
    assert len(errors) < 2000
