"""Set-ups: what is laid out is what is there, and every mistake has its own message."""

import pickle
import re
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.notation.playouts import playout
from tests.positions import played

import ruche
from ruche import BLACK, WHITE, Colour, GameType, Hex, SetUpError, set_up, words
from ruche.rules.last_turn import LastTurnEvent as Event
from ruche.rules.last_turn import event_kinds
from ruche.rules.set_up import SetUp
from ruche.rules.set_up_checks import MISTAKES

Stacks = dict[tuple[int, int], list[str]]
QUEENS: Stacks = {(0, 0): ["wQ"], (1, 0): ["bQ"], (-1, 0): ["wA1"], (2, 0): ["bA1"]}
GRASSHOPPERS = ["wG1", "wG2", "wG3"]
COMBO: Stacks = {(0, 0): ["hc"], (1, 0): ["wQ"], (-1, 0): ["bQ"]}

# key: game type, stacks, the rest
CASES: list[tuple[str, str, Stacks, dict[str, Any]]] = [
    ("unknown_piece", "Base", {(0, 0): ["wM"]}, {}),
    ("unknown_piece", "Base", {(0, 0): ["hc"]}, {}),
    ("unknown_piece", "Base", {(0, 0): ["ant"]}, {}),
    ("unknown_piece", "Base", {(0, 0): ["wY1"]}, {}),
    ("piece_twice", "Base", {**QUEENS, (3, 0): ["wA1"]}, {}),
    ("piece_twice", "Venom", {**QUEENS, (3, 0): ["wY1"]}, {}),
    ("piece_twice", "Base", {**QUEENS, (3, 0): ["wQ"]}, {}),
    ("piece_twice", "Base+Honeycombo", {**COMBO, (2, 0): ["hc"]}, {}),
    ("piece_twice", "Base", QUEENS, {"hands": {WHITE: ["wA1"]}}),
    ("too_many", "Base", {**QUEENS, (3, 0): ["wA4"]}, {}),
    ("too_many", "Base", {**QUEENS, (3, 0): ["wB"], (4, 0): ["wB"], (5, 0): ["wB"]}, {}),
    ("face_never_shown", "Venom+Locked", {(0, 0): ["wW"], (1, 0): ["bQ"]}, {}),
    ("face_never_shown", "Venom+Fixed", {(0, 0): ["wW"], (1, 0): ["bQ"]}, {}),
    ("faces_mixed", "Venom+Fixed", {**QUEENS, (3, 0): ["wY2"]}, {}),
    ("faces_mixed", "Venom+Fixed", {**QUEENS, (3, 0): ["wY"]}, {}),
    ("faces_mixed", "Venom+Swarm+Fixed", QUEENS, {"hands": {BLACK: ["bB1", "bF2"]}}),
    ("empty_stack", "Base", {**QUEENS, (3, 0): []}, {}),
    ("not_connected", "Base", {**QUEENS, (4, 0): ["bS1"]}, {}),
    ("stands_on_others", "Base", {(0, 0): ["wQ", "bA1"], (1, 0): ["bQ"]}, {}),
    ("guardian_on_ground", "Base+Guardians", {**QUEENS, (3, 0): ["wU"]}, {}),
    ("on_the_neutral", "Base+Honeycombo", {(0, 0): ["hc", "wB1"], (1, 0): ["wQ"], (2, 0): ["bQ"]}, {}),
    ("neutral_missing", "Base+Honeycombo", QUEENS, {}),
    ("neutral_missing", "Base+Predators+Honeycombo", QUEENS, {"removed": ["hc", "wR"]}),
    ("neutral_not_on_board", "Base+Honeycombo", {(0, 0): ["wQ", "hc"], (1, 0): ["bQ"]}, {}),
    ("no_honeycombo", "Base", QUEENS, {"honeycombo": WHITE}),
    ("no_honeycombo", "Base", QUEENS, {"double": WHITE}),
    ("double_turn", "Base+Honeycombo", COMBO, {"honeycombo": WHITE, "double": WHITE}),
    (  # V5, H2: it was pinned where it took off
        "last_illegal",
        "Venom",
        {(0, 0): ["wQ"], (1, 1): ["bQ"], (0, 1): ["wY1"]},
        {"turn": "Black[4]", "last": [Event("moved", Hex(0, 1), Hex(1, 0))]},
    ),
    ("royal_missing", "Base", {(0, 0): ["wA1"], (1, 0): ["bQ"]}, {"turn": "White[5]"}),
    (
        "royal_late",
        "Base",
        {(0, 0): ["wA1"], (1, 0): ["wA2"], (0, 1): ["wG1"], (1, 1): ["wS1"], (2, 0): ["bQ"]},
        {},
    ),
    ("royal_elsewhere", "Base+Swarm", {(0, 0): ["wA1"]}, {"hands": {BLACK: ["wQ", "bQ"]}}),
    ("royal_elsewhere", "Base+Swarm", {(0, 0): ["wA1"]}, {"bag": ["wQ"]}),
    ("royal_elsewhere", "Base", {(0, 0): ["wA1"]}, {"hands": {BLACK: ["wQ"]}}),
    ("turn_text", "Base", QUEENS, {"turn": "White 5"}),
    ("turn_text", "Base", QUEENS, {"turn": "Red[5]"}),
    ("turn_zero", "Base", QUEENS, {"turn": "White[0]"}),
    ("turn_zero", "Base+Swarm", {}, {"turn": "Black[0]"}),
    ("first_turn", "Base", {(0, 0): ["bA1"]}, {"turn": "White[1]"}),
    ("first_turn", "Base", QUEENS, {"turn": "White[1]"}),
    ("too_early", "Base", QUEENS, {"turn": "White[2]"}),
    ("too_early", "Base+Swarm", QUEENS, {"turn": "White[2]"}),
    ("nothing_placed", "Base", {(0, 0): ["wQ"]}, {"turn": "White[2]"}),
    ("nothing_placed", "Base+Swarm", {}, {"turn": "Black[1]"}),
    ("removal", "Base", QUEENS, {"removed": ["wA2", "bA2"]}),
    ("removal_odd", "Base+Predators", QUEENS, {"removed": ["wR"]}),
    ("removal_by_nobody", "Base+Predators", QUEENS, {"removed": ["wA2", "bA2"]}),
    ("removal_by_nobody", "Base+MP+Predators", QUEENS, {"removed": ["wP", "bA2"]}),
    ("removal_by_nobody", "Base+MP+Predators", QUEENS, {"removed": ["wM", "bA2", "wA2", "bG2"]}),
    ("removal_of_own", "Base+Predators", QUEENS, {"removed": ["wR", "wA2"]}),
    ("removal_of_own", "Base+M+Predators", QUEENS, {"removed": ["wR", "bA2", "bM", "bA3"]}),
    ("wrong_hand", "Base", QUEENS, {"hands": {WHITE: ["bA2"]}}),
    ("nowhere", "Base+Swarm", QUEENS, {"bag": ["wA2", "wA3"]}),
    ("no_bag", "Base", QUEENS, {"bag": ["wA2"]}),
    ("last_nothing", "Base", QUEENS, {"turn": "White[5]", "last": [Event("placed", Hex(5, 5))]}),
    ("last_nothing", "Base", QUEENS, {"turn": "White[5]", "last": [Event("moved", Hex(2, 0))]}),
    (
        "last_nothing",
        "Base",
        QUEENS,
        {"turn": "White[5]", "last": [Event("moved", Hex(2, 0), Hex(2, 0))]},
    ),
    (
        "last_nothing",
        "Venom",
        QUEENS,
        {"turn": "White[5]", "last": [Event("swapped", Hex(2, 0), Hex(9, 0))]},
    ),
    (
        "last_illegal",
        "Base",
        QUEENS,
        {"turn": "White[5]", "last": [Event("moved", Hex(-1, 0), Hex(0, 1))]},
    ),
    ("last_before", "Base", QUEENS, {"turn": "White[5]", "last": [Event("placed", Hex(-1, 0))]}),
    (
        "last_before",
        "Base",
        QUEENS,
        {"turn": "White[5]", "last": [Event("moved", Hex(2, 0), Hex(9, 9))]},
    ),
    (
        "last_turned",
        "Base+Honeycombo",
        COMBO,
        {"turn": "White[5]", "double": BLACK, "last": [Event("placed", Hex(-1, 0))]},
    ),
]


