"""E: the end."""

import pytest
from tests.positions import played
from tests.rules.drawing import drawn, holds

from ruche import BLACK, WHITE, Game, GameType, Outcome, Position, set_up

rule = pytest.mark.rule
ROUND = ("wA1 \\wQ", "bA1 bQ/", "wA1 -wQ", "bA1 bQ-")  # there and back again
ALMOST = r"""
    {game} {turn}
          {a}   {b}
       {c}   {royal}   {d}
          .     bS1   wQ
       .     bG1   {last}
    {more}
    played: {last} /{top}
    state: {state}
"""


def siege(**changes: str) -> str:
    parts = {
        "game": "Base",
        "turn": "White[12]",
        "a": "wA1",
        "b": "wS1",
        "c": "bA1",
        "d": "wG1",
        "royal": "bQ ",
        "top": "bQ",
        "last": "wA2",
        "more": "",
        "state": "WhiteWins surrounded",
    }
    return ALMOST.format(**{**parts, **changes})


@rule("E1", "E2")
def test_six_neighbours_of_any_colour_end_the_game() -> None:
    position = holds(siege())
    assert position.outcome == Outcome(WHITE, "surrounded")
    assert position.legal_actions() == []
    holds(siege(a="bA2", b="bS2", d="bG2"))
    holds(siege(a="wB1", b="wS2", c="wG3"))


@rule("E1")
def test_five_neighbours_do_not() -> None:
    position = drawn(siege())
    position.undo()
    assert position.outcome is None
    assert position.state == "InProgress"


@rule("E1", "K2")
def test_the_neutral_is_a_neighbour() -> None:
    holds(siege(game="Base+Honeycombo", c="hc "))


@rule("E1")
def test_a_covered_royal_can_be_surrounded() -> None:
    holds(siege(royal="wB1^", top="wB1", more="wB1 on bQ"))


@rule("E2")
def test_one_may_lose_by_ones_own_action() -> None:
    holds(siege(turn="Black[12]", last="bA2"))


@rule("E3")
def test_both_royals_at_once_is_a_draw() -> None:
    position = holds(r"""
        Base White[9]
              wG1   bA1   bA2
           wA2   wQ    bQ    bG1
              wA1   .     bG2
           wA3
        played: wA3 wQ\
        state: Draw both
    """)
    assert position.outcome == Outcome(None, "both")


def rocking(times: int, **options: str) -> Position:
    return played(GameType("Base", **options), "wQ", "bQ wQ-", "wA1 -wQ", "bA1 bQ-", *(ROUND * times))


@rule("E4")
def test_the_third_time_is_a_draw() -> None:
    assert rocking(1).outcome is None
    position = rocking(2)
    assert position.outcome == Outcome(None, "repetition")
    assert position.state == "Draw"
    assert position.legal_actions() == []
    position.undo()
    assert position.outcome is None


@rule("E4")
def test_repetition_can_be_switched_off() -> None:
    assert rocking(4, repetition="off").outcome is None


@rule("E4")
def test_a_drawn_game_goes_on_only_if_asked() -> None:
    position = rocking(2)
    assert not position.is_legal("wA1 \\wQ")
    position.resume()
    position.play("wA1 \\wQ")
    assert position.outcome == Outcome(None, "repetition")  # this one too stands for the third time
    for text in ROUND[1:]:
        position.resume()
        position.play(text)
    assert position.state == "Draw"
    position.resume()
    position.play("wS1 -wA1")
    assert position.outcome is None


@rule("E4")
def test_identical_pieces_are_interchangeable() -> None:
    one = drawn("""
        Base White[6]
        wA1   wQ    bQ    bA1   wA2
    """)
    two = drawn("""
        Base White[6]
        wA2   wQ    bQ    bA1   wA1
    """)
    assert one.repetition_key == two.repetition_key
    assert one != two, "their actions are written otherwise"


@rule("E4")
def test_what_makes_a_position() -> None:
    """Face, level, hand, side to move and Honeycombo count; place on the table and turn number do not."""
    base = {(0, 0): ["wQ"], (1, 0): ["bQ"], (-1, 0): ["wA1"], (2, 0): ["bA1"]}
    one = set_up("Venom", base, turn="White[9]")
    assert one == set_up("Venom", {(q + 5, r - 3): stack for (q, r), stack in base.items()}, turn="White[11]")
    assert one != set_up("Venom", base, turn="Black[9]")
    assert one != set_up("Venom", {**base, (-1, 0): ["wY1"]}, turn="White[9]")
    assert one != set_up("Venom", {**base, (0, -1): ["wA2"]}, turn="White[9]")
    stacked = {(0, 0): ["wQ", "bB1"], (1, 0): ["bQ", "wB1"]}
    other = {(0, 0): ["wQ", "wB1"], (1, 0): ["bQ", "bB1"]}
    upper, lower = (set_up("Base", stacks, turn="White[9]") for stacks in (stacked, other))
    assert upper != lower
    assert upper.repetition_key != lower.repetition_key
    combo = {(0, 0): ["hc"], (1, 0): ["wQ"], (-1, 0): ["bQ"]}
    shows = [
        set_up("Base+Honeycombo", combo, turn="White[9]", honeycombo=colour) for colour in (WHITE, BLACK)
    ]
    doubles = [
        set_up("Base+Honeycombo", combo, turn="White[9]", honeycombo=BLACK, double=WHITE),
        set_up("Base+Honeycombo", combo, turn="White[9]", honeycombo=WHITE, double=BLACK),
    ]
    different = [*shows, *doubles]
    assert len({position.repetition_key for position in different}) == len(different)
    for i, position in enumerate(different):
        assert [position == twin for twin in different] == [i == j for j in range(len(different))]


