"""How soon a large study is there, and a review through the server: `python bench/study.py [--check]`.

It starts a server of its own. A study of 500 nodes is opened in a browser, by turns with one of a single
node, from the server and from the device, until all its moves are in sight and the board can be played on.
Then a game of up to 60 actions is reviewed as the page does it, once in one go and once stopped half-way and
taken up again on another connection: the verdicts have to be the same. With `--check` the program fails
unless they are, a study opens within a second, and a review takes less than 20 s of processor time.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from playwright.sync_api import Browser, Page
from websockets.sync.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parent.parent))
from bench.browsing import browsing
from bench.review import LONGEST_GAME, LONGEST_REVIEW, play
from bench.server import PATIENCE

from ruche import Game

NODES = 500
LONGEST_LINE = 40  # actions: such a study is wide rather than deep
SOONEST_OPEN = 1000.0  # milliseconds
TOKEN = "x" * 32
SHOWN = """nodes => document.querySelectorAll('.tree .move').length === nodes
    && document.querySelector('.entry.lit, .pickable') !== null"""


def tree(nodes: int) -> Game:
    """Grow a game with so many nodes in many variations."""
    game = Game("Base+MLP")
    rng = random.Random(5)
    while len(game.nodes) <= nodes:
        node = rng.choice(game.nodes)
        known = {str(child.action) for child in node.children}
        actions = [str(action) for action in game.position(node).legal_actions()]
        if len(node.path()) < LONGEST_LINE and (left := [one for one in actions if one not in known]):
            game.play(rng.choice(left), after=node)
    return game


def save(client: httpx.Client, name: str, nodes: int) -> None:
    """Have the server keep a study of one chapter."""
    found = client.post("/api/records/read", json={"text": tree(nodes).pgn()}).raise_for_status().json()
    del found["result"]
    body = {"request": f"bench-{name}-{nodes:09}", "bases": [], "study": {"title": name, "chapters": [found]}}
    found |= {"id": "only", "title": name}
    headers = {"authorization": f"Bearer {TOKEN}"}
    client.post(f"/api/studies/{name}/save", json=body, headers=headers).raise_for_status()


def opened(page: Page, address: str, nodes: int) -> float:
    """Milliseconds until a study can be used."""
    begun = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_function(SHOWN, arg=nodes, polling="raf")
    return (time.perf_counter() - begun) * 1000


def open_studies(browser: Browser, address: str, rounds: int) -> float:
    """Open a large study and a small one by turns; return the median for the large one."""
    times: dict[tuple[str, int], list[float]] = {}
    sizes = {"22222222abcd": NODES, "33333333abcd": 1}
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        for name, nodes in sizes.items():
            save(client, name, nodes)
    for _ in range(rounds):
        for name, nodes in sizes.items():
            page = browser.new_context().new_page()
            maker = f"localStorage['ruche.maker'] = {json.dumps(json.dumps(TOKEN))}"
            page.context.add_init_script(f"if (location.host) {maker}")
            page.goto(address)  # the page itself is there: it is the study that counts
            for place in ("server", "device"):
                took = opened(page, f"{address}/analysis/{name}", nodes)
                times.setdefault((place, nodes), []).append(took)
            page.context.close()
    for (place, nodes), found in sorted(times.items()):
        print(f"{nodes:4} nodes from the {place}: {min(found):5.0f} ms best, {median(found):.0f} median")
    return max(median(times["server", NODES]), median(times["device", NODES]))


def worker_seconds(server: int) -> float:
    """Processor seconds that the workers of a server have used."""
    children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    ticks = 0
    for child in children:
        fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def scores(
    socket: ClientConnection, line: dict[str, Any], since: int, until: int | None
) -> list[dict[str, Any]]:
    """Ask for the verdicts on a line from a position on, and stop asking after another."""
    socket.send(json.dumps({"do": "scores", **line, "since": since}))
    found: list[dict[str, Any]] = []
    while True:
        event = json.loads(socket.recv())
        if event["event"] == "score":
            found.append(event)
            if until is not None and event["ply"] + 1 >= until:
                socket.send(json.dumps({"do": "stop"}))
                return found
        elif event["event"] == "done":
            return found
        elif event["event"] == "refused":
            raise SystemExit(str(event))


def review(address: str, server: int) -> tuple[bool, float]:
    """Review a game in one go and in two; tell whether both agree, and the processor time of the first."""
    position = max((play(number)[-1] for number in range(8)), key=lambda one: len(one.history))
    line = {"type": str(position.game_type), "actions": [str(action) for action in position.history]}
    socket = f"{address.replace('http', 'ws', 1)}/api/analyse"
    with connect(socket) as one:
        wall, used = time.perf_counter(), worker_seconds(server)
        whole = scores(one, line, 0, None)
        wall, used = time.perf_counter() - wall, worker_seconds(server) - used
    half = len(whole) // 2
    with connect(socket) as one:
        parts = scores(one, line, 0, half)
    with connect(socket) as one:
        parts += scores(one, line, half, None)
    same = parts == whole
    marks = sum(event["mark"] is not None for event in whole)
    print(
        f"a game of {len(position.history)} actions: {wall:.1f} s, {used:.1f} s of processor time, "
        f"{marks} marks; stopped and taken up again: {'the same' if same else 'NOT the same'}"
    )
    return same, used * LONGEST_GAME / len(position.history)


def main() -> None:
    """Read the command line, measure, and tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    with browsing() as (browser, address, server):
        open_time = open_studies(browser, address, options.rounds)
        browser.close()  # the review has the machine to itself
        same, seconds = review(address, server)
    if options.check and not (same and open_time < SOONEST_OPEN and seconds < LONGEST_REVIEW):
        sys.exit("a study opens too late, or a review takes too long or depends on how it was asked for")


if __name__ == "__main__":
    main()
