"""R: resting."""

import pytest
from tests.rules.drawing import drawn, holds, kinds

rule = pytest.mark.rule


def names(pieces: object) -> set[str]:
    assert isinstance(pieces, set)
    return {str(piece) for piece in pieces}


@rule("R1")
def test_what_moved_rests_for_one_turn() -> None:
    position = holds(r"""
        Base+P White[6]
           .     bA1   .
        .     wP    wQ
           .     bQ
        played: bA1 -wP
        refused: bA1 wP/ R1
    """)
    assert names(position.resting) == {"bA1"}
    assert not any(str(action.piece) == "bA1" for action in position.legal_actions())
    position.play("bQ wQ\\")
    assert names(position.resting) == {"bQ"}
    position.play("wA1 wQ/")
    assert names(position.resting) == set()
    assert position.is_legal("bA1 \\wP")


@rule("R1")
def test_a_resting_piece_does_not_act() -> None:
    """White throws black's pillbug: it neither moves nor throws."""
    holds(r"""
        Base+P White[6]
           .     bP    bA1
        .     wP    bQ
           wQ    .
        played: bP -wP
        stars: wQ wP bP
    """)


@rule("R1", "V8")
def test_both_pieces_of_a_swap_rest() -> None:
    position = holds(r"""
        Venom+P White[6]
        wC    wQ    bQ    bA1
        played: wC ~bA1
        refused: bA1 wQ/ R1
    """)
    assert names(position.resting) == {"wC", "bA1"}


@rule("R1", "K5")
def test_of_a_double_turn_the_last_moving_action_rests() -> None:
    two_moves = drawn(r"""
        Base+P+Honeycombo White[6]
           wA1   .     .
        hc    wQ    wA2   .
           bQ    .     .
        double: white
        played: wA1 \hc; wA2 wQ/
    """)
    assert names(two_moves.resting) == {"wA2"}
    move_then_place = drawn(r"""
        Base+P+Honeycombo White[6]
           wA1   .     .
        hc    wQ    wA2   .
           bQ    .     .
        double: white
        played: wA1 \hc; wS1 wA2-
    """)
    assert names(move_then_place.resting) == {"wA1"}


@rule("R1", "P1")
def test_a_kill_moves_nothing() -> None:
    position = drawn(r"""
        Base+Predators White[7]
        wQ    wX    bA1
           wA1   bQ
        played: wX xbA1
    """)
    assert names(position.resting) == set()


@rule("R2")
def test_a_placed_piece_does_not_rest() -> None:
    position = holds(r"""
        Base+Swarm White[5]
        wQ    bQ    bA1
        white: bG1
        black: wG1
        played: bG1 bA1-
        legal: bG1 -wQ
    """)
    assert names(position.resting) == set()


@rule("R3", "B7")
def test_who_throws_does_not_rest() -> None:
    holds(r"""
        Base+P White[6]
              .     bA1   .
           .     wP    wQ
        *     bP    bQ
           *     *
        played: bA1 -wP
        stars: wP
    """)


@rule("R3", "V1")
def test_who_stings_does_not_rest() -> None:
    position = drawn(r"""
        Venom White[7]
        wS1   wW    bQ    bA1
        played: wW *bA1
    """)
    assert names(position.resting) == set()
    assert names(position.stung) == {"bY1"}


@rule("R3", "V9")
def test_who_controls_does_not_rest() -> None:
    position = drawn(r"""
        Venom+M White[6]
        wQ    wT    bG1
           bQ
        played: bG1 -wQ
    """)
    assert names(position.resting) == {"bG1"}


@rule("R4", "V5")
def test_all_that_the_last_turn_did_is_remembered() -> None:
    """Both actions of a double turn: the fly may go to either piece, though only one of them rests."""
    position = holds(r"""
        Venom+Honeycombo White[7]
           .     .     .     .     .
        wY1   wQ    hc    bQ    bA1
           .     .     .     .     .
        played: wY1 =wA1; hc =w; wA1 =wY1; bA1 bQ/; bS1 bQ-
        state: InProgress
    """)
    assert position.turn == "White[9]"
    reached = {a.to for a in position.legal_actions() if a.kind == "move" and str(a.piece) == "wY1"}
    around = set()
    stacks = position.stacks
    for place, stack in stacks.items():
        if str(stack[-1]) in ("bA1", "bS1"):
            around |= {place.neighbour(d) for d in range(6)}
    assert reached == around - stacks.keys()


