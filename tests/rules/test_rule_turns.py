"""T: turns and placing."""

import pytest
from tests.rules.drawing import drawn, holds, kinds

from ruche import BLACK, WHITE, GameType, IllegalAction, Position

rule = pytest.mark.rule


@rule("T1")
def test_white_begins_and_black_touches_it() -> None:
    position = Position("Base")
    assert (position.colour, position.state) == (WHITE, "NotStarted")
    assert {str(action) for action in position.legal_actions()} == {"wQ", "wS1", "wB1", "wA1", "wG1"}
    position.play("wG1")
    assert (position.colour, position.state, position.turn) == (BLACK, "InProgress", "Black[1]")
    holds(r"""
        Base Black[1]
           *     *
        *     wG1   *
           *     *
        stars: bA1
        legal: bQ wG1-
    """)


@rule("T2")
def test_a_new_piece_touches_its_own_colour_only() -> None:
    holds(r"""
        Base White[3]
           *     *     .
        *     wQ    wA1   bQ
           *     *     .     bA1
        stars: wS1
        refused: wS1 wA1/ T2; wS1 wQ T2; wS1 bA1- T2
    """)


@rule("T2")
def test_an_enclosed_hex_may_be_filled() -> None:
    holds(r"""
        Base White[8]
              *     *     *
           *     wA1   wS1   *
        *     wQ    *     wG1   *
           *     wA2   wB1   .
              *     .     bQ    .
        stars: wA3
    """)


@rule("T2")
def test_without_a_stack_of_its_colour_there_is_nowhere_to_place() -> None:
    holds(r"""
        Base White[5]
        bQ    bB1^  bA1
        bB1 on wQ
        actions: pass
    """)


@rule("T3")
def test_on_the_fourth_turn_only_the_queen() -> None:
    position = holds(r"""
        Base White[4]
           *     *     *     .
        *     wS1   wG1   wA1   bA1   bQ
           *     *     *     .
        stars: wQ
        refused: wA2 -wS1 T3; pass T3
    """)
    assert {str(action.piece) for action in position.legal_actions()} == {"wQ"}
    third = drawn("""
        Base White[3]
        wG1   wA1   bA1   bQ
    """)
    assert {str(action.piece) for action in third.legal_actions()} == {"wQ", "wS1", "wB1", "wA2", "wG2"}


@rule("T3", "T6")
def test_a_queen_without_room_waits_and_stays_the_only_one() -> None:
    position = holds(r"""
        Base White[4]
        bB1^  bA1   bQ
        bB1 on wA1
        white: wQ
        actions: pass
    """)
    position.play("pass")
    assert position.turn == "Black[4]"
    position.play("bB1 bA1")
    assert position.turn == "White[5]"  # passes count
    assert {str(action.piece) for action in position.legal_actions()} == {"wQ"}


@rule("T4")
def test_the_queen_may_open_unless_it_is_forbidden() -> None:
    for allowed in (True, False):
        position = Position(GameType("Base", queen_opening="allowed" if allowed else "forbidden"))
        assert ("wQ" in {str(action) for action in position.legal_actions()}) == allowed
        position.play("wA1")
        assert ("bQ wA1-" in {str(action) for action in position.legal_actions()}) == allowed
        position.play("bA1 wA1-")
        assert "wQ -wA1" in {str(action) for action in position.legal_actions()}


@rule("T5")
def test_nobody_moves_before_his_own_queen_is_in_play() -> None:
    holds(r"""
        Base White[3]
        wA1   wA2   bA1   bQ
        move: none
        refused: wA1 bQ- T5
    """)
    position = holds(r"""
        Base Black[3]
        wA1   wA2   bA1   bQ
        legal: bQ bA1/
    """)
    assert kinds(position, "move") == {"bQ bA1/", "bQ bA1\\"}


@rule("T5", "V2")
def test_a_wasp_is_the_queen_in_play() -> None:
    holds(r"""
        Venom White[5]
           *     *     *     *
        wA1   wW    bQ    bA1   *
           *     *     *     *
        stars: wA1
    """)


@rule("T6")
def test_nobody_passes_who_can_act() -> None:
    holds(r"""
        Base+S0B0A1G0 White[5]
        wQ    wA    bQ    bA
        refused: pass T6
    """)


@rule("T6", "S4")
def test_who_can_only_draw_draws() -> None:
    holds(r"""
        Base+Swarm White[5]
        bQ    wQ    bB1^  bA1
        bB1 on wA1
        white:
        black: bS1
        actions: draw
        refused: pass T6
    """)


@rule("T6", "V0b")
def test_who_can_only_flip_flips() -> None:
    holds(r"""
        Base+S0B0A0G1+Guardians White[6]
        bG    wU^   bQ
        wU on wQ
        actions: wU =wN
        refused: pass T6
    """)


@rule("T7")
def test_identical_pieces_enter_by_number() -> None:
    position = drawn("""
        Base White[4]
        wQ    wA2   bQ
    """)
    ants = {str(action.piece) for action in position.legal_actions() if action.kind == "place"}
    assert ants == {"wS1", "wB1", "wA1", "wG1"}
    assert position.why_not("wA3 -wQ") is not None


@rule("T8")
def test_nothing_in_play_is_placed_again_and_the_dead_stay_dead() -> None:
    position = drawn(r"""
        Base+Predators White[7]
        wQ    wX    bA1
           wA1   bQ
    """)
    assert "wA1" not in {str(a.piece) for a in position.legal_actions() if a.kind == "place"}
    position.play("wX xbA1")
    assert {str(piece) for piece in position.removed} == {"wR", "bA1"}
    with pytest.raises(IllegalAction) as caught:
        position.play("bA1 bQ-")
    assert caught.value.reason.rule == "T8"
    assert "bA1" not in {str(piece) for piece in position.hand(BLACK)}
