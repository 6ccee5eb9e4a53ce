"""How the page feels in a browser: how soon it can be used, how much is loaded, clicks, frames.

    python bench/page.py [--rounds 5]

It starts a server of its own and visits it with Debian's chromium through playwright. Frames are counted by
turns on an empty page, which does nothing, and on a board: of 58 pieces while it rests, is panned and zoomed,
of 40 while pieces travel, through a record and in a game that goes on. A frame is late when it comes later
than one and a half of a screen's 60 hertz. A busy machine has late frames on the empty page too, so that only
the ratio of frames seen tells something.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

import httpx
from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.browsing import browsing

from ruche import Position

TYPE = "Base+MLP+S6B6A7G6"  # 58 pieces
LATE = 1.5 * 1000 / 60
SECONDS = 2.0
RECORD = """() => {
    window.frames_ = []
    window.tasks_ = 0
    window.observer ??= new PerformanceObserver((list) => { window.tasks_ += list.getEntries().length })
    window.observer.observe({ type: 'longtask' })
    const note = (now) => { window.frames_.push(now); window.noting = requestAnimationFrame(note) }
    requestAnimationFrame(note)
}"""
STOP = "() => { cancelAnimationFrame(window.noting); return [window.frames_, window.tasks_] }"
SIT = """([id, seats]) => {
    localStorage.setItem('ruche.seats', JSON.stringify({ [id]: { seats, at: Date.now() } }))
}"""
LIGHT = """() => new Promise((done) => {
    const begun = performance.now()
    const lit = () => document.querySelector('.lit[data-hex]')
    const look = () => lit() ? done(performance.now() - begun) : setTimeout(look)
    document.querySelector('.turn .entry.lit, .stack.pickable')
        .dispatchEvent(new MouseEvent('click', { bubbles: true }))
    look()
})"""


def hive(pieces: int) -> list[str]:
    """Play games until so many pieces are in play; return the actions of the last."""
    chance = random.Random(1)
    position = Position(TYPE)
    while sum(map(len, position.stacks.values())) < pieces:
        if position.outcome is not None:
            position = Position(TYPE)
        actions = position.legal_actions()
        position.play(chance.choice([action for action in actions if action.kind == "place"] or actions))
    for _ in range(8):  # moves, to be seen again
        moves = [action for action in position.legal_actions() if action.kind == "move"]
        if position.outcome is None and moves:
            position.play(chance.choice(moves))
    return list(map(str, position.history))


def study(actions: list[str]) -> str:
    """Return the address that shows a game on the analysis board."""
    return f"/analysis#{urlencode({'type': TYPE, 'actions': ';'.join(actions)})}"


def go_on(page: Page, address: str, actions: list[str]) -> Callable[[Page, int], None]:
    """Open a game of two players on this screen; return what has them act."""
    chance = random.Random(2)
    client = httpx.Client(base_url=address, timeout=60)
    wanted = {"type": TYPE, "opponent": {"kind": "screen"}, "colour": "w", "actions": actions}
    made = client.post("/api/games", json=wanted).json()
    client.headers["authorization"] = f"Bearer {','.join(made['seats'].values())}"
    game = f"/api/games/{made['id']}"
    page.goto(f"{address}/about")
    page.evaluate(SIT, [made["id"], made["seats"]])
    page.goto(f"{address}/game/{made['id']}")

    def act(page: Page, number: int) -> None:
        view = client.get(game).json()
        if view["actions"]:
            action = chance.choice(view["actions"])["text"]
            client.post(f"{game}/actions", json={"seq": view["seq"], "action": action})
        page.wait_for_timeout(380)

    return act


def first_visit(browser: Browser, address: str) -> tuple[float, int, int]:
    """Milliseconds until a game can be started, bytes over the line for that, and with the game; uncached."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[int] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    begun = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.locator(".hero button.main").wait_for()
    usable = (time.perf_counter() - begun) * 1000
    page.wait_for_load_state("load")
    first = sum(sizes)
    page.locator(".hero button.main").click()
    page.locator(".entry").first.wait_for()
    page.wait_for_timeout(1000)
    context.close()
    return usable, first, sum(sizes)