@rule("R4")
def test_ones_own_first_action_neither_rests_nor_counts() -> None:
    position = drawn(r"""
        Venom+Honeycombo White[7]
        wY1   wQ    hc    bQ    bA1
        double: white
        played: wA2 -wY1
    """)
    assert names(position.resting) == set()
    assert not any(
        str(action.piece) == "wY1" and action.kind == "move" for action in position.legal_actions()
    )
    moved = drawn(r"""
        Venom+Honeycombo White[7]
        wA1   wQ    hc    bQ    bA1
        double: white
        played: wA1 wQ/
    """)
    assert any(str(action.piece) == "wA1" and action.kind == "move" for action in moved.legal_actions())
    assert "wA1 =wY1" in kinds(moved, "flip")


@rule("R4", "K4")
def test_a_turn_of_the_honeycombo_leaves_nothing() -> None:
    holds(r"""
        Venom+Honeycombo White[6]
        wY1   wQ    hc    bQ    bA1
        played: wY1 =wA1; bA1 =bY1; wA1 =wY1; hc =w
        stars: wY1
    """)


@rule("R4", "S4", "S5")
def test_a_draw_and_a_steal_leave_nothing() -> None:
    for action in ("draw +wS1", "steal bG1"):
        position = drawn(rf"""
            Venom+Swarm Black[6]
            wY1   wQ    bQ    bA1
            white: bG1
            black: bG2
            played: {action}
        """)
        assert not any(
            str(action.piece) == "wY1" and action.kind == "move" for action in position.legal_actions()
        )


@rule("R5", "P1")
def test_a_resting_piece_can_be_killed() -> None:
    holds(r"""
        Base+Predators White[7]
           wA1   wX    bA1
              wQ    bQ    o
        last: bA1 moved
        kill: wX xbA1
    """)


@rule("R5", "B2")
def test_a_resting_piece_can_be_walked_on_and_covered() -> None:
    holds(r"""
        Base White[7]
           wB1   bA1
              wQ    bQ    o
        last: bA1 moved
        legal: wB1 bA1
    """)


@rule("R5", "V7")
def test_a_resting_shield_bug_protects() -> None:
    holds(r"""
        Venom+L White[8]
           .     .     bH
        wW    wS1   bA1   bQ    o
        last: bH moved
        sting: none
    """)


@rule("R5", "V7", "V1")
def test_a_stung_shield_bug_protects_nobody() -> None:
    """The ladybug is stung and so shows its shield, numb: the second sting meets no shield."""
    numb = drawn(r"""
        Venom+L+Honeycombo White[8]
           wS1   .     bL
        hc    wW    bA1   bQ
        double: white
        played: wW *bL
    """)
    assert kinds(numb, "sting") == {"wW *bA1", "wW *bQ"}
    awake = drawn(r"""
        Venom+L+Honeycombo White[8]
           wS1   .     bH
        hc    wW    bA1   bQ
        double: white
        played: wS1 =wO1
    """)
    assert kinds(awake, "sting") == set()


@rule("R5", "V3", "V1")
def test_a_stung_scorpion_holds_nobody() -> None:
    """The spider is stung and shows its scorpion, numb: the white piece beside it may be flipped at once."""
    numb = drawn(r"""
        Venom+Honeycombo White[8]
           wA1   bS1
        hc    wW    bQ
        double: white
        played: wW *bS1
    """)
    assert "wA1 =wY1" in kinds(numb, "flip")
    awake = drawn(r"""
        Venom+Honeycombo White[8]
           wA1   bO1
        hc    wW    bQ
        double: white
        played: wG1 /hc
    """)
    assert "wA1 =wY1" not in kinds(awake, "flip")
