"""Positions: outcomes, repetition, chance, what a player may see, and being a value."""

import pickle
import sys

import pytest
from tests.positions import played
from tests.rules.drawing import drawn

from ruche import BLACK, COMPILED, WHITE, Colour, GameType, Hex, IllegalAction, Outcome, Position
from ruche.notation.gamestring import read_gamestring

ROCKING = ("wA1 \\wQ", "bA1 bQ/", "wA1 -wQ", "bA1 bQ-")
OPENING = ("wQ", "bQ wQ-", "wA1 -wQ", "bA1 bQ-")


# -- from the start --------------------------------------------------------------------------------


def test_a_new_position() -> None:
    position = Position()
    assert str(position.game_type) == "Base"
    assert (position.colour, position.turn, position.turn_number) == (WHITE, "White[1]", 1)
    assert (position.state, position.outcome, position.actions_left) == ("NotStarted", None, 1)
    assert (position.stacks, position.history, position.bag, position.removed) == ({}, [], [], [])
    assert (position.resting, position.stung, position.honeycombo) == (set(), set(), None)
    assert [str(piece) for piece in position.hand(BLACK)] == [
        *("bQ", "bS1", "bS2", "bB1", "bB2"),
        *("bA1", "bA2", "bA3", "bG1", "bG2", "bG3"),
    ]
    assert repr(position) == "<Position Base NotStarted White[1]>"


def test_turns_and_hands_go_on() -> None:
    position = played("Base", "wA1", "bG1 wA1-")
    assert (position.turn, position.state) == ("White[2]", "InProgress")
    assert "wA1" not in map(str, position.hand(WHITE))
    assert {place: str(stack[0]) for place, stack in position.stacks.items()} == {
        Hex(0, 0): "wA1",
        Hex(1, 0): "bG1",
    }


def test_nothing_to_undo() -> None:
    with pytest.raises(IndexError):
        Position().undo()


def test_what_is_refused_changes_nothing() -> None:
    position = played("Base", *OPENING)
    before = (position.repetition_key, position.turn, len(position.history))
    for text in ("wA2 bA1-", "wQ bQ", "pass", "bA1 \\wQ"):
        with pytest.raises(IllegalAction) as caught:
            position.play(text)
        assert caught.value.reason.say("fr")
        assert repr(text) in str(caught.value)
    assert (position.repetition_key, position.turn, len(position.history)) == before


def test_an_action_of_an_earlier_position_is_looked_at_again() -> None:
    position = played("Base", *OPENING)
    actions = position.legal_actions()
    stale = next(action for action in actions if str(action) == "wA1 \\wQ")
    position.play("wA1 bQ/")
    with pytest.raises(IllegalAction):
        position.play(stale)


# -- the end ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "outcome", "state"),
    [
        ("wA3 wQ\\", Outcome(None, "both"), "Draw"),
        ("wS1 -wA3", None, "InProgress"),
    ],
)
def test_outcomes(last: str, outcome: Outcome | None, state: str) -> None:
    position = drawn("""
        Base White[9]
              wG1   bA1   bA2
           wA2   wQ    bQ    bG1
              wA1   .     bG2
           wA3
    """)
    position.play(last)
    assert (position.outcome, position.state) == (outcome, state)
    position.undo()
    assert (position.outcome, position.state) == (None, "InProgress")


def test_a_set_up_may_be_over() -> None:
    position = drawn("""
        Base White[9]
              wA1   wS1
           bA1   bQ    wG1
              wA2   bS1   wQ
    """)
    assert position.outcome == Outcome(WHITE, "surrounded")
    assert position.legal_actions() == []
    reason = position.why_not("wA1 -bA1")
    assert reason is not None
    assert reason.rule == "E2"


@pytest.mark.rule("E4")
def test_repetition_is_counted_through_undo() -> None:
    position = played("Base", *OPENING, *ROCKING, *ROCKING)
    for _ in range(3):
        assert position.state == "Draw"
        position.undo()
        assert position.state == "InProgress"
        position.play("bA1 bQ-")
    position.undo()
    position.play("bA1 wQ\\")
    assert position.state == "InProgress"


@pytest.mark.rule("E4")
def test_a_copy_remembers_what_has_been() -> None:
    for twin in (
        played("Base", *OPENING, *ROCKING, *ROCKING[:3]).copy(),
        pickle.loads(pickle.dumps(played("Base", *OPENING, *ROCKING, *ROCKING[:3]))),
    ):
        assert twin.outcome is None
        twin.play("bA1 bQ-")
        assert twin.outcome == Outcome(None, "repetition")


@pytest.mark.rule("E4")
def test_repetition_off_and_on_again_after() -> None:
    off = GameType("Base", repetition="off")
    assert played(off, *OPENING, *(ROCKING * 5)).outcome is None
    position = played("Base", *OPENING, *ROCKING, *ROCKING)
    with pytest.raises(IllegalAction) as caught:
        position.play("wA1 \\wQ")
    assert caught.value.reason.rule == "E4"
    position.resume()
    position.play("wA2 -wA1")
    assert position.outcome is None


@pytest.mark.rule("E4", "N")
def test_a_gamestring_goes_on_after_a_repetition() -> None:
    text = ";".join(["Base+O1;Draw;White[7]", *OPENING, *ROCKING, *ROCKING])
    assert read_gamestring(text).outcome == Outcome(None, "repetition")
    further = read_gamestring(f"{text};wA2 -wA1")
    assert (further.outcome, further.turn) == (None, "Black[7]")


