"""S: Swarm."""

from collections import Counter

import pytest
from tests.positions import played
from tests.rules.drawing import drawn, holds, kinds

from ruche import BLACK, WHITE, IllegalAction, Position, set_up
from ruche.rules.core.codes import DRAW, DRAWN, KIND_NAMES, KIND_SHIFT, PLACE
from ruche.rules.core.state import drawn_by, with_draw, without_draw

rule = pytest.mark.rule
HANDS = ("hand wA1 wA2 wG1", "hand bA1 bA2 bG1")


def begun(game: str = "Base+Swarm", seed: int = 0) -> Position:
    position = Position(game, seed=seed)
    for text in HANDS:
        position.play(text)
    return position


def names(pieces: object) -> set[str]:
    assert isinstance(pieces, list)
    return {str(piece) for piece in pieces}


@rule("S1")
def test_hands_are_chosen_first_white_then_black() -> None:
    position = Position("Base+S0B0A2G2+Swarm")
    assert (position.turn, position.state) == ("White[0]", "NotStarted")
    assert kinds(position, "hand") == {"hand wA1 wA2 wG1", "hand wA1 wG1 wG2"}
    position.play("hand wA1 wA2 wG1")
    assert (position.turn, position.state) == ("Black[0]", "InProgress")
    position.play("hand bA1 bG1 bG2")
    assert position.turn == "White[1]"
    assert names(position.hand(WHITE)) == {"wQ", "wA1", "wA2", "wG1"}
    assert names(position.hand(BLACK)) == {"bQ", "bA1", "bG1", "bG2"}
    assert names(position.bag) == {"wG2", "bA2"}


@rule("S1")
def test_with_fewer_than_three_others_all_are_taken() -> None:
    holds("""
        Base+S0B0A1G0+Swarm White[0]
        actions: hand wA
    """)
    holds("""
        Base+S0B0A1G1+Swarm White[0]
        actions: hand wA wG
    """)


@rule("S1")
def test_the_first_choice_is_hidden_until_the_second() -> None:
    position = Position("Base+Swarm", seed=7)
    position.play(HANDS[0])
    seen = position.seen_by(BLACK)
    assert (seen.bag, seen.removed) == ([], [])
    assert names(seen.hand(WHITE)) == {"wQ"}
    assert seen.history == []
    assert seen.hidden_choice == WHITE
    assert kinds(seen, "hand") == kinds(position, "hand")
    assert names(position.seen_by(WHITE).hand(WHITE)) == {"wQ", "wA1", "wA2", "wG1"}
    position.play(HANDS[1])
    for colour in (WHITE, BLACK):
        seen = position.seen_by(colour)
        assert names(seen.hand(WHITE)) == {"wQ", "wA1", "wA2", "wG1"}
        assert seen.seed == 0


@rule("S2")
def test_placing_draws_while_there_is_something_to_draw() -> None:
    position = begun()
    bag = names(position.bag)
    played = position.play("wA1")
    assert played.drawn is not None
    assert str(played) == f"wA1 +{played.drawn}"
    assert names(position.hand(WHITE)) == {"wQ", "wA2", "wG1", str(played.drawn)}
    assert names(position.bag) == bag - {str(played.drawn)}
    empty = set_up(
        "Base+Swarm",
        {(0, 0): ["wQ"], (1, 0): ["bQ"]},
        bag=[],
        hands={
            WHITE: [str(p) for p in position.game_type.pieces if p.colour == WHITE and not p.is_royal],
            BLACK: [str(p) for p in position.game_type.pieces if p.colour == BLACK and not p.is_royal],
        },
    )
    assert empty.play("wA1 -wQ").drawn is None


@rule("S2")
def test_moving_and_the_like_draw_nothing() -> None:
    position = drawn("""
        Base+Swarm White[5]
        wA1   wQ    bQ    bA1
        white: wG1
        black: bG1
    """)
    before = names(position.bag)
    position.play("wA1 bA1-")
    assert names(position.bag) == before


@rule("S2")
def test_every_piece_in_the_bag_is_equally_likely() -> None:
    """Two spiders in the bag come twice as often as one ant; of identical ones the lowest number comes."""
    drawn_letters: Counter[str] = Counter()
    games = 1500
    for seed in range(games):
        action = begun(seed=seed).play("wA1")
        assert action.drawn is not None
        drawn_letters[str(action.drawn)] += 1
    bag = begun().bag
    kinds_in_bag = Counter(str(piece)[:2] for piece in bag)
    assert {name[:2] for name in drawn_letters} == set(kinds_in_bag)
    for kind, count in kinds_in_bag.items():
        share = sum(times for name, times in drawn_letters.items() if name.startswith(kind)) / games
        assert share == pytest.approx(count / len(bag), abs=0.05)
    lowest = {min(str(piece) for piece in bag if str(piece)[:2] == kind) for kind in kinds_in_bag}
    assert set(drawn_letters) == lowest


@rule("S2", "E2")
def test_a_placing_that_ends_the_game_draws_too() -> None:
    position = drawn(r"""
        Base+Swarm White[9]
              wA1   wS1
           bA1   bQ    wG1
              .     bS1   wQ
        white: bG1
        black: wB1
    """)
    played = position.play("bG1 /bQ")
    assert position.state == "WhiteWins"
    assert played.drawn is not None


