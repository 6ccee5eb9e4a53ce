"""Promises about what thinks and what is dear to answer: nobody's game waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from pathlib import Path

import msgspec
from bench.harness.client import LOST, Player
from bench.harness.promise import Figure, Trial, promise
from websockets.asyncio.client import ClientConnection, connect

THINKING = 4.0  # seconds that the strongest level thinks at most
DEADLINE = 12.0  # seconds: the deadline of such a job (docs/operating/limits.md), and two more


async def against_machine(trial: Trial, level: int) -> Player:
    """Make a game against the machine; the visitor plays White."""
    body = {"type": "Base+MLP", "opponent": {"kind": "machine", "level": level}, "colour": "w"}
    made = (await trial.client.post(f"{trial.url(0)}/api/games", json=body)).raise_for_status().json()
    return Player(trial.url(0), made["id"], made["seats"]["w"])


async def answer_time(player: Player) -> float:
    """Play a first action; return the seconds until the machine has answered."""
    await player.do("play", seq=player.seq, action="wG1")
    begun = time.monotonic()
    while len(player.view["moves"]) < 2:
        await player.until(player.seq + 1)
    return time.monotonic() - begun


async def stop_and_wait(trial: Trial, player: Player, action: str, after: float) -> float:
    """Play, stop the workers that play a moment later; return the seconds until the machine has answered."""
    wanted = len(player.view["moves"]) + 2
    await player.do("play", seq=player.seq, action=action)
    begun = time.monotonic()
    await asyncio.sleep(after)
    stopped: list[int] = []
    while not stopped and len(player.view["moves"]) < wanted:
        stopped = trial.server.children("play")
        for pid in stopped:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(0.01)
    while len(player.view["moves"]) < wanted:
        await player.until(player.seq + 1, 60)
    return time.monotonic() - begun


@promise("P8", "a hung worker is replaced within its job's deadline and two seconds")
async def hung_worker(trial: Trial) -> list[Figure]:
    """Stop a worker's process, without ending it, while it loads and while it thinks."""
    trial.start("--workers", "2")
    player = await against_machine(trial, 8)
    limit = DEADLINE + 2 + THINKING
    async with trial.following(player):
        loading = await stop_and_wait(trial, player, "wG1", 0.0)
        action = next(one["text"] for one in player.view["actions"] if one["text"].startswith("wQ"))
        thinking = await stop_and_wait(trial, player, action, 0.5)
    return [
        Figure(f"stopped while it {what}, the machine moves after {took:.1f} s ({limit:.0f})", took < limit)
        for what, took in (("loads", loading), ("thinks", thinking))
    ]


@promise("P9", "play never waits for study: no machine move waits over 10 s for a worker")
async def play_before_study(trial: Trial) -> list[Figure]:
    """Open hundreds of analyses, then play against the machine."""
    trial.start("--workers", "2")
    sockets: list[ClientConnection] = []
    refused = 0

    async def study() -> None:
        nonlocal refused
        socket = await connect(trial.url(0).replace("http", "ws", 1) + "/api/analyse", compression=None)
        sockets.append(socket)
        await socket.send('{"do":"lines","type":"Base+MLP","actions":[]}')
        with contextlib.suppress(*LOST):
            first = msgspec.json.decode(await asyncio.wait_for(socket.recv(), 5))
            refused += first["event"] == "refused"

    await asyncio.gather(*(study() for _ in range(230)), return_exceptions=True)
    waits = []
    for _ in range(trial.scaled(2, 6)):
        player = await against_machine(trial, 3)
        async with trial.following(player):
            waits.append(await answer_time(player))
    for socket in sockets:
        await socket.close()
    return [
        Figure(f"the machine answers after {max(waits):.1f} s at most", max(waits) < 10 + THINKING),
        Figure(f"{len(sockets)} analyses, {refused} told to come back later", len(sockets) > 200),
    ]


@promise("P10", "nothing dear on the event loop: no callback over 50 ms, no request over 200 ms in all")
async def loop_is_free(trial: Trial) -> list[Figure]:
    """Ask a server whose callbacks are timed for the dearest things that anybody may ask."""
    command = [sys.executable, str(Path(__file__).parents[1] / "loop_time.py")]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL, cwd=trial.folder
    )
    try:
        printed, _ = await process.communicate()
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
    return [
        Figure(
            f"{said['question']}: the longest callback took {said['longest_callback_ms']} ms of processor,"
            f" all of them {said['loop_ms']}, answers {said['status']}",
            said["kept"],
        )
        for said in map(msgspec.json.decode, printed.splitlines())
    ]
