"""Promises about the disk and the long run."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import shutil
import subprocess
import time
from collections import Counter
from pathlib import Path

from bench.harness.client import Player, Refused
from bench.harness.evidence import missing
from bench.harness.games import end_all, play_on
from bench.harness.promise import Figure, Trial, promise

FAULTS = {
    "full": b"f",
    "read-only": b"o",
    "I/O errors on writing": b"w",
    "I/O errors on reading": b"r",
}


def faulty_disk(folder: Path) -> Path:
    """Compile the library that lets the disk of one process fail."""
    library = folder / "faulty_disk.so"
    source = Path(__file__).with_name("faulty_disk.c")
    command = ["cc", "-shared", "-fPIC", "-O1", "-w", "-o", str(library), str(source), "-ldl"]
    subprocess.run(command, check=True, capture_output=True)
    return library


@promise("disk", "a full, read-only or failing disk: nothing acknowledged is lost, a clear answer, unready")
async def disk(trial: Trial) -> list[Figure]:
    """Let the disk of the server fail in several ways while games are played, and recover."""
    if trial.postgres:
        return [Figure("tried on SQLite", None)]
    if shutil.which("cc") is None:
        return [Figure("needs a C compiler", None)]
    control = trial.folder / "fault"
    library = faulty_disk(trial.folder)
    trial.environment = {"LD_PRELOAD": str(library), "FAULTY_DISK": str(control)}
    trial.start()
    rng = random.Random(trial.seed)
    figures: list[Figure] = []
    everybody: list[Player] = []
    for name, letter in FAULTS.items():
        games = [await trial.game(i) for i in range(4)]
        players = [player for game in games for player in game]
        everybody += players
        async with trial.following(*players):
            await play_for(games, rng, 1.5)
            control.write_bytes(letter)
            answers = Counter([await one_answer(game, rng) for game in games])
            await asyncio.sleep(1.2)  # readiness is asked of the disk once a second
            ready = trial.server.is_ready()
            control.unlink()
            back = await until_ready(trial, 15.0)
            before = sum(player.seq for player in players)
            await play_for(games, rng, 2.0)
            goes_on = sum(player.seq for player in players) > before
        told = ", ".join(f"{count} {answer}" for answer, count in answers.items())
        reads_only = letter == b"r"  # pages in memory may do: then all is well
        clear = set(answers) <= CLEAR_ANSWERS | ({"acknowledged"} if reads_only else set())
        kept = back and goes_on and clear and (not ready or reads_only)
        figures.append(
            Figure(f"{name}: {told}; ready {ready}, then ready {back} and playing {goes_on}", kept)
        )
    return [*figures, *await missing(trial, everybody)]


# A socket's commands are done in order: one that was under way may have to wait for 5 seconds first.
PATIENCE = 12.0
CLEAR_ANSWERS = {"unavailable", "unknown_outcome", "stale", "over"}  # stale: a move was under way before


async def play_for(games: list[tuple[Player, Player]], rng: random.Random, seconds: float) -> None:
    """Play in all games for a while."""
    playing = [asyncio.create_task(play_on(game, rng, 0.02)) for game in games]
    await asyncio.sleep(seconds)
    await end_all(playing)


async def one_answer(game: tuple[Player, Player], rng: random.Random) -> str:
    """Send one action; return how it is answered."""
    for player in game:
        if actions := player.view.get("actions"):
            action = rng.choice(actions)["text"]
            try:
                await player.do("play", seq=player.seq, action=action, most=1, patience=PATIENCE)
            except Refused as refusal:
                return refusal.error
            except TimeoutError:
                return "no answer"
            return "acknowledged"
    return "over"


async def until_ready(trial: Trial, seconds: float) -> bool:
    """Wait until the server writes again."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if await asyncio.to_thread(trial.server.is_ready):
            return True
        await asyncio.sleep(0.2)
    return False


@promise("gone", "the database is deleted under way: a clear answer, readiness says so, the server lives")
async def database_gone(trial: Trial) -> list[Figure]:
    """Remove the SQLite file under a running server."""
    if trial.postgres:
        return [Figure("tried on SQLite", None)]
    trial.start()
    game = await trial.game()
    async with trial.following(*game):
        for path in trial.folder.glob("games.sqlite*"):
            if path.suffix != ".lock":
                os.unlink(path)
        await asyncio.sleep(2)
        ready = trial.server.is_ready()
        acknowledged = False
        with contextlib.suppress(Refused, TimeoutError):
            await game[0].do("play", seq=game[0].seq, action="wG1", most=1, patience=8)
            acknowledged = True
        status = (await trial.client.get(f"{trial.url(0)}/healthz")).status_code
    return [
        Figure(f"ready: {ready}, a move acknowledged: {acknowledged}", not ready and not acknowledged),
        Figure(f"alive: {status}", status == 200),
    ]


@promise("soak", "play leaves memory flat: an hour of it, a minute with --quick", limit=2 * 3600.0)
async def soak(trial: Trial) -> list[Figure]:
    """Play for a while, games beginning and ending; compare memory after a sixth of it and at the end."""
    trial.start()
    rng = random.Random(trial.seed)
    length = min(trial.scaled(75, 3600), trial.seconds)
    ends = time.monotonic() + length
    played = 0

    async def play(i: int) -> None:
        nonlocal played
        while time.monotonic() < ends:
            game = await trial.game(i)
            async with trial.following(*game):
                await play_on(game, rng, 0.02, seconds=30)
                played += game[0].seq

    playing = [asyncio.create_task(play(i)) for i in range(20)]
    await asyncio.sleep(length * (0.5 if trial.quick else 1 / 6))
    before = [server.memory() for server in trial.servers]
    await asyncio.sleep(max(0.0, ends - time.monotonic()))
    grown = max(server.memory() - then for server, then in zip(trial.servers, before, strict=True)) / 2**20
    await asyncio.gather(*playing)
    return [
        Figure(
            f"{played} entries in {length:.0f} s; memory grew by {grown:.1f} MiB from {before[0] / 2**20:.0f}"
            f" after the first {'half' if trial.quick else 'sixth'}",
            grown < 20,
        )
    ]
