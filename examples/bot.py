"""A program that plays over HTTP, with nothing but Python's standard library.

    ruche serve                                 elsewhere
    python examples/bot.py                      makes a game against the machine and plays it
    python examples/bot.py --join GAME INVITE   takes the seat that a friend's invitation gives

It goes beside the enemy's queen whenever it can, and anywhere else otherwise; see `choose`. How the API works
is described in docs/api-http.md.
"""

import argparse
import json
import random
import urllib.error
import urllib.request
from typing import Any


class Table:
    """A seat at a game on a server."""

    def __init__(self, server: str, game: str, token: str) -> None:
        self.address = f"{server}/api/games/{game}"
        self.token = token

    def look(self, after: int = -1) -> dict[str, Any]:
        """Return the game as it stands; with `after`, once it has gone on from there."""
        query = f"?after={after}&wait=30" if after >= 0 else ""
        return ask("GET", self.address + query, token=self.token)

    def play(self, view: dict[str, Any], action: str) -> dict[str, Any]:
        """Play an action; `seq` says which position it is meant for, so that nothing is played twice."""
        body = {"seq": view["seq"], "action": action}
        try:
            ask("POST", f"{self.address}/actions", body, self.token)
        except urllib.error.HTTPError as error:
            if error.code != 409:  # the game has gone on: a takeback, a resignation
                raise
        return self.look()


def ask(method: str, address: str, body: Any = None, token: str = "") -> dict[str, Any]:
    """Send a request and return the answer."""
    request = urllib.request.Request(address, method=method)
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request, timeout=60) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def choose(view: dict[str, Any]) -> str:
    """Choose one of the legal actions, or a first hand in Swarm."""
    if view["choose"]:
        entries = [entry["name"] for entry in view["choose"]["from"]]
        return " ".join(["hand", *sorted(entries[: view["choose"]["count"]])])
    enemy = "b" if view["colour"] == "w" else "w"
    beside = {
        f"hex:{stack['q'] + q},{stack['r'] + r}"
        for stack in view["stacks"]
        for piece in stack["pieces"]
        if piece["colour"] == enemy and piece["bug"] in ("queen_bee", "wasp")
        for q, r in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    }
    closing = [
        action for action in view["actions"] if len(action["clicks"]) > 1 and action["clicks"][1] in beside
    ]
    text: str = random.choice(closing or view["actions"])["text"]
    return text


def main() -> None:
    """Sit down and play."""
    parser = argparse.ArgumentParser(description="Play Hive over HTTP.")
    parser.add_argument("--server", default="http://127.0.0.1:8460")
    parser.add_argument("--join", nargs=2, metavar=("GAME", "INVITE"))
    parser.add_argument("--type", default="Base+MLP")
    parser.add_argument("--level", type=int, default=1)
    parser.add_argument("--turns", type=int, default=200, help="resign after so many")
    options = parser.parse_args()
    server = options.server.rstrip("/")
    if options.join:
        game, invite = options.join
        made = ask("POST", f"{server}/api/games/{game}/join", {"invite": invite, "name": "bot"})
    else:
        opponent = {"kind": "machine", "level": options.level}
        body = {"type": options.type, "opponent": opponent, "colour": "random", "name": "bot"}
        made = ask("POST", f"{server}/api/games", body)
        game = made["id"]
    side, token = next(iter(made["seats"].items()))
    print(f"playing {'White' if side == 'w' else 'Black'}; watch at {server}/game/{game}")
    table = Table(server, game, token)
    view = table.look()
    turns = 0
    while not view["outcome"]:
        if view["colour"] != side:
            view = table.look(after=view["seq"])
        elif turns >= options.turns:
            ask("POST", f"{table.address}/offers", {"seq": view["seq"], "offer": "resign"}, token)
            view = table.look()
        else:
            view = table.play(view, choose(view))
            turns += 1
    print(f"{view['state']}: {view['outcome']['why']}, after {len(view['moves'])} actions")


if __name__ == "__main__":
    main()
