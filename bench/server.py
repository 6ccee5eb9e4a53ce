"""How long a human action takes, with the workers idle and with all of them thinking.

    python bench/server.py [--actions 300] [--games 4]

It starts a server of its own, plays games between persons over HTTP, one connection a game, and measures each
action from the request to its acknowledgement (the action is on the disk by then): first with nothing else
going on, then while every worker thinks about another game at the strongest level or analyses one.
"""

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx

PATIENCE = 60.0


def start(database: Path) -> tuple["subprocess.Popen[str]", str]:
    """Start a server; return it and its address."""
    command = [sys.executable, "-m", "ruche", "serve", "--port", "0", "--database", str(database)]
    server = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env={**os.environ, "RUCHE_LANG": "en"}
    )
    assert server.stderr is not None
    found = re.search(r"http://\S+", server.stderr.readline())
    assert found is not None
    threading.Thread(target=server.stderr.read, daemon=True).start()
    return server, found[0].rstrip("/")


def create(client: httpx.Client, opponent: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Make a game; return its path and the header of its seats."""
    body = {"type": "Base+MLP", "opponent": opponent, "colour": "w"}
    made = client.post("/api/games", json=body).json()
    return f"/api/games/{made['id']}", {"authorization": f"Bearer {','.join(made['seats'].values())}"}


def play(address: str, actions: int, seed: int, times: list[float]) -> None:
    """Play random actions on one screen; note how long each takes."""
    rng = random.Random(seed)
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        path, seat = create(client, {"kind": "screen"})
        view = client.get(path, headers=seat).json()
        for _ in range(actions):
            if view["outcome"]:
                path, seat = create(client, {"kind": "screen"})
                view = client.get(path, headers=seat).json()
            body = {"seq": view["seq"], "action": rng.choice(view["actions"])["text"]}
            begun = time.perf_counter()
            client.post(f"{path}/actions", json=body, headers=seat)
            times.append(time.perf_counter() - begun)
            view = client.get(path, headers=seat).json()
            time.sleep(rng.uniform(0.0, 0.02))


def measure(address: str, games: int, actions: int) -> list[float]:
    """Play several games at once; return the times of all actions, in milliseconds, sorted."""
    times: list[float] = []
    threads = [threading.Thread(target=play, args=(address, actions, i, times)) for i in range(games)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(1000 * seconds for seconds in times)


def keep_thinking(address: str, stop: threading.Event) -> None:
    """Keep every worker busy: games against the strongest machine, one after the other in many games."""
    with httpx.Client(base_url=address, timeout=PATIENCE) as client:
        while not stop.is_set():
            figures = client.get("/api/figures").json()["figures"]
            lane = {name: figures[f"workers.play.{name}"] for name in ("most", "busy", "waiting")}
            if lane["busy"] + lane["waiting"] < lane["most"] + 1:
                path, seat = create(client, {"kind": "machine", "level": 8})
                client.post(f"{path}/actions", json={"seq": 0, "action": "wG1"}, headers=seat)
            time.sleep(0.05)


def at(times: list[float], percent: int) -> float:
    """Return a percentile."""
    return round(times[min(len(times) - 1, len(times) * percent // 100)], 2)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Latency of human actions, workers idle and thinking.")
    parser.add_argument("--actions", type=int, default=300, help="a game")
    parser.add_argument("--games", type=int, default=4, help="at once")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server, address = start(Path(folder) / "games.sqlite")
        try:
            measure(address, options.games, 20)  # warm up
            idle = measure(address, options.games, options.actions)
            stop = threading.Event()
            thinker = threading.Thread(target=keep_thinking, args=(address, stop))
            thinker.start()
            time.sleep(3)
            busy = measure(address, options.games, options.actions)
            figures = httpx.get(f"{address}/api/figures").json()["figures"]
            stop.set()
            thinker.join()
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(10)
    for name, times in (("idle", idle), ("thinking", busy)):
        line = {"workers": name, "actions": len(times), **{f"p{p}_ms": at(times, p) for p in (50, 90, 99)}}
        print(json.dumps(line))
    print(json.dumps({"p99_difference_ms": round(at(busy, 99) - at(idle, 99), 2), **figures}))


if __name__ == "__main__":
    main()
