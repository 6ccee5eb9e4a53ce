"""The engine's promises, each measured by a command of its own.

    python bench/strength.py random  [--games 50]      50 : 0 against random play in each of 12 game types
    python bench/strength.py levels  [--games 60]      each level beats the one below with 65 % or more
    python bench/strength.py wins                      every win in 1 to 3 of the puzzles, within 1 s
    python bench/strength.py avoid   [--count 500]     never allows a win in 1 that can be avoided
    python bench/strength.py clock   [--moves 10000]   at 50 ms a move none is late by over 50 ms
    python bench/strength.py stop    [--times 200]     stops within 20 ms of being told
    python bench/strength.py memory                    the table and 100 MB at most
    python bench/strength.py faces   [--games 200]     the faces it chooses beat random ones by 100 Elo

Every command ends with code 1 if the promise is not kept.
"""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import click

from ruche import Action, Colour, Position
from ruche.arena.openings import arena_type
from ruche.arena.pools import LocalPool
from ruche.arena.results_file import ResultsFile
from ruche.arena.run import ArenaPlan, ArenaScore, play
from ruche.arena.stats import Tally
from ruche.engine import Limit, StopFlag, TranspositionTable, best_action
from ruche.teaching.puzzles import puzzles

TYPES = (
    "Base",
    "Base+M",
    "Base+L",
    "Base+P",
    "Base+MLP",
    "Venom",
    "Venom+MLP",
    "Base+Predators",
    "Base+Guardians",
    "Base+Honeycombo",
    "Base+MLP+Swarm",
    "Venom+MLP+Predators+Guardians+Honeycombo",
)


def kept(promise: bool) -> None:
    """End as the promise was kept."""
    print("kept" if promise else "NOT KEPT")
    raise SystemExit(not promise)


def match(plan: ArenaPlan, jobs: int) -> ArenaScore:
    """Play a match and return its score."""
    with tempfile.TemporaryDirectory() as folder:
        store = ResultsFile(Path(folder) / "games.jsonl", plan.header())
        pool = LocalPool(jobs)
        try:
            play(plan, store, pool)
        finally:
            pool.close()
            store.close()
    return ArenaScore(store.results)


@click.group(help=__doc__)
def main() -> None:
    pass


@main.command("random")
@click.option("--games", default=50, show_default=True)
@click.option("--seconds", default=0.05, show_default=True)
@click.option("--jobs", default=1, show_default=True)
@click.option("--type", "types", multiple=True, default=TYPES)
def against_random(games: int, seconds: float, jobs: int, types: tuple[str, ...]) -> None:
    """Play against random moves."""
    fine = True
    for name in types:
        score = match(ArenaPlan("ruche", "random", (name,), games, seconds, plies=400, opening_plies=0), jobs)
        lost, drawn, won = score.games.boxes
        fine &= won == games
        print(f"{name:42} {won} won, {drawn} drawn, {lost} lost", flush=True)
    kept(fine)


@main.command()
@click.option("--games", default=60, show_default=True)
@click.option("--seconds", default=0.5, show_default=True)
@click.option("--jobs", default=1, show_default=True)
@click.option("--type", "name", default="Base+MLP", show_default=True)
@click.option("--upper", "uppers", multiple=True, type=int, default=tuple(range(2, 9)))
def levels(games: int, seconds: float, jobs: int, name: str, uppers: tuple[int, ...]) -> None:
    """Let every level play the one below."""
    fine = True
    for upper in uppers:
        score = match(ArenaPlan(f"level:{upper}", f"level:{upper - 1}", (name,), games, seconds), jobs)
        lost, drawn, won = score.games.boxes
        share = score.games.score
        fine &= share >= 0.65
        print(f"level {upper} - {upper - 1}: +{won} ={drawn} -{lost}, {100 * share:.0f} %", flush=True)
    kept(fine)


