"""The record: building it, walking through it, how it ended."""

import pickle

import pytest

from ruche import BLACK, WHITE, Game, GameType, Hex, IllegalAction, Outcome, Position, set_up
from ruche.rules.last_turn import LastTurnEvent
from ruche.rules.outcome import EndReason

OPENING = ["wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-"]


def opened() -> Game:
    game = Game("Base", tags={"White": "Anna"})
    for text in OPENING:
        game.play(text)
    return game


def test_actions_positions_and_result() -> None:
    game = opened()
    assert [str(action) for action in game.actions] == OPENING
    positions = list(game.positions())
    assert [position.turn for position in positions] == [
        "White[1]",
        "Black[1]",
        "White[2]",
        "Black[2]",
        "White[3]",
    ]
    assert positions[-1] == game.position()
    assert game.position(game.root).state == "NotStarted"
    assert (game.result, game.ending) == ("InProgress", None)
    assert Game("Base").result == "NotStarted"
    assert repr(game) == "<Game Base InProgress, 4 actions>"


def test_a_variation_begins_where_it_is_told() -> None:
    game = opened()
    third = game.last.parent
    assert third is not None
    second = third.parent
    aside = game.play("wS1 -wA1", after=second)
    game.play("bS1 bA1-", after=aside)
    assert [str(action) for action in game.actions] == OPENING
    assert second is not None
    assert [str(child.action) for child in second.children] == ["wQ -wA1", "wS1 -wA1"]
    assert game.position(aside.children[0]).turn == "White[3]"
    assert [str(node.action) for node in aside.children[0].path()] == [
        "wA1",
        "bA1 wA1-",
        "wS1 -wA1",
        "bS1 bA1-",
    ]
    game.play("wQ /wA1")
    assert len(game.actions) == 5


def test_an_illegal_action_changes_nothing() -> None:
    game = opened()
    before = game.pgn()
    with pytest.raises(IllegalAction):
        game.play("wA1 bQ-")
    assert game.pgn() == before
    assert str(game.play("wQ /wA1").action) == "wQ /wA1"


def test_the_record_of_a_position() -> None:
    position = Position("Venom", seed=3)
    for text in OPENING:
        position.play(text)
    game = Game.of(position, tags={"Event": "Test"})
    assert game.position() == position
    assert game.tags == {"Event": "Test"}
    position.play("wQ =wW")
    assert len(game.actions) == 4  # a record does not change with its position


def test_the_record_of_a_set_up() -> None:
    position = set_up("Base", {(0, 0): ["wQ"], (1, 0): ["bQ"], (0, 1): ["wB1"], (1, 1): ["bA1"]})
    position.play("wB1 bQ")
    game = Game.of(position)
    assert game.is_set_up
    assert game.start.turn == "White[3]"
    assert game.position() == position
    again = Game.read(game.pgn())
    assert again == game
    assert again.position() == position


@pytest.mark.parametrize(
    ("why", "winner", "result"),
    [
        ("resignation", WHITE, "WhiteWins"),
        ("time", BLACK, "BlackWins"),
        ("agreement", None, "Draw"),
        ("unknown", WHITE, "WhiteWins"),
    ],
)
def test_ends_that_the_board_does_not_show(why: str, winner: object, result: str) -> None:  # E5
    game = opened()
    game.finish(why, winner=winner if winner in (WHITE, BLACK) else None)  # type: ignore[arg-type]
    assert (game.result, game.ending) == (result, why)
    again = Game.read(game.pgn())
    assert (again.result, again.ending) == (result, why)
    assert again.gamestring() == game.gamestring()
    assert again.gamestring().startswith(f"Base;{result};White[3];wA1")


def test_an_unknown_end_is_refused() -> None:
    with pytest.raises(
        ValueError, match="surrounded, both, removed, repetition, agreement, resignation, time"
    ):
        opened().finish("boredom")
    assert "removed" in tuple(EndReason)


