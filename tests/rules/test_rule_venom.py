"""V: Venom."""

import pytest
from tests.rules.drawing import drawn, holds, kinds

from ruche import Position

rule = pytest.mark.rule


# -- faces and flips -------------------------------------------------------------------------------


@rule("V0")
def test_the_face_is_chosen_when_placing_but_a_royal_enters_as_queen() -> None:
    position = Position("Venom+MLP")
    first = {str(action) for action in position.legal_actions()}
    assert first == {
        f"w{name}"
        for name in ["Q", "S1", "O1", "B1", "F1", "A1", "Y1", "G1", "D1", "M", "T", "L", "H", "P", "C"]
    }
    reason = position.why_not("wW")
    assert reason is not None
    assert reason.rule == "V0"


@rule("V0a")
def test_own_uncovered_pieces_may_be_flipped_also_pinned_ones() -> None:
    holds(r"""
        Venom White[6]
        wQ    wA1   wB1^  bB1^
        wB1 on bQ
        bB1 on wS1
        flip: wQ =wW; wA1 =wY1; wB1 =wF1
        refused: wS1 =wO1 H3; bB1 =bF1 V0a
    """)


@rule("V0a", "T5")
def test_nobody_flips_before_his_queen() -> None:
    holds("""
        Venom White[3]
        wA1   bQ
        flip: none
        refused: wA1 =wY1 T5
    """)


@rule("V0a", "R1")
def test_what_the_opponent_moved_is_not_flipped() -> None:
    holds(r"""
        Venom+P White[6]
           wA1   o
        .     bP    bQ
           .     wQ    wS1
        last: wA1 moved
        flip: wQ =wW; wS1 =wO1
        refused: wA1 =wY1 V0a
    """)


@rule("V0a", "R4")
def test_nor_what_he_moved_first_in_a_double_turn() -> None:
    """The black pillbug threw the white ant, then another piece moved; the ant may move but not turn over."""
    position = drawn(r"""
        Venom+P+Honeycombo Black[6]
           .     wA1   .
        .     bP    hc    bA1
           bQ    wQ
        double: black
        played: wA1 -bP; bA1 hc/
    """)
    assert {str(piece) for piece in position.resting} == {"bA1"}
    assert "wA1 =wY1" not in kinds(position, "flip")
    assert any(str(action.piece) == "wA1" for action in position.legal_actions())


@rule("V0a", "V1")
def test_a_stung_piece_is_not_flipped() -> None:
    holds(r"""
        Venom Black[7]
        wS1   wW    bQ    bY1
        last: bY1 stung
        flip: bQ =bW
        refused: bY1 =bA1 V1
    """)


@rule("V0b")
def test_locked_faces_stay_but_the_honeycombo_turns() -> None:
    holds(r"""
        Venom+Guardians+Honeycombo+Locked Black[5]
        wQ    hc    bQ    bO1   bN^
        bN on bS2
        flip: none
        turn: hc =w
        refused: bO1 =bS1 V0b; bN =bU V0b; bQ =bW V0b
    """)


@rule("V0b")
def test_guardians_flip_without_venom_predators_do_not() -> None:
    holds(r"""
        Base+Predators+Guardians White[5]
        wX    wU^   bA1   bQ
        wU on wQ
        flip: wU =wN
        refused: wX =wR V0b
    """)
    holds(r"""
        Venom+Predators White[5]
        wX    wQ    bA1   bQ
        flip: wQ =wW; wX =wR
    """)


@rule("V0c")
def test_an_own_mix_has_one_faced_pieces_in_any_number() -> None:
    position = holds(r"""
        Base+S0O2D1 White[1]
        actions: wQ; wB1; wA1; wG1; wO1; wD
    """)
    assert [str(piece) for piece in position.game_type.pieces if piece.bug.letter in "SO"] == [
        *("wO1", "wO2"),
        *("bO1", "bO2"),
    ]
    holds(r"""
        Base+S0O2D1 White[4]
        wO1   wQ    bQ    bD
        flip: none
    """)


# -- wasp ------------------------------------------------------------------------------------------


@rule("V1")
def test_a_wasp_stings_lone_enemies_anywhere() -> None:
    holds(r"""
        Venom White[7]
        wS1   wW    bQ    bA1
                 bB1^  bG1
        bB1 on bS1
        sting: wW *bQ; wW *bA1; wW *bG1
        refused: wW *bB1 V1; wW *bS1 H3; wW *wS1 V1
    """)


