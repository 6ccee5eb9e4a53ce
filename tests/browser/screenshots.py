"""Screenshots of every page and state, and a contact sheet: `python -m tests.browser.screenshots FOLDER`.

It also says what is wrong with a layout: a page wider than its window, text that is cut or beyond the edge,
controls that something covers (`layout_faults.js`). All sizes, languages and themes are many pictures:
`--sizes 390x844 --languages fr --themes dark --only "settings;first page"` make fewer.
"""

from __future__ import annotations

import argparse
import html
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from tests.browser.conftest import ARGUMENTS
from tests.browser.helpers import PATIENCE, SIZES, TOUCHED, ULTIMATE, Visitor, address, climbed, start_from
from tests.server.helpers import Served

from ruche import Position

SCREENS = ("1440x900", "1280x720", "844x390", "390x844", "320x480")
LANGUAGES = ("en", "fr")
THEMES = ("light", "dark", "contrast")
NEARLY = """Base Black[9]
      wA1   bA2
   bA1   bQ    wG1
      .     bS1   wQ
   .     bG1   bA3
"""
PILLBUG = """Base+P White[9]
bA1   wP    wQ    bQ
"""
STINGING = """Venom White[9]
wW    bA1   wA1   bQ
"""
KILLING = """Base+Predators White[9]
wX    bA1   wA1   wQ    bQ
"""
FAULTS = (Path(__file__).parent / "layout_faults.js").read_text(encoding="utf-8")


def pages(server: Served) -> dict[str, str]:
    """Return the address of every page that needs nothing done."""
    for kind, actions in (
        ("Base+MLP", "wS1;bS1 wS1-;wQ /wS1;bQ bS1/;wA1 -wQ;bA1 bQ-"),
        ("Base", "wA1;bA1 wA1-"),
    ):
        seat = server.create(type=kind, opponent={"kind": "screen"}, name="Anna")
        seat.play(*actions.split(";"))
    seat.offer("resign")
    puzzle = server.client.get("/api/puzzles").json()[0]["id"]
    return {
        "first page": "/",
        "lessons": "/learn",
        "first game": "/learn/first",
        "lesson": "/learn/ant",
        "rules": "/learn/rules",
        "rules of a bug": "/learn/rules/pillbug",
        "puzzles": "/puzzles",
        "puzzle": f"/puzzles/{puzzle}",
        "analysis": address(climbed()),
        "studies": "/studies",
        "archive": "/archive",
        "archive, nothing found": "/archive?player=nobody",
        "archive, no such type": "/archive?type=xyz",
        "about": "/about",
        "figures": "/figures",
        "watching, over": f"/game/{seat.game}",
        "no such page": "/nowhere",
    }


State = Callable[[Visitor], None]


def playing(kind: str, *actions: str) -> State:
    """A game on one screen, after some actions."""

    def arrive(visitor: Visitor) -> None:
        visitor.begin(kind, "screen")
        position = Position(kind)
        for text in actions:
            visitor.act(position, text)

    return arrive


def picked(visitor: Visitor) -> None:
    playing("Base")(visitor)
    visitor.press(visitor.entry(".turn", "w", "ant"))


def face_picked(visitor: Visitor) -> None:
    playing("Venom")(visitor)
    visitor.press(visitor.find(".turn .entry.lit").nth(1))


def refused(visitor: Visitor) -> None:
    playing("Base", "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")(visitor)
    visitor.click("hex:0,0")
    visitor.find(".prompt.bad").wait_for()


def confirming(visitor: Visitor) -> None:
    visitor.go("/")
    visitor.page.evaluate(
        "() => { const kept = JSON.parse(localStorage['ruche.settings']); kept.confirm = true;"
        " localStorage['ruche.settings'] = JSON.stringify(kept) }"
    )
    visitor.begin("Base", "screen")
    visitor.press(visitor.entry(".turn", "w", "ant"))
    visitor.press(visitor.find(".cell.lit").first)
    visitor.button("page.prompt.send").wait_for()


def won(visitor: Visitor) -> None:
    """A game against the machine that is over."""
    visitor.begin("Base", "machine")
    visitor.place_first()
    visitor.until_pieces(2)
    visitor.resign()