@pytest.mark.parametrize(("key", "game_type", "stacks", "rest"), CASES, ids=lambda value: str(value)[:20])
def test_a_mistake_is_told(key: str, game_type: str, stacks: Stacks, rest: dict[str, Any]) -> None:
    with pytest.raises(SetUpError) as caught:
        set_up(game_type, stacks, **rest)
    assert caught.value.key == f"setup.{key}"
    assert caught.value.rule == MISTAKES[key]
    assert str(caught.value) == caught.value.say("en")
    assert caught.value.say("fr")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.key, str(again)) == (caught.value.key, str(caught.value))


def test_the_queen_may_not_have_opened_where_that_is_forbidden() -> None:  # T4
    forbidden = ruche.GameType("Base", queen_opening="forbidden")
    stacks = {(0, 0): ["wQ"]}
    with pytest.raises(SetUpError, match="may not open"):
        set_up(forbidden, stacks, turn="Black[1]")
    assert set_up("Base", stacks).turn == "Black[1]"


def test_every_mistake_has_a_case_and_words() -> None:
    tried = {key for key, *_ in CASES} | {"royal_first"}
    assert tried == set(MISTAKES)
    assert {key for key in sorted(words.keys()) if key.startswith("setup.")} == {
        f"setup.{key}" for key in MISTAKES
    }