@rule("V1")
def test_a_wasp_slides_one_hex() -> None:
    holds(r"""
        Venom White[7]
           *     .
        wW    bQ    bA1
           *
        stars: wW
    """)


@rule("V1")
def test_reach_can_be_limited_to_neighbours() -> None:
    holds(r"""
        Venom White[7] wasp_reach=adjacent
        wS1   wW    bQ    bA1
        sting: wW *bQ
        refused: wW *bA1 V1
    """)


@rule("V1", "R4")
def test_what_was_just_moved_or_flipped_is_too_quick_what_was_placed_is_not() -> None:
    holds(r"""
        Venom White[7]
           .     bA2   o
        wS1   wW    bQ    bA1
        last: bA2 moved
        sting: wW *bQ; wW *bA1
        refused: wW *bA2 V1
    """)
    holds(r"""
        Venom White[7]
        wS1   wW    bQ    bY1
        last: bY1 flipped
        sting: wW *bQ
    """)
    holds(r"""
        Venom White[7]
        wS1   wW    bQ    bY1
        last: bY1 placed
        sting: wW *bQ; wW *bY1
    """)


@rule("V1")
def test_a_sting_flips_and_lasts_through_the_owners_next_turn() -> None:
    position = drawn(r"""
        Venom White[7]
        wS1   wW    bQ    bA1
        played: wW *bA1
    """)
    assert {str(piece) for piece in position.stung} == {"bY1"}
    assert not any(str(action.piece) == "bY1" for action in position.legal_actions())
    position.play("bS1 bQ/")
    assert position.stung == set()
    position.play("wS1 =wO1")
    assert "bY1 =bA1" in kinds(position, "flip")


@rule("V1", "K5", "B7")
def test_a_stung_piece_cannot_be_moved_or_stung_again_at_once() -> None:
    holds(r"""
        Venom+P+Honeycombo White[6]
        hc    wP    bA1
           wW    bQ
        double: white
        played: wW *bA1
        sting: wW *bQ
        refused: bY1 wP/ V1
    """)


@rule("V1", "V9")
def test_a_stung_piece_is_not_controlled_and_not_swapped() -> None:
    holds(r"""
        Venom+MP+Honeycombo White[8]
           wT    bY1
        wW    hc    bQ
        double: white
        played: wW *bY1
        stars: bA1
    """)
    holds(r"""
        Venom+P+Honeycombo White[8]
        wC    hc    wW    bA1
           .     bQ
        double: white
        played: wW *bA1
        swap: wC ~bQ
        refused: wC ~bY1 V1
    """)


@rule("V2", "E1")
def test_a_wasp_can_be_surrounded() -> None:
    holds(r"""
        Venom White[9]
           bA1   bS1
        bG1   wW    wA1
           bB1   .     bQ
              wA2
        played: wA2 -bQ
        state: BlackWins surrounded
    """)


# -- scorpion, firefly, fly, dragonfly -------------------------------------------------------------


@rule("V3")
def test_a_scorpion_makes_two_slides() -> None:
    holds(r"""
        Venom White[5]
           *     .
        .     wQ    bQ
           wO1   .     *
        stars: wO1
        refused: wO1 -wQ V3
    """)


@rule("V3")
def test_a_scorpion_holds_its_enemies_but_no_shield_bug_and_no_friend() -> None:
    holds(r"""
        Venom+L White[7]
        wQ    wS1   bO1   bQ
                 wH    wA1
        flip: wQ =wW; wH =wL
        refused: wS1 =wO1 V3; wA1 =wY1 V3
    """)
    holds(r"""
        Venom White[7]
        wQ    wA1   wO1   bQ
        legal: wA1 =wY1
    """)


@rule("V3", "H3")
def test_a_covered_scorpion_holds_nobody() -> None:
    holds(r"""
        Venom White[7]
        wQ    wS1   bB1^  bQ
                 .     wA1
        bB1 on bO1
        legal: wS1 =wO1; wA1 =wY1
    """)


@rule("V3", "V1")
def test_a_scorpion_stops_no_sting() -> None:
    holds(r"""
        Venom White[7]
        wS1   wW    bQ    bA1   wO2
        sting: wW *bQ; wW *bA1
    """)


