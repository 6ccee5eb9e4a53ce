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
        assert [action.text for action in spelled] == [
            str(a) for a in legal if a.kind not in ("faces", "hand")
        ]
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


def test_faces_are_asked_for_last_and_only_where_there_is_a_choice() -> None:
    spelled = {action.text: action.clicks for action in spell(Position("Venom"))}
    assert spelled["wQ"] == ("hand:w:queen_bee", "hex:0,0")
    assert spelled["wA1"] == ("hand:w:ant", "hex:0,0", "face:ant")
    assert spelled["wY1"] == ("hand:w:ant", "hex:0,0", "face:fly")


def test_what_shares_its_clicks_is_told_apart() -> None:
    stacks = {(0, 0): ["wM"], (1, 0): ["bA"], (0, 1): ["wB"], (-1, 1): ["wW"], (2, 0): ["bQ"]}
    position = set_up("Venom+MLP", stacks, turn="White[6]")
    spelled = {action.text: action.clicks for action in spell(position)}
    assert spelled["wM *bA1"] == ("hex:0,0", "hex:1,0", "do:sting")
    assert spelled["wM bA1"] == ("hex:0,0", "hex:1,0", "do:climb")
    assert spelled["wM =wT"] == ("hex:0,0", "do:flip")
    assert spelled["wM wB1"] == ("hex:0,0", "hex:0,1")


def test_hexes_are_read_and_written() -> None:
    assert hex_of(hex_token(Hex(3, -2))) == Hex(3, -2)
    for text in ("", "hex", "hex:", "hex:1", "hex:1,x", "hex:1,2,3", "hand:1,2"):
        with pytest.raises(TokenError):
            hex_of(text)
