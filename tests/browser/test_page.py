"""What every visitor may rely on: reasons, the keyboard, secrets, a network that drops, one's way."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import Visit
from tests.browser.helpers import Visitor, hunt, over
from tests.server.helpers import Served

from ruche import Colour, Position
from ruche.play.clicks import spell
from ruche.rules.explain.danger import own_losses
from ruche.teaching.puzzles import puzzles
from ruche.words import say

if TYPE_CHECKING:
    from playwright.sync_api import Locator


# -- clicks ----------------------------------------------------------------------------------------


def test_click_lights_targets_and_a_refusal_says_why(visit: Visit) -> None:
    visitor = visit("desktop", "fr")
    visitor.begin("Base", "screen")
    position = Position("Base")
    for text in ("wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-"):
        visitor.act(position, text)
    assert visitor.hexes(".lit[data-hex]") == set()
    visitor.click("hand:w:spider")
    allowed = {tuple(action.clicks) for action in spell(position) if action.clicks[0] == "hand:w:spider"}
    assert visitor.hexes(".lit[data-hex]") == {clicks[1].removeprefix("hex:") for clicks in allowed}
    visitor.page.keyboard.press("Escape")
    assert visitor.hexes(".lit[data-hex]") == set()

    visitor.click("hex:0,0")  # between its queen and the rest
    visitor.find(".prompt.bad").wait_for()
    reason = position.why_not("wA1 bQ-")
    assert reason is not None
    assert reason.say("fr") in visitor.prompt
    assert visitor.hexes(".refused[data-hex]") == {"0,0"}
    visitor.find(".ends button").first.click()
    visitor.find(".prompt p").filter(has_text=reason.say("en")).wait_for()  # the words are loaded first
    visitor.sees(position)


def test_drag_from_hand_and_hive(visit: Visit) -> None:
    visitor = visit()
    visitor.begin("Base", "screen")
    mouse = visitor.page.mouse

    def drag(begin: str, end: str) -> None:
        before = len(visitor.record)
        for selector, then in ((begin, mouse.down), (end, mouse.up)):
            box = visitor.find(selector).first.bounding_box()
            assert box is not None
            mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
            then()
        visitor.until_moves(before + 1)

    drag(".lower .entry.lit", '[data-hex="0,0"]')
    drag(".upper .entry.lit", '[data-hex="1,0"]')
    drag(".lower .entry.lit", '[data-hex="-1,0"]')
    drag(".upper .entry.lit", '[data-hex="2,0"]')
    assert visitor.hexes(".stack") == {"-1,0", "0,0", "1,0", "2,0"}


# -- the keyboard ----------------------------------------------------------------------------------


class Keyboard:
    """A visitor without a mouse."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def focused(self, selector: str) -> bool:
        return bool(self.page.evaluate("one => document.activeElement.matches(one)", selector))

    def walk_to(self, selector: str, key: str = "Tab") -> None:
        """Press a key until something has the focus."""
        for _ in range(120):
            if self.focused(selector):
                return
            self.press(key)
        raise AssertionError(f"{key} never came to {selector}")

    def begin(self, game_type: str, opponent: str) -> None:
        self.visitor.prefill(game_type, opponent)
        self.walk_to(".hero button.main")
        self.press("Enter")
        self.visitor.find(".play-area").wait_for()
        self.walk_to(".play-area *")

    def act(self, position: Position, text: str) -> None:
        clicks = next(action.clicks for action in spell(position) if action.text == text)
        for token in clicks:
            kind, _, rest = token.partition(":")
            if kind == "hand":
                bug = rest.partition(":")[2]
                self.press("h")
                self.walk_to(f'.turn .entry:has(use[href="#bug-{bug}"])', "ArrowRight")
            elif kind == "hex":
                self.press("b")
                self.walk_to(f'[data-hex="{rest}"]', "n")
            elif kind == "face":
                self.walk_to(f'.prompt .pick:has(use[href="#bug-{rest}"])')
            else:
                self.walk_to(".command")
            self.press("Enter")
        if position.parse(text).code in own_losses(position):
            self.walk_to(".prompt .main")
            self.press("Enter")
        self.visitor.until_moves(len(position.history) + 1)
        position.play(self.visitor.record[len(position.history)])