def rest(page: Page, number: int) -> None:
    page.wait_for_timeout(30)


def pan(page: Page, number: int) -> None:
    if number == 1:
        page.mouse.move(150, 150)
        page.mouse.down()
    page.mouse.move(150 + 7 * (number % 40), 150 + 5 * (number % 30))


def zoom(page: Page, number: int) -> None:
    page.mouse.wheel(0, 60 if number % 60 < 30 else -60)


def travel(page: Page, number: int) -> None:
    """Step back and forth through the last moves: each step forward is seen to travel."""
    page.keyboard.press("ArrowLeft" if number % 2 else "ArrowRight")
    page.wait_for_timeout(50 if number % 2 else 350)


def frames(page: Page, do: Callable[[Page, int], None]) -> tuple[list[float], int]:
    """Milliseconds between frames while something is done, and the tasks that took over 50 ms."""
    page.bring_to_front()
    if page.locator(".tools button").count():
        page.locator(".tools button").nth(2).click()
        page.mouse.move(150, 150)
    page.wait_for_timeout(600)
    page.evaluate(RECORD)
    begun, number = time.perf_counter(), 0
    while time.perf_counter() < begun + SECONDS:
        number += 1
        do(page, number)
    if do is pan:
        page.mouse.up()
    seen, tasks = page.evaluate(STOP)
    return [b - a for a, b in pairwise(seen)], tasks


def compare(name: str, page: Page, empty: Page, do: Callable[[Page, int], None], rounds: int) -> None:
    """Count frames on a board and on the empty page, by turns, and tell."""
    board: list[float] = []
    idle: list[float] = []
    tasks = 0
    for _ in range(rounds):
        gaps, long = frames(page, do)
        board += gaps
        tasks += long
        idle += frames(empty, rest)[0]
    late, late_idle = (sum(gap > LATE for gap in gaps) for gaps in (board, idle))
    rate = (len(board) / sum(board)) / (len(idle) / sum(idle))
    print(
        f"{name:16} {len(board):5} frames, {rate:.3f} of the empty page's, {late} late "
        f"(empty: {late_idle} of {len(idle)}), {median(board):.1f} ms median, {tasks} long tasks"
    )


def measure(browser: Browser, address: str, rounds: int) -> None:
    """Measure all, and tell."""
    visits = [first_visit(browser, address) for _ in range(rounds)]
    times = [ms for ms, _, _ in visits]
    print(f"usable after     {min(times):6.0f} ms best, {median(times):.0f} median (of 1000)")
    print(f"first visit      {visits[0][1] / 1000:6.1f} kB over the line (of 120)")
    print(f"and a game       {visits[0][2] / 1000:6.1f} kB (of 250)")
    empty = browser.new_page(viewport={"width": 1280, "height": 800})
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(address + study(hive(58)))
    page.locator(".stack").first.wait_for()
    page.wait_for_timeout(1000)
    lights = []
    for _ in range(4 * rounds):
        lights.append(page.evaluate(LIGHT))
        page.keyboard.press("Escape")
        page.locator(".lit[data-hex]").first.wait_for(state="detached")
    print(
        f"click lights     {min(lights):6.1f} ms best, {median(lights):.1f} median, {max(lights):.1f} worst"
        " (of 50)"
    )
    for name, do in (("58 at rest", rest), ("58 panned", pan), ("58 zoomed", zoom)):
        compare(name, page, empty, do, rounds)
    page.goto("about:blank")
    crowd = hive(40)
    page.goto(address + study(crowd))
    page.locator(".stack").first.wait_for()
    page.wait_for_timeout(1000)
    compare("40, travelling", page, empty, travel, rounds)
    act = go_on(page, address, crowd)
    page.locator(".stack").first.wait_for()
    page.wait_for_timeout(1000)
    compare("40, in a game", page, empty, act, rounds)


def main() -> None:
    """Read the command line, measure, and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with browsing() as (browser, address, _):
        measure(browser, address, options.rounds)


if __name__ == "__main__":
    main()
