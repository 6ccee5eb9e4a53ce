"""Annotated games: scores, marks, the table, JSON and the graph."""

import json
import signal
import threading
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from ruche import Colour, Position
from ruche.cli.analyse import command
from ruche.engine import Limit, Line, Score, StopFlag, TranspositionTable, analyse, review
from ruche.engine.review import Verdict, positions_of
from ruche.notation.game import Game
from ruche.notation.gamestring import read_gamestring
from ruche.uhp.check_rules import cases

WON = "wB1;bS1 wB1-;wQ /wB1;bQ bS1/;wG1 -wB1;bG1 bS1-;wM -wQ;bM bQ-;wP /wQ;bP bQ/;wL -wG1;bL bG1-;wA1 wQ\\;"
WON += "bB1 \\bQ;wS1 wA1-;bA1 -bB1;wA2 -wP;bA2 bP-;wA2 wS1/;bA2 /bA1"
CLIMB = (
    r"Base;;;wB1;bS1 wB1/;wG1 wB1\;bS2 \bS1;wA1 /wG1;bQ \bS2;wQ wG1\;bG1 /bQ;wA1 -wB1;bB1 \bQ;wG2 /wQ;bB1 bQ/"
)
SWARM = "Base+Swarm;;;hand wA1 wA2 wG1;hand bA1 bA2 bG1;wA1 +wS1;bA1 wA1- +bS1;wA2 -wA1 +wG2;bA2 bA1- +bG2;"
SWARM += "wQ -wA2 +bB1"
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
    (verdict,) = review.review(positions(2), Limit(depth=1))
    assert verdict.mark == "blunder"
    assert str(verdict.action) == "wA2 wS1-"
    assert verdict.better is not None
    assert str(verdict.better.score) == "wins in 1"
    data = verdict.as_data()["better"]
    assert data == {"points": None, "plies": 1, "chance": 1.0, "actions": ["wM bA1\\"]}


def test_the_best_action_has_no_mark() -> None:
    start, _ = positions(2)
    after = start.copy()
    after.play("wM bA1\\")
    (verdict,) = review.review([start, after], Limit(depth=1))
    assert verdict.mark is None
    assert verdict.better is None
    assert verdict.score.chance == 1


def test_the_end_is_told_not_counted() -> None:
    start, _ = positions(2)
    after = start.copy()
    after.play("wM bA1\\")
    (verdict,) = review.review([start, after], Limit(depth=1))
    assert verdict.say("en") == "White wins: the queen is surrounded."
    assert verdict.say("fr") == "Les Blancs gagnent\u202f: la reine est encerclée."
    data = verdict.as_data()
    assert data["ended"] == {"result": "WhiteWins", "why": "surrounded"}
    assert (data["points"], data["plies"], data["chance"]) == (None, 0, 1.0)


def test_a_drawn_game_is_told_and_worth_nothing_to_either() -> None:
    drawn = read_gamestring(next(case["game"] for case in cases() if case["name"] == "draw"))
    assert drawn.outcome is not None
    assert review.say_outcome(drawn.outcome, "en").startswith("Draw")
    assert review.best_line(drawn) == Line(Score(0), ())


@pytest.mark.parametrize(("winner", "value"), [("w", -30_000), ("b", 30_000)])
def test_a_finished_game_is_a_loss_or_a_win_for_who_would_move(winner: str, value: int) -> None:
    name = {"w": "white-wins-1", "b": "black-wins-1"}[winner]
    position = read_gamestring(next(case["game"] for case in cases() if case["name"] == name))
    expected = value if position.colour == Colour.BLACK else -value
    line = review.best_line(position)
    assert (line.score.value, line.actions) == (expected, ())


LEAST = {"inaccuracy": 0.1, "mistake": 0.2, "blunder": 0.3}


def test_a_position_is_judged_as_deep_as_the_limit_allows_and_always_by_a_line() -> None:
    position = positions(14)[0]
    deep = review.best_line(position, Limit(depth=3))
    assert deep == list(analyse(position, Limit(depth=3), 1, table=TranspositionTable(1)))[-1].lines[0]
    assert len(deep.actions) > 1
    assert len(review.best_line(position, Limit(seconds=0)).actions) == 1


@pytest.mark.parametrize("mark", LEAST)
def test_marks_begin_where_they_should(mark: str) -> None:
    assert review.mark_by_loss(LEAST[mark]) == mark
    assert review.mark_by_loss(LEAST[mark] - 0.001) != mark
    assert review.mark_by_loss(0.099) is None


