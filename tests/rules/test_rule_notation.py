"""N: notation. Game types are in test_gametype.py, the text of records in tests/notation."""

import pytest
from tests.rules.drawing import drawn, kinds

from ruche import Hex, IllegalAction, NotationError, Position

pytestmark = pytest.mark.rule("N")

# What is written for a hex beside the only other piece, by where it lies.
SIDES = {"-wA1": (-1, 0), "wA1-": (1, 0), "/wA1": (-1, 1), "wA1/": (1, -1), "\\wA1": (0, -1), "wA1\\": (0, 1)}


@pytest.mark.parametrize(("text", "place"), SIDES.items())
def test_signs_tell_the_side(text: str, place: tuple[int, int]) -> None:
    position = Position("Base")
    position.play("wA1")
    action = position.play(f"bA1 {text}")
    assert str(action) == f"bA1 {text}"
    assert action.to == Hex(*place)
    assert position.stacks[Hex(*place)][0].name == "bA1"


def test_the_first_neighbour_from_north_west_clockwise_is_written() -> None:
    """A hex in the middle of six is named by each of them in turn, as those before it are left out."""
    around = {
        "north-west": ((0, -1), "{}\\"),
        "north-east": ((1, -1), "/{}"),
        "east": ((1, 0), "-{}"),
        "south-east": ((0, 1), "\\{}"),
        "south-west": ((-1, 1), "{}/"),
        "west": ((-1, 0), "{}-"),
    }
    from ruche import set_up

    names = ["bA1", "bA2", "wS1", "wQ", "bQ"]
    for first in range(2):
        places = [place for place, _ in around.values()][first:]
        signs = [sign for _, sign in around.values()][first:]
        stacks = {place: [name] for place, name in zip(places, names, strict=False)}
        edge = max(stacks)
        stacks[edge[0] + 1, edge[1]] = ["wL"]
        position = set_up("Base+L", stacks, turn="White[9]")
        home = position.stacks
        assert home
        texts = {str(action) for action in position.legal_actions() if action.to == Hex(0, 0)}
        assert all(text.endswith(signs[0].format(names[0])) for text in texts)


def test_a_stack_is_named_by_its_top_and_the_mover_is_lifted_off() -> None:
    position = drawn(r"""
        Base White[6]
           .     .
        wQ    wB1^  bQ
        wB1 on bA1
    """)
    assert "wB1 wQ" in kinds(position, "move")
    assert "wB1 \\bA1" in kinds(position, "move") or "wB1 wQ/" in kinds(position, "move")
    assert not any("wB1 " in text and text.endswith("wB1") for text in kinds(position, "move"))


def test_any_neighbour_will_do_also_covered_or_the_movers_old_place() -> None:
    position = drawn(r"""
        Base White[6]
        wA1   wB1^  bQ    wQ
        wB1 on bA1
    """)
    spellings = {"wA1 wA1/", "wA1 \\wB1", "wA1 \\bA1"}
    assert len({position.parse(text).to for text in spellings}) == 1
    assert len({str(position.parse(text)) for text in spellings}) == 1


def test_a_direction_that_points_at_a_piece_is_a_climb() -> None:
    position = drawn("""
        Base White[6]
        wB1   wQ    bQ
    """)
    assert position.parse("wB1 -bQ") == position.parse("wB1 wQ")


def test_every_kind_of_action_is_written() -> None:
    ultimate = drawn(r"""
        Venom+MLP+Predators+Honeycombo White[9]
           wX    bA1   wC
        wW    bS1   bQ    hc
        honeycombo: white
    """)
    assert "wC =wP" in kinds(ultimate, "flip")
    assert kinds(ultimate, "turn") == {"hc =b"}
    assert "wW *bA1" in kinds(ultimate, "sting")
    assert kinds(ultimate, "kill") <= {"wX xbA1", "wX xbS1"}
    swarm = drawn("""
        Base+Swarm White[4]
        wQ    bQ    bA1
        white: wS1
        black: wG2
    """)
    assert kinds(swarm, "draw") == {"draw"}
    assert kinds(swarm, "steal") == {"steal wG2"}
    assert "wS1 -wQ" in kinds(swarm, "place")


def test_a_hand_is_written_by_letter_then_number() -> None:
    position = Position("Base+MLP+Swarm")
    action = position.play("hand wS1 wA1 wM")
    assert str(action) == "hand wA1 wM wS1"


def test_numbers_stay_with_the_piece_and_single_kinds_have_none() -> None:
    position = drawn("""
        Venom White[6]
        wS2   wQ    bQ    bO1
    """)
    assert "wS2 =wO2" in kinds(position, "flip")
    assert {str(piece) for piece in Position("Base+S1O1").game_type.pieces} >= {"wS", "wO", "bS", "bO"}


def test_a_face_that_does_not_show_is_refused() -> None:
    position = drawn("""
        Venom White[6]
        wO1   wQ    bQ
    """)
    for text in ("wS1 wQ/", "wA1 -wS1", "wS1 =wO1"):
        with pytest.raises(NotationError):
            position.parse(text)


def test_with_a_honeycombo_the_first_placement_names_it() -> None:
    position = Position("Base+Honeycombo")
    ants = {str(action) for action in position.legal_actions() if str(action.piece) == "wA1"}
    assert ants == {"wA1 -hc", "wA1 hc-", "wA1 /hc", "wA1 hc/", "wA1 \\hc", "wA1 hc\\"}
    with pytest.raises((NotationError, IllegalAction)):
        position.play("wA1")


def test_swaps_either_way_are_two_actions() -> None:
    """A mosquito beside a centipede may swap as well: unequal texts are unequal actions."""
    position = drawn("""
        Venom+MP White[8]
           bQ    bA1
        wC    wQ    bS1
           wM
    """)
    swaps = kinds(position, "swap")
    assert {text.split()[0] for text in swaps} == {"wC", "wM"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "wA1 wA1 wA1",
        "xA1",
        "wZ1 -wQ",
        "wA9 -wQ",
        "wA1 -",
        "wA1 -wG1",
        "-wQ",
        "wA1 *wQ *",
        "draw wA1",
        "hc =x",
    ],
)
def test_nonsense_is_quoted(text: str) -> None:
    position = drawn("""
        Base White[5]
        wA1   wQ    bQ
    """)
    with pytest.raises(NotationError) as caught:
        position.parse(text)
    assert repr(text) in str(caught.value)


def test_the_turn_field_is_the_same_for_both_actions_of_a_double_turn() -> None:
    position = drawn("""
        Base+Honeycombo White[5]
        wQ    hc    bQ
        double: white
    """)
    assert position.turn == "White[5]"
    position.play("wA1 -wQ")
    assert position.turn == "White[5]"
    assert [str(action) for action in position.history] == ["wA1 -wQ"]
