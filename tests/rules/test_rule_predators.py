"""P: Predators."""

import pytest
from tests.rules.drawing import drawn, holds, kinds

from ruche import Hex, set_up
from ruche.rules.last_turn import LastTurnEvent

rule = pytest.mark.rule


@rule("P1")
def test_an_assassin_slides_or_kills_a_lone_neighbour() -> None:
    holds(r"""
        Base+Predators White[7]
              bA1   bB1^
           *     wX    bQ
              *     wQ
        bB1 on bS1
        stars: wX
        kill: wX xbA1
        refused: wX xbB1 P1; wX xbQ P1; wX xbS1 H3
    """)


@rule("P1")
def test_an_assassin_kills_no_friend_and_nothing_far_away() -> None:
    holds(r"""
        Base+Predators White[7]
        wQ    wX    bQ    bA1
           wA1   bS1   bG1
        kill: wX xbQ
        refused: wX xwA1 P1; wX xbA1 P1
    """)


@rule("P1", "H2")
def test_the_hive_without_the_killer_and_without_both_is_whole() -> None:
    holds(r"""
        Base+Predators White[7]
        wQ    wX    bA1   bQ
        kill: none
        refused: wX xbA1 H2
    """)
    holds(r"""
        Base+Predators White[7]
        wQ    wX
           wA1   bA1   bQ
        kill: none
        refused: wX xbA1 P1
    """)


@rule("P1", "H2")
def test_the_victim_may_not_hang_on_its_killer_alone() -> None:
    """Without both the hive would be whole, but not without the killer."""
    holds(r"""
        Base+Predators White[7]
        bQ    wQ    wX    bA1
        kill: none
        refused: wX xbA1 H2
    """)


@rule("P2", "H2", "K5")
def test_a_mantis_that_alone_holds_her_victim_stays() -> None:
    holds(r"""
        Base+Predators+Honeycombo Black[7]
        wR    wQ    hc    bQ
        double: black
        played: bA1 bQ-; bA1 -wR
        kill: none
        refused: wR xbA1 H2
    """)


@rule("P1", "H5")
def test_an_assassin_steps_between_no_high_stacks() -> None:
    text = r"""
        Base+Predators White[9]
           .     bB1^  bQ
        .     wX    bA1   bG1
           .     wB1^  wQ
        bB1 on bS1
        wB1 on wS1
        kill: none
        refused: wX xbA1 H5
    """
    holds(text)
    lower = text.replace("wB1^", "wB1 ").replace("        wB1 on wS1\n", "").replace("none", "wX xbA1")
    holds(lower.replace("        refused: wX xbA1 H5\n", ""))


@rule("P2")
def test_a_mantis_takes_what_was_just_placed_and_never_moves() -> None:
    holds(r"""
        Base+Predators White[7]
        wR    wQ    bQ    bA1   bS1
        last: bS1 placed
        kill: wR xbS1
        stars: wR
        refused: wR xbA1 P2; wR /wQ P2
    """)
    holds(r"""
        Base+Predators White[7]
           .     bA1   o
        wR    wQ    bQ    .
        last: bA1 moved
        kill: none
    """)


@rule("P2", "H2")
def test_a_mantis_keeps_the_hive_whole() -> None:
    holds(r"""
        Base+Predators White[7]
        wA1   wR    wQ    bQ    bA1
        last: bA1 placed
        kill: none
        refused: wR xbA1 H2
    """)
    holds(r"""
        Base+Predators White[7]
           wQ    bQ
        wR    .     bA1
           wA1   bS1
        last: bA1 placed
        kill: none
        refused: wR xbA1 P1
    """)


@rule("P2", "G1")
def test_a_mantis_takes_a_guardian_from_its_stack() -> None:
    position = holds(r"""
        Base+Predators+Guardians White[7]
        wR    wQ    bQ    bA1   bU^
        bU on bS1
        last: bU placed
        kill: wR xbU
    """)
    position.play("wR xbU")
    assert {str(stack[-1]) for stack in position.stacks.values()} == {"wQ", "bQ", "bA1", "bS1"}


@rule("P2", "K5")
def test_a_mantis_may_choose_between_two_placed_in_a_double_turn() -> None:
    holds(r"""
        Base+Predators+Honeycombo White[7]
           wA1
        wR    wQ    hc    bQ
        played: wA1 wQ/; hc =w; wA1 \wQ; bA1 bQ-; bS1 bQ/
        kill: wR xbA1; wR xbS1
    """)


@rule("P2", "S6")
def test_a_mantis_takes_no_friend_that_the_opponent_placed() -> None:
    holds(r"""
        Base+Predators+Swarm Black[7]
        wR    wQ    bQ    bA1
        white: wS1
        black: wA1 bG1
        played: wA1 /wQ +bS1
        kill: none
    """)


@rule("P3")
def test_a_mosquito_that_kills_is_gone() -> None:
    position = drawn(r"""
        Base+M+Predators White[7]
        wX    wM    bA1
           wQ    bQ    bS1
        played: wM xbA1
    """)
    assert {str(piece) for piece in position.removed} == {"wM", "bA1"}
    assert all("wM" not in map(str, stack) for stack in position.stacks.values())


@rule("P3")
def test_a_mosquito_between_both_predators_kills_like_either() -> None:
    position = drawn(r"""
        Base+M+Predators Black[7]
        wR    wM    bX
           wQ    bQ
        played: bA1 bQ\
    """)
    assert kinds(position, "kill") == {"wM xbX", "wM xbA1", "wR xbA1"}


@rule("P4", "V7")
def test_no_predator_takes_a_shielded_piece() -> None:
    holds(r"""
        Base+H1+Predators White[7]
        wQ    wX    bA1
           wA1   bQ    bH
        kill: none
        refused: wX xbA1 P4; wX xbQ P4
    """)
    holds(r"""
        Base+H1+Predators White[7]
        wR    wQ    bQ    bA1   bH
        last: bH placed
        kill: none
        refused: wR xbH P4
    """)


@rule("P4", "K3")
def test_no_predator_takes_the_neutral() -> None:
    holds(r"""
        Base+Predators+Honeycombo White[7]
        wQ    wX    hc
           wA1   bQ
        kill: none
        refused: wX xhc K3
    """)


@rule("P4")
def test_an_enemy_shield_does_not_save_ones_own_pieces() -> None:
    """The shield bug protects its friends only."""
    holds(r"""
        Base+H1+Predators White[7]
        wQ    wX    bA1
           wA1   bQ    wH
        legal: wX xbA1
    """)


@rule("P1", "P2", "V9", "N")
def test_a_kill_by_both_predators_ways_is_listed_once() -> None:
    """A mosquito beside both predators strikes and pounces: a tick makes it kill what its owner placed."""
    position = set_up(
        "Base+M+T1+Predators",
        {
            (0, 0): ["bM"],
            (1, 0): ["bA1"],
            (1, -1): ["bG1"],
            (0, -1): ["bX"],
            (0, -2): ["bQ"],
            (-1, 0): ["wT"],
            (-1, 1): ["wR"],
            (-2, 1): ["wQ"],
        },
        turn="White[9]",
        last=[LastTurnEvent("placed", Hex(1, 0))],
    )
    kills = [str(action) for action in position.legal_actions() if action.kind == "kill"]
    assert "bM xbA1" in kills
    assert len(kills) == len(set(kills))
