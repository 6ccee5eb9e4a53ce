"""Promises about what thinks and what is dear to answer: nobody's game waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time

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


BIG_PGN = "\n\n".join(
    '[GameType "Base"]\n[Result "*"]\n\n1. wG1 bG1 wG1- 2. wQ -wG1 bQ bG1- ' + "3. wA1 -wQ bA1 bQ- " * 20
    for _ in range(1600)
)


@promise("P10", "nothing dear on the event loop: an anonymous request takes at most 200 ms of it")
async def loop_is_free(trial: Trial) -> list[Figure]:
    """Ask for what is dear, and count the processor time of the server itself, its workers aside."""
    trial.start("--workers", "2")
    figures = []
    line: dict[str, object] = {"type": "Ultimate", "actions": []}
    asked: list[tuple[str, str, dict[str, object]]] = [
        ("a record of 0.9 MB", "/api/records/read", {"text": BIG_PGN[:900_000]}),
        ("a picture", "/api/picture", {**line, "format": "png"}),
        ("frames", "/api/frames", line),
        ("a view", "/api/view", line),
    ]
    for name, path, body in asked:
        used = trial.server.cpu()
        answer = await trial.client.post(trial.url(0) + path, json=body)
        used = trial.server.cpu() - used
        kept = used <= 0.2 and answer.status_code < 500
        figures.append(
            Figure(f"{name}: {1000 * used:.0f} ms of the loop, answers {answer.status_code}", kept)
        )
    used = trial.server.cpu()
    answer = await trial.client.get(trial.url(0) + "/api/archive.pgn")
    used = trial.server.cpu() - used
    figures.append(Figure(f"the archive: {1000 * used:.0f} ms, answers {answer.status_code}", used <= 0.2))
    return figures
