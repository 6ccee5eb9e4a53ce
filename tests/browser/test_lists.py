"""Which games are listed on the first page, and how one gets rid of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import Visit
from tests.browser.helpers import NOTE_ALARMS, Visitor
from tests.server.helpers import Served

from ruche.words import say

if TYPE_CHECKING:
    from playwright.sync_api import Locator


def games(visitor: Visitor, heading: str = "yours") -> Locator:
    """The games of a list on the first page."""
    return visitor.find(f"section[aria-labelledby={heading}] li")


def go_home(visitor: Visitor) -> None:
    """Go to the first page, and wait until it has asked for every game."""
    visitor.go("/")
    visitor.page.wait_for_load_state("networkidle")


@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "fr")])
def test_a_game_is_listed_once_begun_and_discarded_if_one_says_so(
    visit: Visit, server: Served, size: str, language: str
) -> None:
    visitor = visit(size, language)
    visitor.begin("Base", "machine")
    game = visitor.page.url
    go_home(visitor)
    assert games(visitor).count() == 0
    visitor.page.goto(game)
    visitor.find(".play-area").wait_for()
    visitor.place_first()
    go_home(visitor)
    discard = games(visitor).get_by_text(say("page.discard.do", language), exact=True)
    visitor.press(discard)
    visitor.press(games(visitor).locator("button.quiet"))  # not yet
    assert games(visitor).count() == 1
    visitor.press(discard)
    visitor.press(visitor.button("page.discard.sure"))
    games(visitor).wait_for(state="detached")
    assert server.client.get(f"/api/games/{game.rpartition('/')[2]}").status_code == 404
    go_home(visitor)
    assert games(visitor).count() == 0


def test_a_game_against_the_machine_is_discarded_from_its_menu(visit: Visit, server: Served) -> None:
    visitor = visit("phone", "en")
    visitor.begin("Base", "machine")
    game = visitor.page.url.rpartition("/")[2]
    visitor.place_first()
    visitor.open_sheet()
    visitor.until_pieces(2)  # the machine's answer leaves the sheet open
    visitor.press(visitor.button("page.game.resign"))
    visitor.press(visitor.find(".menu").get_by_text(say("page.discard.do", "en"), exact=True))
    visitor.page.evaluate(NOTE_ALARMS)
    visitor.press(visitor.button("page.discard.sure"))
    visitor.find(".hero").wait_for()
    assert server.client.get(f"/api/games/{game}").status_code == 404
    visitor.page.wait_for_load_state("networkidle")
    assert visitor.page.evaluate("window.alarms") == 0  # that the server has ended its socket is no loss


def test_a_game_with_a_friend_cannot_be_discarded(visit: Visit) -> None:
    host, friend = visit("desktop", "en"), visit("phone", "fr")
    host.begin("Base", "friend")
    link = host.invitation
    go_home(host)
    assert games(host).count() == 0
    assert say("page.seat.open", "en") in games(host, "invitations").inner_text().lower()
    friend.join(link)
    host.press(games(host, "invitations").locator("a"))
    host.find(".play-area").wait_for()
    host.place_first()
    go_home(host)
    games(host).wait_for()
    assert games(host).get_by_text(say("page.discard.do", "en")).count() == 0
    assert games(host, "invitations").count() == 0


def test_what_an_earlier_version_kept_is_listed(visit: Visit, server: Served) -> None:
    """Nine empty games hide none that was begun, and what has gone is not asked for again."""
    begun = server.create(opponent={"kind": "screen"})
    begun.play("wA1")
    empty = [server.create(opponent={"kind": "machine", "level": 1}) for _ in range(9)]
    kept = {
        seat.game: {"seats": dict(zip("wb", seat.token.split(","), strict=False)), "at": at}
        for at, seat in enumerate([begun, *empty])
    }
    kept["gone"] = {"seats": {"w": "x"}, "at": 99}
    visitor = visit("desktop", "en")
    visitor.go("/")
    visitor.page.evaluate("kept => { localStorage['ruche.seats'] = kept }", json.dumps(kept))
    visitor.page.reload()
    games(visitor).wait_for()
    assert games(visitor).locator("a").get_attribute("href") == f"/game/{begun.game}"
    assert games(visitor).count() == 1
    assert visitor.page.evaluate("JSON.parse(localStorage['ruche.seats']).gone.over") is True
    visitor.errors.clear()  # the browser itself reports that the one that has gone is not there