def test_messages_quote_what_is_wrong() -> None:
    with pytest.raises(SetUpError, match=re.escape("'wA4' is one too many: Base has 3")):
        set_up("Base", {(0, 0): ["wA4"]})
    with pytest.raises(SetUpError, match=re.escape("(4, 0) is not connected to (0, 0)")):
        set_up("Base", {**QUEENS, (4, 0): ["bS1"]})


def test_what_is_laid_out_is_there() -> None:
    position = set_up("Base+M", {**QUEENS, (1, -1): ["bS1", "wB1", "wM"]}, turn="Black[7]")
    names = {place: [str(piece) for piece in stack] for place, stack in position.stacks.items()}
    assert names == {**QUEENS, (1, -1): ["bS1", "wB1", "wM"]}
    assert (position.turn, position.state, position.outcome) == ("Black[7]", "InProgress", None)
    assert [str(piece) for piece in position.hand(WHITE)] == [
        "wS1",
        "wS2",
        "wB2",
        "wA2",
        "wA3",
        *GRASSHOPPERS,
    ]
    assert not position.resting
    assert position.copy() == position == pickle.loads(pickle.dumps(position))


def test_it_equals_the_position_that_is_played_to() -> None:
    reached = played("Base", "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")
    laid = set_up("Base", {(5, 2): ["wQ"], (6, 2): ["wA1"], (7, 2): ["bA1"], (8, 2): ["bQ"]})
    assert laid == reached
    assert laid.repetition_key == reached.repetition_key
    assert laid.turn == reached.turn
    assert {str(action) for action in laid.legal_actions()} > {"wQ \\wA1", "wQ /wA1"}


def test_numbers_may_be_left_out() -> None:
    position = set_up(
        "Venom", {(0, 0): ["wQ"], (1, 0): ["wA"], (2, 0): ["wA1"], (3, 0): ["bq"], (4, 0): ["wY"]}
    )
    assert [str(stack[0]) for stack in position.stacks.values()].count("wA1") == 1
    assert str(position.stacks[Hex(1, 0)][0]) == "wA2"
    assert str(position.stacks[Hex(4, 0)][0]) == "wY3"


