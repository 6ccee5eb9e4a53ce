"""Who comes for the first time, and what the settings change."""

from __future__ import annotations

from tests.browser.conftest import Visit
from tests.browser.helpers import Visitor, climbed

from ruche import Position
from ruche.play.playthrough import Playthrough

# Counts the pieces that fly over the board.
COUNT = """
    window.flights = 0
    const animate = Element.prototype.animate
    Element.prototype.animate = function (...how) {
        window.flights++
        return animate.apply(this, how)
    }
"""

# Pieces that have almost arrived, for as long as anyone looks.
SLOW = """
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames) {
        return animate.call(this, frames, { duration: 1e8, delay: -9.5e7 })
    }
"""


def play(visitor: Visitor) -> None:
    """Play on one screen until a beetle has climbed on another."""
    visitor.begin("Base", "screen")
    position = Position("Base")
    for action in climbed().history:
        visitor.spell(position, str(action))
        position.play(action)
        visitor.until_moves(len(position.history))


def words(language: str) -> list[str]:
    """The same, in words."""
    playthrough = Playthrough(Position("Base"))
    playthrough.play_all(str(action) for action in climbed().history)
    return [step.sentence.say(language) for step in playthrough.steps]


def test_a_first_visit(visit: Visit) -> None:
    """As the system has it: language, colours; moves without notation, and in words for those who listen."""
    visitor = visit("desktop", "fr", fresh=True, system_theme="dark")
    play(visitor)
    assert visitor.page.evaluate("document.documentElement.lang") == "fr"
    assert visitor.page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert visitor.told == words("fr")
    assert "bQ" not in "".join(visitor.record)
    assert visitor.find(".tile .number").count() == 0

    for _ in range(2):
        visitor.set_notation(True)
        assert visitor.record == [str(action) for action in climbed().history]
        assert visitor.find(".tile .number").count() > 0
        visitor.page.reload()  # it is remembered
        visitor.until_moves(len(climbed().history))
        assert visitor.record == [str(action) for action in climbed().history]
        visitor.set_notation(False)
        assert visitor.told == words("fr")
        assert "bQ" not in "".join(visitor.record)


def test_pieces_move_unless_one_wants_less_motion(visit: Visit) -> None:
    seen = len(climbed().history)  # placings drop, moves travel
    for system, setting, flights in (
        ("no-preference", "auto", seen),
        ("no-preference", "less", 0),
        ("reduce", "auto", 0),
    ):
        visitor = visit("desktop", "en", system_motion=system, motion=setting)
        visitor.page.add_init_script(COUNT)
        play(visitor)
        visitor.find(".away").wait_for(state="detached")
        assert visitor.page.evaluate("window.flights") == flights


def test_a_piece_in_flight_is_in_nobodys_way(visit: Visit) -> None:
    """Who is quick clicks where it will land, and on what it flies over."""
    visitor = visit("desktop", "en", system_motion="no-preference")
    visitor.page.add_init_script(SLOW)
    play(visitor)
    assert visitor.find(".away").count() == 1