@main.command()
@click.option("--most", default=3, show_default=True)
@click.option("--seconds", default=1.0, show_default=True)
def wins(most: int, seconds: float) -> None:
    """Solve the puzzles."""
    missed, slowest, count = [], 0.0, 0
    for puzzle in puzzles().values():
        if puzzle.wins_in > most:
            continue
        count += 1
        table = TranspositionTable(16)
        began = time.perf_counter()
        found: list[tuple[int | None, float]] = []
        action = best_action(
            puzzle.position(),
            Limit(seconds=seconds),
            table=table,
            on_info=lambda info, found=found, began=began: found.append(  # type: ignore[misc]
                (info.score.wins_in, time.perf_counter() - began)
            ),
        )
        if str(action) != puzzle.solution[0]:
            missed.append(puzzle.id)
        first = [when for n, when in found if n is not None and 0 < n <= puzzle.wins_in]
        slowest = max(slowest, first[0] if first else seconds)
    print(f"{count - len(missed)} of {count} found, the slowest seen after {slowest:.2f} s; missed: {missed}")
    kept(not missed)


def endangered(count: int, seed: int) -> Iterator[Position]:
    """Give positions in which some actions allow a win in one, and others do not."""
    lots = random.Random(seed)
    given = 0
    while given < count:
        position = Position(arena_type(lots.choice(TYPES[:8])))
        while position.outcome is None and len(position.history) < 70 and given < count:
            actions = position.legal_actions()
            verdicts = [
                allows_win(position, action) for action in lots.sample(actions, min(25, len(actions)))
            ]
            if any(verdicts) and not all(verdicts):
                given += 1
                yield position.copy()
                break
            position.play(best_or_random(position, actions, lots))


def best_or_random(position: Position, actions: list[Action], lots: random.Random) -> Action:
    """Play so that royals come into danger: mostly a shallow search."""
    if len(position.history) > 6 and lots.random() < 0.7:
        return best_action(
            position, Limit(depth=1), level=3, table=TranspositionTable(1), seed=lots.randrange(1000)
        )
    return lots.choice(actions)


def is_won_by(position: Position, colour: Colour) -> bool:
    """Tell whether a side has won."""
    return position.outcome is not None and position.outcome.winner == colour


def allows_win(position: Position, action: Action) -> bool:
    """Tell whether the opponent has won by an action, or could win at once after it."""
    me = position.colour
    position.play(action)
    found = is_won_by(position, me.other)
    if position.outcome is None and position.colour != me:
        for reply in position.legal_actions():
            position.play(reply)
            found = is_won_by(position, me.other)
            position.undo()
            if found:
                break
    position.undo()
    return found


@main.command()
@click.option("--count", default=500, show_default=True)
@click.option("--seconds", default=0.1, show_default=True)
@click.option("--seed", default=0, show_default=True)
def avoid(count: int, seconds: float, seed: int) -> None:
    """Look for blunders."""
    blunders = 0
    for position in endangered(count, seed):
        action = best_action(position, Limit(seconds=seconds), table=TranspositionTable(1))
        if allows_win(position, action):
            blunders += 1
            print(f"{action} in {';'.join(map(str, position.history))} ({position.game_type})")
    print(f"{blunders} of {count} positions with a win in 1 that could be avoided")
    kept(blunders == 0)


@main.command()
@click.option("--moves", default=10_000, show_default=True)
@click.option("--seconds", default=0.05, show_default=True)
def clock(moves: int, seconds: float) -> None:
    """Play against the clock; an illegal action would stop the game with an error.

    A processor that is lent to somebody else (a virtual machine's steal time) is not the engine's: what was
    stolen during a move is left out of the second figure, by which the promise is judged.
    """
    late: list[float] = []
    own: list[float] = []
    number = 0
    while len(late) < moves:
        position, table = Position(TYPES[number % len(TYPES)], seed=number), TranspositionTable(16)
        while position.outcome is None and len(position.history) < 200:
            begin, before = time.perf_counter(), stolen()
            action = best_action(position, Limit(seconds=seconds), table=table, seed=number)
            late.append(time.perf_counter() - begin - seconds)
            own.append(late[-1] - (stolen() - before))
            position.play(action)
        number += 1
    beyond = sum(lateness > 0.05 for lateness in late)
    print(
        f"{len(late)} moves at {1000 * seconds:.0f} ms: the latest by {1000 * max(late):.1f} ms "
        f"({beyond} by over 50), without stolen time by {1000 * max(own):.1f} ms"
    )
    kept(max(own) <= 0.05)


