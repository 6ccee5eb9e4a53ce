"""How the page feels in a browser: how soon it can be used, how much is loaded, clicks, panning and zooming.

    python bench/page.py [--rounds 5] [--pieces 40]

It starts a server of its own and visits it with Debian's chromium through playwright. A frame counts as
dropped when it comes later than one and a half of a screen's 60 hertz; those of a page at rest are shown too,
since a busy machine drops them whatever the page does.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.server import start

from ruche import Position

TYPE = "Base+MLP+S4B4A5G5"
LATE = 1.5 * 1000 / 60
RECORD = """() => {
    window.frames_ = []
    const note = (now) => { window.frames_.push(now); window.noting = requestAnimationFrame(note) }
    requestAnimationFrame(note)
}"""
STOP = "() => { cancelAnimationFrame(window.noting); return window.frames_ }"
LIGHT = """() => new Promise((done) => {
    const begun = performance.now()
    const lit = () => document.querySelector('.lit[data-hex]')
    const look = () => lit() ? done(performance.now() - begun) : setTimeout(look)
    document.querySelector('.turn .entry.lit').click()
    look()
})"""


def hive(pieces: int) -> str:
    """Play games until so many pieces are in play; return the address that shows them."""
    chance = random.Random(1)
    position = Position(TYPE)
    while sum(map(len, position.stacks.values())) < pieces:
        if position.outcome is not None:
            position = Position(TYPE)
        actions = position.legal_actions()
        position.play(chance.choice([action for action in actions if action.kind == "place"] or actions))
    query = {"type": TYPE, "actions": ";".join(map(str, position.history))}
    return f"/analysis#{urlencode(query)}"


def first_visit(browser: Browser, address: str) -> tuple[float, int]:
    """Milliseconds until a game can be started, and bytes that came over the line."""
    page = browser.new_page()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    begun = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator(".hero button.main").wait_for()
    usable = (time.perf_counter() - begun) * 1000
    page.wait_for_load_state("load")
    page.close()
    return usable, sum(sizes)


def frames(page: Page, what: str) -> list[float]:
    """Milliseconds between frames while something is done for two seconds; it begins with all in sight."""
    page.locator(".tools button").last.click()
    page.wait_for_timeout(700)
    page.evaluate(RECORD)
    mouse = page.mouse
    begun = time.perf_counter()
    mouse.move(150, 150)
    if what == "pan":
        mouse.down()
    number = 0
    while time.perf_counter() < begun + 2:
        number += 1
        if what == "pan":
            mouse.move(150 + 7 * (number % 40), 150 + 5 * (number % 30))
        elif what == "zoom":
            mouse.wheel(0, 60 if number % 60 < 30 else -60)
        else:
            page.wait_for_timeout(50)
    if what == "pan":
        mouse.up()
    seen = page.evaluate(STOP)
    return [b - a for a, b in pairwise(seen)]


def measure(browser: Browser, address: str, rounds: int, pieces: int) -> None:
    """Measure all, and tell."""
    visits = [first_visit(browser, address) for _ in range(rounds)]
    times = [ms for ms, _ in visits]
    print(f"usable after   {min(times):6.0f} ms best, {median(times):.0f} median (of 1000)")
    print(f"first visit    {visits[0][1] / 1000:6.1f} kB over the line (of 120)")
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(address + hive(pieces))
    page.locator(".stack").first.wait_for()
    page.wait_for_timeout(1000)
    lights = []
    for _ in range(rounds):
        lights.append(page.evaluate(LIGHT))
        page.locator(".entry.held").click()
    print(f"click lights   {min(lights):6.1f} ms best, {max(lights):.1f} worst (of 50)")
    for what in ("rest", "pan", "zoom"):
        gaps = sorted(gap for _ in range(rounds) for gap in frames(page, what))
        late = sum(gap > LATE for gap in gaps)
        print(f"{what:14} {len(gaps):6} frames, {median(gaps):.1f} ms median, ", end="")
        print(f"{gaps[int(len(gaps) * 0.99)]:.1f} ms at 99 of 100, {late} dropped")


def main() -> None:
    """Read the command line, measure, and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pieces", type=int, default=40)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, address = start(Path(folder, "games.sqlite"))
        try:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
            measure(browser, address, options.rounds, options.pieces)
            browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
