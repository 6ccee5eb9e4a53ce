"""A game at the terminal: every action can be clicked, and every refusal is told."""

import random
from pathlib import Path

import pytest
from tests.positions import played

from ruche import Colour, Hex, Position
from ruche.play.clicks import hex_token
from ruche.terminal.face_choice import LastFaces
from ruche.terminal.game import TerminalGame

TYPES = [
    "Base",
    "Base+MLP",
    "Venom+MLP",
    "Base+Predators+Guardians",
    "Ultimate",
    "Venom+Swarm",
    "Ultimate+Swarm",
]


def after(game_type: str, *actions: str) -> TerminalGame:
    position = played(game_type, *actions)
    return TerminalGame(position)


@pytest.mark.parametrize("game_type", TYPES)
def test_whole_games_can_be_clicked(game_type: str) -> None:
    chance = random.Random(game_type)
    game = TerminalGame(Position(game_type, seed=5))
    mirror = Position(game_type, seed=5)
    kinds = set()
    while game.position.outcome is None and len(game.steps) < 70:
        played = len(game.steps)
        while len(game.steps) == played:
            tokens = game.next_tokens()
            assert tokens, "something was picked up that leads nowhere"
            assert game.press(chance.choice(tokens)) is None
        kinds.add(mirror.play(game.steps[-1].text.partition(" +")[0]).kind)
    assert game.position == mirror
    assert {"place", "move"} <= kinds


@pytest.mark.parametrize("game_type", TYPES)
def test_the_clicks_reach_every_action(game_type: str) -> None:
    chance = random.Random(1)
    position = Position(game_type)
    for _ in range(24):
        position.play(chance.choice(position.legal_actions()))
    reached = set()

    def explore(clicks: list[str]) -> None:
        game = TerminalGame(position.copy())
        for token in clicks:
            game.press(token)
        if game.steps:
            reached.add(game.steps[-1].text.partition(" +")[0])
            return
        for token in game.next_tokens():
            explore([*clicks, token])

    explore([])
    assert reached == {str(action) for action in position.legal_actions()}


def test_targets_are_lit_once_a_piece_is_picked_up() -> None:
    game = after("Base", "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")
    assert game.targets() == []
    game.press(hex_token(Hex(-1, 0)))
    assert set(game.targets()) == {Hex(-1, 1), Hex(0, -1)}
    game.press(hex_token(Hex(-1, 0)))
    assert game.targets() == []


def test_another_piece_is_picked_up_in_its_place() -> None:
    game = after("Base", "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")
    game.press("hand:w:beetle")
    game.press("hand:w:ant")
    assert list(game.clicks) == ["hand:w:ant"]
    game.cancel_clicks()
    assert not game.clicks


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
    game = after("Base", "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")
    why = None
    for click in clicks:
        why = game.press(click if isinstance(click, str) else hex_token(click), language)
    assert why
    assert expected in why
    assert not game.steps


def test_what_is_typed_is_played_or_refused() -> None:
    game = after("Base", "wA1")
    assert game.type("bA1 wA1-") is None
    assert "wZ1" in str(game.type("wZ1 wA1-"))
    assert game.type("wA2 bA1-", "fr")
    assert [step.text for step in game.steps] == ["bA1 wA1-"]


def test_swarm_hands_are_picked_and_stay_secret() -> None:
    game = TerminalGame(Position("Base+Swarm"))
    assert game.is_choosing
    assert "queen" in str(game.press("hand:w:queen_bee"))
    for token in ("hand:w:ant", "hand:w:ant", "do:back", "hand:w:ant", "hand:w:spider"):
        game.press(token)
    assert game.steps[0].text == "hand wA1 wA2 wS1"
    assert game.viewer == Colour.BLACK
    assert [str(entry.piece) for entry in game.entries(Colour.WHITE)] == ["wQ"]
    for token in ("hand:b:beetle", "hand:b:beetle", "hand:b:grasshopper"):
        game.press(token)
    assert [str(entry.piece) for entry in game.entries(Colour.BLACK)] == ["bQ", "bB1", "bG1"]
    assert [entry.count for entry in game.entries(Colour.WHITE)] == [1, 1, 2]


