"""K: Honeycombo."""

import pytest
from tests.rules.drawing import drawn, holds, kinds

from ruche import BLACK, WHITE, Hex, Position

rule = pytest.mark.rule


@rule("K1")
def test_it_lies_there_dark_side_up_before_the_first_turn() -> None:
    position = Position("Base+Honeycombo")
    assert {place: [str(piece) for piece in stack] for place, stack in position.stacks.items()} == {
        Hex(0, 0): ["hc"]
    }
    assert position.honeycombo == BLACK
    holds(r"""
        Base+Honeycombo White[1]
           *     *
        *     hc    *
           *     *
        stars: wA1
        legal: wQ -hc
    """)


@rule("K1")
def test_a_first_piece_goes_anywhere_beside_the_hive() -> None:
    holds(r"""
        Base+Honeycombo Black[1]
           *     *     *
        *     hc    wA1   *
           *     *     *
        stars: bA1
    """)


@rule("K2")
def test_a_new_piece_may_touch_it_in_place_of_a_friend_but_no_enemy() -> None:
    holds(r"""
        Base+Honeycombo White[3]
           .     .     *
        .     bQ    hc    *
           .     .     wQ    *
                    *     *
        stars: wA1
        refused: wA1 \hc T2
    """)


@rule("K2", "H2", "H5")
def test_it_is_a_piece_of_height_one() -> None:
    """It holds the hive together, and a grasshopper leaps it."""
    holds(r"""
        Base+Honeycombo White[5]
        .     wG1   hc    bQ    *
           .     wQ
              .     *
        stars: wG1
    """)
    position = drawn("""
        Base+Honeycombo Black[5]
        wQ    hc    bQ    bA1
    """)
    assert {str(action.piece) for action in position.legal_actions() if action.kind == "move"} == {"bA1"}


@rule("K3")
def test_it_is_not_thrown_swapped_stung_or_moved() -> None:
    holds(r"""
        Venom+P+Honeycombo White[7]
           .     hc
        .     wP    bQ
           wW    bA1
        sting: wW *bQ; wW *bA1
        refused: hc -wP K3; wW *hc K3
    """)


@rule("K3")
def test_nothing_stops_on_it_but_pieces_cross_it() -> None:
    holds(r"""
        Base+Honeycombo White[5]
              *     .
           wB1   hcx   bQ
        *     wQ*   .
        stars: wB1
        refused: wB1 hc K3
    """)
    holds(r"""
        Base+L+Honeycombo White[5]
           .     .     *     *
        .     wL    hc    bQ    *
           .     *     wQ    *
                    *     *
        stars: wL
    """)


@rule("K3", "K5")
def test_in_a_double_turn_a_piece_may_stop_there_and_must_come_off() -> None:
    holds(r"""
        Base+Honeycombo White[5]
              *     .
           wB1   hc*   bQ
        *     wQ*   .
        double: white
        stars: wB1
    """)
    holds(r"""
        Base+Honeycombo White[5]
        wB1   hc    bQ
           wQ
        double: white
        played: wB1 hc
        move: wB1 bQ; wB1 wQ; wB1 -hc; wB1 \hc; wB1 hc/; wB1 hc\
        pass: none
        place: none
        refused: pass K3; wA1 -wQ K3
    """)


@rule("K3", "K5")
def test_who_could_not_come_off_does_not_go_there() -> None:
    """A butterfly needs two steps on top; from the Honeycombo it finds none, so it may not stop there."""
    holds(r"""
        Base+Guardians+Honeycombo White[6]
        wQ    wU^   hc    bQ
        wU on wA1
        double: white
        legal: wS1 -wQ
        refused: wU hc G2
    """)


@rule("K3")
def test_not_in_the_second_action() -> None:
    holds(r"""
        Base+Honeycombo White[5]
        wB1   hc    bQ
           wQ
        double: white
        played: wA1 /wQ
        refused: wB1 hc K3
    """)


@rule("K4")
def test_who_sees_his_colour_may_flip_it() -> None:
    holds("""
        Base+Honeycombo Black[4]
        wQ    hc    bQ
        turn: hc =w
    """)
    holds("""
        Base+Honeycombo White[5]
        wQ    hc    bQ
        turn: none
        refused: hc =w K4
    """)
    holds("""
        Base+Honeycombo White[5]
        wQ    hc    bQ
        honeycombo: white
        turn: hc =b
    """)


@rule("K4", "T5")
def test_only_with_his_queen_in_play() -> None:
    holds("""
        Base+Honeycombo Black[3]
        wQ    hc    bA1
        turn: none
        refused: hc =w T5
    """)


@rule("K4")
def test_it_is_not_flipped_back_at_once_but_one_turn_later() -> None:
    position = holds("""
        Base+Honeycombo Black[4]
        wQ    hc    bQ
        played: hc =w
        turn: none
        refused: hc =b K4
    """)
    assert position.honeycombo == WHITE
    position.play("wA1 -wQ")
    assert (position.turn, position.actions_left) == ("Black[5]", 2)
    assert kinds(position, "turn") == set()
    position.play("bA1 bQ-")
    assert kinds(position, "turn") == set()
    position.play("pass")
    assert kinds(position, "turn") == {"hc =b"}


@rule("K4", "K5")
def test_a_flip_gives_two_actions_in_the_next_turn_only() -> None:
    position = drawn("""
        Base+Honeycombo Black[4]
        wQ    hc    bQ
        played: hc =w; wA1 -wQ
    """)
    turns = []
    for text in ("bA1 bQ-", "bA2 bA1-", "wA2 -wA1", "bA3 bA2-"):
        turns.append((position.turn, position.actions_left))
        position.play(text)
    assert turns == [("Black[5]", 2), ("Black[5]", 1), ("White[6]", 1), ("Black[6]", 1)]
    assert position.turn == "White[7]"


@rule("K5")
def test_the_second_action_may_be_declined_the_first_may_not() -> None:
    holds("""
        Base+Honeycombo White[5]
        wQ    hc    bQ
        double: white
        refused: pass T6
    """)
    position = holds(r"""
        Base+Honeycombo White[5]
        wQ    hc    bQ
        double: white
        played: wA1 -wQ
        legal: pass; wA2 -wA1; wA1 \wQ
    """)
    position.play("pass")
    assert position.turn == "Black[5]"


@rule("K5", "T6")
def test_a_forced_pass_ends_a_double_turn() -> None:
    position = holds(r"""
        Base+S0B1A1G0+Honeycombo White[6]
        hc    bQ    wQ    bB^   bA
        bB on wB on wA
        double: white
        actions: pass
    """)
    position.play("pass")
    assert position.turn == "Black[6]"


@rule("K5", "E2")
def test_the_end_is_checked_after_each_action() -> None:
    position = drawn(r"""
        Base+Honeycombo White[9]
              wA1   wS1
           hc    bQ    wG1
              .     bS1   wQ
           .     bA1   wA2
        double: white
        played: wA2 /bQ
    """)
    assert position.state == "WhiteWins"
    assert position.turn == "White[9]"  # the turn field stays
    assert position.legal_actions() == []


@rule("K3", "V9")
def test_a_controlled_piece_that_could_not_come_off_stays_off() -> None:
    """The tick could make the beetle step up, but not down again: on top it is out of the tick's reach."""
    holds(r"""
        Venom+M+Honeycombo White[8]
        wQ    hc    bQ
           wT    bB1
        double: white
        legal: bB1 bQ
        refused: bB1 hc K3
    """)
