"""G: Guardians."""

import pytest
from tests.rules.drawing import drawn, holds

rule = pytest.mark.rule


@rule("G1")
def test_a_guardian_enters_on_a_friendly_stack_away_from_the_enemy() -> None:
    holds(r"""
        Base+Guardians+Honeycombo White[4]
        wA1*  wQ*   hc    bQ
           wS1*
        stars: wU wN
        refused: wU hc G1; wU bQ G1; wU -wA1 G1
    """)
    holds(r"""
        Base+Guardians White[6]
        wA1*  wS1*  wQ    bQ
        stars: wU wN
        refused: wU wQ G1
    """)


@rule("G1", "H3")
def test_a_guardian_enters_by_the_colour_of_the_top() -> None:
    holds(r"""
        Base+Guardians White[8]
        bQ    bB1^  wA1   wS1*  wB1^*
        bB1 on wQ
        wB1 on bA1
        stars: wU wN
    """)


@rule("G1", "T1", "K1")
def test_a_guardian_never_comes_first() -> None:
    holds(r"""
        Base+Guardians White[1]
        refused: wU G1; wN G1
    """)
    holds(r"""
        Base+Guardians Black[1]
        wA1
        refused: bU wA1 G1
    """)


@rule("G2")
def test_a_butterfly_takes_two_steps_on_top() -> None:
    holds(r"""
        Base+Guardians White[6]
           .     .
        wQ    wU^   bQ*   bA1*
           .     bS1*  wS1*
        wU on wG1
        stars: wU
        refused: wU wQ G2; wU /wU G2
    """)


@rule("G2", "H5")
def test_stacks_bar_a_butterfly() -> None:
    holds(r"""
        Base+B4+Guardians White[12]
                 bB1^
        wQ    wU^   bQ*   bA1
                 wB1^
        wU on wG1
        bB1 on bB2 on bS1
        wB1 on wB2 on wS1
        stars: wU
    """)


@rule("G3")
def test_a_moth_dives_and_comes_up_elsewhere() -> None:
    holds(r"""
        Base+Guardians White[6]
           .     .
        wQ*   wN^   bQ*   bA1
           .     .
        wN on wG1
        stars: wN
        refused: wN bA1 G3; wN /wN G3
    """)
    holds(r"""
        Base+Guardians White[6]
           bA1   bS1
        wQ    wN^   bQ    bG1
           wA1   wS1
        wN on wG1
        stars: wN
    """)


@rule("G4", "B8")
def test_a_mosquito_on_the_ground_copies_no_guardian() -> None:
    holds(r"""
        Base+M+Guardians White[6]
        wM    bU^   bQ    wQ
        bU on bS1
        stars: wM
    """)


@rule("G4", "B9")
def test_a_mosquito_on_top_copies_a_guardian_on_top() -> None:
    holds(r"""
        Base+M+Guardians White[7]
           *     *     .
        bA1*  wM^   bU^*  bQ*   wQ
           *     *     .
        bU on bS1
        wM on wS1
        stars: wM
    """)
    moth = drawn(r"""
        Base+M+Guardians White[7]
           .     .     .
        bA1   wM^   bN^   bQ    wQ
           .     .     .
        bN on bS1
        wM on wS1
    """)
    butterfly = drawn(r"""
        Base+M+Guardians White[7]
           .     .     .
        bA1   wM^   bU^   bQ    wQ
           .     .     .
        bU on bS1
        wM on wS1
    """)
    texts = [
        {str(a) for a in position.legal_actions() if str(a.piece) == "wM"} for position in (moth, butterfly)
    ]
    assert "wM bQ" not in texts[0]
    assert "wM bQ" in texts[1]


@rule("G1", "H3")
def test_a_guardian_does_not_enter_on_an_enemy_who_covers_a_friend() -> None:
    holds(r"""
        Base+Guardians White[9]
        bQ    wQ    wA1*  wS1*  wA2   bB1^
        bB1 on wG1
        stars: wU wN
        refused: wU bB1 G1
    """)
