"""What players do beside moving: offers, taking back, giving up, another game, thinking twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.conftest import Visit
from tests.browser.helpers import Visitor, over

from ruche import Position
from ruche.words import say

if TYPE_CHECKING:
    from playwright.sync_api import FloatRect, Locator


def begin(host: Visitor, friend: Visitor) -> Position:
    """Let two friends begin a game of Base, up to White's first action."""
    host.begin("Base", "friend")
    friend.join(host.invitation)
    position = Position("Base")
    host.act(position, "wA1")
    friend.until_moves(1)
    return position


def test_offers_between_friends(visit: Visit) -> None:
    host, friend = visit("desktop", "en"), visit("phone", "fr")
    position = begin(host, friend)
    friend.act(position, "bA1 wA1-")
    host.until_moves(2)

    host.press(host.button("page.game.draw"))
    asked(friend, "page.offer.draw")
    host.press(host.button("page.offer.withdraw"))
    friend.button("page.offer.accept").wait_for(state="detached")
    host.press(host.button("page.game.draw"))  # not again before the next move
    expect_message(host, "refused.offered_already")

    host.press(host.button("page.game.takeback"))
    asked(friend, "page.offer.takeback")
    friend.press(friend.button("page.offer.decline"))
    expect_message(host, "page.offer.declined")
    assert len(host.record) == 2

    friend.open_sheet()
    friend.press(friend.button("page.game.takeback"))
    asked(host, "page.offer.takeback")
    host.press(host.button("page.offer.accept"))
    host.until_back_at(1)
    position.undo()
    friend.until_back_at(1)
    friend.act(position, "bG1 wA1-")
    host.sees(position)

    friend.open_sheet()
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
    over(host, "w", "resignation", you="b")
    over(friend, "w", "resignation", you="w")


def asked(visitor: Visitor, key: str) -> None:
    visitor.page.get_by_text(say(key, visitor.language)).wait_for()
    visitor.button("page.offer.accept").wait_for()


def expect_message(visitor: Visitor, key: str) -> None:
    said = say(key, visitor.language)
    visitor.find(".notice").get_by_text(said, exact=True).wait_for()  # one from before may still be there


def box(what: Locator) -> FloatRect:
    found = what.bounding_box()
    assert found is not None
    return found


def in_sight(visitor: Visitor, what: Locator) -> bool:
    """Whether all of it is on the screen as it stands, without scrolling."""
    size, found = visitor.page.viewport_size, box(what)
    assert size is not None
    across = 0 <= found["x"] <= found["x"] + found["width"] <= size["width"]
    return across and 0 <= found["y"] <= found["y"] + found["height"] <= size["height"]


def test_friends_know_each_other_by_name(visit: Visit) -> None:
    host, friend = visit("desktop", "en", name="Anna"), visit("phone", "fr")
    host.begin("Base", "friend")
    friend.join(host.invitation)
    seated = friend.find(".seat strong")
    assert seated.all_inner_texts() == ["Anna", say("page.new.colour_b", "fr")]
    naming = friend.find(".naming")
    assert in_sight(friend, naming)
    position = Position("Base")
    host.act(position, "wA1")
    friend.until_moves(1)
    friend.entry(".turn", "b", "ant").wait_for()  # one may play all the same
    friend.press(naming.locator("button"))  # nothing is written yet, nothing happens
    naming.locator("input").fill("Zoé")
    friend.press(naming.locator("button"))
    naming.wait_for(state="detached")
    friend.find(".seat").get_by_text("Zoé").wait_for()
    assert seated.all_inner_texts() == ["Anna", "Zoé"]
    host.find(".seat").get_by_text("Zoé").wait_for()
    friend.act(position, "bA1 wA1-")
    host.sees(position)

    again = visit("desktop", "en", name="Anna")
    again.begin("Base", "friend")
    friend.join(again.invitation)  # known from the last time
    again.find(".seat").get_by_text("Zoé").wait_for()
    assert naming.count() == 0


def test_news_is_in_sight_on_a_phone(visit: Visit) -> None:
    host, friend = visit("phone", "fr"), visit("desktop", "en")
    host.begin("Base", "friend")
    assert in_sight(host, host.find(".copy"))
    link = host.invitation
    host.press(host.button("page.game.put_away"))  # it can be shown again
    assert not host.find(".copy").is_visible()
    host.press(host.button("page.game.put_back"))
    assert in_sight(host, host.find(".copy"))
    friend.join(link)
    position = Position("Base")
    host.act(position, "wA1")
    friend.until_moves(1)
    friend.open_sheet()
    friend.press(friend.button("page.game.draw"))
    asked(host, "page.offer.draw")
    assert in_sight(host, host.button("page.offer.accept"))
    assert in_sight(host, host.button("page.offer.decline"))
    host.press(host.button("page.offer.accept"))
    over(host, "draw", "agreement")
    assert in_sight(host, host.find(".result"))


