"""What endangers a royal, and what a rest keeps from being done: compared with what the rules allow."""

from __future__ import annotations

import random

import pytest

from ruche import Colour, Hex, Position, set_up
from ruche.notation.diagram import read_diagram
from ruche.rules.explain.danger import own_losses, threatened_royals
from ruche.rules.explain.probe import withheld_by_rest

TYPES = ("Base+MLP", "Venom+MLP", "Base+MLP+Predators", "Ultimate", "Ultimate+Swarm")

NEARLY = """Base White[9]
      wA1   bA2
   bA1   bQ    wG1
      .     bS1   wQ
   .     bG1   wA2
"""


def threatened(position: Position) -> set[str]:
    return {str(piece) for piece in threatened_royals(position)}


def at(diagram: str) -> Position:
    return read_diagram(diagram).position


def lost(position: Position, action: object, colour: Colour) -> bool:
    """Tell whether an action ends the game against a player or for nobody, as the rules say it."""
    twin = position.copy()
    twin.play(str(action))
    end = twin.outcome
    return end is not None and end.why != "repetition" and end.winner is not colour


@pytest.mark.parametrize("game_type", TYPES)
def test_both_agree_with_playing_every_action(game_type: str) -> None:
    """E1, E2, E3, E6, E7."""
    rng = random.Random(game_type)
    position = Position(game_type, seed=1)
    for number in range(240):
        if position.outcome is not None:
            position = Position(game_type, seed=rng.getrandbits(32))
        if number % 20 == 0 and position.choosing is None:
            me, before = position.colour, position.copy()
            actions = position.legal_actions()
            assert own_losses(position).keys() == {a.code for a in actions if lost(position, a, me)}
            wins = any(lost(position, action, me.other) for action in actions)
            assert (str(position.game_type.royals[me.other]) in threatened(position)) == wins
            assert position == before
        position.play(rng.choice(position.legal_actions()))


def test_a_royal_with_one_hex_left_is_threatened_whoever_is_to_move() -> None:
    """E1."""
    position = at(NEARLY)
    assert threatened(position) == {"bQ"}
    assert threatened(at(NEARLY.replace("White[9]", "Black[9]"))) == {"bQ"}
    position.play("wA2 /bQ")
    assert threatened(position) == set()  # the game is over


def test_what_nobody_can_reach_threatens_nobody() -> None:
    """E1: five neighbours alone are no threat, nothing of White's can get to the last hex."""
    locked = at(
        """Base White[9]
      wA1   bA2
   bA1   bQ    wG1
      .     bS1   wQ
   .     bG1
"""
    )
    assert any(lost(locked, action, Colour.BLACK) for action in locked.legal_actions()) == bool(
        threatened(locked)
    )


def test_surrounding_ones_own_royal_is_told_by_how_it_ends() -> None:
    """E2, E3."""
    position = at(NEARLY.replace("White[9]", "Black[9]").replace("wA2", "bA3"))
    assert set(own_losses(position).values()) == {"surrounded"}
    both = at(
        """Base White[9]
      wG1   bA1   bA2
   wA2   wQ    bQ    bG1
      wA1   .     bG2
   wA3
"""
    )
    assert set(own_losses(both).values()) == {"both"}


def test_ones_own_royal_is_surrounded_before_the_others_is_there() -> None:
    """E2, T3: by the fourth piece, between two of one's own."""
    stacks = {(0, 0): ["wQ"], (1, -1): ["wA1"], (0, 1): ["wA2"]}
    stacks |= {(0, -1): ["bA1"], (-1, 0): ["bA2"], (-1, 1): ["bA3"]}
    position = set_up("Base", stacks, turn="White[4]")
    ending = [action for action in position.legal_actions() if action.to == Hex(1, 0)]
    placings = {action.code for action in ending if action.kind == "place"}
    assert placings
    assert own_losses(position) == dict.fromkeys(placings, "surrounded")


def test_a_rest_matters_only_where_it_withholds_something() -> None:
    """R1."""
    thrown = at("Base+P Black[6]\n   .     o\nbA1   wP    wQ\n   .     bQ\nlast: bA1 moved")
    assert [str(thrown.shown(piece)) for piece in withheld_by_rest(thrown)] == ["bA1"]
    # an enemy's piece that nobody could have moved anyway
    plain = at("Base Black[6]\n   o\nwA1   wQ    bQ    bA1\nlast: wA1 moved")
    assert {str(piece) for piece in plain.resting} == {"wA1"}
    assert withheld_by_rest(plain) == []


@pytest.mark.parametrize("game_type", TYPES)
def test_what_a_rest_withholds_is_refused_for_it(game_type: str) -> None:
    """R1: a piece that is held back rests, and the position stays as it was."""
    rng = random.Random(game_type)
    position = Position(game_type, seed=1)
    for _ in range(80):
        if position.outcome is not None:
            position = Position(game_type, seed=rng.getrandbits(32))
        before = position.copy()
        held = withheld_by_rest(position)
        assert {position.shown(piece) for piece in held} <= position.resting
        assert position == before
        assert {str(a) for a in position.legal_actions()} == {str(a) for a in before.legal_actions()}
        position.play(rng.choice(position.legal_actions()))