def sheet(visitor: Visitor) -> None:
    playing("Base+MLP", "wS1", "bS1 wS1-", "wQ /wS1", "bQ bS1/", "wA1 -wQ", "bA1 bQ-")(visitor)
    visitor.open_sheet()


def card(visitor: Visitor) -> None:
    playing("Base")(visitor)
    visitor.page.keyboard.press("h")
    visitor.page.keyboard.press("i")
    visitor.find(".bug-card .picture svg").wait_for()


def invitation(visitor: Visitor) -> None:
    visitor.page.route("**/api/address", lambda route: route.fulfill(json={"url": "http://192.0.2.7:8460"}))
    visitor.begin("Base", "friend")
    visitor.find(".copy").first.wait_for()


def invitation_here(visitor: Visitor) -> None:
    visitor.begin("Base", "friend")
    visitor.page.get_by_role("alert").filter(has_text="ruche serve --host").wait_for()


def new_game(kind: str, opponent: str = "friend") -> State:
    """The form, with this type chosen."""

    def arrive(visitor: Visitor) -> None:
        visitor.prefill(kind, opponent)
        visitor.find("form legend").first.wait_for()

    return arrive


def your_games(visitor: Visitor) -> None:
    for opponent in ("machine", "screen"):
        visitor.begin("Base+MLP", opponent)
        visitor.place_first()
    visitor.go("/")
    visitor.find("#yours").wait_for()


def setting_up(visitor: Visitor) -> None:
    visitor.go("/analysis")
    visitor.open_sheet()
    visitor.press(visitor.button("page.setup.title"))


def analysing(visitor: Visitor) -> None:
    """The analysis with its sheet, where it is one."""
    visitor.page.goto(address(climbed()))
    visitor.find(".stack").first.wait_for()
    visitor.open_sheet()


def importing(visitor: Visitor) -> None:
    visitor.go("/analysis")
    visitor.open_sheet()
    visitor.press(visitor.button("page.exchange.title"))


def settings(visitor: Visitor) -> None:
    visitor.go("/")
    visitor.press(visitor.find("[aria-controls=settings]"))


def offline(visitor: Visitor) -> None:
    playing("Base", "wA1")(visitor)
    visitor.page.route("**/healthz", lambda route: route.abort())  # or it would be found again at once
    visitor.page.evaluate("dispatchEvent(new Event('offline'))")
    visitor.find(".offline").wait_for()


def sharing(visitor: Visitor) -> None:
    """What can be shared, beside a question that is open."""
    visitor.begin("Base+MLP", "friend")
    guest = Visitor(visitor.context.browser, visitor.server, "desktop", "en")  # type: ignore[arg-type]
    try:
        guest.join(visitor.invitation)
        visitor.place_first()
        guest.until_pieces(1)
        guest.press(guest.button("page.game.draw"))
        visitor.find(".card[role=status]").wait_for()
    finally:
        guest.close()
    visitor.find(".presence.gone").wait_for()
    visitor.open_sheet()
    visitor.press(visitor.button("page.game.share"))
    visitor.find(".formats").wait_for()


def reviewed(visitor: Visitor) -> None:
    """An analysis that has been looked through for mistakes."""
    position = Position("Base")
    for text in ("wS1", "bS1 wS1-", "wQ /wS1", "bQ bS1/", "wA1 -wQ", "bA1 bQ-", "wA1 bS1\\", "bA1 wS1/"):
        position.play(text)
    visitor.page.goto(address(position))
    visitor.open_sheet()
    visitor.press(visitor.button("page.analysis.judge"))
    visitor.find(".moves svg[role=slider]").wait_for()
    visitor.find(".summary").wait_for()


def summary(visitor: Visitor) -> None:
    reviewed(visitor)
    visitor.press(visitor.find(".summary a"))
    visitor.find("tbody tr").first.wait_for()


def engine_lines(visitor: Visitor) -> None:
    visitor.page.goto("/analysis#type=Base%2BMLP&actions=wS1;bS1 wS1-;wQ /wS1;bQ bS1/")
    visitor.open_sheet()
    visitor.press(visitor.find("[role=switch]"))
    visitor.find("section ol li").nth(2).wait_for()


def surrounded(visitor: Visitor) -> None:
    """A game that ends with the next action."""
    start_from(visitor, NEARLY)
    visitor.click("hex:0,3")
    visitor.press(visitor.find('.lit[data-hex="-1,2"]'))
    visitor.press(visitor.button("page.prompt.send_anyway"))
    visitor.find(".result").wait_for()


