#!/usr/bin/env python3
"""A match of this version's engine against another version's, one thread each: Elo with its interval.

    python bench/match.py OTHER_PYTHON [--type Base+MLP] [--games 400] [--seconds 0.1 | --nodes 40000]
    python bench/match.py OTHER_PYTHON --all --keep pairs.jsonl
    python bench/match.py OTHER_PYTHON --nodes 3000 --games 4000 --sprt 0 10

OTHER_PYTHON is the interpreter of an environment in which the other version is installed. Games come in
pairs from the same random opening with colours swapped; the two think by turns, so that whatever else the
machine does slows both. With `--nodes`, `--share` gives this version only a part of the other's nodes, for
where it is slower a node; `--level` and `--other-level` let weaker levels play. Every type of several is a
match of its own. `--all` plays every figure of the README against the engine of 837a0c5 and says which are
reached; on an idle machine that takes some nine hours. `--keep` writes each pair to a file as it ends: the
same command goes on where it was interrupted. `--sprt ELO0 ELO1` ends a match once it is clear.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import queue
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ruche import Position
from ruche import engine as this_engine
from ruche.arena.openings import arena_type, random_opening
from ruche.arena.stats import ENOUGH, Sprt, Tally

PLIES = 200  # after so many actions a game is a draw
TABLE_MIB = 16
FIGURES = (  # type, games, seconds a move, Elo wanted against 837a0c5
    ("Base+MLP", 400, 0.1, 350),
    ("Base+MLP", 100, 1.0, 250),
    ("Base", 400, 0.1, 200),
    *(
        (name, 200, 0.1, 100)
        for name in (
            *("Base+M", "Venom", "Venom+MLP", "Base+MLP+Predators", "Base+MLP+Guardians"),
            *("Base+MLP+Honeycombo", "Base+MLP+Swarm", "Ultimate"),
        )
    ),
)
Pairs = dict[int, tuple[float, float]]


def answer() -> None:
    """Answer, line by line, with the action that this version chooses in a game."""
    engine: Any = this_engine
    new_table = getattr(engine, "TranspositionTable", None) or engine.Table  # its name until 0.2
    game, position, table = None, Position(), new_table(TABLE_MIB)
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["game"] != game:
            game, table = asked["game"], new_table(TABLE_MIB)
            position = Position(arena_type(asked["type"]), seed=asked["seed"])
        for action in asked["actions"][len(position.history) :]:
            position.play(action)
        limit = engine.Limit(seconds=asked["seconds"], nodes=asked["nodes"])
        chosen = engine.best_action(position, limit, table=table, level=asked["level"], seed=asked["seed"])
        print(chosen, flush=True)


class Version:
    """One of the two versions, in a process of its own."""

    def __init__(self, python: str, seconds: float | None, nodes: int | None, level: int) -> None:
        self.limit = {"seconds": seconds, "nodes": nodes, "level": level}
        environment = dict(os.environ)
        if python != sys.executable:
            environment.pop("PYTHONPATH", None)  # it would lead the other version to this one's sources
        self.process = subprocess.Popen(
            [python, "-P", __file__, "--answer"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def choose(self, game: dict[str, Any]) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(game | self.limit), file=self.process.stdin, flush=True)
        return self.process.stdout.readline().rstrip("\n")


def play(name: str, number: int, players: tuple[Version, Version]) -> float:
    """Return white's points in a game."""
    kind = arena_type(name)
    seed = number // 2
    position = Position(kind, seed=seed)
    for action in random_opening(kind, 4 + seed % 4 + (2 if kind.has_bag else 0), seed):
        position.play(action)
    while position.outcome is None and len(position.history) < PLIES:
        actions = [str(action) for action in position.history]
        asked = {"game": f"{name} {number}", "type": name, "seed": seed, "actions": actions}
        position.play(players[int(position.colour)].choose(asked))
    winner = None if position.outcome is None else position.outcome.winner
    return 0.5 if winner is None else float(int(winner) == 0)


