"""Why a click is refused."""

import pytest
from tests.positions import played

from ruche import Colour, GameType, Position, Reason, set_up, words
from ruche.play.why import ClickError, why_not_action, why_not_clicks


@pytest.fixture
def pinned() -> Position:
    return played("Base", "wQ", "bQ wQ-", "wA1 -wQ", "bA1 bQ-")


def test_a_refused_click_has_the_reason_of_the_rules(pinned: Position) -> None:
    for clicks, rule in ((["hex:0,0"], "H2"), (["hand:w:ant", "hex:3,0"], "T2")):
        reason = why_not_clicks(pinned, clicks)
        assert isinstance(reason, Reason)
        assert reason.rule == rule
        assert len({reason.say(language) for language in words.LANGUAGES}) == len(words.LANGUAGES)
    assert why_not_clicks(pinned, ["hex:-1,0"]) is None


@pytest.mark.parametrize(
    ("clicks", "kind"),
    [
        (["hex:9,9"], "empty_hex"),
        (["hand:b:ant"], "not_yours"),
        (["hex:-1,0", "hex:9,9"], "far_away"),
        (["somewhere"], "bad_token"),
        (["hex:-1,0", "hex:9"], "bad_token"),
    ],
)
def test_a_click_that_no_action_begins_with_is_refused(
    pinned: Position, clicks: list[str], kind: str
) -> None:
    error = why_not_clicks(pinned, clicks)
    assert isinstance(error, ClickError)
    assert error.kind == kind
    assert len({error.say(language) for language in words.LANGUAGES}) == len(words.LANGUAGES)


def test_a_piece_that_may_not_enter_is_refused_when_it_is_picked_up() -> None:
    empty = Position(GameType("Base", queen_opening="forbidden"))
    for clicks in (["hand:w:queen_bee"], ["hand:w:queen_bee", "hex:0,0"]):
        forbidden = why_not_clicks(empty, clicks)
        assert isinstance(forbidden, Reason)
        assert forbidden.rule == "T4"
    late = played("Base", "wA1", "bA1 wA1-", "wA2 -wA1", "bA2 bA1-", "wA3 -wA2", "bA3 bA2-")
    reason = why_not_clicks(late, ["hand:w:spider"])
    assert isinstance(reason, Reason)
    assert reason.rule == "T3"


def test_the_hex_that_is_pointed_at_decides_the_reason(pinned: Position) -> None:
    occupied = why_not_clicks(pinned, ["hand:w:ant", "hex:0,0"])
    assert occupied == pinned.why_not("wA2 wQ")
    beside = why_not_clicks(pinned, ["hand:w:ant", "hex:1,-1"])
    assert beside == pinned.why_not("wA2 \\bQ")
    assert occupied != beside


@pytest.mark.parametrize(
    ("game_type", "token", "rule"),
    [
        ("Base", "do:pass", "T6"),
        ("Base", "do:draw", "S4"),
        ("Base", "do:steal:wA2", "S5"),
        ("Base+Honeycombo", "do:hc", "T5"),
    ],
)
def test_what_needs_no_piece_is_refused_by_its_rule(game_type: str, token: str, rule: str) -> None:
    reason = why_not_clicks(Position(game_type), [token])
    assert isinstance(reason, Reason)
    assert reason.rule == rule


def test_the_honeycombo_is_turned_from_the_colour_it_shows() -> None:
    stacks = {(0, 0): ["hc"], (1, 0): ["wQ"], (-1, 0): ["bQ"]}
    for shows, is_legal in ((Colour.WHITE, True), (Colour.BLACK, False)):
        position = set_up("Base+Honeycombo", stacks, turn="White[3]", honeycombo=shows)
        reason = why_not_clicks(position, ["do:hc"])
        assert (reason is None) == is_legal
        assert is_legal or (isinstance(reason, Reason) and reason.rule == "K4")


def test_an_action_is_refused_by_its_reason_or_as_unreadable(pinned: Position) -> None:
    assert why_not_action(pinned, "wA1 \\wQ") is None
    refused = why_not_action(pinned, "wQ \\bQ")
    assert isinstance(refused, Reason)
    assert why_not_action(pinned, "wZ9") is not None


def test_a_mosquito_that_copies_a_centipede_is_refused_by_its_rule() -> None:
    stacks = {(0, 0): ["wM"], (1, 0): ["wC"], (2, 0): ["bQ"], (3, 0): ["wQ", "bB"], (0, 1): ["wA"]}
    position = set_up("Venom+MLP", stacks, turn="White[8]")
    for mover in ("hex:0,0", "hex:1,0"):
        reason = why_not_clicks(position, [mover, "hex:3,0"])
        assert isinstance(reason, Reason)
        assert reason.rule == "V8"


def test_the_power_that_is_named_last_decides_the_reason() -> None:
    stacks = {(0, 0): ["wM"], (1, 0): ["bA"], (0, 1): ["wB"], (-1, 1): ["wW"], (2, 0): ["bQ"]}
    position = set_up("Venom+MLP", stacks, turn="White[6]")
    assert why_not_clicks(position, ["hex:0,0", "hex:0,1"]) is None  # it may climb
    own = why_not_clicks(position, ["hex:0,0", "hex:0,1", "do:sting"])
    assert own == position.why_not("wM *wB1")
    assert own is not None


def test_the_top_of_a_stack_is_meant() -> None:
    stacks = {(0, 0): ["wQ", "bB"], (1, 0): ["bQ"]}
    position = set_up("Base", stacks, turn="White[4]")
    reason = why_not_clicks(position, ["hex:0,0", "hex:0,1"])
    assert reason == position.why_not("bB1 wQ\\")
    assert reason != position.why_not("wQ bQ\\")


def test_the_face_that_is_named_decides_the_reason() -> None:
    position = played("Venom", "wQ", "bQ wQ-")
    reason = why_not_clicks(position, ["hand:w:spider", "face:scorpion", "hex:2,0"])
    assert reason == position.why_not("wO1 bQ-")
    assert reason is not None
    assert reason != position.why_not("wS1 bQ-")


def test_an_enemy_that_cannot_be_thrown_is_refused_as_the_rules_refuse_it() -> None:
    position = played("Base+MLP", "wP", "bL wP-", "wQ -wP", "bQ bL-", "wS1 /wP", "bA1 bQ/")
    reason = why_not_clicks(position, ["hex:1,0"])
    assert isinstance(reason, Reason)
    assert reason.rule == "H2"  # the ladybug holds Black's hive to White's
    assert reason == position.why_not("bL wP\\")
    assert why_not_clicks(position, ["hex:0,0", "hex:1,0"]) == reason  # the pillbug first
    assert why_not_clicks(position, ["hex:0,0"]) is None  # it throws the queen


def test_what_a_power_does_not_reach_is_refused_by_its_rule() -> None:
    stacks = {(0, 0): ["wW"], (1, 0): ["bQ"], (2, 0): ["bA"], (-1, 0): ["wA"], (0, 1): ["bB"]}
    position = set_up("Venom", stacks, turn="White[6]")
    assert why_not_clicks(position, ["hex:0,0", "hex:-1,0"]) == position.why_not("wW *wA1")
    assert why_not_clicks(position, ["hex:2,0", "hex:-1,0"]) == position.why_not("wA1 bA1")