@pytest.mark.parametrize(
    ("stacks", "turn", "expected"),
    [
        ({}, None, "White[1]"),
        ({(0, 0): ["wA1"]}, None, "Black[1]"),
        ({(0, 0): ["wA1"]}, "b", "Black[1]"),
        (QUEENS, None, "White[3]"),
        (QUEENS, "Black", "Black[3]"),
        (QUEENS, "w", "White[3]"),
        (QUEENS, " white[9] ", "White[9]"),
    ],
)
def test_the_turn_is_inferred(stacks: Stacks, turn: str | None, expected: str) -> None:
    assert set_up("Base", stacks, turn=turn).turn == expected


@pytest.mark.parametrize(
    ("game_type", "name"),
    [("Venom+Locked", "wO1"), ("Venom+Locked", "wS1"), ("Venom", "wW"), ("Venom", "wO1")],
)
def test_any_face_that_can_show_may_be_laid_out(game_type: str, name: str) -> None:  # V0b
    royal = name if name == "wW" else "wQ"
    stacks = {(0, 0): [royal], (1, 0): ["bQ"], (-1, 0): ["wA1" if name == royal else name]}
    shown = {piece.name for stack in set_up(game_type, stacks).stacks.values() for piece in stack}
    assert {royal, name} <= shown


def test_nothing_laid_out_is_the_start() -> None:
    assert set_up("Base", {}).state == "NotStarted"
    assert set_up("Base+Honeycombo", {(0, 0): ["hc"]}).state == "NotStarted"


def test_a_finished_game_can_be_laid_out() -> None:  # E1
    ring = {
        (1, 0): ["wQ"],
        (0, 1): ["bA1"],
        (-1, 1): ["bA2"],
        (-1, 0): ["wA1"],
        (0, -1): ["wA2"],
        (1, -1): ["wA3"],
    }
    position = set_up("Base", {(0, 0): ["bQ"], **ring})
    assert position.state == "WhiteWins"
    assert position.legal_actions() == []
    assert position.copy().state == "WhiteWins"
    assert pickle.loads(pickle.dumps(position)).state == "WhiteWins"


def test_a_queen_that_could_not_enter_is_in_the_hand_if_told_so() -> None:  # T3
    stacks = {(0, 0): ["wA1"], (1, 0): ["bQ"]}
    position = set_up("Base", stacks, turn="White[5]", hands={WHITE: ["wQ"]})
    assert {str(action).split()[0] for action in position.legal_actions()} == {"wQ"}


def test_the_honeycombo_shows_what_it_is_told() -> None:  # K4
    assert set_up("Base+Honeycombo", COMBO, turn="Black[2]").honeycombo == BLACK
    light = set_up("Base+Honeycombo", COMBO, turn="White[2]", honeycombo=WHITE)
    assert light.honeycombo == WHITE
    assert light.is_legal("hc =b")
    now = set_up("Base+Honeycombo", COMBO, turn="White[4]", double=WHITE)
    assert (now.actions_left, now.honeycombo) == (2, BLACK)
    coming = set_up("Base+Honeycombo", COMBO, turn="Black[4]", double=WHITE)
    assert coming.double_turn_of(WHITE)
    assert not coming.is_legal("hc =w")  # not in the very next turn
    coming.play(next(action for action in coming.legal_actions() if action.kind == "move"))
    assert coming.actions_left == 2


def test_swarm_deals_out_hands_and_bag() -> None:  # S1
    position = set_up(
        "Base+Swarm", QUEENS, hands={WHITE: ["bG1", "wG1"], BLACK: ["wS"]}, removed=[], turn="White[4]"
    )
    assert [str(piece) for piece in position.hand(WHITE)] == ["wG1", "bG1"]
    assert [str(piece) for piece in position.hand(BLACK)] == ["wS1"]
    assert len(position.bag) == 22 - 4 - 3
    assert position.is_legal("steal wS1")
    assert position.is_legal("draw")


