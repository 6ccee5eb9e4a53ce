"""What players do beside moving: offers, taking back, giving up, another game, thinking twice."""

from __future__ import annotations

from tests.browser.conftest import Visit
from tests.browser.helpers import Visitor, over

from ruche import Position
from ruche.words import say


def test_offers_between_friends(visit: Visit) -> None:
    host, friend = visit("desktop", "en"), visit("phone", "fr")
    host.begin("Base", "friend")
    friend.join(host.invitation)
    position = Position("Base")
    host.act(position, "wA1")
    friend.until_moves(1)
    friend.act(position, "bA1 wA1-")
    host.until_moves(2)

    host.press(host.button("page.game.draw"))
    asked(friend, "page.offer.draw")
    host.press(host.button("page.offer.withdraw"))
    friend.button("page.offer.accept").wait_for(state="detached")
    host.press(host.button("page.game.draw"))  # not again before the next move
    told(host, "refused.offered_already")
    assert "409" in host.errors.pop()  # the browser's own note

    host.press(host.button("page.game.takeback"))
    asked(friend, "page.offer.takeback")
    friend.press(friend.button("page.offer.decline"))
    told(host, "page.offer.declined")
    assert len(host.record) == 2

    friend.press(friend.button("page.game.takeback"))
    asked(host, "page.offer.takeback")
    host.press(host.button("page.offer.accept"))
    host.until_back_at(1)
    position.undo()
    friend.until_back_at(1)
    friend.act(position, "bG1 wA1-")
    host.sees(position)

    friend.press(friend.button("page.game.draw"))
    asked(host, "page.offer.draw")
    host.press(host.button("page.offer.accept"))
    over(host, "draw", "agreement")
    over(friend, "draw", "agreement")

    before = host.page.url
    friend.press(friend.find(".result button"))
    asked(host, "page.offer.rematch")
    host.press(host.button("page.offer.accept"))
    for player in (host, friend):
        player.page.wait_for_url(lambda url: url != before)
        player.until_back_at(0)
    position = Position("Base")
    friend.act(position, "wQ")  # colours change
    host.sees(position)
    host.resign()
    over(host, "w", "resignation")
    over(friend, "w", "resignation")


def asked(visitor: Visitor, key: str) -> None:
    visitor.page.get_by_text(say(key, visitor.language)).wait_for()
    visitor.button("page.offer.accept").wait_for()


def told(visitor: Visitor, key: str) -> None:
    visitor.find(".notice").wait_for()
    assert visitor.find(".notice").inner_text() == say(key, visitor.language)


def test_the_machine_lets_take_back_and_plays_again(visit: Visit) -> None:
    visitor = visit("phone", "en")
    visitor.begin("Base", "machine")
    position = Position("Base")
    visitor.act(position, "wA1")
    visitor.until_moves(2)
    visitor.press(visitor.button("page.game.takeback"))
    visitor.until_back_at(0)
    visitor.act(Position("Base"), "wG1")
    visitor.until_moves(2)
    visitor.resign()
    over(visitor, "b", "resignation")
    before = visitor.page.url
    visitor.press(visitor.find(".result button"))
    visitor.page.wait_for_url(lambda url: url != before)
    visitor.until_moves(1)  # now the machine begins
    assert visitor.record[0].startswith("w")


def test_confirm_before_sending(visit: Visit) -> None:
    visitor = visit("phone", "fr", confirm=True)
    visitor.begin("Venom", "screen")
    position = Position("Venom")
    for text, sure in (("wA1", False), ("wA1", True), ("bG1 wA1-", True)):
        visitor.spell(position, text)
        send = visitor.button("page.prompt.send")
        send.wait_for()
        assert visitor.prompt == say("page.prompt.confirm", "fr", action=text)
        assert len(visitor.record) == len(position.history)
        if sure:
            visitor.press(send)
            visitor.until_moves(len(position.history) + 1)
            position.play(text)
        else:
            visitor.press(visitor.button("page.choice.cancel"))
            send.wait_for(state="detached")
        visitor.sees(position)