def power(diagram: str, *hexes: str) -> State:
    """A game from a position, with some hexes clicked."""

    def arrive(visitor: Visitor) -> None:
        start_from(visitor, diagram)
        for name in hexes:
            visitor.press(visitor.find(f'[data-hex="{name}"]'))
        visitor.find(".lit[data-hex], .trail").first.wait_for(state="attached")

    return arrive


def unreadable(visitor: Visitor) -> None:
    importing(visitor)
    visitor.find(".drawer textarea").fill("1. e4 e5 2. Nf3")
    visitor.press(visitor.button("page.exchange.read"))
    visitor.find("[role=alert]").first.wait_for()


def legend(visitor: Visitor) -> None:
    playing("Base", "wA1")(visitor)
    visitor.page.keyboard.press("?")
    visitor.find("dialog[open]").wait_for()


def classic(visitor: Visitor) -> None:
    """The second piece set."""
    playing("Venom+MLP", "wS1", "bS1 wS1-", "wQ /wS1", "bQ bS1/", "wA1 -wQ", "bA1 bQ-")(visitor)
    prefer(visitor, pieces="classic")


STATES: dict[str, State] = {
    "your games": your_games,
    "presets": new_game("Base"),
    "own mix": new_game("Venom+MLP+Predators+Locked"),
    "own mix, too much": new_game("Base+S9B9A9G9"),
    "fixed faces": new_game("Venom+MLP+Fixed"),
    "waiting for a friend": invitation,
    "waiting, this computer only": invitation_here,
    "sharing": sharing,
    "game": playing("Base", "wS1", "bS1 wS1-", "wQ /wS1", "bQ bS1/", "wA1 -wQ", "bA1 bQ-"),
    "game, Ultimate": playing(ULTIMATE),
    "game, Venom": playing("Venom"),
    "choosing faces": playing("Venom+MLP+Fixed"),
    "piece picked": picked,
    "face to pick": face_picked,
    "refusal": refused,
    "confirmation": confirming,
    "end": won,
    "end, surrounded": surrounded,
    "pillbug's throws": power(PILLBUG, "1,0"),
    "where to throw": power(PILLBUG, "1,0", "0,0"),
    "what can be stung": power(STINGING, "0,0"),
    "stung": power(STINGING, "0,0", "1,0"),
    "killed": power(KILLING, "0,0", "1,0"),
    "choosing a hand": playing("Base+MLP+Swarm"),
    "classic pieces": classic,
    "legend": legend,
    "moves and menu": sheet,
    "card": card,
    "analysis, opened": analysing,
    "setting up": setting_up,
    "importing": importing,
    "not to be read": unreadable,
    "settings": settings,
    "no connection": offline,
    "engine": engine_lines,
    "review": reviewed,
    "summary": summary,
}
# What the page is scrolled to, where that is not its beginning.
SCROLLED = {
    "your games": "#yours",
    "presets": "form",
    "own mix": "form details[open]",
    "own mix, too much": "form details[open]",
    "fixed faces": "form details[open]",
}


def arrive(visitor: Visitor, addresses: dict[str, str], name: str) -> None:
    """Bring a visitor to a page or into a state, and wait until all is there."""
    if name in addresses:
        visitor.page.goto(addresses[name])
    else:
        STATES[name](visitor)
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate("document.fonts.ready")


def settle(visitor: Visitor) -> None:
    """Wait until what was asked for has come, and is drawn."""
    visitor.page.wait_for_timeout(150)
    visitor.page.wait_for_function(
        "() => [...document.images].every((one) => one.complete || one.loading === 'lazy')"
    )


def prefer(visitor: Visitor, **settings: str) -> None:
    """Change settings as another window of the same browser would: the page stays in its state."""
    visitor.page.evaluate(
        """(wanted) => {
            const kept = { ...JSON.parse(localStorage['ruche.settings']), ...wanted }
            localStorage['ruche.settings'] = JSON.stringify(kept)
            dispatchEvent(new StorageEvent('storage', { key: 'ruche.settings' }))
        }""",
        settings,
    )


