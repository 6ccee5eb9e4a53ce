"""Promises about the disk and the long run."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import time

from bench.harness.client import Refused
from bench.harness.games import missing, play_on
from bench.harness.promise import Figure, Trial, promise


@promise(
    "disk", "a full disk or a database that is gone: nothing acknowledged is lost, a clear answer, unready"
)
async def disk(trial: Trial) -> list[Figure]:
    """Let no file of the server grow while games are played, then give it room again."""
    if trial.postgres:
        return [Figure("tried on SQLite", None)]
    trial.start()
    rng = random.Random(trial.seed)
    games = [await trial.game(i) for i in range(4)]
    players = [player for game in games for player in game]
    process = trial.server.process
    assert process is not None
    answers: set[str] = set()
    async with trial.following(*players):
        playing = [asyncio.create_task(play_on(game, rng, 0.01)) for game in games]
        await asyncio.sleep(2)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        # As on a full disk, no file can be made longer.
        limits = resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        for game in games:
            for player in game:
                if player.view.get("actions"):
                    action = player.view["actions"][0]["text"]
                    try:
                        await player.do("play", seq=player.seq, action=action, most=1, patience=8)
                        answers.add("acknowledged")
                    except (Refused, TimeoutError) as error:
                        answers.add(str(error))
        unready = not trial.server.is_ready()
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, limits)
        await asyncio.sleep(3)
        back = trial.server.is_ready()
        playing = [asyncio.create_task(play_on(game, rng, 0.01)) for game in games]
        before = sum(player.seq for player in players)
        await asyncio.sleep(2)
        goes_on = sum(player.seq for player in players) > before
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return [
        Figure(f"on a full disk: {', '.join(sorted(answers))}; unready: {unready}", unready),
        Figure(f"with room again: ready {back}, games go on {goes_on}", back and goes_on),
        *missing(trial, players),
    ]


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


@promise("soak", "an hour of play leaves memory flat", in_quick=False)
async def soak(trial: Trial) -> list[Figure]:
    """Play for an hour, games beginning and ending; compare memory after ten minutes and at the end."""
    trial.start()
    rng = random.Random(trial.seed)
    ends = time.monotonic() + 3600
    warm: int | None = None
    played = 0

    async def play(i: int) -> None:
        nonlocal played
        while time.monotonic() < ends:
            game = await trial.game(i)
            async with trial.following(*game):
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(play_on(game, rng, 0.02), 60)
                played += game[0].seq

    playing = [asyncio.create_task(play(i)) for i in range(20)]
    await asyncio.sleep(600)
    warm = trial.server.memory()
    await asyncio.gather(*playing)
    grown = (trial.server.memory() - warm) / 2**20
    return [Figure(f"{played} entries; memory grew by {grown:.1f} MiB since the tenth minute", grown < 20)]
