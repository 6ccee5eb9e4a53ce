"""A visitor with a browser window, and a game partner who wants it to end."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlencode

from ruche import Colour, Hex, Position
from ruche.play.clicks import spell
from ruche.rules.explain.danger import own_losses
from ruche.words import say

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

PATIENCE = 60_000  # milliseconds: machines are slow and shared at times
SIZES = {"phone": (390, 844), "desktop": (1280, 800), "low": (1280, 720), "wide": (1440, 900)}
TOUCHED = 500  # what is lower or narrower is a phone, upright or lying
ULTIMATE = "Venom+MLP+Predators+Guardians+Honeycombo"
# How the browser itself reports that the network dropped, or that an attempt to connect was given up.
AWAY = ("net::ERR_", "WebSocket is closed before", "Connection closed before")
# Counts how often the page says that there is no connection.
NOTE_ALARMS = """() => {
    window.alarms = 0
    new MutationObserver(() => { window.alarms += document.querySelectorAll('p.away').length })
        .observe(document.body, { childList: true, subtree: true })
}"""


def is_away(text: str) -> bool:
    """Tell whether the browser complains of nothing but the network."""
    return any(sign in text for sign in AWAY)


class Visitor:
    """A window of its own, with its own memory; it notes what goes wrong in it, and what is asked of whom."""

    def __init__(
        self,
        browser: Browser,
        server: str,
        size: str = "desktop",
        language: str = "en",
        service_worker: Literal["allow", "block"] = "block",
        *,
        fresh: bool = False,
        system_motion: Literal["reduce", "no-preference"] = "reduce",
        system_theme: Literal["light", "dark"] = "light",
        **settings: Any,
    ) -> None:
        width, height = SIZES[size]
        self.touch = min(width, height) < TOUCHED
        self.server = server
        self.language = language
        self.errors: list[str] = []
        self.asked: list[str] = []
        self.dropped = False  # its network was cut on purpose
        self.offered: list[str] = []  # the tokens that could be clicked next
        self.context = browser.new_context(
            base_url=server,
            viewport={"width": width, "height": height},
            has_touch=self.touch,
            locale=language,
            reduced_motion=system_motion,
            color_scheme=system_theme,
            service_workers=service_worker,
        )
        self.context.set_default_timeout(PATIENCE)
        if not fresh:  # who comes for the first time has no settings
            self._prefer(settings)
        self.context.on("console", self._console)
        self.context.on("weberror", lambda error: self.errors.append(str(error.error)))
        self.context.on("request", lambda request: self.asked.append(request.url))
        self.page: Page = self.context.new_page()
        self.page.on("websocket", lambda socket: self.asked.append(socket.url))

    def _prefer(self, settings: dict[str, Any]) -> None:
        wanted = {"language": self.language, "notation": True, "theme": "light", "sound": False, **settings}
        text = json.dumps(json.dumps(wanted))
        self.context.add_init_script(f"if (location.host) localStorage['ruche.settings'] ??= {text}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and "blocked by Playwright" not in message.text:
            self.errors.append(message.text)

    def close(self) -> None:
        self.context.close()

    def strangers(self) -> list[str]:
        """What was asked of anyone but the server."""
        own = (self.server + "/", self.server.replace("http", "ws", 1) + "/", "data:", "blob:")
        return [url for url in self.asked if not url.startswith(own)]

    # -- looking -----------------------------------------------------------------------------------

    def find(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def go(self, path: str) -> None:
        self.page.goto(path)
        self.find("h1").first.wait_for(state="attached")

    @property
    def prompt(self) -> str:
        """The line below the board."""
        return self.find(".prompt p").inner_text()

    @property
    def record(self) -> list[str]:
        """The list of moves, in notation."""
        found: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll('[data-ply]')]
                .sort((one, other) => one.dataset.ply - other.dataset.ply)
                .map((one) => (one.querySelector('.move-text') ?? one).innerText.trim())"""
        )
        return found

    @property
    def told(self) -> list[str]:
        """The list of moves, as it is heard."""
        found: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll('[data-ply]')]
                .sort((one, other) => one.dataset.ply - other.dataset.ply)
                .map((one) => one.querySelector('.hidden').textContent)"""
        )
        return found

    def set_notation(self, wanted: bool) -> None:
        """Choose in the settings whether notation is shown."""
        self.press(self.button("page.settings.title"))
        self.page.get_by_label(say("page.settings.notation", self.language)).set_checked(wanted)
        self.page.keyboard.press("Escape")

    def hexes(self, selector: str) -> set[str]:
        found: list[str] = self.page.evaluate(
            "selector => [...document.querySelectorAll(selector)].map(hex => hex.dataset.hex)", selector
        )
        return set(found)

    def until_lit(self, hexes: set[str]) -> None:
        """Wait until these hexes are lit, and no others."""
        self.page.wait_for_function(
            """wanted => wanted === [...new Set([...document.querySelectorAll('.lit[data-hex]')].map(
                (hex) => hex.dataset.hex))].sort().join()""",
            arg=",".join(sorted(hexes)),
        )

    def until_moves(self, count: int) -> None:
        self.page.wait_for_function(
            "count => document.querySelectorAll('[data-ply]').length >= count", arg=count
        )

    def until_back_at(self, count: int) -> None:
        self.page.wait_for_function(
            "count => document.querySelectorAll('[data-ply]').length <= count", arg=count
        )

    def until_pieces(self, count: int) -> None:
        """Wait until so many stacks lie there; the record may be in words."""
        self.page.wait_for_function("count => document.querySelectorAll('.stack').length >= count", arg=count)

    def sees(self, position: Position) -> None:
        """Compare what is shown with the rules' own idea of the position."""
        self.until_moves(len(position.history))
        assert self.record == [str(action) for action in position.history]
        assert self.hexes(".stack") == {f"{q},{r}" for q, r in position.stacks}

    # -- acting ------------------------------------------------------------------------------------

    def begin(self, game_type: str, opponent: str, **choices: Any) -> None:
        """Start a game from the first page."""
        self.prefill(game_type, opponent, **choices)
        self.press(self.find(".hero button.main"))
        self.find(".play-area").wait_for()

    def prefill(self, game_type: str, opponent: str, **choices: Any) -> None:
        """Go to the first page with a game prepared."""
        self.go("/")
        wanted = {"type": game_type, "opponent": opponent, "colour": "w", "level": 1, **choices}
        self.page.evaluate("choices => { localStorage['ruche.wish'] = choices }", json.dumps(wanted))
        self.page.reload()

    @property
    def invitation(self) -> str:
        """The link for a friend."""
        return self.find(".copy input").first.input_value()

    def join(self, link: str) -> None:
        """Open a link to the other seat."""
        self.go(link)
        self.find(".play-area").wait_for()

    def button(self, key: str, **values: object) -> Locator:
        """Find the buttons that say this."""
        return self.page.get_by_role("button", name=say(key, self.language, **values), exact=True)

    def choice(self, key: str) -> Locator:
        """Find the list of choices that is named so."""
        return self.page.get_by_role("combobox", name=say(key, self.language), exact=True)

    def press(self, what: Locator) -> None:
        if self.touch:
            what.tap()
        else:
            what.click()

    def click(self, token: str) -> None:
        """Click what a token stands for."""
        kind, _, rest = token.partition(":")
        if kind == "hand":
            self.press(self.entry(".turn", *rest.split(":")))
        elif kind == "hex":
            self.press(self.find(f'[data-hex="{rest}"]'))
        elif kind == "face":
            self.press(self.find(".prompt .pick").filter(has=self.page.locator(f'use[href="#bug-{rest}"]')))
        else:
            names = [one for one in self.offered if one.startswith("do:") and ":steal" not in one]
            self.press(self.find(".command").nth(names.index(token)))

    def entry(self, place: str, colour: str, bug: str) -> Locator:
        """Find a piece in a hand that may be taken from it."""
        picture = self.page.locator(f'.{colour} use[href="#bug-{bug}"]')
        return self.find(f"{place} .entry.lit").filter(has=picture)

    def act(self, position: Position, text: str) -> None:
        """Do an action click by click, then make it on the position too."""
        if text.startswith(("faces", "hand ")):
            self.choose(position, text)
        elif text.startswith("steal "):
            name = text.removeprefix("steal ")
            self.press(self.entry(".place:not(.turn)", name[0], bug_of(position, name)))
            self.press(self.button("page.prompt.send"))
        else:
            self.spell(position, text)
        self.until_moves(len(position.history) + 1)
        # A choice is secret until both have chosen; what is drawn only the record knows.
        position.play(text if position.choosing else self.record[len(position.history)])

    def choose(self, position: Position, text: str) -> None:
        """Choose a Swarm hand, or the second faces of pieces."""
        for name in text.split()[1:]:
            picture = self.page.locator(f'use[href="#bug-{bug_of(position, name)}"]')
            self.press(self.find(".choose li").filter(has=picture).locator("button").last)
        self.press(self.find(".choose button.main"))

    def spell(self, position: Position, text: str) -> None:
        """Do an action click by click."""
        actions = spell(position)
        clicks = next(action.clicks for action in actions if action.text == text)
        for number, token in enumerate(clicks):
            following = [
                action.clicks[number] for action in actions if action.clicks[:number] == clicks[:number]
            ]
            self.offered = list(dict.fromkeys(following))
            if number and token.startswith("hex:"):
                self.until_lit({one.removeprefix("hex:") for one in self.offered if one.startswith("hex:")})
            self.click(token)
        if next(action.action.code for action in actions if action.text == text) in own_losses(position):
            self.press(self.button("page.prompt.send_anyway"))

    def place_first(self) -> None:
        """Place the first piece of a game: from then on it is listed."""
        self.press(self.find(".turn .entry.lit").first)
        self.press(self.find(".cell.lit").first)
        self.until_pieces(1)
        self.find(".onway").wait_for(state="detached")

    def open_sheet(self) -> None:
        """Bring the moves and the menu into sight: on a phone they are a sheet."""
        if self.touch:
            self.find(".bar .more").wait_for()
            shut = self.find(".bar .more[aria-expanded=false]")
            if shut.count():
                self.press(shut)

    def close_sheet(self) -> None:
        self.page.keyboard.press("Escape")
        self.find(".play-area.open").wait_for(state="detached")

    def resign(self) -> None:
        """Give up, by the menu's two buttons."""
        self.open_sheet()
        menu = self.find(".menu")
        self.press(menu.locator("button:not(.main)").nth(-2))
        self.press(menu.locator("button.main"))
        self.find(".result").wait_for()


