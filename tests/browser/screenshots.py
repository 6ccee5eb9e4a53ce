"""Screenshots of every page and state, and a contact sheet: `python -m tests.browser.screenshots FOLDER`.

It also says where a page is wider than its window. All sizes, languages and themes are some hundred pictures:
`--sizes 390x844 --languages fr --themes dark` make fewer.
"""

from __future__ import annotations

import argparse
import html
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.browser.conftest import ARGUMENTS
from tests.browser.helpers import SIZES, Visitor, address, climbed
from tests.server.helpers import Served

SCREENS = ("1440x900", "1280x720", "844x390", "390x844", "320x480")
LANGUAGES = ("en", "fr")
THEMES = ("light", "dark", "contrast")
SETTLE = 700  # milliseconds until what was asked for is drawn

WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def pages(server: Served) -> dict[str, str]:
    """Return the address of every page that needs nothing done."""
    seat = server.create(type="Base+MLP", opponent={"kind": "screen"})
    seat.play("wS1", "bS1 wS1-", "wQ /wS1", "bQ bS1/", "wA1 -wQ", "bA1 bQ-")
    seat.offer("resign")
    puzzle = server.client.get("/api/puzzles").json()[0]["id"]
    return {
        "home": "/",
        "learn": "/learn",
        "first game": "/learn/first",
        "lesson": "/learn/ant",
        "rules": "/learn/rules",
        "rules of a bug": "/learn/rules/pillbug",
        "puzzles": "/puzzles",
        "puzzle": f"/puzzles/{puzzle}",
        "analysis": address(climbed()),
        "archive": "/archive",
        "about": "/about",
        "watching, over": f"/game/{seat.game}",
        "nothing": "/nowhere",
    }


def begun(visitor: Visitor, server: Served) -> None:
    visitor.begin("Base+MLP", "screen")


def piece_picked(visitor: Visitor, server: Served) -> None:
    visitor.begin("Base", "screen")
    visitor.press(visitor.entry(".turn", "w", "ant"))


def invitation(visitor: Visitor, server: Served) -> None:
    visitor.begin("Base", "friend")
    visitor.find(".copy").first.wait_for()


def ultimate(visitor: Visitor, server: Served) -> None:
    visitor.begin("Ultimate", "screen")


def own_mix(visitor: Visitor, server: Served) -> None:
    visitor.prefill("Venom+MLP+Predators+Locked", "friend")


def setting_up(visitor: Visitor, server: Served) -> None:
    visitor.go("/analysis")
    visitor.press(visitor.button("page.setup.title"))


def settings(visitor: Visitor, server: Served) -> None:
    visitor.go("/")
    visitor.press(visitor.find("[aria-controls=settings]"))


STATES: dict[str, Callable[[Visitor, Served], None]] = {
    "game begun": begun,
    "piece picked": piece_picked,
    "invitation": invitation,
    "ultimate": ultimate,
    "own mix": own_mix,
    "setting up": setting_up,
    "settings": settings,
}


def arrive(visitor: Visitor, server: Served, addresses: dict[str, str], name: str) -> None:
    """Bring a visitor to a page or into a state."""
    if name in addresses:
        visitor.page.goto(addresses[name])
        visitor.page.wait_for_load_state("networkidle")
    else:
        STATES[name](visitor, server)
    visitor.page.wait_for_timeout(SETTLE)


def shots(server: Served, folder: Path, screens: list[str], languages: list[str], themes: list[str]) -> int:
    """Make all pictures; return on how many a page is wider than its window."""
    addresses, wide, names = pages(server), 0, []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        for screen in screens:
            width, height = map(int, screen.split("x"))
            SIZES[screen] = (width, height)
            for language, theme in ((one, other) for one in languages for other in themes):
                for name in (*addresses, *STATES):
                    visitor = Visitor(browser, server.url, screen, language, theme=theme)
                    title = f"{name}, {screen}, {language}, {theme}"
                    try:
                        arrive(visitor, server, addresses, name)
                        if (more := visitor.page.evaluate(WIDER)) > 0:
                            wide += 1
                            print(f"{title}: {more} px wider than the window", file=sys.stderr)
                        names.append(f"{title.replace(', ', '-').replace(' ', '_')}.png")
                        visitor.page.screenshot(path=folder / names[-1])
                    finally:
                        visitor.close()
        sheet = folder / "contact-sheet.html"
        sheet.write_text("".join(contact_sheet(names)), encoding="utf-8")
        page = browser.new_page(viewport={"width": 1800, "height": 1000})
        page.goto(sheet.resolve().as_uri())
        page.screenshot(path=folder / "contact-sheet.png", full_page=True)
        browser.close()
    return wide


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
    """Make the pictures that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", nargs="+", default=list(SCREENS))
    parser.add_argument("--languages", nargs="+", default=list(LANGUAGES))
    parser.add_argument("--themes", nargs="+", default=list(THEMES))
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        server = Served(Path(temporary) / "games.sqlite")
        try:
            return 1 if shots(server, asked.folder, asked.sizes, asked.languages, asked.themes) else 0
        finally:
            server.stop()


if __name__ == "__main__":
    sys.exit(main())