def test_an_end_on_the_board_is_noted() -> None:
    game = Game("Base")
    moves = ["wG1", "bQ wG1\\", "wQ -wG1", "bB1 bQ-", "wQ /wG1", "bS1 bQ\\", "wG2 -wG1", "bB1 bQ/"]
    for text in [*moves, "wA1 /wG2", "bB2 bB1\\", "wG2 wQ\\"]:
        game.play(text)
    assert game.outcome == Outcome(WHITE, "surrounded")
    assert 'Termination "surrounded"' in game.pgn()
    assert Game.read(game.gamestring()).outcome == game.outcome


def test_equal_records() -> None:
    one, two = opened(), opened()
    assert one == two
    two.last.comment = "?"
    assert one != two
    assert one != "a text"


ROCKING = ("wQ \\wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-")


def rocking(plies: int) -> Game:
    """A game of many plies: both queens go there and back."""
    game = Game(GameType("Base", repetition="off"))
    opening = ("wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-")
    for i in range(plies):
        game.play(opening[i] if i < 4 else ROCKING[i % 4])
    return game


def test_a_very_deep_record_needs_no_deep_recursion() -> None:
    game = rocking(10_000)
    assert len(game.nodes) == 10_001
    assert game.last.id == 10_000
    text = game.pgn()
    again = Game.read(text)
    assert again.pgn() == text
    assert again.actions == game.actions
    assert pickle.loads(pickle.dumps(game)).last.path()[-1].id == 10_000
    game.remove(game.nodes[1])
    assert (len(game.nodes), game.last, game.result) == (1, game.root, "NotStarted")


def test_variations_within_variations_need_no_deep_recursion() -> None:
    game = rocking(4)
    node, position = game.last, game.position()
    for i in range(2_000):  # each variation goes on from the one before
        game.add(position.parse("wA1 /wQ" if i % 2 == 0 else "bA1 bQ\\"), after=node)
        node = game.add(position.play(ROCKING[i % 4]), after=node)
    text = game.pgn()
    assert text.count("(") == 2_000
    assert Game.read(text).pgn() == text


def test_a_very_wide_record() -> None:
    game = rocking(4)
    node = game.last
    actions = game.position().legal_actions()
    for i in range(10_000):
        game.add(actions[i % len(actions)], after=node)
    assert len(node.children) == 10_000
    assert len(node.variations) == 9_999
    assert game.pgn().count("(") == 9_999
    for variation in node.variations[:-1][:50]:
        game.remove(variation)
    assert len(node.children) == 9_950
    assert [child.id for child in node.children] == list(range(5, 5 + 9_950))


def test_what_is_removed_leaves_the_rest_in_order() -> None:
    game = rocking(6)
    main = game.mainline
    aside = game.play("wA1 -wQ", after=main[3])
    further = game.play("bA1 bQ-", after=aside)
    other = game.play("wA1 /wQ", after=main[3])
    game.remove(main[4])  # the main line from its fifth action on
    assert [str(child.action) for child in main[3].children] == ["wA1 -wQ", "wA1 /wQ"]
    assert game.last is further
    assert [node.id for node in game.nodes] == list(range(len(game.nodes)))
    assert [str(node.action) for node in other.path()][-1] == "wA1 /wQ"
    assert game.position(other).turn == "Black[3]"
    assert game.play("wB1 -wA1").parent is further
    with pytest.raises(ValueError, match="root"):
        game.remove(game.root)


def test_what_a_set_up_says_of_the_last_turn_is_no_action_of_the_record() -> None:
    stacks = {(0, 0): ["wQ"], (1, 0): ["bQ"], (-1, 0): ["wA"], (2, 0): ["bA"]}
    position = set_up("Base+P", stacks, turn="White[4]", last=[LastTurnEvent("placed", Hex(2, 0))])
    position.play("wA2 -wA1")
    game = Game.of(position, set_up_actions=1)
    assert [str(action) for action in game.actions] == ["wA2 -wA1"]
    assert game.position() == position
    assert len(Game.of(opened().position(), set_up_actions=1).actions) == len(OPENING)  # no set-up