def start_from(visitor: Visitor, diagram: str) -> dict[str, Any]:
    """Open a game that begins with a position; return it with its seats."""
    visitor.go("/about")
    found: dict[str, Any] = visitor.page.evaluate(
        """async (text) => {
            const post = async (path, body) => (await fetch(path, {method: 'POST',
                headers: {'content-type': 'application/json'}, body: JSON.stringify(body)})).json()
            const { type, setup } = await post('/api/records/read', { text })
            return post('/api/games', { type, setup, opponent: { kind: 'screen' }, colour: 'w' })
        }""",
        diagram,
    )
    seats = {found["id"]: {"seats": found["seats"], "at": 1}}
    visitor.page.evaluate("seats => { localStorage['ruche.seats'] = seats }", json.dumps(seats))
    visitor.go(f"/game/{found['id']}")
    visitor.find(".stack").first.wait_for()
    return found


def wait_for_pieces(visitor: Visitor, position: Position) -> None:
    """Wait until stacks lie where they should: after a move there are as many as before."""
    visitor.page.wait_for_function(
        "wanted => wanted == [...document.querySelectorAll('.stack')].map(s => s.dataset.hex).sort().join()",
        arg=",".join(sorted(f"{q},{r}" for q, r in position.stacks)),
    )


def address(position: Position, **more: object) -> str:
    """Return the link to a line."""
    actions = ";".join(map(str, position.history))
    return "/analysis#" + urlencode({"type": str(position.game_type), "actions": actions, **more})