@rule("S3")
def test_either_colour_may_be_placed_by_the_rules_of_its_own() -> None:
    holds(r"""
        Base+Swarm White[3]
           .     .     *     *
        .     wQ    bQ    bA1   *
           .     .     *     *
        white: bG1
        black: wG1
        stars: bG1
    """)


@rule("S3", "T3", "T5")
def test_the_queens_deadline_is_that_of_the_player() -> None:
    """White has placed black's pieces only; on his fourth turn he must bring his own queen."""
    position = drawn(r"""
        Base+Swarm White[4]
        wA1   bA1   bQ
        white: wQ bG1 wS1
        black: wG1
    """)
    assert {str(action.piece) for action in position.legal_actions()} == {"wQ"}
    early = drawn(r"""
        Base+Swarm White[3]
        wA1   bA1   bQ
        white: wQ bG1 wS1
        black: wG1
    """)
    assert {str(action.piece) for action in early.legal_actions()} == {"wQ", "bG1", "wS1"}


@rule("S3", "G1")
def test_guardians_of_either_colour_enter_on_their_own() -> None:
    holds(r"""
        Base+Guardians+Swarm White[5]
        wA1   wQ    bQ    bA1*
        white: bU
        black: wG1
        stars: bU bN
    """)


@rule("S4", "S5")
def test_draw_and_steal() -> None:
    position = holds(r"""
        Base+Swarm White[4]
        wQ    bQ    bA1
        white: wS1
        black: wG2 wG3 wA1 bS1
        draw: draw
        steal: steal wG2; steal wA1
        refused: steal wG3 T7; steal bS1 S5; steal wB1 S5
    """)
    before = len(position.bag)
    stolen = position.copy()
    stolen.play("steal wG2")
    assert names(stolen.hand(WHITE)) == {"wS1", "wG2"}
    assert names(stolen.hand(BLACK)) == {"wG3", "wA1", "bS1"}
    assert stolen.turn == "Black[4]"
    action = position.play("draw")
    assert action.drawn is not None
    assert str(action) == f"draw +{action.drawn}"
    assert len(position.bag) == before - 1
    assert names(position.hand(WHITE)) == {"wS1", str(action.drawn)}


@rule("S4", "S5", "T5")
def test_neither_draw_nor_steal_before_the_queen() -> None:
    holds(r"""
        Base+Swarm White[2]
        wA1   bQ
        white: wQ wS1
        black: wG1
        draw: none
        steal: none
        refused: draw T5; steal wG1 T5
    """)


@rule("S4")
def test_no_draw_from_an_empty_bag() -> None:
    position = played(
        "Base+S0B0A2G0+Swarm", "hand wA1 wA2", "hand bA1 bA2", "wQ", "bQ wQ-", "wA1 -wQ", "bA1 bQ-"
    )
    assert position.bag == []
    assert kinds(position, "draw") == set()
    reason = position.why_not("draw")
    assert reason is not None
    assert reason.rule == "S4"


@rule("S6")
def test_a_piece_belongs_to_its_colour_and_may_move_at_once() -> None:
    position = holds(r"""
        Base+Swarm White[4]
        wQ    bQ    bA1
        white: bG1
        black: wG1
        played: bG1 bA1-
        legal: bG1 -wQ
    """)
    position.play("bG1 -wQ")
    reason = position.why_not("bG1 bA1-")
    assert reason is not None


@rule("S6")
def test_who_placed_it_may_not_move_it() -> None:
    holds(r"""
        Base+Swarm White[4]
        wQ    bQ    bA1   bG1
        refused: bG1 -wQ S6
    """)


@rule("S7")
def test_a_seed_decides_the_draws_and_a_record_forces_them() -> None:
    games = [[str(begun(seed=seed).play("wA1")) for _ in range(2)] for seed in range(30)]
    assert all(one == two for one, two in games)
    assert len({one for one, _ in games}) > 3
    position = begun(seed=5)
    assert str(position.play("wA1 +bG2")) == "wA1 +bG2"
    assert "bG2" in names(position.hand(WHITE))
    again = Position("Base+Swarm", seed=99)
    for action in position.history:
        again.play(str(action))
    assert again == position
    assert again.repetition_key == position.repetition_key


@rule("S7", "S2")
def test_a_forced_draw_must_be_in_the_bag_and_the_lowest_of_its_kind() -> None:
    position = begun()
    for text, rule_id in (("wA1 +bG3", "T7"), ("wA1 +bA1", "S2"), ("wA1 +wQ", "S2")):
        with pytest.raises(IllegalAction) as caught:
            position.play(text)
        assert caught.value.reason.rule == rule_id, text
    assert position.turn == "White[1]"


@rule("S7")
def test_undo_puts_the_drawn_piece_back_and_the_same_is_drawn_again() -> None:
    position = begun(seed=11)
    first = position.play("wA1")
    position.undo()
    assert names(position.bag) == names(begun().bag)
    assert position.play("wA1") == first


@pytest.mark.parametrize("kind", range(len(KIND_NAMES)))
def test_only_a_placement_or_a_draw_names_what_is_drawn(kind: int) -> None:  # S2, S4
    code = kind << KIND_SHIFT | DRAWN | 1
    if kind << KIND_SHIFT in (PLACE, DRAW):
        assert (drawn_by(code), without_draw(code)) == (62, kind << KIND_SHIFT | 1)
        assert drawn_by(without_draw(code)) == -1
        assert drawn_by(with_draw(code, 0)) == 0
    else:
        assert (drawn_by(code), without_draw(code)) == (-1, code)
