"""Pages open to all: nothing that axe-core finds serious or critical, whatever a player sees."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import Visit
from tests.browser.helpers import ULTIMATE, Visitor, address, climbed

from ruche import Position
from ruche.teaching.puzzles import puzzles
from ruche.words import say

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

AXE = Path(__file__).parent.parent.parent / "frontend/node_modules/axe-core/axe.min.js"
SMALL = Position("Base+MLP")
for _text in ("wS1", "bG1 wS1-"):
    SMALL.play(_text)
PAGES = {
    "/learn/first": ".star",
    "/": ".presets",
    "/learn": 'a[href="/learn/ant"]',
    "/learn/tick": ".play-area",
    "/learn/rules": "article a",
    "/learn/rules/wasp": "article figure",
    "/puzzles": "main ul a",
    f"/puzzles/{next(iter(puzzles()))}": ".stack",
    "/archive": "main ul a",
    "/about": "main dl",
    "/figures": "main dl .card",
    "/nowhere": "main h1",
    address(SMALL): ".play-area",
}

looks = pytest.mark.parametrize(
    ("theme", "size", "language"),
    [("light", "desktop", "en"), ("dark", "phone", "fr"), ("contrast", "desktop", "fr")],
)


class Inspection:
    """Looks at one thing after the other; at the end nothing may have been found."""

    def __init__(self) -> None:
        if not AXE.exists():
            pytest.skip("no axe-core here: `npm install` in frontend/ brings it")
        self.found: dict[str, list[str]] = {}

    def look(self, visitor: Visitor, what: str) -> None:
        """Note what is wrong with the page as it is now."""
        if not visitor.page.evaluate("'axe' in window"):
            visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
        self.found[what] = visitor.page.evaluate(
            """async () => {
                const {violations} = await axe.run(document, {resultTypes: ['violations']})
                return violations.filter(one => ['serious', 'critical'].includes(one.impact))
                    .map(one => `${one.id}: ${one.nodes[0].html} ${one.nodes[0].failureSummary}`)
            }"""
        )

    def conclude(self) -> None:
        assert self.found
        assert not {what: faults for what, faults in self.found.items() if faults}


def turn_to(visitor: Visitor, path: str, shown: str) -> None:
    """Go to another page as a link of the page does: nothing is loaded that is there already."""
    visitor.page.evaluate(
        "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }", path
    )
    visitor.find(shown).first.wait_for()


def answer_at_once(socket: WebSocketRoute) -> None:
    """Be the engine, without thinking."""

    def answer(message: str | bytes) -> None:
        command = json.loads(message)
        events: list[dict[str, object]] = []
        worth = {"score": 0.5, "win": None}
        if command["do"] == "lines":
            lines = [{**worth, "actions": ["wQ -wS1"]}] * 3
            seq = len(command["actions"])
            events = [{"event": "lines", "seq": seq, "depth": 1, "nodes": 1, "speed": 1.0, "lines": lines}]
        elif command["do"] == "scores":
            events = [
                {"event": "score", "ply": ply, **worth, "chance": 0.5, "best": None, "mark": mark}
                for ply, mark in enumerate((None, "mistake", "blunder"))
            ]
        for event in [*events, {"event": "done"}] if events else []:
            socket.send(json.dumps(event))

    socket.on_message(answer)


@looks
def test_pages_are_open_to_all(visit: Visit, theme: str, size: str, language: str) -> None:
    inspection = Inspection()
    visitor = visit(size, language, theme=theme)
    visitor.page.route_web_socket("**/api/analyse", answer_at_once)
    visitor.begin(ULTIMATE, "screen", clock="real")
    inspection.look(visitor, "game")
    visitor.press(visitor.find(".entry.lit").first)
    inspection.look(visitor, "targets")
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("h")
    visitor.page.keyboard.press("i")
    visitor.find(".bug-card .picture").wait_for()
    inspection.look(visitor, "card")
    visitor.page.keyboard.press("Escape")
    visitor.place_first()  # the archive lists what has begun
    for path, shown in PAGES.items():
        turn_to(visitor, path, shown)
        inspection.look(visitor, path)
    visitor.open_sheet()
    visitor.find(".tree .move").first.wait_for()
    inspection.look(visitor, "moves")
    visitor.press(visitor.button("page.analysis.judge"))
    visitor.find("svg[role=slider]").wait_for()
    visitor.find("[role=switch]").check()
    visitor.press(visitor.button("page.analysis.new"))
    visitor.press(visitor.button("page.exchange.title"))
    visitor.find("section ol button").first.wait_for()
    inspection.look(visitor, "exchange")
    visitor.press(visitor.button("page.setup.title"))
    visitor.button("page.setup.use").wait_for()
    inspection.look(visitor, "set-up")
    types = visitor.find(".setup .choice select")
    types.select_option(ULTIMATE)
    types.select_option("own")
    visitor.page.get_by_role("checkbox", name=say("mode.swarm", language)).check()
    visitor.find(".tray").first.wait_for()
    visitor.find("fieldset select").first.select_option("swapped")
    visitor.find("fieldset [aria-pressed=true]").wait_for()
    inspection.look(visitor, "set-up of everything")
    visitor.begin("Base+Swarm", "machine")
    inspection.look(visitor, "hand")
    visitor.resign()
    inspection.look(visitor, "result")
    assert visitor.page.evaluate("document.documentElement.lang") == language
    inspection.conclude()


@looks
def test_what_comes_up_is_open_to_all(visit: Visit, theme: str, size: str, language: str) -> None:
    inspection = Inspection()
    host, friend = visit(size, language, theme=theme), visit(size, language, theme=theme)
    host.begin("Venom", "friend")
    inspection.look(host, "invitation")
    friend.join(host.invitation)
    friend.find(".naming").wait_for()
    inspection.look(friend, "name")

    position = Position("Venom")
    host.click("hand:w:ant")
    host.find(".prompt .pick").first.wait_for()
    inspection.look(host, "faces")
    host.click("hex:0,0")
    host.until_moves(1)
    position.play(host.record[0])
    friend.until_moves(1)
    for player, other, queen in ((friend, host, "bQ"), (host, friend, "wQ")):
        text = next(text for text in map(str, position.legal_actions()) if text.startswith(queen))
        player.act(position, text)
        other.until_moves(len(position.history))

    friend.open_sheet()
    friend.press(friend.button("page.game.draw"))
    friend.close_sheet()
    host.button("page.offer.accept").wait_for()
    inspection.look(host, "offer")
    inspection.look(friend, "own offer")
    friend.press(friend.find('[data-hex="0,0"]'))
    friend.find(".prompt.bad").wait_for()
    inspection.look(friend, "refusal")
    friend.open_sheet()
    friend.press(friend.button("page.game.share"))
    inspection.look(friend, "sharing")
    friend.press(friend.button("page.game.share"))  # in low windows it takes the place of the rest
    friend.press(friend.button("page.game.resign"))
    friend.button("page.game.resign_sure").wait_for()
    inspection.look(friend, "menu")
    friend.close_sheet()
    friend.press(friend.find("button[aria-controls=settings]"))
    friend.find("#settings").wait_for()
    inspection.look(friend, "settings")
    if friend.touch:
        friend.page.keyboard.press("Escape")
        friend.press(friend.find("button[aria-controls=nav]"))
        friend.find("nav.open").wait_for()
        inspection.look(friend, "pages")

    turn_to(host, address(climbed()), ".royal")
    host.page.keyboard.press("b")
    host.page.keyboard.press("ArrowRight")
    host.find(".lens").wait_for()
    inspection.look(host, "lens")
    inspection.conclude()