def climbed() -> Position:
    """Play a white beetle on a black one on the black queen."""
    position = Position("Base")
    for text in ("wQ", "bQ wQ-", "wB1 -wQ", "bB1 bQ-", "wB1 wQ", "bB1 bQ", "wB1 bB1"):
        position.play(text)
    return position


def over(visitor: Visitor, winner: str, why: str, you: str | None = None) -> None:
    """See the result in words below the board; who had one seat is told whether he won."""
    language = visitor.language
    if you is not None and winner != "draw":
        winner = "won" if winner == you else "lost"
        why += f"_{winner}"
    sentence = say(
        "page.result.sentence",
        language,
        result=say(f"page.result.{winner}", language),
        why=say(f"page.result.why_{why}", language),
    )
    visitor.find(".result").wait_for()
    assert visitor.prompt == sentence


def todo(language: str, who: str, what: str) -> str:
    """Say whose turn it is and what may be done."""
    turn, task = say(f"page.status.{who}", language), say(f"page.todo.{what}", language)
    return say("page.status.todo", language, who=turn, todo=task)


def bug_of(position: Position, name: str) -> str:
    """Say what a piece in a hand or the bag shows."""
    piece, face = position.game_type.by_name[name]
    return position.game_type.faces[piece][face].bug.name


def hunt(position: Position, rng: random.Random, prey: Colour = Colour.BLACK) -> str:
    """Choose an action that goes far towards a surrounded queen, whoever moves."""
    best: list[str] = []
    most = -(10**9)
    for action in position.legal_actions():
        if action.kind in ("faces", "hand"):
            continue
        position.play(action)
        worth = _worth(position, prey)
        position.undo()
        if worth > most:
            most, best = worth, []
        if worth == most:
            best.append(str(action))
    return rng.choice(best)


def _worth(position: Position, prey: Colour) -> int:
    if position.outcome is not None:
        return 1000 if position.outcome.winner is prey.other else -1000
    worth = 0
    for place, pieces in position.stacks.items():
        for piece in pieces:
            if piece.is_royal and piece.colour is not None:
                around = sum(near in position.stacks for near in neighbours(place))
                worth += 10 * around + 15 if piece.colour is prey else 5 - 4 * around
    return worth


def neighbours(place: Hex) -> list[Hex]:
    steps = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    return [Hex(place.q + q, place.r + r) for q, r in steps]
