"""Faces that are fixed before the game, chosen by mouse, touch and keyboard (V0d)."""

from __future__ import annotations

import pytest
from tests.browser.conftest import Visit
from tests.browser.helpers import Visitor

from ruche import Position
from ruche.words import say

GAME = "Venom+MLP+Fixed"
CHOICE = "faces wF1 wT wY1 wY2"


def counts(visitor: Visitor) -> list[str]:
    """How many pieces show the first and the second face, kind by kind."""
    return [" ".join(row.locator("output").all_inner_texts()) for row in visitor.find(".choose li").all()]


@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "fr")])
def test_faces_are_chosen_and_played(visit: Visit, size: str, language: str) -> None:
    visitor = visit(size, language)
    visitor.begin(f"{GAME.removesuffix('Fixed')}Swarm+Fixed", "screen")
    position = Position("Venom+MLP+Swarm+Fixed")
    for text in (CHOICE, "faces bC bD1", "hand wA3 wF1 wY1", "hand bA1 bA2 bD1", "wY1 +bC", "bD1 wY1- +wL"):
        visitor.act(position, text.split(" +")[0])
    visitor.sees(position)
    assert visitor.record[:2] == [CHOICE, "faces bC bD1"]
    assert visitor.find('.stack use[href="#bug-fly"]').count() == 1


def test_presets(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    visitor.begin(GAME, "screen")
    visitor.find(".choose").wait_for()
    assert counts(visitor) == ["2 0", "2 0", "3 0", "3 0", "1 0", "1 0", "1 0"]
    assert visitor.button("page.faces.as_last").count() == 0  # there is no last time yet
    visitor.press(visitor.button("page.faces.all_second"))
    assert counts(visitor) == ["0 2", "0 2", "0 3", "0 3", "0 1", "0 1", "0 1"]
    ants = visitor.find(".choose li").nth(2).locator("button")
    visitor.press(ants.first)
    assert counts(visitor)[2] == "1 2"
    visitor.press(visitor.find(".choose button.main"))
    visitor.until_moves(1)
    visitor.find(".choose").get_by_text(say("page.faces.title_b", "en")).wait_for()
    assert counts(visitor)[2] == "3 0"  # black's choice begins anew
    visitor.press(visitor.button("page.faces.as_last"))
    assert counts(visitor) == ["0 2", "0 2", "1 2", "0 3", "0 1", "0 1", "0 1"]
    visitor.press(visitor.button("page.faces.all_first"))
    assert set(counts(visitor)) == {"2 0", "3 0", "1 0"}


def test_by_keyboard_alone(visit: Visit) -> None:
    visitor = visit("desktop", "fr")
    visitor.begin(GAME, "screen")
    visitor.find(".choose").wait_for()
    for key, button in (("Enter", 1), ("Space", 3)):  # a scorpion, a firefly
        visitor.find(".choose li button").nth(button).focus()
        visitor.page.keyboard.press(key)
    assert counts(visitor)[:2] == ["1 1", "1 1"]
    label = visitor.find(".choose li button").nth(1).get_attribute("aria-label")
    assert label == say("page.faces.turn", "fr", bug=say("bug.scorpion", "fr"), n=1)
    visitor.find(".choose button.main").focus()
    visitor.page.keyboard.press("Enter")
    visitor.until_moves(1)


def test_a_friend_sees_the_choice_once_both_have_chosen(visit: Visit) -> None:
    white, black = visit("desktop", "en"), visit("phone", "en")
    white.begin(GAME, "friend")
    black.join(white.invitation)
    position = Position(GAME)
    white.choose(position, CHOICE)
    white.until_moves(1)
    assert white.record == [CHOICE]
    black.until_moves(1)
    assert black.record == ["faces"]
    assert "wF1" not in black.page.content()
    position.play(CHOICE)
    black.choose(position, "faces bH")
    for visitor in (white, black):
        visitor.until_moves(2)
        visitor.page.wait_for_function(
            "text => document.querySelector('.move-text').innerText.trim() == text", arg=CHOICE
        )
        assert visitor.record == [CHOICE, "faces bH"]


def wanted_type(visitor: Visitor) -> str:
    """The game type that the form has put together."""
    kept: str = visitor.page.evaluate("JSON.parse(localStorage['ruche.wish']).type")
    return kept


def test_three_ways_to_play_two_faces_stand_side_by_side(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    visitor.prefill("Base", "screen")
    visitor.find("details").first.evaluate("one => { one.open = true }")
    ways = visitor.page.get_by_role("radiogroup", name=say("page.new.faces", "en"))
    assert ways.count() == 0  # nothing has two faces
    visitor.press(visitor.page.get_by_role("checkbox", name=say("mode.predators", "en")))
    radios = ways.get_by_role("radio")
    assert [radio.is_enabled() for radio in radios.all()] == [True, False, True]
    visitor.press(radios.nth(2))
    assert wanted_type(visitor) == "Base+Predators+Fixed"
    visitor.press(visitor.page.get_by_role("checkbox", name=say("mode.guardians", "en")))
    visitor.press(radios.nth(1))
    assert wanted_type(visitor) == "Base+Predators+Guardians+Locked"
    visitor.press(radios.nth(0))
    assert wanted_type(visitor) == "Base+Predators+Guardians"
