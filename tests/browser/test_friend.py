"""A game by link: the invitation, who may see it, who is there, and no engine."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from tests.browser.conftest import Visit
from tests.browser.helpers import NOTE_ALARMS, Visitor, address

from ruche import Position
from ruche.words import say


def begin(host: Visitor, friend: Visitor, *actions: str) -> Position:
    """Let two friends play some actions."""
    host.begin("Base", "friend")
    friend.join(host.invitation)
    position = Position("Base")
    for number, action in enumerate(actions):
        mover, other = (host, friend) if number % 2 == 0 else (friend, host)
        mover.act(position, action)
        other.until_moves(number + 1)
    return position


def heading(visitor: Visitor, key: str) -> None:
    """Wait until the page says just this."""
    visitor.page.get_by_role("heading", name=say(key, visitor.language)).wait_for()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_invitation_only_this_computer_can_open_says_so(visit: Visit, language: str) -> None:
    host = visit("desktop", language)
    host.begin("Base", "friend")
    heading(host, "page.invite.title")
    warning = host.page.get_by_role("alert").filter(has_text="ruche serve --host")
    warning.wait_for()
    assert say("page.invite.here_only", language) in warning.inner_text()
    assert host.find("svg[role=img]").count() == 0  # a code that no phone could open
    assert urlsplit(host.invitation).fragment.startswith("join=")  # never sent to anybody


def test_an_invitation_has_the_address_of_the_network(visit: Visit) -> None:
    host = visit("phone", "en")
    host.page.route("**/api/address", lambda route: route.fulfill(json={"url": "http://192.0.2.7:8460"}))
    host.context.add_init_script("navigator.share = async (what) => { window.shared = what }")
    host.begin("Base", "friend")
    code = host.page.get_by_role("img", name=say("page.invite.qr", "en"))
    code.wait_for()
    assert host.invitation.startswith("http://192.0.2.7:8460/game/")
    host.page.get_by_text(say("page.invite.network", "en")).wait_for()
    host.press(host.button("page.invite.share"))
    assert host.page.evaluate("window.shared.url") == host.invitation


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_is_not_your_turn_before_the_friend_has_come(visit: Visit, language: str) -> None:
    host, friend = visit("desktop", language), visit("phone", language)
    host.begin("Base", "friend")  # as White
    assert host.prompt == say("page.status.waiting_play", language)
    assert say("page.status.yours", language) not in host.page.title()
    assert host.button("page.game.resign").count() == 0  # there is nobody to resign to
    friend.join(host.invitation)
    host.find(".prompt p").filter(has_text=say("page.status.yours", language)).wait_for()
    host.button("page.game.resign").wait_for()


def test_a_game_is_cancelled_before_it_begins(visit: Visit) -> None:
    host, friend = visit("desktop", "en"), visit("phone", "fr")
    host.begin("Base", "friend")
    link = host.invitation
    host.page.evaluate(NOTE_ALARMS)
    host.press(host.button("page.invite.cancel"))
    host.find(".hero").wait_for()
    assert host.find("#yours").count() == 0
    host.page.wait_for_load_state("networkidle")
    assert host.page.evaluate("window.alarms") == 0  # that the server has ended the game's socket is no loss
    friend.page.goto(link)
    heading(friend, "refused.cancelled")
    friend.errors.clear()  # the browser itself reports that the seat was refused


def test_only_the_players_see_the_game(visit: Visit) -> None:
    host, friend, stranger = visit("desktop", "en"), visit("phone", "en"), visit("desktop", "fr")
    begin(host, friend, "wA1")
    link = host.page.url
    stranger.page.goto(link)
    heading(stranger, "refused.private")
    stranger.go("/archive")
    stranger.page.wait_for_load_state("networkidle")
    assert stranger.find(f'a[href="{urlsplit(link).path}"]').count() == 0
    host.press(host.button("page.game.share"))
    host.page.get_by_text(say("page.game.private", "en")).wait_for()
    assert host.find(".copy").count() == 0  # no link for watchers


def test_the_form_says_who_will_see_it(visit: Visit) -> None:
    host, watcher = visit("desktop", "en"), visit("desktop", "en")
    host.prefill("Base", "friend")
    host.page.get_by_text(say("page.new.about_friend", "en")).wait_for()
    host.page.get_by_label(say("page.new.public", "en")).check()
    host.page.get_by_text(say("page.new.about_friend_public", "en")).wait_for()
    host.press(host.find(".hero button.main"))
    host.find(".play-area").wait_for()
    watcher.join(urlsplit(host.invitation)._replace(fragment="").geturl())
    assert watcher.prompt.startswith(say("page.status.watching", "en", status=""))


def test_who_is_here_and_who_has_left(visit: Visit) -> None:
    host, friend = visit("desktop", "en"), visit("phone", "en")
    begin(host, friend, "wA1")
    presence = host.find(".seat .presence")
    presence.filter(has_text=say("page.seat.here", "en")).wait_for()
    friend.page.evaluate(
        """() => {
            Object.defineProperty(document, 'hidden', { get: () => true })
            document.dispatchEvent(new Event('visibilitychange'))
        }"""
    )
    presence.filter(has_text=say("page.seat.away", "en")).wait_for()
    friend.page.goto("/rules")
    presence.filter(has_text=say("page.seat.gone", "en")).wait_for()


def test_no_engine_until_the_game_is_over(visit: Visit) -> None:
    host, friend = visit("desktop", "en"), visit("phone", "en")
    # A beginning that no other test plays.
    position = begin(host, friend, "wB1", "bG1 wB1/", "wQ -wB1", "bQ bG1-")
    game = urlsplit(host.page.url).path.rpartition("/")[2]
    host.press(host.button("page.game.share"))
    host.page.get_by_text(say("page.game.no_engine", "en")).wait_for()
    assert host.find(f'a[href="/analysis?game={game}"]').count() == 0

    helper = visit("desktop", "en")
    refusal = say("refused.engine_forbidden", "en")
    for where in (f"/analysis?game={game}", address(position)):
        player = host if "game=" in where else helper
        player.go(where)
        player.find(".stack").first.wait_for()
        player.page.get_by_role("switch", name=say("page.engine.title", "en")).check()
        player.page.get_by_text(refusal).wait_for()
        player.press(player.button("page.analysis.judge"))
        player.page.get_by_text(refusal).first.wait_for()
    host.go(f"/game/{game}")
    host.resign()
    host.press(host.find(".result").get_by_role("link", name=say("page.result.analyse", "en")))
    host.find(".stack").first.wait_for()
    host.page.get_by_role("switch", name=say("page.engine.title", "en")).check()
    host.find("section.card ol li").first.wait_for()