def test_a_phone_held_sideways(visit: Visit) -> None:
    visitor = visit("phone", "en")
    visitor.page.set_viewport_size({"width": 844, "height": 390})
    visitor.begin("Base+MLP", "screen")
    assert box(visitor.find(".board"))["height"] > 300
    for entry in visitor.find(".entry").all():
        assert in_sight(visitor, entry)


def test_the_view_is_the_players(visit: Visit) -> None:
    """What a player has zoomed and moved stays so; only a move out of sight is brought to him."""
    host, friend = visit("desktop", "en"), visit("desktop", "fr")
    position = begin(host, friend)
    friend.act(position, "bA1 wA1-")
    host.until_moves(2)
    before = box(host.find('[data-hex="0,0"]'))
    for _ in range(4):
        host.press(host.button("page.board.closer"))
    stage, mouse = box(host.find(".board")), host.page.mouse
    mouse.move(stage["x"] + 100, stage["y"] + 600)
    mouse.down()
    mouse.move(stage["x"] + 700, stage["y"] + 600, steps=3)  # black's side goes out on the right
    mouse.up()
    near = box(host.find('[data-hex="0,0"]'))
    assert near["width"] > 1.5 * before["width"]
    host.press(host.entry(".turn", "w", "grasshopper"))
    host.find(".cell.lit").first.wait_for()
    assert box(host.find('[data-hex="0,0"]')) == near
    host.press(host.button("page.choice.cancel"))
    host.act(position, "wG1 -wA1")
    friend.until_moves(3)
    friend.act(position, "bG1 bA1-")
    host.until_moves(4)
    come = host.find('.stack.last[data-hex="2,0"] .face')  # the halo of the last action is wider
    host.page.wait_for_function(
        """([one, stage]) => {
            const [box, room] = [one.getBoundingClientRect(), stage.getBoundingClientRect()]
            return box.left >= room.left && box.right <= room.right
        }""",
        arg=[come.element_handle(), host.find(".board").element_handle()],
    )
    assert abs(box(host.find('[data-hex="0,0"]'))["width"] - near["width"]) < 1
    host.press(host.button("page.board.fit"))
    assert box(host.find('[data-hex="0,0"]'))["width"] < near["width"]


def test_looking_back_is_not_interrupted(visit: Visit) -> None:
    host, friend = visit("desktop", "en"), visit("phone", "fr")
    position = begin(host, friend)
    host.press(host.button("page.step.first"))
    host.button("page.prompt.back").wait_for()  # positions that were not seen come from the server
    friend.act(position, "bA1 wA1-")
    host.until_moves(2)
    assert host.prompt == say("page.step.where", "en", ply=0, end=2)
    assert not host.hexes(".stack")
    host.press(host.button("page.prompt.new_move"))
    host.sees(position)


def test_the_machine_lets_take_back_and_plays_again(visit: Visit) -> None:
    visitor = visit("phone", "en")
    visitor.begin("Base", "machine")
    position = Position("Base")
    visitor.act(position, "wA1")
    visitor.until_moves(2)
    visitor.open_sheet()
    visitor.press(visitor.button("page.game.takeback"))
    visitor.until_back_at(0)
    visitor.act(Position("Base"), "wG1")
    visitor.until_moves(2)
    visitor.resign()
    over(visitor, "b", "resignation", you="w")
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


def test_own_games_are_taken_along_and_forgotten(visit: Visit) -> None:
    visitor, friend = visit("desktop", "en", name="Wilhelmina"), visit("phone", "fr")
    begin(visitor, friend)
    visitor.press(visitor.find("button[aria-controls=settings]"))
    with visitor.page.expect_download() as saved:
        visitor.press(visitor.button("page.own.download", n=1))
    assert 'White "Wilhelmina"' in saved.value.path().read_text(encoding="utf-8")
    friend.find("main").get_by_text("Wilhelmina").first.wait_for()
    visitor.press(visitor.button("page.own.forget"))
    visitor.press(visitor.button("page.own.forget_sure"))
    visitor.page.get_by_text(say("page.own.forgotten", "en", n=1)).wait_for()
    friend.page.wait_for_function("!document.querySelector('main').innerText.includes('Wilhelmina')")