@pytest.mark.parametrize(
    ("game_type", "removed"),
    [
        ("Base+M+Predators", "wM bA2"),  # it killed as a predator
        ("Base+M+Predators", "wA2 bM"),
        ("Base+M+Predators", "wM bM"),
        ("Base+M+Predators", "wM bA2 wA2 bR"),
        ("Base+M+Predators", "wM bA3 wR bA2"),
        ("Venom+M+Predators", "wT bA2"),  # a tick that was a mosquito when it killed
        ("Venom+M+Predators", "wR wA2"),  # a tick made it kill one of its own (V9)
    ],
)
def test_a_mosquito_may_have_killed(game_type: str, removed: str) -> None:  # P3
    position = set_up(game_type, QUEENS, removed=removed.split(), turn="White[9]")
    ids = {position.game_type.by_name[name][0] for name in removed.split()}
    assert {piece.id for piece in position.removed} == ids


@pytest.mark.parametrize("late", Colour)
def test_a_royal_that_found_no_room_is_still_in_hand_where_it_is_named(late: Colour) -> None:  # T3
    """Whoever had no room for it has passed since; unnamed, it is taken for forgotten."""
    own, other = late.letter, late.other.letter
    stacks = {(0, 0): [f"{other}Q"], (1, 0): [f"{own}A1"]}
    position = set_up("Base", stacks, turn="White[6]", hands={late: [f"{own}Q"]})
    assert f"{own}Q" in {piece.name for piece in position.hand(late)}
    with pytest.raises(SetUpError) as refused:
        set_up("Base", stacks, turn="White[6]")
    assert (refused.value.kind, refused.value.rule) == ("royal_missing", "T3")


def test_a_mosquito_that_has_killed_is_laid_out_as_removed() -> None:  # P3
    stacks = {(0, 0): ["wQ"], (1, 0): ["bQ"], (-1, 0): ["wM"], (-1, 1): ["wX"], (-2, 1): ["bA1"]}
    position = set_up("Base+M+Predators", stacks, turn="White[5]")
    position.play("wM xbA1")
    laid = SetUp.of(position)
    assert set(laid.removed) == {"wM", "bA1"}
    assert laid.position() == position


def test_removed_pieces_are_out_of_the_game() -> None:  # P1
    position = set_up("Base+Predators", QUEENS, removed=["wX", "bS1"], turn="White[6]")
    assert [str(piece) for piece in position.removed] == ["wR", "bS1"]
    assert not {"wR", "bS1"} & {str(piece) for colour in (WHITE, BLACK) for piece in position.hand(colour)}


@settings(max_examples=60)
@example("Ultimate+Swarm", 141, 22)  # a mosquito that has chased as a fly, and could slide too (V5, B8)
@given(
    st.sampled_from(["Base+MLP", "Venom+MLP", "Base+Predators+Honeycombo", "Ultimate", "Ultimate+Swarm"]),
    st.integers(0, 10**6),
    st.integers(2, 70),
)
def test_any_position_can_be_laid_out_with_what_the_last_turn_did(
    game_type: str, seed: int, plies: int
) -> None:  # R1, R4
    position = playout(game_type, seed, plies)
    if position.outcome is not None and position.outcome.why == "repetition":
        return  # a set-up has no history (E4)
    if len(position.history) > 1 and position.actions_left == 1:
        before = position.copy()
        before.undo()
        if before.turn == position.turn:
            return  # the middle of a double turn is no set-up
    laid = SetUp.of(position).position()
    assert laid == position
    assert {str(piece) for piece in laid.resting} == {str(piece) for piece in position.resting}
    assert set(map(str, laid.legal_actions())) == set(map(str, position.legal_actions()))


def test_what_can_be_told_of_the_last_turn_depends_on_the_pieces() -> None:
    kinds = {name: event_kinds(GameType(name)) for name in ("Base", "Base+P", "Venom+MLP", "Venom+Locked")}
    assert kinds["Base"] == []  # nobody there asks what was moved
    assert kinds["Base+P"] == ["placed", "moved"]
    assert kinds["Venom+MLP"] == ["placed", "moved", "flipped", "stung", "swapped"]
    assert kinds["Venom+Locked"] == ["placed", "moved"]