def stolen() -> float:
    """Return for how many seconds processors were taken away from this machine; 0 where nobody tells."""
    try:
        ticks = Path("/proc/stat").read_text(encoding="ascii").split(maxsplit=9)[8]
    except OSError:
        return 0.0
    return int(ticks) / os.sysconf("SC_CLK_TCK")


@main.command()
@click.option("--times", default=200, show_default=True)
@click.option("--threads", default=2, show_default=True)
def stop(times: int, threads: int) -> None:
    """Tell searches to stop at some moment, and measure how long they go on."""
    lots = random.Random(0)
    waits = []
    for number in range(times):
        position = Position(arena_type(TYPES[number % len(TYPES)]))
        length = lots.choice((0, 20))  # at the very beginning a Swarm chooses hands
        while position.outcome is None and len(position.history) < length:
            position.play(lots.choice(position.legal_actions()))
        if position.outcome is None:
            waits.append(time_to_stop(position, lots.uniform(0.02, 0.5), threads))
    waits.sort()
    middle, most = waits[len(waits) // 2], waits[-1]
    print(
        f"{len(waits)} searches stopped: {1000 * middle:.1f} ms in the middle, {1000 * most:.1f} ms at most"
    )
    kept(most <= 0.02)


def time_to_stop(position: Position, after: float, threads: int) -> float:
    """Start a search, tell it to stop after some seconds; return how much longer it took."""
    stop = StopFlag()
    moments = []

    def tell() -> None:
        moments.append(time.perf_counter())
        stop.set()

    timer = threading.Timer(after, tell)
    timer.start()
    best_action(position, Limit(seconds=60), table=TranspositionTable(64), threads=threads, stop=stop)
    ended = time.perf_counter()
    timer.cancel()
    return ended - moments[0] if moments else 0.0


@main.command()
@click.option("--table", default=64, show_default=True, help="MiB")
def memory(table: int) -> None:
    """Measure how much memory a search takes."""
    program = (
        "from ruche import Position; from ruche.engine import Limit, TranspositionTable, best_action; "
        f"best_action(Position('Base+MLP'), Limit(seconds=5), table=TranspositionTable({table}), threads=2)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{used:.0f} MiB with a table of {table} MiB: {used - table:.0f} besides")
    kept(used - table <= 100)


@main.command()
@click.option("--games", default=200, show_default=True)
@click.option("--nodes", default=1_000, show_default=True)
@click.option("--type", "name", default="Venom+MLP+Fixed", show_default=True)
def faces(games: int, nodes: int, name: str) -> None:
    """Choose faces against random choices; after that, both play alike, from random first pieces."""
    pairs = []
    for seed in range(games // 2):
        white, black = (score_with_own_faces(name, nodes, seed, side) for side in Colour)
        pairs.append((white, black))
    tally = Tally.of_pairs(pairs)
    lower, upper = tally.bounds()
    score = f"{100 * tally.score:.0f} %, {tally.elo:+.0f} Elo ({lower:+.0f} to {upper:+.0f})"
    print(f"{games} games of {name}: {score}")
    kept(tally.elo >= 100 and lower > 0)


def score_with_own_faces(name: str, nodes: int, seed: int, side: Colour) -> float:
    """Play a game in which one side chooses its faces and the other has random ones; return its score."""
    lots = random.Random(seed)
    position = Position(name, seed=seed)
    table = TranspositionTable(8)
    while position.choosing is not None:
        own = best_action(position, Limit(nodes=nodes), table=table, seed=seed)
        position.play(own if position.colour == side else lots.choice(position.legal_actions()))
    while position.turn_number == 1:
        position.play(lots.choice(position.legal_actions()))
    while position.outcome is None and len(position.history) < 200:
        position.play(best_action(position, Limit(nodes=nodes), table=table, seed=seed))
    if position.outcome is None or position.outcome.winner is None:
        return 0.5
    return float(position.outcome.winner == side)


if __name__ == "__main__":
    main()
