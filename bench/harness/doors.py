"""Promises about who gets in: slow and greedy visitors, strangers' pages, nonsense."""

from __future__ import annotations

import asyncio
import contextlib
import random
import resource
import socket
import stat
import time

import httpx
from bench.harness.client import LOST
from bench.harness.promise import Figure, Trial, promise
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException


@promise("P11", "slow and silent connections are closed; others get in; one line of log")
async def slow_visitors(trial: Trial) -> list[Figure]:
    """Open more half-open requests than the server may have files, then visit."""
    trial.start(unlimited=False)
    process = trial.server.process
    assert process is not None
    resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (300, 300))
    before = len(trial.server.log().splitlines())
    held = []
    for i in range(340):
        half = socket.socket()
        half.settimeout(2)
        with contextlib.suppress(OSError):
            half.connect(("127.0.0.1", trial.server.port))
            half.sendall(
                b"GET / HTTP/1.1\r\nHost: x\r\n"
                if i % 2
                else b"POST /api/games HTTP/1.1\r\nContent-Length: 9\r\n"
            )
            held.append(half)
    begun = time.monotonic()
    answered = None
    while answered is None and time.monotonic() < begun + 60:
        with contextlib.suppress(httpx.HTTPError):
            answered = (await trial.client.get(f"{trial.url(0)}/healthz", timeout=5)).status_code
    took = time.monotonic() - begun
    for half in held:
        half.close()
    lines = len(trial.server.log().splitlines()) - before
    return [
        Figure(f"a visitor gets in after {took:.1f} s", answered == 200 and took < 20),
        Figure(f"{lines} lines of log", lines <= 5),
    ]


@promise("P14", "strangers' pages, wrong hosts, open files, tokens in addresses: all shut")
async def shut_doors(trial: Trial) -> list[Figure]:
    """Try each door."""
    trial.start()
    url, client = trial.url(0), trial.client
    body = {"type": "Base", "opponent": {"kind": "screen"}}
    wrong = []

    async def refused(name: str, answer: httpx.Response) -> None:
        if not 400 <= answer.status_code < 500:
            wrong.append(f"{name} ({answer.status_code})")

    strange = {"origin": "https://evil.example"}
    await refused("a stranger's origin", await client.post(f"{url}/api/games", json=body, headers=strange))
    await refused(
        "a wrong host", await client.post(f"{url}/api/games", json=body, headers={"host": "evil.example"})
    )
    plain = {"content-type": "text/plain"}
    text = '{"type": "Base", "opponent": {"kind": "screen"}}'
    await refused("a plain body", await client.post(f"{url}/api/games", content=text, headers=plain))
    for name in ("\x00", "a\x00b", "\u202eevil", "\x1b[2J"):
        await refused(
            f"the name {name!r}", await client.post(f"{url}/api/games", json={**body, "name": name})
        )
    made = (await client.post(f"{url}/api/games", json=body)).json()
    with contextlib.suppress(WebSocketException, OSError, TimeoutError):
        address = f"{url.replace('http', 'ws', 1)}/api/games/{made['id']}/live"
        async with connect(address, origin="https://evil.example", open_timeout=5) as stranger:  # type: ignore[arg-type]
            await stranger.send('{"do":"hello","seats":"","after":null}')
            await asyncio.wait_for(stranger.recv(), 5)
            wrong.append("a stranger's socket")
    private = (path for path in trial.folder.iterdir() if path.suffix in {".sqlite", ".key"})
    wrong += [
        f"{path.name} is open to others"
        for path in private
        if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    ]
    if any(token in trial.server.log() for token in made["seats"].values()):
        wrong.append("a token in the log")
    if (await client.get(f"{url}/metrics", headers={"x-forwarded-for": "192.0.2.1"})).status_code == 200:
        wrong.append("figures for everybody")
    return [Figure(f"open: {', '.join(wrong) or 'none'}", not wrong)]


NONSENSE = (
    "",
    "\x00",
    "é" * 300,
    "-1",
    "9" * 400,
    "../../etc/passwd",
    "{",
    "[" * 5000,
    "null",
    "wA1 -bQ" * 900,
    "\ud7ff\uffff",
)


@promise("fuzz", "nonsense in messages, records, names and addresses: no 500, no hang over 1 s")
async def fuzz(trial: Trial) -> list[Figure]:
    """Send nonsense to every call that the server describes, and to its sockets."""
    trial.start()
    rng = random.Random(trial.seed)
    url, client = trial.url(0), trial.client
    described = (await client.get(f"{url}/api/openapi.json")).json()["paths"]
    calls = [(method, path) for path, methods in described.items() for method in methods]
    failed, slowest, memory = [], 0.0, trial.server.memory()
    for _ in range(trial.scaled(600, 20_000)):
        method, path = rng.choice(calls)
        path = path.replace("{id}", rng.choice(("nosuchid", "%00", "a/b", "%2e%2e", "é"))).split("{")[0]
        word = rng.choice(NONSENSE)
        sent: dict[str, object] = {"type": word, "text": word, "name": word, "actions": [word], "seq": word}
        sent |= {"opponent": {"kind": rng.choice(("screen", word))}, "language": "en"}
        begun = time.monotonic()
        with contextlib.suppress(httpx.InvalidURL, UnicodeEncodeError):
            answer = await client.request(
                method, url + path, json=sent if method == "post" else None, params={"page": word}
            )
            slowest = max(slowest, time.monotonic() - begun)
            if answer.status_code >= 500 and answer.status_code != 503:
                failed.append(f"{method} {path} {word[:20]!r}: {answer.status_code}")
    for address in ("/api/analyse", "/api/games/nosuchid/live"):
        for word in NONSENSE:
            with contextlib.suppress(*LOST):
                async with connect(url.replace("http", "ws", 1) + address, open_timeout=5) as wire:
                    await wire.send(word)
                    await asyncio.wait_for(wire.recv(), 2)
    grown = (trial.server.memory() - memory) / 2**20
    alive = (await client.get(f"{url}/healthz")).status_code == 200
    return [
        Figure(f"{len(failed)} answers of 500 {failed[:3]}", not failed and alive),
        Figure(f"the slowest answer took {slowest:.2f} s", slowest < 1),
        Figure(f"memory grew by {grown:.0f} MiB", grown < 100),
    ]