@pytest.mark.parametrize("game_type", ["Base+MLP", "Venom"])
def test_whole_game_by_keyboard_alone(visit: Visit, game_type: str) -> None:
    visitor = visit()
    keyboard = Keyboard(visitor)
    keyboard.begin(game_type, "screen")
    position = Position(game_type)
    rng = random.Random(2)
    while position.outcome is None:
        keyboard.act(position, hunt(position, rng))
        assert visitor.find("[aria-live=polite]").inner_text()
    visitor.sees(position)
    assert position.outcome.winner is not None
    over(visitor, position.outcome.winner.letter, "surrounded")


def test_machine_by_keyboard_and_giving_up(visit: Visit) -> None:
    visitor = visit()
    keyboard = Keyboard(visitor)
    keyboard.begin("Venom", "machine")
    position = Position("Venom")
    rng = random.Random(2)
    while position.outcome is None and len(position.history) < 10:
        if position.colour is Colour.WHITE:
            ways = {action.text: action.clicks for action in spell(position)}
            text = hunt(position, rng)
            keyboard.act(position, text if len(ways[text]) > 1 else min(ways))
        else:
            visitor.until_moves(len(position.history) + 1)
            position.play(visitor.record[len(position.history)])
            assert visitor.find("[aria-live=polite]").inner_text()
    visitor.sees(position)
    if position.outcome is None:
        give_up = say("page.game.resign", "en")
        for _ in range(120):
            if visitor.page.evaluate("document.activeElement.textContent.trim()") == give_up:
                break
            keyboard.press("Tab")
        keyboard.press("Enter")
        keyboard.walk_to(".menu .main", "Shift+Tab")
        keyboard.press("Enter")
    visitor.find(".result").wait_for()


# -- secrets ---------------------------------------------------------------------------------------


def test_first_hand_of_swarm_is_secret(visit: Visit) -> None:
    host = visit("desktop", "en")
    host.begin("Base+MLP+Swarm", "friend")
    friend = visit("phone", "fr")
    friend.join(host.invitation)

    def choose(visitor: Visitor) -> None:
        for number in (0, 1, 2):
            more = visitor.find(".choose .steps button:last-child:not([disabled])")
            visitor.press(more.nth(number))
        visitor.press(visitor.find(".choose button.main"))
        visitor.find(".choose").wait_for(state="detached")

    assert friend.find(".choose").count() == 0
    choose(host)
    friend.find(".choose").wait_for()
    host.until_moves(1)
    assert host.record[0].startswith("hand w")
    friend.until_moves(1)
    assert friend.record == ["hand"]
    assert friend.find(".upper .entry").count() == 0
    content = friend.page.content()
    assert host.record[0] not in content
    choose(friend)
    host.until_moves(2)
    friend.until_moves(2)
    assert friend.find(".upper .entry").count() == 4  # the queen and three more, now seen by all
    assert friend.record == host.record
    position = Position("Base+MLP+Swarm")
    for text in host.record:
        position.play(text)
    host.act(position, "wQ")
    friend.until_moves(3)
    assert friend.record == host.record


# -- a network that drops --------------------------------------------------------------------------


def test_network_drops_and_comes_back(visit: Visit) -> None:
    host = visit("phone", "en", service_worker="allow")
    host.begin("Base", "friend")
    friend = visit("desktop", "fr")
    friend.join(host.invitation)
    position = Position("Base")
    host.act(position, "wA1")
    friend.until_moves(1)

    host.dropped = True
    host.context.set_offline(True)
    host.find(".away").wait_for()
    assert host.find(".away").inner_text() == say("page.network.away", "en")
    friend.act(position, "bA1 wA1-")
    assert host.record == ["wA1"]
    host.open_sheet()
    host.find('[data-ply="1"]').click()  # what is loaded can still be looked through
    assert host.hexes(".stack") == {"0,0"}
    host.close_sheet()

    host.context.set_offline(False)
    host.until_moves(2)
    host.find("p.away").wait_for(state="detached")
    host.sees(position)
    host.act(position, "wQ -wA1")
    friend.sees(position)


