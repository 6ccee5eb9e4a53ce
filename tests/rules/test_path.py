"""The way that a piece takes: the rules know it, and nobody else need work it out."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from tests.positions import played

from ruche import Action, Hex, Position, set_up
from ruche.play.playthrough import Playthrough
from ruche.rules.explain import path as way_of
from ruche.rules.explain.path import Path, path_of
from ruche.rules.facts import bugs
from ruche.rules.last_turn import LastTurnEvent

TYPES = ("Base+MLP", "Venom+MLP", "Base+MLP+Guardians", "Base+MLP+Predators", "Ultimate")


def apart(one: Hex, other: Hex) -> int:
    q, r = one.q - other.q, one.r - other.r
    return max(abs(q), abs(r), abs(q + r))


def after(text: str, game_type: str = "Base+MLP") -> Position:
    return played(game_type, *text.split("; "))


def path(position: Position, text: str) -> Path:
    found = path_of(position, position.parse(text))
    assert found is not None
    return found


@pytest.mark.parametrize("game_type", TYPES)
def test_every_move_has_a_way_from_where_it_lies_to_where_it_goes(game_type: str) -> None:
    rng = random.Random(game_type)
    position = Position(game_type)
    seen = 0
    for _ in range(120):
        if position.outcome is not None:
            position = Position(game_type)
        actions = position.legal_actions()
        moves = [action for action in actions if action.kind == "move"]
        before = position.copy()
        for action in rng.sample(moves, min(3, len(moves))):
            way = path_of(position, action)
            assert way is not None
            assert (way.hexes[0], way.hexes[-1]) == (action.origin, action.to)
            assert len(set(way.hexes)) == len(way.hexes)
            assert action.piece is not None
            assert (way.by is None) == (not way.thrown and action.piece.colour == position.colour)
            seen += 1
        assert position == before
        position.play(rng.choice(actions))
    assert seen > 50


def test_a_spider_takes_exactly_three_slides() -> None:
    """B4."""
    position = after("wS1; bG1 wS1-; wQ -wS1; bQ bG1-; wS2 -wQ; bA1 bQ-")
    for action in position.legal_actions("wS2"):
        way = path_of(position, action)
        assert way is not None
        assert len(way.hexes) == 4
        assert all(apart(*step) == 1 for step in pairwise(way.hexes))


def test_an_ant_takes_the_shortest_way_around_the_hive() -> None:
    """B5: the hexes are those beside the hive, on the nearer side."""
    position = after("wS1; bG1 wS1-; wQ -wS1; bQ bG1-; wA1 -wQ; bA1 bQ-")
    way = path(position, "wA1 wQ/")
    assert way.hexes == (Hex(-2, 0), Hex(-1, -1), Hex(0, -1))
    around = path(position, "wA1 bA1-")
    assert len(around.hexes) - 1 == apart(Hex(-2, 0), Hex(4, 0)) + 1
    assert all(apart(*step) == 1 for step in pairwise(around.hexes))


def test_a_grasshopper_flies_and_a_ladybug_walks_over_the_hive() -> None:
    """B3, B6."""
    position = after("wG1; bG1 wG1-; wQ -wG1; bQ bG1-; wL \\wQ; bA1 bQ-")
    assert path(after("wG1; bQ wG1-; wQ -wG1; bG1 bQ-; wG2 -wQ; bA1 bG1-"), "wG2 bA1-").hexes == (
        Hex(-2, 0),
        Hex(4, 0),
    )
    for action in position.legal_actions("wL"):
        way = path_of(position, action)
        assert way is not None
        assert len(way.hexes) == 4
        assert all(place in position.stacks for place in way.hexes[1:3])


def test_a_throw_goes_over_who_throws_and_is_called_so() -> None:
    """B7."""
    game = Playthrough(Position("Base+MLP"))
    game.play_all(("wP", "bL wP-", "wQ -wP", "bQ bL-", "wS1 /wP", "bA1 bQ/"))
    thrown = game.play("wS1 \\wP")
    assert thrown.kind == "throw"
    assert thrown.by == Hex(0, 0)
    assert thrown.path == (Hex(-1, 1), Hex(0, 0), Hex(0, -1))
    assert thrown.sentence.say("en") == "White throws the spider"
    assert thrown.sentence.say("fr") == "Les Blancs lancent l’araignée"
    moved = game.play("bA1 -wQ")
    assert (moved.kind, moved.by) == ("move", None)
    assert moved.sentence.say("en") == "Black moves the ant"


def test_a_way_that_path_does_not_know_is_a_flight_and_no_throw(monkeypatch: pytest.MonkeyPatch) -> None:
    """B3, B7: the grasshopper lies beside a pillbug that could throw it there."""
    stacks = {(0, 0): ["wP"], (-1, 0): ["wG1"], (-1, 1): ["wQ"], (0, 1): ["bQ"]}
    position = set_up("Base+P", stacks, turn="White[5]")
    jump = position.parse("wG1 wP-")
    known = path_of(position, jump)
    monkeypatch.delitem(way_of.FINDERS, bugs.JUMP)
    assert path_of(position, jump) == known == Path((Hex(-1, 0), Hex(1, 0)))


def moves(position: Position, name: str) -> list[Action]:
    """The moves of a piece."""
    return [action for action in position.legal_actions(name) if action.kind == "move"]


def test_a_dragonfly_goes_over_the_tops_in_one_direction() -> None:
    """V6."""
    stacks = {(0, 0): ["wD"], (1, 0): ["wQ"], (2, 0): ["bQ"], (3, 0): ["bA1"]}
    position = set_up("Base+D1", stacks, turn="White[5]")
    assert [str(action) for action in moves(position, "wD")] == ["wD bA1-"]
    assert path(position, "wD bA1-").hexes == tuple(Hex(q, 0) for q in range(5))


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("bA1", LastTurnEvent("placed", Hex(2, 0))),
        ("bA1", LastTurnEvent("moved", Hex(2, 0), Hex(1, -1))),
        ("bY1", LastTurnEvent("flipped", Hex(2, 0))),
    ],
    ids=["placed", "moved", "flipped"],
)
def test_a_fly_comes_down_from_what_the_last_turn_touched(name: str, event: LastTurnEvent) -> None:
    """V5."""
    stacks = {(0, 0): ["wQ"], (-1, 0): ["wY1"], (1, 0): ["bQ"], (2, 0): [name]}
    position = set_up("Venom", stacks, turn="White[5]", last=[event])
    ways = [path_of(position, action) for action in moves(position, "wY1")]
    assert [way.hexes[:2] for way in ways if way is not None] == [(Hex(-1, 0), Hex(2, 0))] * 5
    assert {way.hexes[2] for way in ways if way is not None} == {
        *(Hex(2, 0).neighbour(direction) for direction in range(6))
    } - {Hex(1, 0)}


def test_a_controlled_piece_is_moved_by_the_tick_at_its_level() -> None:
    """V9."""
    stacks = {(0, 0): ["wT"], (1, 0): ["bQ"], (-1, 0): ["wQ"], (0, 1): ["bA1"]}
    position = set_up("Base+T1", stacks, turn="White[5]")
    ways = [path_of(position, action) for action in moves(position, "bA1")]
    assert ways
    assert {(way.by, way.thrown) for way in ways if way} == {(position.game_type.by_name["wT"][0], False)}


def test_what_is_no_move_has_no_way() -> None:
    position = after("wS1; bG1 wS1-; wQ -wS1; bQ bG1-")
    placings = [action for action in position.legal_actions() if action.kind == "place"]
    assert placings
    assert all(path_of(position, action) is None for action in placings)


def test_a_piece_does_not_bar_its_own_way() -> None:
    """H4: the ant lay on one side of the gap through which it goes on."""
    position = Position("Base 1,bQ,wB1/bA1,1,wB2/1,wS1 b3")
    assert path(position, "bA1 -wS1").hexes == (Hex(0, 1), Hex(1, 1), Hex(0, 2))


def test_a_firefly_takes_two_steps_from_the_ground_and_one_on_top() -> None:
    """V4."""
    ground = {(0, 0): ["wF"], (1, 0): ["wQ"], (2, 0): ["bQ"], (3, 0): ["bA1"]}
    position = set_up("Base+F1", ground, turn="White[5]")
    assert path(position, "wF bQ").hexes == (Hex(0, 0), Hex(1, 0), Hex(2, 0))
    top = {(0, 0): ["bA1", "wF"], (1, 0): ["wQ"], (2, 0): ["bQ"]}
    position = set_up("Base+F1", top, turn="White[5]")
    assert path(position, "wF wQ").hexes == (Hex(0, 0), Hex(1, 0))
    assert path(position, "wF -bA1").hexes == (Hex(0, 0), Hex(-1, 0))


def test_a_moth_goes_down_and_up_again() -> None:
    """G3."""
    stacks = {(0, 0): ["wQ", "wN"], (1, 0): ["wA1"], (2, 0): ["bQ"], (2, -1): ["bA1"], (0, 1): ["bA2"]}
    position = set_up("Base+Guardians", stacks, turn="White[5]")
    assert {str(action): path(position, str(action)).hexes for action in moves(position, "wN")} == {
        "wN bA2": (Hex(0, 0), Hex(-1, 1), Hex(0, 1)),
        "wN bA1": (Hex(0, 0), Hex(1, -1), Hex(2, -1)),
        "wN wA1": (Hex(0, 0), Hex(1, -1), Hex(1, 0)),
    }
