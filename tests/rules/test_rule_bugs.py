"""B: the bugs of the base game, mosquito, ladybug and pillbug. The pages on the rules show the rest."""

import pytest
from tests.rules.drawing import drawn, holds, kinds

rule = pytest.mark.rule


@rule("B1")
def test_a_queen_slides_one_hex() -> None:
    holds(r"""
        Base Black
              wS1   wA1   bS1
           wB1   *     *     bA1
              wQ    bQ    bG1
                 *     *
        stars: bQ
    """)


@rule("B2")
def test_a_beetle_steps_at_any_level() -> None:
    holds(r"""
        Base White[5]
              *     .
           wB1   bQ*   .
        *     wQ*   bA1
        stars: wB1
    """)
    holds(r"""
        Base White[8]
           *     bB1^*
        *     wB1^  bA1*
           *     wQ*
        wB1 on bS1
        bB1 on bQ
        stars: wB1
    """)


@rule("B2")
def test_beetles_pile_up_without_end() -> None:
    holds(r"""
        Base+S0B5 White[12]
              *     .
           wB1   bB1^* bA1
        *     wQ*
        bB1 on wB2 on bB2 on wB3 on bB3 on wB4 on bQ
        stars: wB1
    """)


@rule("B3")
def test_a_grasshopper_leaps_rows_of_any_length_but_no_gap() -> None:
    holds(r"""
        Base White[8]
                       *
                    wA1
                 wG1   bQ    bA1   *
              .     wQ
           bB1   bS1   *
        x
        stars: wG1
        refused: wG1 -wQ B3
    """)


@rule("B3")
def test_a_grasshopper_minds_no_narrow_place() -> None:
    """It leaves an enclosed hex, past stacks of any height."""
    holds(r"""
        Base White[9]
           *           *
              bA1   bB1^
     *     bS1   wG1   bQ    *
              wQ    bB2^
           *           *
        bB1 on bA2
        bB2 on wA1
        stars: wG1
    """)


@rule("B4")
def test_a_spider_makes_three_slides() -> None:
    holds(r"""
        Base Black
                 wS1   wA1   bQ
        *     wB1   *     *     bA1
           .     wQ    .     bG1
              .     bS1   x     *
        stars: bS1
    """)


@rule("B5")
def test_an_ant_goes_all_the_way_round() -> None:
    holds(r"""
        Base Black
              *     *     .
           *     wQ    *     *
        *     wS1   x     bQ    *
           *     wA1   bS1   *
              *     bA1   *
        stars: bA1
    """)


@rule("B5", "H4")
def test_an_ant_in_a_wide_hole_stays_inside() -> None:
    holds(r"""
        Base White[12]
              bS1   bA1   bG1
           bB1   wA1   *     bA2
        wS1   *     .     *     bQ
           wS2   *     *     wG1
              wQ    wB1   wB2
        stars: wA1
    """)


@rule("B6")
def test_a_ladybug_goes_two_up_and_one_down() -> None:
    holds(r"""
        Base+L White[7]
                    *     *     *
           *     wL    bQ    bA1   *
        *     wQ    wA1   *     bS1
           *     *     *
        stars: wL
        refused: wL bQ B6
    """)


@rule("B6", "H5")
def test_stacks_bar_the_way_of_a_ladybug() -> None:
    holds(r"""
        Base+L White[9]
           .     bB1^  *
        .     wL    bQ    *
           .     wB1^  *
        bB1 on bS1
        wB1 on wQ
        stars: wL
    """)


@rule("B7")
def test_a_pillbug_throws_friend_and_enemy_though_pinned() -> None:
    holds(r"""
        Base+P White[6]
              *     bA1
           *     wP    wQ
              *     bQ
        stars: bA1
    """)
    holds(r"""
        Base+P White[6]
           *     *
        wQ    wP    bA1   bQ
           *     *
        stars: wQ
        refused: bA1 \wP H2; wP wQ/ H2
    """)


@rule("B7")
def test_a_pillbug_slides_and_does_not_climb() -> None:
    holds(r"""
        Base+P White[6]
              *     bA1
           .     wP    wQ
              .     *     bQ
        stars: wP
        refused: wP wQ H4
    """)


@rule("B7", "H3")
def test_nothing_is_thrown_out_of_a_stack() -> None:
    holds(r"""
        Base+P White[9]
           x     bB1^
        x     wP    wQ
           x     bQ
        bB1 on bA1
        stars: bB1 bA1
    """)


@rule("B7", "H5")
def test_a_throw_needs_air_on_both_steps() -> None:
    up = r"""
        Base+P White[9]
           wB1^  bA1   .
        x     wP    bB1^  bQ
           x     wQ
        wB1 on wA1
        bB1 on bS1
        stars: bA1
        refused: bA1 -wP H5
    """
    holds(up)
    low = up.replace("wB1^", "wB1 ").replace("        wB1 on wA1\n", "").replace("x ", "* ")
    holds(low.replace("refused: bA1 -wP H5", "legal: bA1 -wP"))
    holds(r"""
        Base+P White[9]
              wB1^  x     .
           .     wP    bB1^  bQ
        .     bA1   wQ
        wB1 on wA1
        bB1 on bS1
        refused: bA1 wB1- H5
        legal: bA1 -wP
    """)


