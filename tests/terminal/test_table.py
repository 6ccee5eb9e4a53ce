"""The table: every action can be clicked, and every refusal is told."""

import random

import pytest

from ruche import Colour, Hex, Position
from ruche.terminal.table import Table, token_of

TYPES = [
    "Base",
    "Base+MLP",
    "Venom+MLP",
    "Base+Predators+Guardians",
    "Ultimate",
    "Venom+Swarm",
    "Ultimate+Swarm",
]


def after(game_type: str, *actions: str) -> Table:
    position = Position(game_type)
    for action in actions:
        position.play(action)
    return Table(position)


@pytest.mark.parametrize("game_type", TYPES)
def test_whole_games_can_be_clicked(game_type: str) -> None:
    chance = random.Random(game_type)
    table = Table(Position(game_type, seed=5))
    mirror = Position(game_type, seed=5)
    kinds = set()
    while table.position.outcome is None and len(table.steps) < 70:
        played = len(table.steps)
        while len(table.steps) == played:
            tokens = table.next_tokens()
            assert tokens, "something was picked up that leads nowhere"
            assert table.press(chance.choice(tokens)) is None
        kinds.add(mirror.play(table.steps[-1].text.partition(" +")[0]).kind)
    assert table.position == mirror
    assert {"place", "move"} <= kinds


@pytest.mark.parametrize("game_type", TYPES)
def test_the_clicks_reach_every_action(game_type: str) -> None:
    chance = random.Random(1)
    position = Position(game_type)
    for _ in range(24):
        position.play(chance.choice(position.legal_actions()))
    reached = set()

    def explore(clicks: list[str]) -> None:
        table = Table(position.copy())
        for token in clicks:
            table.press(token)
        if table.steps:
            reached.add(table.steps[-1].text.partition(" +")[0])
            return
        for token in table.next_tokens():
            explore([*clicks, token])

    explore([])
    assert reached == {str(action) for action in position.legal_actions()}


def test_targets_are_lit_once_a_piece_is_picked_up() -> None:
    table = after("Base", "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")
    assert table.targets() == []
    table.press(token_of(Hex(-1, 0)))
    assert set(table.targets()) == {Hex(-1, 1), Hex(0, -1)}
    table.press(token_of(Hex(-1, 0)))
    assert table.targets() == []


def test_another_piece_is_picked_up_in_its_place() -> None:
    table = after("Base", "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")
    table.press("hand:w:beetle")
    table.press("hand:w:ant")
    assert table.clicks == ["hand:w:ant"]
    table.let_go()
    assert table.clicks == []


@pytest.mark.parametrize(
    ("language", "clicks", "expected"),
    [
        ("en", [Hex(0, 0)], "without"),
        ("fr", [Hex(0, 0)], "sans"),
        ("en", [Hex(1, 0)], "opponent"),
        ("en", [Hex(-1, 0), Hex(4, 0)], ""),
        ("en", ["hand:w:ant", Hex(3, 0)], "may not touch"),
        ("fr", ["hand:w:ant", Hex(3, 0)], "ne doit toucher"),
    ],
)
def test_a_refused_click_says_why(language: str, clicks: list[Hex | str], expected: str) -> None:
    table = after("Base", "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")
    why = None
    for click in clicks:
        why = table.press(click if isinstance(click, str) else token_of(click), language)
    assert why
    assert expected in why
    assert not table.steps


def test_what_is_typed_is_played_or_refused() -> None:
    table = after("Base", "wA1")
    assert table.type("bA1 wA1-") is None
    assert "wZ1" in str(table.type("wZ1 wA1-"))
    assert table.type("wA2 bA1-", "fr")
    assert [step.text for step in table.steps] == ["bA1 wA1-"]


def test_swarm_hands_are_picked_and_stay_secret() -> None:
    table = Table(Position("Base+Swarm"))
    assert table.is_choosing
    assert "queen" in str(table.press("hand:w:queen_bee"))
    for token in ("hand:w:ant", "hand:w:ant", "do:back", "hand:w:ant", "hand:w:spider"):
        table.press(token)
    assert table.steps[0].text == "hand wA1 wA2 wS1"
    assert table.viewer == Colour.BLACK
    assert [str(entry.piece) for entry in table.entries(Colour.WHITE)] == ["wQ"]
    for token in ("hand:b:beetle", "hand:b:beetle", "hand:b:grasshopper"):
        table.press(token)
    assert [str(entry.piece) for entry in table.entries(Colour.BLACK)] == ["bQ", "bB1", "bG1"]
    assert [entry.count for entry in table.entries(Colour.WHITE)] == [1, 1, 2]


def test_taking_back_goes_to_ones_own_turn() -> None:
    table = Table(Position("Base"), frozenset([Colour.WHITE]))
    for text in ("wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-"):
        table.play(text)
    assert table.undo() == 2
    assert table.position.turn == "White[2]"
    assert table.undo() == 2
    assert table.undo() == 0
    assert table.position.turn == "White[1]"


def test_an_opponents_opening_is_not_taken_back() -> None:
    table = Table(Position("Base"), frozenset([Colour.BLACK]))
    table.play("wA1")
    assert table.undo() == 0
    assert table.position.turn == "Black[1]"


def test_nothing_may_be_clicked_when_it_is_over() -> None:
    table = after("Base+MLP", "wG1", "bQ wG1\\", "wQ -wG1", "bB1 bQ-", "wQ /wG1", "bS1 bQ\\", "wG2 -wG1")
    for text in ("bB1 bQ/", "wA1 /wG2", "bB2 bB1\\", "wG2 wQ\\"):
        table.play(text)
    assert table.position.outcome is not None
    assert table.next_tokens() == []
    assert table.press(token_of(Hex(0, 0)))
