"""A newcomer, who does what the page says and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import Visit
from tests.browser.helpers import Visitor, address, neighbours, over, todo, wait_for_pieces

from ruche import Hex, Position
from ruche.teaching.first_game import first_game
from ruche.words import say

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

LEVEL = 1


def starred(visitor: Visitor) -> str:
    """The hex with the star, as its label has it."""
    name: str = visitor.page.evaluate(
        "goal => [...document.querySelectorAll('[data-hex]')]"
        ".find(hex => hex.getAttribute('aria-label').split(', ').includes(goal)).dataset.hex",
        say("page.hex.goal", visitor.language),
    )
    return name


@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "fr")])
def test_from_the_first_page_through_the_guided_game(visit: Visit, size: str, language: str) -> None:
    visitor = visit(size, language, fresh=True)
    visitor.go("/")
    visitor.press(visitor.page.get_by_role("link", name=say("page.home.first", language)))
    steps = first_game().steps
    for number, step in enumerate(steps, 1):
        visitor.find(".prompt p").filter(has_text=say(f"first_game.say{number}", language)).wait_for()
        goal = starred(visitor)
        lit = visitor.find(".entry.lit, .free .stack.pickable")
        assert lit.count() <= 1  # nothing but what is asked for
        if lit.count():
            visitor.press(lit)
        visitor.press(visitor.find(f'[data-hex="{goal}"]'))
        if step.action is None:
            visitor.press(visitor.button("page.first.next"))
    visitor.find(".stack.fallen").wait_for()
    sentence = say(
        "page.result.sentence",
        language,
        result=say("page.result.won", language),
        why=say("page.result.why_surrounded_won", language),
    )
    assert visitor.prompt == sentence
    visitor.press(visitor.button("page.first.play"))
    plays_a_first_game(visitor)


@pytest.mark.parametrize(("size", "language"), [("desktop", "fr"), ("phone", "en")])
def test_play_gives_a_newcomer_an_easy_game(visit: Visit, size: str, language: str) -> None:
    visitor = visit(size, language, fresh=True)
    visitor.go("/")
    visitor.press(visitor.button("page.home.play"))
    plays_a_first_game(visitor)


def plays_a_first_game(visitor: Visitor) -> None:
    """See a game of Base against the gentlest level, with White, and how to begin."""
    visitor.page.wait_for_url("**/game/*")
    visitor.find(".seat").first.wait_for()
    language = visitor.language
    assert visitor.find("h1").inner_text() == say("page.game.heading", language, type="Base")
    assert (
        say("page.level.plain", language, level=LEVEL).lower()
        in visitor.find(".seat").first.inner_text().lower()
    )
    assert visitor.prompt == todo(language, "yours", "first")
    visitor.press(visitor.find('[data-hex="0,0"]'))  # a hex before a bug
    visitor.find(".prompt p").filter(has_text=say("click.empty_hex", language)).wait_for()
    visitor.press(visitor.find(".entry.lit").first)
    visitor.press(visitor.find(".cell.lit"))
    visitor.until_pieces(2)
    visitor.resign()
    over(visitor, "b", "resignation", you="w")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_queen_is_asked_for_in_the_fourth_turn(visit: Visit, language: str) -> None:
    visitor = visit("desktop", language, notation=False)
    visitor.begin("Base", "screen")
    for _ in range(6):
        before = visitor.find(".stack").count()
        visitor.press(visitor.find(".turn .entry.lit").last)
        visitor.press(visitor.find(".cell.lit").first)
        visitor.until_pieces(before + 1)
        visitor.until_moves(before + 1)  # a piece is seen before it is answered
    assert visitor.prompt == todo(language, "w", "queen")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_for_every_bug(visit: Visit, language: str) -> None:
    visitor = visit("desktop", language)
    visitor.begin("Base", "screen")
    visitor.entry(".turn", "w", "ant").hover()
    card = visitor.find(".bug-card")
    card.locator(".picture svg").wait_for()
    assert card.locator("strong").inner_text() == say("bug.ant", language)
    assert card.locator("p").first.inner_text() == say("lesson.ant.about", language)
    assert card.locator("a").get_attribute("href") == "/learn/ant"
    visitor.page.keyboard.press("Escape")
    card.wait_for(state="detached")
    visitor.page.keyboard.press("h")
    visitor.page.keyboard.press("i")
    card.wait_for()
    assert visitor.page.evaluate("document.activeElement.closest('.bug-card') !== null")


def test_a_finger_held_on_a_bug_shows_its_card(visit: Visit) -> None:
    visitor = visit("phone", "fr")
    visitor.begin("Base", "screen")
    where = visitor.entry(".turn", "w", "spider").bounding_box()
    assert where is not None
    finger = visitor.context.new_cdp_session(visitor.page)
    point = {"x": where["x"] + where["width"] / 2, "y": where["y"] + where["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    card = visitor.find(".bug-card")
    card.wait_for()
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert card.locator("strong").inner_text() == say("bug.spider", "fr")
    assert visitor.find(".entry.held").count() == 0  # it was not picked up
    visitor.press(card.locator("button"))
    card.wait_for(state="detached")


def test_a_move_is_seen_before_it_is_answered(visit: Visit) -> None:
    """Whatever the server says of the game is held back: the board answers all the same."""
    visitor = visit("desktop", "en", notation=False)
    held: list[Callable[[], None]] = []
    slow = False

    def hold(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def hear(message: str | bytes) -> None:
            if slow:
                held.append(lambda: page.send(message))
            else:
                page.send(message)

        server.on_message(hear)

    visitor.page.route_web_socket("**/live", hold)
    visitor.begin("Base", "screen")
    visitor.find(".entry.lit").first.wait_for()
    slow = True
    visitor.press(visitor.entry(".turn", "w", "ant"))
    visitor.press(visitor.find(".cell.lit"))
    visitor.find('.stack[data-hex="0,0"] .onway use[href="#bug-ant"]').wait_for()
    assert visitor.prompt == say("page.status.sending", "en")
    assert visitor.find(".entry.lit").count() == 0
    slow = False
    for answer in held:
        answer()
    visitor.find(".onway").wait_for(state="detached")
    assert visitor.find(".stack").count() == 1
    assert visitor.prompt == todo("en", "b", "place")


def test_a_throw_is_clicked_from_who_throws(visit: Visit) -> None:
    position = Position("Base+MLP")
    for text in ("wP", "bL wP-", "wQ -wP", "bQ bL-", "wS1 /wP", "bA1 bQ/"):
        position.play(text)
    visitor = visit("desktop", "en")
    visitor.go(address(position))
    wait_for_pieces(visitor, position)
    visitor.find(".stack.pickable").first.wait_for()  # it is known what may be played
    visitor.press(visitor.find('[data-hex="1,0"]'))  # the ladybug holds the hive together
    visitor.find('.prompt.bad a[href="/learn/rules/H2"]').wait_for()
    visitor.press(visitor.find('[data-hex="0,0"]'))
    visitor.find('.stack.lit[data-hex="-1,0"]').wait_for()
    visitor.press(visitor.find('[data-hex="-1,0"]'))
    landings = visitor.hexes(".cell.lit")
    assert landings == {
        f"{to.q},{to.r}"
        for action in position.legal_actions()
        if str(action).startswith("wQ") and (to := action.to) is not None and to in neighbours(Hex(0, 0))
    }
    visitor.press(visitor.find(".cell.lit").first)
    wait_for_pieces_beside(visitor, "-1,0")


def wait_for_pieces_beside(visitor: Visitor, left: str) -> None:
    """Wait until a hex is empty."""
    visitor.page.wait_for_function("left => !document.querySelector(`.stack[data-hex='${left}']`)", arg=left)