class Photographer:
    """Makes pictures, and notes what is wrong with a layout."""

    def __init__(self, browser: Browser, server: Served, folder: Path) -> None:
        self.browser = browser
        self.server = server
        self.folder = folder
        self.addresses = pages(server)
        self.names: list[str] = []
        self.faults = 0

    def shoot(self, screens: list[str], languages: list[str], themes: list[str], name: str) -> None:
        """Make all pictures of a page or state; the screens are of one kind, the state is reached once."""
        for screen in screens:
            SIZES[screen] = size_of(screen)
        visitor = Visitor(self.browser, self.server.url, screens[0], languages[0])
        try:
            arrive(visitor, self.addresses, name)
            for language in languages:
                for screen in screens:
                    self.change(visitor, screen, language, name)
                    for theme in themes:
                        prefer(visitor, theme=theme)
                        settle(visitor)
                        file = f"{name}, {screen}, {language}, {theme}".replace(", ", "-").replace(" ", "_")
                        visitor.page.screenshot(path=self.folder / f"{file}.png")
                        self.names.append(f"{file}.png")
        except Exception as error:  # the other pictures are wanted all the same
            self.note(name, [f"not reached: {str(error).splitlines()[0]}"])
        finally:
            visitor.close()

    def change(self, visitor: Visitor, screen: str, language: str, name: str) -> None:
        """Bring a state to another size and language, and look for what is wrong there."""
        width, height = size_of(screen)
        visitor.page.set_viewport_size({"width": width, "height": height})
        prefer(visitor, language=language)
        visitor.page.wait_for_function("wanted => document.documentElement.lang === wanted", arg=language)
        settle(visitor)
        if name in SCROLLED:
            visitor.find(SCROLLED[name]).first.evaluate("one => one.scrollIntoView({ block: 'start' })")
        self.note(f"{name}, {screen}, {language}", visitor.page.evaluate(FAULTS))

    def note(self, title: str, faults: list[str]) -> None:
        self.faults += len(faults)
        for fault in faults:
            print(f"{title}: {fault}", file=sys.stderr, flush=True)

    def finish(self) -> None:
        """Make the contact sheet, a picture too."""
        sheet = self.folder / "contact-sheet.html"
        sheet.write_text("".join(contact_sheet(self.names)), encoding="utf-8")
        page = self.browser.new_page(viewport={"width": 1800, "height": 1000})
        page.goto(sheet.resolve().as_uri())
        page.screenshot(path=self.folder / "contact-sheet.png", full_page=True, timeout=PATIENCE)


def size_of(screen: str) -> tuple[int, int]:
    width, height = map(int, screen.split("x"))
    return width, height


def kinds(screens: list[str]) -> list[list[str]]:
    """Sort screens into those of phones, which are touched, and the others."""
    phones = [screen for screen in screens if min(size_of(screen)) < TOUCHED]
    others = [screen for screen in screens if screen not in phones]
    return [kind for kind in (others, phones) if kind]


def contact_sheet(names: list[str]) -> Iterator[str]:
    """Go through the lines of a page that shows all pictures small, each a link to itself."""
    yield "<!doctype html><meta charset=utf-8><title>ruche</title><style>"
    yield "body{display:flex;flex-wrap:wrap;gap:8px;font:11px sans-serif}"
    yield "figure{margin:0;width:210px}img{width:100%;height:150px;object-fit:contain;"
    yield "background:#888}</style>\n"
    for name in names:
        shown = html.escape(name)
        yield f'<figure><a href="{shown}"><img src="{shown}" alt=""></a>'
        yield f"<figcaption>{shown}</figcaption></figure>\n"


def main() -> int:
    """Make the pictures that are asked for; 1 if something is wrong with a layout."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", nargs="+", default=list(SCREENS))
    parser.add_argument("--languages", nargs="+", default=list(LANGUAGES))
    parser.add_argument("--themes", nargs="+", default=list(THEMES))
    parser.add_argument("--only", default="", help="pages and states, joined by semicolons")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        server = Served(Path(temporary) / "games.sqlite", options=("--address-budget", "1000000"))
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        try:
            photographer = Photographer(browser, server, asked.folder)
            names = asked.only.split(";") if asked.only else [*photographer.addresses, *STATES]
            for name in names:
                for screens in kinds(asked.sizes):
                    photographer.shoot(screens, asked.languages, asked.themes, name)
            photographer.finish()
            return 1 if photographer.faults else 0
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