@rule("V4")
def test_a_firefly_goes_up_and_across_and_stays_up() -> None:
    holds(r"""
        Venom White[6]
           .     .
        wF1   wQ    bQ*   bA1
           .     wA1*
        stars: wF1
        refused: wF1 wQ V4; wF1 \wQ V4
    """)
    holds(r"""
        Venom White[6]
           *     *
        wQ*   wF1^  bA1*  bS1
           *     wA1*
        wF1 on bQ
        stars: wF1
    """)


@rule("V4", "H5")
def test_stacks_bar_a_firefly() -> None:
    holds(r"""
        Venom White[9]
           .     bB1^
        .     wF2   bQ*   bA1
           .     wB1^
        bB1 on bS1
        wB1 on wQ
        stars: wF2
    """)


@rule("V5", "R4")
def test_a_fly_lands_beside_what_was_placed_moved_or_flipped() -> None:
    for kind in ("placed", "flipped"):
        holds(rf"""
            Venom White[6]
                           *     *
            wY1   wQ    bQ    bY1   *
                           *     *
            last: bY1 {kind}
            stars: wY1
        """)
    holds(r"""
        Venom White[5]
              .     *     *
           wY1   wQ    bA1   *
              bQ    *     *
           o     .
        last: bA1 moved
        stars: wY1
    """)
    holds(r"""
        Venom White[6]
        wY1   wQ    bQ    bA1
        stars: wY1
    """)


@rule("V5")
def test_a_fly_follows_friends_and_stung_pieces_and_climbs_stacks() -> None:
    holds(r"""
        Venom White[6]
                       *     *
        wY1   wQ    bW    wY2   *
                       *     *
        last: wY2 stung
        stars: wY1
    """)
    holds(r"""
        Venom White[6]
                       *     *
        wY1   wQ    bQ    bB1^  *
                       *     *
        bB1 on bA1
        played: wQ =wW; bB1 =bF1
        stars: wY1
    """)


@rule("V5", "H2")
def test_a_fly_that_holds_the_hive_stays() -> None:
    holds(r"""
        Venom White[6]
        wQ    wY1   bQ    bA1
        last: bA1 placed
        stars: wY1
        refused: wY1 bA1- H2
    """)


@rule("V5", "H5")
def test_a_fly_comes_down_between_no_high_stacks() -> None:
    position = holds(r"""
        Venom White[12]
                    *     bB1^
           wY1   wQ    bA1   x
              .     *     bB2^
        bB1 on bS1
        bB2 on bQ
        played: wQ =wW; bA1 =bY1
        stars: wY1
    """)
    assert position.colour == 0


@rule("V6")
def test_a_dragonfly_glides_to_the_end_of_the_row() -> None:
    holds(r"""
        Venom White[7]
                       *
                    wA1
           wD1   wQ    bQ    bA1   *
                    bS1
                       *
        stars: wD1
    """)


@rule("V6")
def test_a_dragonfly_needs_a_second_piece_in_the_row() -> None:
    holds(r"""
        Venom White[7]
           .     .
        wD1   wQ    bQ    *
           .     .
        stars: wD1
        refused: wD1 wQ/ V6; wD1 \wQ V6
    """)


@rule("V6", "H5")
def test_high_stacks_close_the_row() -> None:
    text = r"""
        Venom White[9]
                       bB1^
        wD1   wQ    bQ    bA1   x
                       wB1^
        bB1 on bS1
        wB1 on wS1
        stars: wD1
        refused: wD1 bA1- H5
    """
    holds(text)
    lower = text.replace("wB1^", "wB1 ").replace("        wB1 on wS1\n", "").replace(" x", " *")
    holds(lower.replace("refused: wD1 bA1- H5", "legal: wD1 bA1-"))


# -- shield bug, centipede -------------------------------------------------------------------------


@rule("V7")
def test_a_shield_bug_vaults() -> None:
    holds(r"""
        Venom+L White[6]
              *     *
           wH    wQ    bQ
              *     *
        stars: wH
    """)


@rule("V7")
def test_a_shield_keeps_the_enemy_off() -> None:
    holds(r"""
        Venom+LP White[9]
                 bA1   bH    bG1
              wW    wP    bQ
                 x     x
        stars: bA1
        sting: none
        refused: bA1 /wP V7; wW *bG1 V7; wW *bH V7
    """)