def test_a_score_as_data() -> None:
    assert review.score_data(Score(123)) == {"points": 1.23, "plies": None, "chance": 0.756}
    assert review.score_data(Score(-29_997)) == {"points": None, "plies": -3, "chance": 0.0}


def compared(game: str, best: str, *, lost: int) -> Verdict:
    """The verdict on the last action of a game if another were so much better."""
    before, after = list(Game.read(game).positions())[-2:]
    expected = Line(Score(lost), (before.parse(best),))

    def think(position: Position) -> Line:
        value = lost if position.history[-1].without_draw == expected.actions[0].without_draw else 0
        return Line(Score(-value), ())

    return review.judge(1, before, expected, after, Line(Score(0), ()), think)


def test_climbing_is_not_walking_past() -> None:
    verdict = compared(CLIMB, "bB1 bQ", lost=300)
    assert str(verdict.action) == "bB1 bQ/"
    assert verdict.mark == "blunder"
    assert verdict.better is not None
    assert verdict.as_data()["better"]["points"] == -3.0  # White's, as all scores are
    assert compared(CLIMB, "bB1 bQ/", lost=300).mark is None


@pytest.mark.parametrize(("always", "mark"), [(False, None), (True, "blunder")])
def test_bad_luck_is_no_mistake(always: bool, mark: str | None) -> None:
    """Only what an action does on average is held against a player."""
    before, after = list(Game.read(SWARM).positions())[-2:]
    expected = Line(Score(300), (before.parse("wG1 -wA2"),))
    asked = []

    def think(position: Position) -> Line:
        if position.history[-1].without_draw == expected.actions[0].without_draw:
            return Line(Score(-300), ())
        asked.append(str(position.history[-1].drawn))
        return Line(Score(0 if always or asked[-1] == "bB1" else -300), ())

    assert review.mark_by_loss(Score(300).chance - Score(0).chance) == "blunder"
    verdict = review.judge(3, before, expected, after, Line(Score(0), ()), think)
    assert verdict.mark == mark
    assert (verdict.better is None) == (mark is None)
    assert "bB1" in asked
    assert len(asked) == 8  # kinds of pieces in the bag: four bugs of two colours


def test_what_was_drawn_does_not_matter() -> None:
    assert compared(SWARM, "wQ -wA2", lost=300).mark is None
    assert compared(SWARM, "wG1 -wA2", lost=300).mark == "blunder"


def test_another_action_as_good_is_no_mistake() -> None:
    verdict = compared(CLIMB, "bB1 bQ", lost=10)
    assert verdict.mark is None
    assert verdict.as_data()["better"] is None


@pytest.mark.parametrize(
    ("game", "setting"),
    [
        ("Base;;;wA1;bA1 wA1-;wQ -wA1", "forbidden"),
        ("Base+MLP;;;wA1;bQ wA1-", "allowed"),
        ("Base+MLP;;;wQ;bA1 wQ-", "allowed"),
        ("Venom;;;wA1;bA1 wA1-", "allowed"),
    ],
)
def test_the_queen_opens_only_where_she_did(game: str, setting: str) -> None:  # T4
    record = Game.read(game)
    found = list(positions_of(record))
    assert {position.game_type.queen_opening for position in found} == {setting}
    assert list(map(str, found[-1].history)) == list(map(str, record.actions))
    assert ("wQ" in map(str, found[0].legal_actions())) == (setting == "allowed")


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
    assert "has no game 2" in answer.output
    bad = tmp_path / "bad.uhp"
    bad.write_text("Base;InProgress;White[1];wA9\n", encoding="utf-8")
    answer = CliRunner().invoke(command, [str(bad)])
    assert answer.exit_code == 2
    assert "wA9" in answer.output