@rule("B7", "R1")
def test_what_has_just_moved_is_not_thrown() -> None:
    holds(r"""
        Base+P White[6]
           x     bA1   o
        x     wP    wQ
           x     bQ
        last: bA1 moved
        stars: bA1
    """)


@rule("B7", "V7")
def test_a_shielded_enemy_is_not_thrown() -> None:
    holds(r"""
        Base+P+H1 White[6]
           x     bA1   bH
        x     wP    wQ
           x     bQ
        stars: bA1
    """)
    holds(r"""
        Base+P+H1 White[6]
           .     wA1   wH
        .     wP    wQ
           .     bQ
        legal: wA1 /wP
    """)


@rule("B7", "N")
def test_a_walk_and_a_throw_are_one_action() -> None:
    position = drawn("""
        Base+P White[6]
           .     wA1   .
        .     wP    bQ
           wQ    .
    """)
    texts = [str(action) for action in position.legal_actions()]
    assert len(texts) == len(set(texts))
    assert "wA1 \\wP" in texts


@rule("B8")
def test_a_mosquito_does_what_its_neighbours_can() -> None:
    holds(r"""
        Base+M White[7]
           .     .     *
        .     bQ    wQ    .
           .     wA1   bS1*  *
        .     bA1   wB1*  wM    .
           *     .     *     .
        stars: wM
    """)


@rule("B8")
def test_a_mosquito_sees_only_the_top_of_a_stack() -> None:
    holds(r"""
        Base+M White[7]
              *     .
           wM    bB1^* bQ
              *     wQ
        bB1 on bA1
        stars: wM
    """)


@rule("B8", "G4", "K2")
def test_from_mosquitoes_guardians_and_the_neutral_nothing_is_copied() -> None:
    holds(r"""
        Base+M+Guardians+Honeycombo White[7]
        wQ    hc    wM    bM
           bU^   .     bQ
        bU on bS1
        stars: wM
    """)


@rule("B8", "B7")
def test_a_mosquito_throws_like_the_pillbug_beside_it() -> None:
    holds(r"""
        Base+MP White[7]
              *     bA1   .
           bQ    wM    *
              wQ    bP
        stars: bA1
    """)


@rule("B8", "R5")
def test_a_mosquito_copies_what_rests() -> None:
    holds(r"""
        Base+M White[6]
                    *     *
           *     *     bA1   *
        *     wQ    bQ    wM    o
           *     *     *
        last: bA1 moved
        stars: wM
    """)


@rule("B8", "V7", "V3")
def test_a_mosquito_copies_no_aura() -> None:
    """Black's mosquito beside his shield bug protects nobody."""
    holds(r"""
        Venom+ML White[8]
        wS1   wW    bA1   bM    bQ    bH
        sting: wW *bA1; wW *bM
    """)
    holds(r"""
        Venom+M White[8]
        wQ    wS1   bM    bO1   bQ
        legal: wS1 =wO1
    """)


@rule("B9")
def test_on_top_a_mosquito_is_a_beetle_and_sees_nothing_on_the_ground() -> None:
    position = holds(r"""
        Base+MP White[9]
              *     bA1*  .
           bQ*   wM^   wP*   wG1
              wQ*   *
        wM on wA1
        stars: wM
    """)
    assert "bA1 -bA1" not in kinds(position, "move")


@rule("B9")
def test_on_top_a_mosquito_does_not_throw() -> None:
    holds(r"""
        Base+MP White[9]
              x     bA1   .
           bQ    wM^   bP
              wQ    x
        wM on wA1
        stars: bA1
    """)


@rule("B9", "V4", "V9")
def test_on_top_a_mosquito_copies_tops() -> None:
    """Beside a tick on a stack it controls, at its own level only."""
    holds(r"""
        Base+M+T1 White[9]
           .     .     .     .
        wQ    wM^   bT^   bQ
           .     .     .
        wM on wA1
        bT on bA1
        refused: bT bQ V9
        legal: bT \bQ
    """)


@rule("B9", "G2")
def test_on_top_a_mosquito_copies_a_butterfly_at_any_level() -> None:
    holds(r"""
        Base+M+Guardians White[9]
           *     *     .     .
        wQ*   wM^   bU^*  bQ*
           *     *     .     .
        wM on wA1
        bU on bB1 on bA1
        stars: wM
    """)


@rule("B9", "V9")
def test_on_top_a_mosquito_does_not_copy_a_tick_on_the_ground() -> None:
    holds(r"""
        Base+M+T1 White[9]
        wQ    wM^   bB1^  bQ
           wT
        wM on wA1
        bB1 on bA1
        stars: bB1
    """)


@rule("B7", "V1")
def test_a_stung_piece_is_not_thrown() -> None:
    holds(r"""
        Venom+P+Honeycombo White[6]
        hc    wP    bA1
           wW    bQ
        double: white
        played: wW *bA1
        stars: bY1 bA1
    """)