@rule("V7")
def test_a_shield_reaches_only_friends_beside_it() -> None:
    holds(r"""
        Venom+L White[9]
        wS1   wW    bS1   bA1   bQ    bH
        sting: wW *bS1; wW *bA1
    """)


@rule("V7", "V9")
def test_a_shielded_piece_is_not_controlled() -> None:
    holds(r"""
        Venom+ML White[9]
        wQ    wT    bG1
                 bQ    bH
        stars: bG1
        refused: bG1 -wQ V7
    """)


@rule("V7")
def test_ones_own_side_may_do_what_it_likes() -> None:
    holds(r"""
        Venom+LP Black[9]
                 bA1   bH    bG1
              wW    bP    bQ
        legal: bA1 /bP; bG1 =bD1; bH =bL
    """)


@rule("V7", "H3")
def test_a_covered_shield_protects_nobody_and_may_be_covered() -> None:
    holds(r"""
        Venom+LP White[9]
                 bA1   wB1^  bG1
              wW    wP    bQ
        wB1 on bH
        legal: bA1 /wP; wW *bA1; wW *bG1
    """)
    holds(r"""
        Venom+L White[9]
              bA1   bH
           wQ    wB1   bQ
        legal: wB1 bH
    """)


@rule("V7", "V8")
def test_a_shielded_enemy_is_not_swapped() -> None:
    holds(r"""
        Venom+LP White[6]
        wC    wQ    bQ    bA1   .
                       bH
        swap: none
        refused: wC ~bA1 V7
    """)


@rule("V8")
def test_a_centipede_trades_places_with_a_lone_piece() -> None:
    position = holds(r"""
        Venom+P White[6]
        wC    wQ    bQ    bA1
        swap: wC ~bA1
    """)
    before = {str(stack[-1]): place for place, stack in position.stacks.items()}
    position.play("wC ~bA1")
    after = {str(stack[-1]): place for place, stack in position.stacks.items()}
    assert (after["wC"], after["bA1"]) == (before["bA1"], before["wC"])
    assert {str(piece) for piece in position.resting} == {"wC", "bA1"}


@rule("V8", "H2")
def test_the_hive_without_both_is_whole() -> None:
    holds(r"""
        Venom+P White[6]
        wC    wQ    bQ    bA1   bS1
        swap: none
        refused: wC ~bA1 V8
    """)


@rule("V8")
def test_a_centipede_swaps_no_stack_no_neutral_and_nothing_that_rests() -> None:
    holds(r"""
        Venom+P White[8]
        wC    wQ    bQ    bB1^
        bB1 on bA1
        swap: none
    """)
    holds(r"""
        Venom+P+Honeycombo White[8]
        wC    wQ    bQ    hc
        swap: none
        refused: wC ~hc K3
    """)
    holds(r"""
        Venom+P White[8]
        wC    wQ    bQ    bA1
                       o
        last: bA1 moved
        swap: none
        refused: wC ~bA1 R1
    """)


@rule("V8", "H5")
def test_high_stacks_bar_a_centipede() -> None:
    text = r"""
        Venom+P White[9]
           .     bB1^
        .     wC    bQ    wQ    bA1
           .     wB1^
        bB1 on bS1
        wB1 on wS1
        swap: none
    """
    holds(text)
    lower = text.replace("wB1^", "wB1").replace("        wB1 on wS1\n", "")
    holds(lower.replace("swap: none", "swap: wC ~bA1; wC ~wB1"))


# -- tick ------------------------------------------------------------------------------------------


@rule("V9")
def test_a_tick_goes_up_or_down() -> None:
    holds(r"""
        Venom+M White[6]
              .     .
           wT    wQ*   bQ
        stars: wT
        refused: wT \wQ V9
    """)
    holds(r"""
        Venom+M White[6]
           *     *
        wQ    wT^   bA1
           *     bS1
        wT on bQ
        stars: wT
        refused: wT wQ V9
    """)


@rule("V9", "H2")
def test_a_tick_controls_neighbours_also_when_pinned() -> None:
    holds(r"""
        Venom+M White[6]
           .     .     .
        *     wQ    wT    bG1
           .     bQ    .
        stars: bG1
        refused: bG1 =bD1 V0a
    """)
    holds(r"""
        Venom+M White[8]
        *     wQ    wT    bG1
                 bQ
        stars: bG1
    """)