def test_what_is_found_when_interrupted_is_shown(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged = []

    def best_line(position: Position, limit: Limit, stop: StopFlag) -> Line:
        judged.append(position)
        if len(judged) == 4:
            signal.raise_signal(signal.SIGINT)
            stopped = threading.Event()
            with stop.notifying(stopped.set):
                assert stop.is_set() or stopped.wait(60)
        return real(position, limit, stop)

    real = review.best_line
    monkeypatch.setattr(review, "best_line", best_line)
    answer = CliRunner().invoke(command, [str(record), "--depth", "1", "--json", "--language", "en"])
    assert answer.exit_code == 130
    data = json.loads(answer.stdout)
    assert data["interrupted"] is True
    assert [row["action"] for row in data["actions"]] == WON.split(";")[:2]
    assert "2 of 4" in answer.stderr
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_how_it_ended_is_told_though_not_on_the_board(tmp_path: Path) -> None:
    game = Game.read("Base;;;wA1;bA1 wA1-")
    game.finish("resignation", winner=Colour.BLACK)
    path = tmp_path / "game.pgn"
    path.write_text(game.pgn(), encoding="utf-8")
    answer = CliRunner().invoke(command, [str(path), "--depth", "1", "--language", "en"])
    assert answer.output.rstrip().endswith("Black wins: the opponent resigned.")
    data = json.loads(CliRunner().invoke(command, [str(path), "--depth", "1", "--json"]).stdout)
    assert (data["result"], data["ending"]) == ("BlackWins", "resignation")
    assert [row["number"] for row in data["actions"]] == [1, 2]


def test_a_narrow_limit_gives_a_score_all_the_same() -> None:
    path = list(Game.read(CLIMB).positions())
    assert all(verdict.score.value for verdict in review.review(path[-4:], Limit(nodes=1)))


def test_time_is_no_judge() -> None:
    with pytest.raises(ValueError, match=r"seconds=1.*expected a limit of nodes or depth"):
        next(review.review(positions(2), Limit(seconds=1, nodes=5)))


def test_verdicts_are_the_same_again_and_beside_others_and_from_any_point_on() -> None:
    path = list(Game.read(GAME).positions())[-9:]
    limit = Limit(nodes=1500)
    once = list(review.review(path, limit))
    assert once == list(review.review(path, limit))
    assert once == list(review.review(path, limit, threads=3))
    assert [each.lost for each in once[5:]] == [each.lost for each in review.review(path[5:], limit)]


def test_the_first_two_turns_of_each_side_are_not_judged() -> None:
    found = list(review.review(Game.read(CLIMB).positions(), Limit(depth=1)))
    assert [each.number for each in found if each.lost is None] == [1, 2, 3, 4]
    assert all(each.mark is None and each.accuracy is None for each in found[:4])


def test_a_mistake_is_looked_at_from_both_sides() -> None:
    """The best action seemed to win; looked at as far as the one that was played, it was no better."""
    before, after = list(Game.read(CLIMB).positions())[-2:]
    expected = Line(Score(300), (before.parse("bB1 bQ"),))
    verdict = review.judge(1, before, expected, after, Line(Score(0), ()), lambda _: Line(Score(0), ()))
    assert verdict.lost == 0


def test_a_review_in_short() -> None:
    verdict = compared(CLIMB, "bB1 bQ", lost=300)
    assert verdict.is_turning_point
    assert not compared(CLIMB, "bB1 bQ", lost=10).is_turning_point
    summary = review.summary_data([verdict])
    assert summary["white"]["accuracy"] is None
    assert 0 < summary["black"]["accuracy"] < 0.3
    assert (summary["black"]["blunder"], summary["black"]["mistake"]) == (1, 0)
    assert summary["turning_points"] == [1]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], review.BUDGET),
        (["--depth", "20"], Limit(depth=20)),
        (["--nodes", "70"], Limit(nodes=70)),
        (["--nodes", "70", "--depth", "2"], Limit(depth=2, nodes=70)),
    ],
)
def test_all_limits_given_hold(
    record: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], expected: Limit
) -> None:
    limits = set()

    def best_line(_: Position, limit: Limit, *__: Any) -> Line:
        limits.add(limit)
        return Line(Score(0), ())

    monkeypatch.setattr(review, "best_line", best_line)
    assert CliRunner().invoke(command, [str(record), *options]).exit_code == 0
    assert limits == {expected}


@pytest.mark.parametrize(
    "options",
    [
        ["--nodes", "0"],
        ["--threads", "65"],
        ["--graph", "/nowhere/x.svg"],
        ["--graph", "/"],
        ["--graph", "-"],
    ],
)
def test_wrong_options_are_refused_at_once(
    record: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    monkeypatch.setattr(review, "best_line", None)
    monkeypatch.setenv("RUCHE_LANG", "en")
    answer = CliRunner().invoke(command, [str(record), *options])
    assert answer.exit_code == 2, answer.output
    assert f"Invalid value for '{options[0]}': '{options[1]}'; expected a" in answer.output
