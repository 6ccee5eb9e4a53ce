"""GameStrings: round trips over every kind of game, and what is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.notation.playouts import playout

from ruche import Game, GameType, IllegalAction, RecordError, set_up
from ruche.notation.errors import Remark
from ruche.notation.gamestring import game_of_gamestring, read_gamestring, write_gamestring

TYPES = [
    "Base",
    "Base+M",
    "Base+LP",
    "Base+MLP",
    "Base+S0O2",
    "Base+ML+A5T2",
    "Base+Predators",
    "Base+MLP+Guardians",
    "Base+Honeycombo",
    "Base+Swarm",
    "Carbon+Predators+Guardians+Honeycombo+Swarm",
    "Venom",
    "Venom+MLP",
    "Venom+MLP+Locked",
    "Venom+MLP+Predators+Honeycombo",
    "Venom+Swarm",
    "Ultimate",
    "Ultimate+Swarm",
    "Ultimate+Swarm+Locked",
    "Venom+MLP+Fixed",
    "Ultimate+Swarm+Fixed",
]


@settings(max_examples=80)
@given(st.sampled_from(TYPES), st.integers(0, 10**6), st.integers(0, 90))
def test_what_is_written_reads_back(game_type: str, seed: int, plies: int) -> None:
    position = playout(game_type, seed, plies)
    text = write_gamestring(position)
    read = read_gamestring(text, game_type=position.game_type)
    assert write_gamestring(read) == text
    assert read == position
    assert read.history == position.history
    game = Game.read(text)
    assert game.gamestring() == text
    assert game.remarks == []
    assert game.position() == position


def test_state_and_turn_are_computed() -> None:
    position = read_gamestring("Base;WhiteWins;Black[77];wA1;bA1 wA1-")
    assert write_gamestring(position) == "Base;InProgress;White[2];wA1;bA1 wA1-"


@pytest.mark.parametrize("text", ["Base", "Base;NotStarted;White[1]", " Base ; NotStarted;White[1]; "])
def test_a_type_alone_begins_a_game(text: str) -> None:
    assert write_gamestring(read_gamestring(text)) == "Base;NotStarted;White[1]"


def test_the_plain_types_forbid_the_queen_unless_told() -> None:  # T4
    with pytest.raises(RecordError, match="T4"):
        read_gamestring("Base;;;wQ")
    assert read_gamestring("Base;;;wQ", game_type=GameType("Base")).turn == "Black[1]"
    assert read_gamestring("Venom;;;wQ").turn == "Black[1]"
    assert game_of_gamestring("Base;;;wQ").result == "InProgress"


def test_the_queen_forbidden_by_the_type_stays_forbidden() -> None:
    with pytest.raises(RecordError, match="T4"):
        read_gamestring("Venom;;;wQ", game_type=GameType("Venom", queen_opening="forbidden"))


def test_pieces_out_of_order_are_renumbered_and_the_reader_says_so() -> None:  # T7
    remarks: list[Remark] = []
    text = "Base;;;wA3;bG2 wA3-;wQ -wA3;bQ bG2-;wA1 -wQ;bG1 bQ-;wA1 \\wA3"
    position = read_gamestring(text, remarks=remarks)
    assert write_gamestring(position) == (
        "Base;InProgress;Black[4];wA1;bG1 wA1-;wQ -wA1;bQ bG1-;wA2 -wQ;bG2 bQ-;wA2 \\wA1"
    )
    assert [remark.kind for remark in remarks] == ["renumbered"]
    assert "wA3 = wA1, bG2 = bG1" in str(remarks[0]) or "wA1 = wA2, wA3 = wA1" in str(remarks[0])
    assert "renumérotées" in remarks[0].say("fr")
    assert [remark.kind for remark in game_of_gamestring(text).remarks] == ["renumbered"]


def test_faces_keep_their_new_number() -> None:
    position = read_gamestring("Venom;;;wS2;bA3 wS2-;wQ -wS2;bQ bA3-;wS2 =wO2;bA1 bQ-;wS1 -wQ")
    assert [str(action) for action in position.history][4:] == ["wS1 =wO1", "bA2 bQ-", "wS2 -wQ"]


def test_swarm_renumbers_nothing() -> None:
    start = "Base+Swarm;;;hand wA1 wA2 wG1;hand bA1 bA2 bG1"
    with pytest.raises(RecordError, match="action 3"):
        read_gamestring(f"{start};wA3")
    assert read_gamestring(f"{start};wA1 +wG2").turn == "Black[1]"


def test_a_game_goes_on_after_the_third_repetition_but_not_beyond_its_end() -> None:  # E4
    begin = "Base;;;wG1;bG1 wG1-;wQ -wG1;bQ bG1-"
    round_trip = ["wQ \\wG1", "bQ bG1\\", "wQ -wG1", "bQ bG1-"]
    text = ";".join([begin, *round_trip, *round_trip])
    assert read_gamestring(text).outcome is not None
    assert read_gamestring(text).state == "Draw"
    going_on = read_gamestring(text + ";wQ \\wG1")
    assert going_on.turn == "Black[7]"
    assert going_on.state == "Draw"  # that has been there three times, too
    assert read_gamestring(text + ";wA1 -wQ").state == "InProgress"
    off = GameType("Base", repetition="off")
    assert read_gamestring(text, game_type=off).state == "InProgress"


MISTAKES = [
    ("record.empty", "", 0, None),
    ("record.empty", ";;;wA1", 0, None),
    ("record.game_type", "Hive;;;wA1", 0, None),
    ("record.unreadable", "Base;;;wA1;hello", 2, None),
    ("record.unreadable", "Base;;;wA1;;bA1 wA1-", 2, None),
    ("record.unreadable", "Base;;;wA1;bA1 wA2-", 2, None),
    ("record.illegal", "Base;;;wA1;bA1 wA1-;wA1 bA1-", 3, "T5"),
    ("record.illegal", "Base;;;wA1;bA1 wA1-;wA2 wA1/", 3, "T2"),
    ("record.illegal", "Base;;;wA1;pass", 2, "T6"),
    ("record.illegal", "Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-;wA1 bQ-", 5, "H2"),
]


@pytest.mark.parametrize(("key", "text", "number", "rule"), MISTAKES)
def test_a_mistake_is_told_with_its_action_and_reason(
    key: str, text: str, number: int, rule: str | None
) -> None:
    with pytest.raises(RecordError) as caught:
        read_gamestring(text)
    error = caught.value
    assert (error.key, error.number) == (key, number)
    assert (error.reason.rule if error.reason else None) == rule
    if number:
        assert error.action == text.split(";")[number + 2]
        assert repr(text) in str(error)
        assert f"action {number}" in str(error)
    if rule:
        assert isinstance(error.cause, IllegalAction)
        assert error.cause.reason.say("fr") in error.say("fr")


def test_lenient_keeps_the_legal_part() -> None:
    game = Game.read("Base;;;wA1;bA1 wA1-;wA1 bA1-;bQ bA1-", lenient=True)
    assert [str(action) for action in game.actions] == ["wA1", "bA1 wA1-"]
    assert [remark.kind for remark in game.remarks] == ["cut"]
    assert "action 3" in str(game.remarks[0])
    assert "T5" in game.remarks[0].say("fr")


def test_the_type_must_be_the_one_expected() -> None:
    with pytest.raises(RecordError, match=r"of 'Base\+M'; expected Base"):
        read_gamestring("Base+M;;;wA1", game_type=GameType("Base"))
    assert read_gamestring("Carbon", game_type=GameType("Base+ML")).state == "NotStarted"


def test_a_set_up_has_no_gamestring() -> None:
    with pytest.raises(RecordError, match="set-up"):
        write_gamestring(set_up("Base", {(0, 0): ["wA1"], (1, 0): ["bA1"]}))