@rule("E4", "S1")
def test_hands_and_bag_are_part_of_a_position() -> None:
    base = {(0, 0): ["wQ"], (1, 0): ["bQ"]}
    hands = [{WHITE: ["wA1"]}, {BLACK: ["wA1"]}, {WHITE: ["wA2"]}, {WHITE: ["wG1"]}]
    positions = [set_up("Base+Swarm", base, turn="White[9]", hands=hand) for hand in hands]
    assert positions[0].repetition_key == positions[2].repetition_key  # one ant is like another
    assert len({position.repetition_key for position in positions}) == 3
    assert positions[0] != positions[1]
    assert positions[0] != positions[3]


@rule("E4", "R1")
def test_what_rests_does_not_count_for_repetition() -> None:
    moved = drawn("""
        Base+P White[6]
           .     bA1   o
        .     wP    wQ
           .     bQ
        last: bA1 moved
    """)
    still = drawn("""
        Base+P White[6]
           .     bA1   .
        .     wP    wQ
           .     bQ
    """)
    assert moved.resting
    assert not still.resting
    assert moved.repetition_key == still.repetition_key
    assert moved != still, "other actions are legal"


@rule("E4", "K5")
def test_the_second_action_of_a_double_turn_is_like_a_single_one() -> None:
    combo = {(0, 0): ["hc"], (1, 0): ["wQ"], (-1, 0): ["bQ"], (2, 0): ["wA1"]}
    double = set_up("Base+Honeycombo", combo, turn="White[9]", honeycombo=BLACK, double=WHITE)
    double.play("wA1 wQ/")
    moved = {(0, 0): ["hc"], (1, 0): ["wQ"], (-1, 0): ["bQ"], (2, -1): ["wA1"]}
    single = set_up("Base+Honeycombo", moved, turn="White[9]", honeycombo=BLACK)
    assert double.actions_left == single.actions_left == 1
    assert double != single, "the second action may be declined"
    assert double.repetition_key == single.repetition_key


@rule("E4", "T6")
def test_passes_are_counted_too() -> None:
    """White can only pass, black rocks: the third time white is to move in the same hive, it is a draw."""
    position = drawn("""
        Base+S0B1A1G0 White[6]
        bQ    wQ    bB^   bA
        bB on wA
    """)
    for text in ("pass", "bA bB/", "pass", "bA bB-", "pass", "bA bB/", "pass"):
        position.play(text)
        assert position.outcome is None
    position.play("bA bB-")
    assert position.outcome == Outcome(None, "repetition")


@rule("E4")
def test_a_win_comes_before_a_repetition_and_perft_ignores_it() -> None:
    position = rocking(1)
    for text in ROUND[:3]:
        position.play(text)
    assert "bA1 bQ-" in {str(action) for action in position.legal_actions()}
    after = position.copy()
    after.play("bA1 bQ-")
    assert after.outcome is not None
    replies = set_up("Base", {(0, 0): ["wQ"], (1, 0): ["bQ"], (-1, 0): ["wA1"], (2, 0): ["bA1"]})
    counted = sum(1 for action in position.legal_actions() if str(action) == "bA1 bQ-")
    assert counted == 1
    total = 0
    for action in position.legal_actions():
        position.play(action)
        total += len(position.legal_actions()) if position.outcome is None else len(replies.legal_actions())
        position.undo()
    assert position.perft(2) == total


@rule("E5")
def test_agreement_and_resignation_belong_to_the_record() -> None:
    for ending, winner, result in (
        ("agreement", None, "Draw"),
        ("resignation", BLACK, "BlackWins"),
    ):
        game = Game("Base")
        for text in ("wA1", "bA1 wA1-"):
            game.play(text)
        game.finish(ending, winner=winner)
        assert game.result == result
        assert game.position().outcome is None  # the position knows nothing of it
        assert game.position().state == "InProgress"


@rule("E6")
def test_a_royal_that_is_taken_loses() -> None:
    position = holds(r"""
        Base+Predators White[7]
        wQ    wX    bQ
           wA1   bA1
        played: wX xbQ
        state: WhiteWins removed
    """)
    assert position.outcome == Outcome(WHITE, "removed")
    assert position.legal_actions() == []


@rule("E7")
def test_with_guardians_a_royal_must_be_covered_as_well() -> None:
    holds(siege(game="Base+Guardians", state="InProgress"))
    holds(siege(game="Base+Guardians", royal="wB1^", top="wB1", more="wB1 on bQ"))
    holds(siege(game="Base+Guardians", royal="bB1^", top="bB1", more="bB1 on bQ"))  # of any colour


@rule("E7")
def test_the_cover_may_come_last() -> None:
    holds(r"""
        Base+Guardians White[9]
              wA1   wB1^
           bA1   bQ    wG1
              wA2   bS1   wQ
        wB1 on wS1
        played: wB1 bQ
        state: WhiteWins surrounded
    """)