# -- chance ----------------------------------------------------------------------------------------

HANDS = ("hand wA1 wA2 wG1", "hand bA1 bA2 bG1")


@pytest.mark.rule("S7")
def test_draws_depend_on_seed_and_moment_only() -> None:
    def game(seed: int) -> list[str]:
        position = played("Base+Swarm", *HANDS, "wA1", "bA1 wA1-", "wQ -wA1", seed=seed)
        return [str(action) for action in position.history[2:]]

    assert game(1) == game(1)
    assert len({tuple(game(seed)) for seed in range(20)}) > 10
    assert game(2**64 + 1) == game(1)  # a seed is a number of 64 bits
    assert game(-1) == game(2**64 - 1)


@pytest.mark.rule("S7")
def test_listed_actions_say_nothing_of_what_will_be_drawn() -> None:
    position = played("Base+Swarm", *HANDS, seed=3)
    assert all(action.drawn is None for action in position.legal_actions())
    assert "wA1" in {str(action) for action in position.legal_actions()}


@pytest.mark.rule("S7", "S2")
def test_a_forced_draw_is_played_by_text() -> None:
    position = played("Base+Swarm", *HANDS, seed=3)
    action = position.play("wA1 +bS1")
    assert (str(action), str(action.drawn)) == ("wA1 +bS1", "bS1")
    assert not any(str(piece) == "bS1" for piece in position.bag)
    assert position.undo() == action
    assert any(str(piece) == "bS1" for piece in position.bag)


# -- what a player sees ----------------------------------------------------------------------------


@pytest.mark.rule("S1", "S7")
@pytest.mark.parametrize("colour", list(Colour))
def test_a_view_has_no_seed_and_its_own_board(colour: Colour) -> None:
    position = played("Base+Swarm", *HANDS, "wA1", seed=12345)
    seen = position.seen_by(colour)
    assert seen == position
    assert seen.seed == 0
    assert [str(action) for action in seen.history] == [str(action) for action in position.history]
    before = position.repetition_key
    seen.play(seen.legal_actions()[0])
    assert position.repetition_key == before
    assert position.seed == 12345


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("wA1; bA1 wA1-", "wA1; bA1 -wA1"),
        ("wQ; bQ wQ-; wA1 -wQ", "wQ; bQ wQ/; wA1 /wQ"),
        ("wA1; bA1 wA1-; wG1 -wA1; bG1 bA1-", "wA1; bA1 wA1-; wG1 -wA1; bG1 bA1/"),
    ],
)
def test_a_piece_elsewhere_is_another_position(one: str, other: str) -> None:
    """Some pieces lie on the same hexes, from where all others are moved alike."""
    positions = [played("Base", *text.split("; ")) for text in (one, other)]
    assert positions[0] != positions[1]
    assert positions[1] != positions[0]


@pytest.mark.rule("S1")
def test_a_secret_hand_is_part_of_no_view_but_ones_own() -> None:
    position = played("Base+Swarm", HANDS[0])
    assert position.seen_by(WHITE) == position
    seen = position.seen_by(BLACK)
    assert seen != position
    other = played("Base+Swarm", "hand wB1 wS1 wS2")
    assert other != position
    assert other.seen_by(BLACK) == seen
    assert other.seen_by(BLACK).repetition_key == seen.repetition_key
    again = pickle.loads(pickle.dumps(seen))
    assert again.hidden_choice == WHITE
    assert again == seen


# -- values ----------------------------------------------------------------------------------------


def test_positions_are_equal_however_they_came_about() -> None:
    one = played("Base", "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")
    other = played("Base", "wQ", "bQ wQ-")
    assert one != other
    assert one != "Base"
    clockwise = played("Base", *OPENING, "wA1 \\wQ", "bA1 bQ/", "wA1 bQ-", "bA1 wQ/")
    at_once = played("Base", *OPENING, "wA1 /wQ", "bA1 bQ/")
    at_once.play("wA1 bQ-")
    at_once.play("bA1 wQ/")
    assert [str(a) for a in clockwise.history] != [str(a) for a in at_once.history]
    assert clockwise == at_once
    assert clockwise.repetition_key == at_once.repetition_key


def test_a_position_is_not_hashable() -> None:
    with pytest.raises(TypeError):
        hash(Position())


@pytest.mark.skipif(not COMPILED, reason="Python's lists are larger")
def test_a_position_is_light() -> None:
    board = Position("Ultimate").board
    assert sys.getsizeof(board) + 24 * 64 < 24 * 1024, "the object, and its history of 64 actions"


def test_a_mirrored_position_shares_the_canonical_hash_only() -> None:
    left = played("Base", "wQ", "bQ wQ-", "wA1 \\wQ", "bA1 bQ-")
    right = played("Base", "wQ", "bQ wQ-", "wA1 /wQ", "bA1 bQ-")
    assert left != right
    assert left.repetition_key != right.repetition_key
    assert left.canonical_hash == right.canonical_hash
    assert left.canonical_hash != played("Base", "wQ", "bQ wQ-", "wA1 -wQ", "bA1 bQ-").canonical_hash