def test_a_replay_is_looked_through_without_a_network(visit: Visit, server: Served) -> None:
    players = server.create(type="Base", opponent={"kind": "screen"})
    players.play("wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")
    visitor = visit("phone", "fr")
    visitor.dropped = True
    visitor.page.route("**/frames", lambda route: route.abort())
    with visitor.page.expect_event("requestfailed"):
        visitor.go(f"/game/{players.game}")
    visitor.page.unroute("**/frames")
    with visitor.page.expect_response("**/frames"):  # what was missed is asked for again
        players.act("wG1 -wQ")
    visitor.until_moves(5)
    visitor.context.set_offline(True)
    visitor.open_sheet()
    for ply, shown in ((1, {"0,0"}), (3, {"0,0", "1,0", "-1,0"})):
        visitor.find(f'[data-ply="{ply}"]').click()
        visitor.page.wait_for_function("n => document.querySelectorAll('.stack').length === n", arg=ply)
        assert visitor.hexes(".stack") == shown


def test_analysis_without_a_network_says_so_and_goes_on(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/analysis#type=Base&actions=wS1;bG1 wS1-")
    visitor.find(".stack").nth(1).wait_for()
    visitor.find(".entry.lit").first.wait_for()  # it is known what may be played
    position = Position("Base")
    for text in ("wS1", "bG1 wS1-"):
        position.play(text)
    visitor.dropped = True
    visitor.context.set_offline(True)
    visitor.spell(position, "wQ -wS1")
    visitor.find(".prompt.bad").wait_for()
    assert visitor.prompt == say("page.network.away", "en")
    visitor.context.set_offline(False)
    visitor.find("p.away").wait_for(state="detached")
    visitor.spell(position, "wQ -wS1")
    visitor.find(".stack").nth(2).wait_for()


def test_lists_and_boards_load_by_themselves_when_the_network_is_back(visit: Visit) -> None:
    visitor = visit()
    puzzle = f"/puzzles/{next(iter(puzzles()))}"
    visitor.dropped = True
    for path, shown in (("/archive", ".found"), ("/puzzles", ".filters"), (puzzle, ".play-area")):
        visitor.go("/about")
        # The program of the page is at hand, only what it asks for is not.
        visitor.page.route("**/api/**", lambda route: route.abort())
        visitor.page.route("**/healthz", lambda route: route.abort())
        visitor.page.goto(path)
        visitor.button("page.network.again").wait_for()
        visitor.find("p.away").wait_for()
        visitor.press(visitor.button("page.network.again"))
        visitor.button("page.network.again").wait_for()
        visitor.page.unroute_all()
        visitor.button("page.network.again").wait_for(state="detached")
        visitor.find(shown).wait_for()
    visitor.go("/about")
    visitor.context.set_offline(True)
    visitor.find('nav a[href="/learn"]').click()
    visitor.page.get_by_text(say("page.network.page", "en")).wait_for()
    visitor.context.set_offline(False)
    visitor.find('a[href="/learn/ant"]').wait_for()


# -- finding one's way -----------------------------------------------------------------------------


def test_play_says_why_such_a_game_cannot_be_played(visit: Visit) -> None:
    visitor = visit("phone", "fr")
    visitor.prefill("Base+A9", "machine")  # what was chosen last is shown again
    play = visitor.find(".hero button.main")
    play.wait_for()
    assert play.is_enabled()
    visitor.prefill("Base+S9B9A9G9", "machine")
    said = say("page.new.too_many", "fr", n=37, most=31)
    visitor.find(".hero").get_by_text(said, exact=True).wait_for()
    assert play.is_disabled()


def test_running_games_are_on_the_first_page(visit: Visit) -> None:
    visitor = visit("phone", "fr")
    links = visitor.find("section[aria-labelledby=yours] a")
    visitor.prefill("Base", "machine")
    visitor.find(".name input").fill("Zoé")
    visitor.press(visitor.find(".hero button.main"))
    visitor.find(".seat").get_by_text("Zoé").wait_for()
    game = visitor.page.url
    visitor.place_first()
    visitor.until_pieces(2)  # the machine has answered
    visitor.begin("Base", "screen")
    visitor.place_first()
    shared = visitor.page.url

    visitor.go("/")
    links.nth(1).wait_for()
    addresses = [visitor.server + str(link.get_attribute("href")) for link in links.all()]
    assert addresses == [game, shared]  # whom it waits for comes first
    assert say("page.status.yours", "fr") in links.first.inner_text()
    visitor.press(links.first)
    visitor.find(".play-area").wait_for()
    assert visitor.page.url == game
    visitor.resign()
    visitor.go("/")
    links.first.wait_for()
    assert links.count() == 1
    assert visitor.server + str(links.first.get_attribute("href")) == shared


def test_the_archive_is_downloaded_whole_or_as_searched(visit: Visit) -> None:
    visitor = visit("phone", "fr", name="Écureuil")
    for game_type in ("Base", "Base+M"):
        visitor.begin(game_type, "machine")
        visitor.place_first()

    def link(key: str) -> Locator:
        return visitor.page.get_by_role("link", name=say(key, "fr"), exact=True)

    def types(key: str) -> Counter[str]:
        with visitor.page.expect_download() as saved:
            visitor.press(link(key))
        text = saved.value.path().read_text(encoding="utf-8")
        return Counter(re.findall(r'^\[GameType "(.*)"\]', text, re.MULTILINE))

    visitor.go("/archive?player=nobody")
    visitor.find(".found").wait_for()
    assert visitor.find(".downloads a").count() == 0  # there is nothing to have
    visitor.go("/archive")
    link("page.archive.all").wait_for()
    assert link("page.archive.these").count() == 0  # nothing is searched for
    visitor.page.get_by_label(say("page.archive.player", "fr")).fill("Écureuil")
    visitor.choice("page.archive.type").select_option("own")
    visitor.page.get_by_label(say("bug.mosquito", "fr")).check()
    visitor.press(visitor.button("page.archive.search"))
    link("page.archive.these").wait_for()
    assert types("page.archive.these") == {"Base+M": 1}
    assert types("page.archive.all")["Base"]
    visitor.page.get_by_label(say("page.archive.player", "fr")).fill("Personne")
    visitor.press(visitor.button("page.archive.search"))
    visitor.page.get_by_text(say("page.archive.none", "fr")).wait_for()
    assert link("page.archive.these").count() == 0


@pytest.mark.parametrize("path", ["/puzzles/nothing", "/learn/nothing", "/learn/rules/nothing", "/nowhere"])
def test_an_unknown_address_is_called_so(visit: Visit, path: str) -> None:
    visitor = visit("desktop", "fr")
    visitor.go(path)
    visitor.find("h1").get_by_text(say("page.title.lost", "fr"), exact=True).wait_for()
    visitor.errors = [text for text in visitor.errors if "404" not in text]  # the browser's own note


def test_escape_leaves_the_settings_where_they_were_opened(visit: Visit) -> None:
    visitor = visit()
    keyboard = Keyboard(visitor)
    visitor.go("/about")
    keyboard.walk_to("button[aria-controls=settings]")
    keyboard.press("Enter")
    visitor.find("#settings").wait_for()
    keyboard.press("Escape")
    visitor.find("#settings").wait_for(state="detached")
    visitor.find("button[aria-controls=settings]:focus").wait_for()
