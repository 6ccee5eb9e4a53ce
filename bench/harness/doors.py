"""Promises about who gets in: slow and greedy visitors, strangers' pages, nonsense."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import stat
import time

import httpx
from bench.harness.promise import Figure, Trial, promise
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException


@promise("P11", "slow and silent connections are closed; others get in; one line of log")
async def slow_visitors(trial: Trial) -> list[Figure]:
    """Open more half-open requests than the server may have files, then visit."""
    trial.start(unlimited=False, files=300)
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
