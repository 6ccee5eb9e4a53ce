"""The clicks that spell the actions, in random games of thirty types."""

import random
from itertools import pairwise

import pytest
from tests.rules.playouts import TYPES

from ruche import Hex, Position, set_up
from ruche.play.clicks import TokenError, hex_of, hex_token, spell

LENGTH = 45


@pytest.mark.parametrize("name", TYPES)
def test_clicks_spell_every_action_and_only_one(name: str) -> None:
    rng = random.Random(name)
    position = Position(name, seed=rng.getrandbits(32))
    while position.outcome is None and len(position.history) < LENGTH:
        legal = position.legal_actions()
        spelled = spell(position)
        texts = [str(action) for action in legal if action.kind not in ("faces", "hand")]
        assert [action.text for action in spelled[: len(texts)]] == texts
        assert {action.text for action in spelled} == set(texts)  # the rest are other spellings
        sequences = sorted(action.clicks for action in spelled)
        for one, next_one in pairwise(sequences):
            assert next_one[: len(one)] != one, (one, next_one)
        shown = {f"hex:{place.q},{place.r}" for place in position.stacks}
        hand = position.hand(position.colour)
        held = {f"hand:{piece.name[0]}:{piece.bug.name}" for piece in hand}
        for clicks in sequences:
            kind = clicks[0].split(":")[0]
            assert kind == "do" or clicks[0] in (shown if kind == "hex" else held)
        position.play(rng.choice(legal))


def spellings(position: Position) -> dict[str, list[tuple[str, ...]]]:
    """Return every spelling of each action, the first one first."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for action in spell(position):
        found.setdefault(action.text, []).append(action.clicks)
    return found


def test_faces_are_asked_for_before_the_hex_and_only_where_there_is_a_choice() -> None:
    spelled = spellings(Position("Venom"))
    assert spelled["wQ"] == [("hand:w:queen_bee", "hex:0,0")]
    assert spelled["wA1"] == [("hand:w:ant", "face:ant", "hex:0,0")]
    assert spelled["wY1"] == [("hand:w:ant", "face:fly", "hex:0,0")]


def test_what_shares_its_clicks_is_told_apart() -> None:
    stacks = {(0, 0): ["wM"], (1, 0): ["bA"], (0, 1): ["wB"], (-1, 1): ["wW"], (2, 0): ["bQ"]}
    position = set_up("Venom+MLP", stacks, turn="White[6]")
    spelled = spellings(position)
    assert spelled["wM *bA1"] == [("hex:0,0", "hex:1,0", "do:sting"), ("hex:1,0", "hex:0,0")]
    assert spelled["wM bA1"] == [("hex:0,0", "hex:1,0", "do:climb")]
    assert spelled["wM =wT"] == [("hex:0,0", "do:flip")]
    assert spelled["wM wB1"] == [("hex:0,0", "hex:0,1")]


def test_a_throw_is_clicked_from_the_victim_or_from_who_throws() -> None:
    stacks = {(0, 0): ["wP"], (1, 0): ["bA"], (-1, 0): ["wQ"], (2, 0): ["bQ"], (1, 1): ["wG"]}
    spelled = spellings(set_up("Base+MLP", stacks, turn="White[6]"))
    assert spelled["wQ wP\\"] == [("hex:-1,0", "hex:0,1"), ("hex:0,0", "hex:-1,0", "hex:0,1")]
    own = {clicks for text, ways in spelled.items() for clicks in ways if text.startswith("wG1")}
    assert all(clicks[0] == "hex:1,1" for clicks in own)  # the pillbug does not touch it


def test_what_a_tick_controls_is_clicked_from_either() -> None:
    stacks = {(0, 0): ["wT"], (1, 0): ["bA"], (-1, 0): ["wQ"], (0, 1): ["bQ"]}
    spelled = spellings(set_up("Venom+MLP", stacks, turn="White[6]"))
    controlled = {text: ways for text, ways in spelled.items() if text.startswith("bA1")}
    assert controlled
    for ways in controlled.values():
        first, second = ways
        assert first[0] == "hex:1,0"
        assert second == ("hex:0,0", *first)


def test_a_mosquito_that_may_climb_or_throw_is_asked_which() -> None:
    stacks = {
        (0, 0): ["wM"],
        (1, 0): ["bA"],
        (-1, 0): ["wP"],
        (0, 1): ["wB"],
        (-1, 1): ["wQ"],
        (1, 1): ["bQ"],
    }
    spelled = spellings(set_up("Base+MLP", stacks, turn="White[8]"))
    assert spelled["wM bA1"] == [("hex:0,0", "hex:1,0", "do:climb")]
    thrown = [clicks for clicks in spelled["bA1 \\wM"] if clicks[0] == "hex:0,0"]
    assert thrown == [("hex:0,0", "hex:1,0", "hex:0,-1")]


def test_hexes_are_read_and_written() -> None:
    assert hex_of(hex_token(Hex(3, -2))) == Hex(3, -2)
    for text in ("", "hex", "hex:", "hex:1", "hex:1,x", "hex:1,2,3", "hand:1,2"):
        with pytest.raises(TokenError):
            hex_of(text)