def test_faces_are_chosen_as_last_time(tmp_path: Path) -> None:  # V0d
    last = LastFaces(tmp_path / "new" / "faces.json")
    game = TerminalGame(Position("Venom+MLP+Fixed"), last_faces=last)
    assert "do:as_last" not in game.choices()  # there was no last time
    for token in ("hand:w:ant", "hand:w:ant", "hand:w:ladybug", "do:faces_done"):
        assert game.press(token) is None
    for token in ("do:as_last", "do:faces_done"):
        assert game.press(token) is None
    assert [step.text for step in game.steps] == ["faces wH wY1 wY2", "faces bH bY1 bY2"]
    smaller = TerminalGame(Position("Venom+Fixed"), last_faces=last)  # without the ladybug
    for token in ("do:as_last", "do:faces_done"):
        assert smaller.press(token) is None
    assert smaller.steps[0].text == "faces wY1 wY2"
    assert last.read()["shield_bug"] == 1  # it was not asked for, so it is remembered


@pytest.mark.parametrize("kept", ["", "[1]", '{"fly": "many", "tick": -1}', '{"fly": 99}'])
def test_a_damaged_memory_of_faces_is_no_obstacle(tmp_path: Path, kept: str) -> None:
    path = tmp_path / "faces.json"
    path.write_text(kept)
    game = TerminalGame(Position("Venom+Fixed"), last_faces=LastFaces(path))
    for token in (*(["do:as_last"] if "do:as_last" in game.choices() else []), "do:faces_done"):
        assert game.press(token) is None
    assert game.steps[0].text == ("faces wY1 wY2 wY3" if "99" in kept else "faces")


def test_faces_are_turned_and_stay_secret() -> None:  # V0d
    game = TerminalGame(Position("Venom+MLP+Fixed"))
    assert game.is_choosing
    assert game.press("hand:w:queen_bee", "fr")
    assert game.press("hex:0,0")
    beetle, ant = "hand:w:beetle", "hand:w:ant"
    for token in ("do:all_second", "do:all_first", beetle, ant, ant, ant, ant, ant):
        assert game.press(token) is None
    assert game.press("do:faces_done") is None
    assert game.steps[0].text == "faces wF1 wY1"
    assert [step.text for step in game.visible_steps()] == ["faces"]
    assert {entry.piece.bug.name for entry in game.entries(Colour.WHITE)} >= {"beetle", "ant"}
    assert "firefly" not in {entry.piece.bug.name for entry in game.entries(Colour.WHITE)}
    game.press("do:faces_done")
    assert game.steps[1].text == "faces"
    assert "firefly" in {entry.piece.bug.name for entry in game.entries(Colour.WHITE)}
    assert game.undo() == 0  # what both have seen is not taken back
    for token in ("hand:w:fly", "hex:0,0"):
        game.press(token)
    assert game.steps[2].text == "wY1"
    assert game.undo() == 1


def test_taking_back_goes_to_ones_own_turn() -> None:
    game = TerminalGame(Position("Base"), frozenset([Colour.WHITE]))
    for text in ("wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-"):
        game.play(text)
    assert game.undo() == 2
    assert game.position.turn == "White[2]"
    assert game.undo() == 2
    assert game.undo() == 0
    assert game.position.turn == "White[1]"


def test_an_opponents_opening_is_not_taken_back() -> None:
    game = TerminalGame(Position("Base"), frozenset([Colour.BLACK]))
    game.play("wA1")
    assert game.undo() == 0
    assert game.position.turn == "Black[1]"


def test_nothing_may_be_clicked_when_it_is_over() -> None:
    game = after("Base+MLP", "wG1", "bQ wG1\\", "wQ -wG1", "bB1 bQ-", "wQ /wG1", "bS1 bQ\\", "wG2 -wG1")
    for text in ("bB1 bQ/", "wA1 /wG2", "bB2 bB1\\", "wG2 wQ\\"):
        game.play(text)
    assert game.position.outcome is not None
    assert game.next_tokens() == []
    assert game.press(hex_token(Hex(0, 0)))
