"""Composing a position on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.conftest import Visit
from tests.browser.helpers import ULTIMATE, Visitor, address, wait_for_pieces
from tests.browser.studies import bring, line_link, take, wait_for_tree, wander

from ruche import Colour, read_diagram
from ruche.words import say

if TYPE_CHECKING:
    from playwright.sync_api import Route

ALL = """
Base+P+Predators+Honeycombo+Swarm Black[7]
   .     o
bA1   wP    wQ    hc
   .     bQ
white: wG1 bS1
black: wG2
removed: wX bB1
double: black
last: bA1 moved
"""


TRAYS = ("hand.of_w", "hand.of_b", "setup.removed")


def wait_until_resting(visitor: Visitor, place: str) -> None:
    """Wait until the piece on a hex rests, as who listens to the page is announcement."""
    resting = say("page.hex.resting", visitor.language)
    visitor.find(f'.stack[data-hex="{place}"][aria-label*="{resting}"]').wait_for()


def test_tiles_are_named_in_an_analysis_whatever_the_settings_say(visit: Visit) -> None:
    visitor = visit("desktop", "fr", notation=False)
    position = wander("Base+MLP", 18)
    visitor.go(address(position))
    wait_for_pieces(visitor, position)
    assert "A1" in [text.strip() for text in visitor.find(".stack").all_text_contents()]


def test_what_is_begun_while_a_game_type_is_asked_about_goes_on(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    held: list[Route] = []
    visitor.go(address(wander("Venom", 6)))
    visitor.press(visitor.button("page.setup.title"))
    types = visitor.find(".setup .choice select")
    types.wait_for()
    visitor.page.route("**/api/setup", lambda route: held.append(route))
    types.select_option(ULTIMATE)
    moved = visitor.find("fieldset select").first
    moved.select_option("moved")
    visitor.find("fieldset [aria-pressed=true]").wait_for()
    with visitor.page.expect_response("**/api/setup"):
        held.pop().continue_()
    visitor.find(f".palette [aria-label*='{say('bug.moth', 'en')}']").first.wait_for()  # it is there
    assert visitor.find("fieldset [aria-pressed=true]").count() == 1


def test_a_position_is_composed(visit: Visit) -> None:
    visitor = visit("desktop", "fr")
    position = wander("Base+MLP", 18)
    visitor.go(address(position))
    wait_for_pieces(visitor, position)

    editor = visitor.find(".setup")
    visitor.press(visitor.button("page.setup.title"))
    visitor.press(visitor.button("page.setup.use"))  # unchanged
    wait_for_tree(visitor, *map(str, position.history))

    visitor.press(visitor.button("page.setup.title"))
    pick = editor.locator(".palette button")
    pick.first.wait_for()
    assert pick.count() == 2 * len(position.game_type.bugs)
    turn = editor.locator("input[type=number]")
    assert turn.input_value() == str(position.turn_number)
    turn.fill(str(position.turn_number + 1))
    visitor.press(visitor.button("page.setup.use"))
    editor.wait_for(state="detached")
    wait_for_tree(visitor)
    wait_for_pieces(visitor, position)

    visitor.press(visitor.button("page.setup.title"))
    visitor.press(visitor.button("page.setup.clear"))
    visitor.press(visitor.button("page.setup.use"))
    visitor.find("[role=alert]").wait_for()  # so late in a game something has been placed
    assert "422" in visitor.errors.pop()
    visitor.choice("page.setup.colour").select_option("w")
    turn.fill("1")
    visitor.press(visitor.button("page.setup.use"))
    editor.wait_for(state="detached")
    visitor.press(visitor.button("page.analysis.play_on"))
    visitor.page.wait_for_url("**/game/*")


def test_all_of_a_position_is_composed_kept_and_played(visit: Visit) -> None:
    visitor = visit("desktop", "fr")
    visitor.go("/analysis")
    bring(visitor, ALL)
    wait_until_resting(visitor, "0,0")

    visitor.press(visitor.button("page.setup.title"))
    trays = [visitor.page.get_by_role("group", name=say(f"page.{key}", "fr"), exact=True) for key in TRAYS]
    trays[0].wait_for()
    assert [tray.locator("button").count() - 1 for tray in trays] == [2, 1, 2]
    assert visitor.choice("page.setup.honeycombo").input_value() == "w"
    assert visitor.choice("page.setup.double").input_value() == "b"
    assert visitor.choice("page.setup.last_w").input_value() == "moved"
    visitor.press(visitor.find(".palette").first.get_by_role("button", name="Fourmi", exact=False))
    visitor.press(trays[0].locator(".add"))
    visitor.press(trays[1].locator("button").first)
    visitor.press(visitor.button("page.setup.use"))
    visitor.find(".setup").wait_for(state="detached")
    wait_until_resting(visitor, "0,0")

    drawn = take(visitor, "diagram")
    position = read_diagram(drawn).position
    assert {str(piece) for piece in position.hand(Colour.WHITE)} == {"wA1", "wG1", "bS1"}
    assert position.hand(Colour.BLACK) == []
    assert {str(piece) for piece in position.removed} == {"wR", "bB1"}
    assert (position.honeycombo, position.actions_left) == (Colour.WHITE, 2)
    assert {str(piece) for piece in position.resting} == {"bA1"}
    link = line_link(visitor)
    written = take(visitor, "pgn")
    visitor.go("/")
    visitor.go(link)
    wait_until_resting(visitor, "0,0")
    assert take(visitor, "diagram") == drawn
    bring(visitor, "Base;NotStarted;White[1]")
    visitor.find(".stack").first.wait_for(state="detached")
    bring(visitor, written)
    wait_until_resting(visitor, "0,0")
    assert take(visitor, "diagram") == drawn

    visitor.press(visitor.button("page.analysis.play_on"))
    visitor.page.wait_for_url("**/game/*")
    wait_until_resting(visitor, "0,0")
    visitor.press(visitor.button("page.game.share"))
    with visitor.page.expect_download() as saved:
        visitor.press(visitor.button("page.format.diagram"))
    assert saved.value.suggested_filename.endswith(".hive")
    assert saved.value.path().read_text(encoding="utf-8") == drawn
    visitor.press(visitor.button("page.format.sgf"))
    visitor.find(".menu + .card [role=alert]").wait_for()  # BoardSpace knows no such game
    assert "422" in visitor.errors.pop()


def test_the_last_turn_is_told_on_the_board(visit: Visit) -> None:
    visitor = visit("phone", "en")
    visitor.go("/analysis")
    visitor.open_sheet()
    bring(visitor, "Base+P Black[6]\nbA1   wP    wQ\n         bQ")
    wait_for_tree(visitor)
    visitor.press(visitor.button("page.setup.title"))
    last = visitor.choice("page.setup.last_w")
    last.select_option("moved")
    visitor.page.get_by_text(say("page.setup.choose_which", "en")).wait_for()
    visitor.press(visitor.button("page.setup.use"))
    visitor.page.get_by_text(say("page.setup.last_unfinished", "en")).wait_for()
    # by the keyboard as well
    visitor.find('.setup [data-hex="0,0"]').press("Enter")
    visitor.page.get_by_text(say("page.setup.choose_whence", "en")).wait_for()
    visitor.find('.setup [data-hex="3,0"]').press("Enter")
    visitor.press(visitor.button("page.setup.use"))
    visitor.page.get_by_text("cannot have been moved like that").wait_for()
    assert "422" in visitor.errors.pop()
    visitor.press(visitor.page.get_by_role("button", name=say("page.setup.whence", "en")))
    visitor.press(visitor.find('.setup [data-hex="2,-1"]'))
    visitor.press(visitor.button("page.setup.use"))
    wait_until_resting(visitor, "0,0")
    visitor.open_sheet()
    assert take(visitor, "diagram").rstrip().endswith("last: bA1 moved")


def test_a_queen_may_be_late_and_a_diagram_wrong(visit: Visit) -> None:
    visitor = visit("desktop", "fr")
    visitor.go("/analysis")
    bring(visitor, "Base White[6]\nwA1   wX    bQ\nwhite: wQ")
    visitor.page.get_by_text("Ligne 2 : 'wX'").wait_for()
    accepted = visitor.find("input[type=file]").get_attribute("accept")
    assert accepted == ".pgn,.uhp,.txt,.sgf,.hive"
    bring(visitor, "Base White[6]\nwA1   bQ\nwhite: wQ")
    visitor.find(".stack").nth(1).wait_for()
    visitor.press(visitor.button("page.setup.title"))
    queen = visitor.page.get_by_role("checkbox", name=say("page.setup.queen_w", "fr"))
    queen.wait_for()
    assert queen.is_checked()
    assert visitor.page.get_by_role("checkbox", name=say("page.setup.queen_b", "fr")).count() == 0
    assert visitor.find(".tray").count() == visitor.find("fieldset").count() == 0  # Base has nothing of it
    queen.uncheck()
    visitor.press(visitor.button("page.setup.use"))
    visitor.find("[role=alert]").wait_for()
    assert "422" in visitor.errors.pop()
    queen.check()
    visitor.find("input[type=number]").fill("7")
    visitor.press(visitor.button("page.setup.use"))
    visitor.find(".setup").wait_for(state="detached")
    assert "white: wQ" in take(visitor, "diagram").splitlines()