@rule("V9", "T5")
def test_the_victims_queen_need_not_be_in_play() -> None:
    holds(r"""
        Venom+M White[3]
        *     wQ    wT    bG1
        stars: bG1
    """)


@rule("V9")
def test_a_tick_controls_at_its_own_level_only() -> None:
    holds(r"""
        Venom+M White[9]
        wQ    wT    bB1^  bQ
        bB1 on bA1
        stars: bB1
    """)
    holds(r"""
        Venom+M White[9]
        wQ    wT^   bB1^  bQ
        wT on wA1
        bB1 on bA1
        legal: bB1 bQ; bB1 wT
        refused: bQ bB1/ S6
    """)


@rule("V9", "R1")
def test_a_resting_piece_is_not_controlled() -> None:
    holds(r"""
        Venom+M White[6]
              .     .     .
           wQ    wT    bA1   .
              bQ    o
        last: bA1 moved
        stars: bA1
        refused: bA1 -wQ R1
    """)


@rule("V9", "V1")
def test_a_controlled_wasp_stings_her_own_side_but_not_herself() -> None:
    holds(r"""
        Venom+M White[7]
        wQ    wT    bW    bA1
                 bS1
        sting: bW *bA1; bW *bS1
    """)


@rule("V9", "P1")
def test_a_controlled_assassin_kills_its_own_side() -> None:
    holds(r"""
        Venom+M+Predators White[7]
        wQ    wT    bX    bA1
           wA1   bS1   bQ
        legal: bX xbA1
    """)


@rule("V9", "B7")
def test_a_controlled_pillbug_throws_even_the_tick() -> None:
    holds(r"""
        Venom+MP White[7]
           .     .
        wQ    wT    bP    bQ
                 bA1
        legal: bA1 bP/
    """)


@rule("V9", "B8")
def test_a_controlled_tick_or_mosquito_controls_nobody() -> None:
    """Were control handed on, white could make the grasshopper jump."""
    holds(r"""
        Base+M+T1 White[8]
        wQ    wT    bT    bG1
                 bQ
        stars: bG1
    """)


@rule("V9", "B8")
def test_a_controlled_mosquito_moves_as_a_tick_but_does_not_control() -> None:
    position = drawn(r"""
        Base+M+T1 White[8]
        wQ    wT    bM    wG1   bQ
    """)
    assert {str(a) for a in position.legal_actions() if str(a.piece) == "bM"} == set()  # pinned
    assert kinds(position, "kill") == set()


@rule("V9", "K3")
def test_a_controlled_piece_obeys_every_other_rule() -> None:
    holds(r"""
        Venom+M+Honeycombo White[8]
        wQ    hc    bQ
           wT    bB1
        refused: bB1 hc K3
    """)


# -- what is numb, and what a double turn leaves ---------------------------------------------------


@rule("V1")
def test_a_stung_piece_does_not_move() -> None:
    """The fly is stung and shows an ant, which could run everywhere if it were not numb."""
    holds(r"""
        Venom White[7]
        wS1   wW    bQ    bY1
        played: wW *bY1
        stars: bA1
        refused: bA1 bQ/ V1
    """)


@rule("V5", "R4", "K5")
def test_a_fly_may_follow_the_first_of_two_moves() -> None:
    """Both ants moved; only the second rests, but the fly lands beside either."""
    holds(r"""
        Venom+Honeycombo Black[7]
           bA1   .     .
        .     hc    wQ    wY1
           bQ    .
              bA2
        double: black
        played: bA1 -hc; bA2 /bQ
        legal: wY1 \bA1; wY1 /bA2
    """)


@rule("V5", "H3")
def test_a_fly_does_not_land_on_what_is_covered_by_now() -> None:
    """Black flipped the piece; white's beetle climbs on it with the first of two actions."""
    text = r"""
        Venom+Honeycombo White[7]
                             *     *
        wY1   wQ    hc    bQ    bY1   *
                             wB1   *
        last: bY1 flipped
        double: white
        stars: wY1
    """
    holds(text)
    holds(text.replace("*", ".").replace("double: white", "double: white\n        played: wB1 bY1"))
