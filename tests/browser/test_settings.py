"""Who comes for the first time, and what the settings change."""

from __future__ import annotations

from tests.browser.conftest import Visit
from tests.browser.helpers import Visitor, climbed

from ruche import Position
from ruche.play.playthrough import Playthrough
from ruche.render.pieces import PIECE_SETS, dressed
from ruche.render.themes import channels
from ruche.words import say

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


def test_another_piece_set_holds_everywhere_at_once(visit: Visit) -> None:
    """On the board and in thumbnails, in every theme that has the bugs' own colours."""

    def colours(selector: str) -> list[str]:
        found: list[str] = visitor.page.evaluate(
            """(selector) => {
                const { style } = document.querySelector(selector)
                const found = ['accent', 'ink', 'detail'].map((name) => {
                    style.color = `var(--${name})`
                    return getComputedStyle(document.querySelector(selector)).color
                })
                style.color = ''
                return found
            }""",
            selector,
        )
        return found

    def rgb(colour: str) -> str:
        return "rgb({}, {}, {})".format(*channels(colour))

    ant = ".tile.w .bug[href='#bug-ant']"
    visitor = visit("desktop", "en")
    visitor.begin("Base", "screen")
    before = colours(ant)
    visitor.press(visitor.button("page.settings.title"))
    visitor.choice("page.settings.pieces").select_option("classic")
    for theme in ("light", "dark"):
        visitor.choice("page.settings.theme").select_option(theme)
        look = dressed(theme, "classic")
        body = rgb(PIECE_SETS["classic"].bugs["ant"]["white"])
        assert colours(ant) == [body, body, rgb(look.white.paper)]
        assert body not in before
    visitor.choice("page.settings.theme").select_option("contrast")
    assert colours(ant)[:2] == [rgb("#ffffff"), rgb("#000000")]
    visitor.choice("page.settings.theme").select_option("light")
    visitor.page.reload()  # it is remembered
    visitor.find(ant).first.wait_for()
    assert colours(ant) == [body, body, rgb(look.white.paper)]
    visitor.go("/puzzles")
    visitor.find("img.thumbnail[src*='pieces=classic']").first.wait_for()


def test_a_piece_in_flight_is_in_nobodys_way(visit: Visit) -> None:
    """Who is quick clicks where it will land, and on what it flies over."""
    visitor = visit("desktop", "en", system_motion="no-preference")
    visitor.page.add_init_script(SLOW)
    play(visitor)
    assert visitor.find(".away").count() == 1


def test_what_another_window_changes_holds_here_too(visit: Visit) -> None:
    visitor = visit("desktop", "en", theme="light")
    visitor.go("/")
    other = visitor.context.new_page()
    other.goto("/about")
    other.get_by_role("button", name=say("page.settings.title", "en")).click()
    other.get_by_label(say("page.settings.theme", "en")).select_option("dark")
    visitor.page.wait_for_function("document.documentElement.dataset.theme === 'dark'")
    visitor.set_notation(False)  # and what is changed here leaves it so
    assert other.evaluate("JSON.parse(localStorage['ruche.settings']).theme") == "dark"
    other.wait_for_function("!JSON.parse(localStorage['ruche.settings']).notation")
    assert other.evaluate("document.documentElement.dataset.theme") == "dark"