def kept_pairs(name: str, options: argparse.Namespace) -> tuple[dict[str, Any], Pairs]:
    """Return what tells a match from others in the file of pairs, and those of its pairs that are there."""
    about = {"type": name} | {
        option: getattr(options, option)
        for option in ("other", "seconds", "nodes", "share", "level", "other_level")
    }
    if options.keep is None or not options.keep.exists():
        return about, {}
    pairs: Pairs = {}
    for line in options.keep.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["match"] == about:
            pairs[record["number"]] = tuple(record["points"])
    return about, pairs


def match(name: str, options: argparse.Namespace) -> Tally:
    """Return the points of this version, by pairs."""
    about, done = kept_pairs(name, options)
    test = Sprt(*options.sprt) if options.sprt else None
    todo = [n for n in range(options.seed, options.seed + options.games // 2) if n not in done]
    pools: queue.SimpleQueue[tuple[Version, Version]] = queue.SimpleQueue()
    own = None if options.nodes is None else int(options.share * options.nodes)
    for _ in range(options.jobs):
        pools.put(
            (
                Version(sys.executable, options.seconds, own, options.level),
                Version(options.other, options.seconds, options.nodes, options.other_level),
            )
        )
    lock = threading.Lock()
    over = threading.Event()

    def pair(number: int) -> None:
        if over.is_set():
            return
        ours, theirs = pools.get()
        points = (play(name, 2 * number, (ours, theirs)), 1 - play(name, 2 * number + 1, (theirs, ours)))
        pools.put((ours, theirs))
        with lock:
            done[number] = points
            if options.keep is not None:
                with options.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"match": about, "number": number, "points": points}) + "\n")
            tally = Tally.of_pairs(done.values())
            if test is not None and tally.count >= ENOUGH and test.verdict(tally) is not None:
                over.set()
            if options.verbose and len(done) % 10 == 0:
                show(name, done)

    with ThreadPoolExecutor(options.jobs) as threads:
        list(threads.map(pair, todo))
    while not pools.empty():
        for version in pools.get():
            version.process.terminate()
            version.process.wait()
    show(name, done)
    tally = Tally.of_pairs(done.values())
    if test is not None:
        low, high = test.limits
        verdict = test.verdict(tally) if tally.count >= ENOUGH else None
        print(f"{verdict or 'open'}: log likelihood ratio {test.ratio(tally):+.2f} ({low:.2f} to {high:.2f})")
    return tally


def every_figure(options: argparse.Namespace) -> None:
    """Play the matches of all figures, one after the other, and say which are reached."""
    rows = []
    for name, games, seconds, wanted in FIGURES:
        one = copy.copy(options)
        one.games, one.seconds, one.nodes = games, seconds, None
        tally = match(name, one)
        low, high = tally.bounds()
        reached = "reached" if tally.elo >= wanted and low > 0 else "NOT reached"
        rows.append(
            f"| {name}, {seconds} s | +{wanted} | {tally.elo:+.0f} ({low:+.0f} to {high:+.0f}) | {reached} |"
        )
    print("| match | wanted | Elo | |", "|---|---|---|---|", *rows, sep="\n")


def show(name: str, done: Pairs) -> None:
    pairs = list(done.values())
    games = Tally.of_games(points for pair in pairs for points in pair)
    lost, drawn, won = games.boxes
    tally = Tally.of_pairs(pairs)
    low, high = tally.bounds()
    print(f"{name:28} +{won} ={drawn} -{lost}  Elo {tally.elo:+.0f} ({low:+.0f} to {high:+.0f})", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("other", nargs="?")
    parser.add_argument("--type", action="append", dest="types")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--level", type=int, default=8)
    parser.add_argument("--other-level", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sprt", type=float, nargs=2, metavar=("ELO0", "ELO1"))
    parser.add_argument("--all", action="store_true", help="every figure of the README")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="keep pairs, and go on from there")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.answer:
        return answer()
    if options.other is None:
        parser.error("OTHER_PYTHON is missing")
    if options.all:
        return every_figure(options)
    if options.nodes is None and options.seconds is None:
        options.seconds = 0.1
    for name in options.types or ["Base+MLP"]:
        match(name, options)
    return None


if __name__ == "__main__":
    main()
