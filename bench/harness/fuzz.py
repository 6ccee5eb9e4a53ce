"""A promise about nonsense: in messages, records, names and addresses, in HTTP itself and in WebSockets."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import copy
import json
import os
import random
import struct
import time
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
from bench.harness.client import LOST
from bench.harness.light import TEXT
from bench.harness.promise import Figure, Trial, promise
from bench.harness.servers import Server
from websockets.asyncio.client import connect

HANG = 1.0  # seconds
MOST_GROWTH = 100 * 2**20  # bytes of memory
MOST_OF_A_WORKER = 2 * 2**30
DEPTH = 5
BINARY, CONTINUED, CLOSE, PING = 0x82, 0x80, 0x88, 0x89

NONSENSE: tuple[Any, ...] = (
    *("", "\0", "a\0b", " ", "é" * 300, "-1", "9" * 400, "../../etc/passwd", "{", "null", "wA1 -bQ" * 900),
    *("\ud7ff\uffff", "\u202eevil", "\x1b[2J", "\u200b", "%00", "'; DROP TABLE log; --", "Base+MLP", "wG1"),
    *(None, True, 0, -1, 2**31, 2**63, 10**400, 0.5, -0.0, 1e308, [], {}, [[]], [None] * 50),
)
# Bodies that are no JSON, or that no two programs read alike.
BODIES: tuple[bytes, ...] = (
    b"",
    b"{",
    b"nonsense",
    b"NaN",
    b'{"type": NaN}',
    b'{"type": Infinity}',
    b'{"seq": 1e999, "action": "wG1"}',
    b'{"seq": ' + b"9" * 5000 + b"}",
    b'{"type": "\\ud800", "opponent": {"kind": "screen"}}',
    b'{"type": "\\u0000", "opponent": {"kind": "screen"}}',
    b'{"type": "Base\xff", "opponent": {"kind": "screen"}}',
    b'{"type": "Base", "type": "Venom", "opponent": {"kind": "screen"}}',
    b'\xef\xbb\xbf{"type": "Base", "opponent": {"kind": "screen"}}',
    '{"type": "Base"}'.encode("utf-16"),
    b"[" * 60_000,
    b'{"a":' * 10_000,
    b'{"type": "Base"' + b" " * 60_000 + b"}",
    b'{"text": "' + b"(" * 900_000 + b'"}',
    b'{"text": "' + b"1. wG1 " * 120_000 + b'"}',
    b'{"type": "Base", "opponent": {"kind": "screen"}} {"type": "Base"}',
)
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/view HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
# What is no HTTP, or might be taken for one request by us and for two by a proxy.
RAW: tuple[bytes, ...] = (
    b"\r\n\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(200),
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET /\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    b"G\0T / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /%ff%fe HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /api/games/%f0%9f%90%9d HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET //localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /\\..\\x HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /?" + b"a=1&" * 3000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: [::1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost:99999999\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: \xff\r\n\r\n",
    GET + b"X: " + b"a" * 30_000 + b"\r\n\r\n",
    GET + b"X: a\r\n" * 2000 + b"\r\n",
    GET + b"X: a\0b\r\n\r\n",
    GET + b"X: a\r\n folded\r\n\r\n",
    GET + b"Authorization: Bearer " + b"a," * 4000 + b"\r\n\r\n",
    GET + b"Authorization: \xe9\r\n\r\n",
    GET + b"X-Forwarded-For: " + b"1.1.1.1, " * 1000 + b"\r\n\r\n",
    GET + b"Expect: 100-continue\r\nContent-Length: 5\r\n\r\n",
    GET + b"Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    GET + b"Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}   ",
    POST + b"Content-Length: +2\r\n\r\n{}",
    POST + b"Content-Length: -1\r\n\r\n{}",
    POST + b"Content-Length: 0x2\r\n\r\n{}",
    POST + b"Content-Length: 99999999999999999999\r\n\r\n{}",
    POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n",
    POST + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
    POST + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n\r\n",
    POST + b"Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\x1f\x8b\x08\x00",
    b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
    b"TRACE / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"HEAD /api/archive.pgn HTTP/1.1\r\nHost: localhost\r\n\r\n",
)


def frame(kind: int, data: bytes, mask: bool = True) -> bytes:
    """Return a WebSocket frame."""
    size = len(data)
    bit = 0x80 if mask else 0
    if size < 126:
        head = struct.pack("!BB", kind, bit | size)
    elif size < 65_536:
        head = struct.pack("!BBH", kind, bit | 126, size)
    else:
        head = struct.pack("!BBQ", kind, bit | 127, size)
    return head + (b"\0\0\0\0" if mask else b"") + data


HELLO = frame(TEXT, b'{"do":"hello","seats":"","after":null}')
# What is sent over a socket of a game, in frames that are allowed and others.
FRAMES: tuple[bytes, ...] = (
    frame(TEXT, b""),
    frame(TEXT, b"\xff\xfe"),
    frame(TEXT, b'{"do":"hello"}', mask=False),
    frame(BINARY, b'{"do":"hello"}'),
    frame(BINARY, os.urandom(500)),
    frame(0x01, b'{"do":"hello","sea') + frame(CONTINUED, b'ts":""}'),
    frame(0x01, b"{") + frame(0x00, b" ") * 3000,
    frame(0x01, b"{") + frame(TEXT, b"}"),
    frame(CONTINUED, b"nothing before"),
    frame(0xC1, b"compressed, it says"),
    frame(0x8F, b"no such kind"),
    frame(PING, b"x" * 200),
    frame(CLOSE, b"\0"),
    frame(CLOSE, b"\x03\xe8\xff"),
    frame(CLOSE, struct.pack("!H", 70)),
    frame(TEXT, b"x" * 9000),
    struct.pack("!BBQ", TEXT, 0xFF, 2**62) + b"\0\0\0\0",
    HELLO + HELLO,
    HELLO + frame(PING, b"x") * 2000,
    HELLO + frame(TEXT, b'{"do":"ping"}') * 1000,
    HELLO + frame(TEXT, b"[" * 8000),
    frame(TEXT, b'{"do":"hello","seats":"","after":1000000}'),
    frame(TEXT, b'{"do":"hello","seats":"","after":-1}'),
    frame(TEXT, b'{"do":"hello","seats":"' + b"a," * 3000 + b'"}'),
)


def valid(schema: dict[str, Any], schemas: dict[str, Any], rng: random.Random, depth: int = 0) -> Any:
    """Return something that a schema allows, more or less."""
    if "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema or "oneOf" in schema:
        return valid(rng.choice(schema.get("anyOf") or schema["oneOf"]), schemas, rng, depth)
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if "const" in schema:
        return schema["const"]
    match schema.get("type"):
        case "object":
            wanted = schema.get("required", [])
            return {
                name: valid(kind, schemas, rng, depth + 1)
                for name, kind in schema.get("properties", {}).items()
                if name in wanted or (depth < DEPTH and rng.random() < 0.5)
            }
        case "array":
            kind = schema.get("items", {})
            kind = kind if isinstance(kind, dict) else {}
            return [
                valid(kind, schemas, rng, depth + 1) for _ in range(rng.randrange(3) if depth < DEPTH else 0)
            ]
        case "integer" | "number":
            return rng.choice((0, 1, 2, 7))
        case "string":
            return rng.choice(("Base", "Base+MLP", "wG1", "bG1 wG1-", "w", "pgn", "x" * 22))
        case "boolean":
            return rng.random() < 0.5
    return None


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Go through the places in a value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places(part, (*path, key))


def spoilt(value: Any, rng: random.Random) -> Any:
    """Return a value with nonsense somewhere."""
    *way, last = rng.choice(list(places(value))) or (None,)
    if last is None:
        return rng.choice(NONSENSE)
    value = whole = copy.deepcopy(value)
    for key in way:
        value = value[key]
    if isinstance(value, dict) and rng.random() < 0.2:
        value[rng.choice(("", "request", "\0", "x" * 300))] = value.pop(last)
    else:
        value[last] = rng.choice(NONSENSE)
    return whole


@dataclass
class Findings:
    """What was wrong with answers."""

    asked: int = 0
    slowest: float = 0.0
    failed: list[str] = field(default_factory=list)
    hung: list[str] = field(default_factory=list)

    def note(self, name: str, seconds: float, status: int) -> None:
        """Take an answer: its time and its status, 0 if the connection was closed."""
        self.asked += 1
        self.slowest = max(self.slowest, seconds)
        if status >= 500 and status not in (501, 503):
            self.failed.append(f"{name}: {status}")


class Fuzzer:
    """Sends nonsense to one server."""

    def __init__(self, trial: Trial, described: dict[str, Any], game: str, seats: str) -> None:
        self.trial = trial
        self.client = trial.client
        self.server: Server = trial.server
        self.rng = random.Random(trial.seed)
        self.schemas: dict[str, Any] = described["components"]["schemas"]
        self.calls = [
            (method, path, operation)
            for path, methods in described["paths"].items()
            for method, operation in methods.items()
        ]
        self.game = game
        self.headers = {"authorization": f"Bearer {seats}"}
        self.found = Findings()

    async def timed(self, name: str, ask: Callable[[], Coroutine[Any, Any, int]]) -> None:
        """Ask something; what takes long is asked again: a machine may be busy, a hang stays."""
        for _ in range(3):
            begun = time.monotonic()
            try:
                async with asyncio.timeout(30):
                    status = await ask()
            except TimeoutError:
                status = 0
            took = time.monotonic() - begun
            if took <= HANG:
                break
        if took > HANG:
            self.found.hung.append(f"{name}: {took:.1f} s")
        self.found.note(name, took, status)

    async def call(self) -> None:
        """Send something to one of the calls that the server describes."""
        rng = self.rng
        method, template, operation = rng.choice(self.calls)
        id_ = rng.choice((self.game, self.game, "nosuchid", "\0", "a/b", "..", "é", "x" * 500, "%", "'"))
        path = template.replace("{id}", quote(id_, safe=""))
        query = {}
        for one in operation["parameters"]:
            if one["in"] == "query" and rng.random() < 0.5:
                value = rng.choice((valid(one["schema"], self.schemas, rng), rng.choice(NONSENSE)))
                query[one["name"]] = 0 if one["name"] == "wait" else value
        content = None
        if method == "post":
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            body = valid(schema, self.schemas, rng)
            if (kind := rng.random()) < 0.6:
                content = json.dumps(spoilt(body, rng)).encode()
            else:
                content = json.dumps(body).encode() if kind < 0.8 else rng.choice(BODIES)
        await self.timed(
            f"{method} {template} {(content or b'')[:200]!r} {query}",
            lambda: self.ask(method, path, query, content),
        )

    async def ask(self, method: str, path: str, query: dict[str, Any], content: bytes | None) -> int:
        """Send a request; return its status."""
        headers = {"content-type": "application/json", **(self.headers if self.rng.random() < 0.7 else {})}
        url = self.server.url + path
        with contextlib.suppress(httpx.InvalidURL, UnicodeEncodeError):
            answer = await self.client.request(method, url, params=query, content=content, headers=headers)
            if answer.status_code >= 400 and "reason" not in answer.json():
                self.found.failed.append(f"{method} {path}: no reason in {answer.text[:80]}")
            return answer.status_code
        return 0

    async def raw(self, data: bytes) -> int:
        """Send bytes; return the status of the answer, 0 if there is none but the end."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        try:
            writer.write(data)
            with contextlib.suppress(TimeoutError, OSError):
                line = await asyncio.wait_for(reader.readline(), 0.8)  # half a request waits for its rest
                return int(line.split()[1]) if line.startswith(b"HTTP/1.1 ") else 0
            return 0
        finally:
            writer.transport.abort()

    async def frames(self, data: bytes) -> int:
        """Send frames over a socket; whatever comes back is well."""
        key = base64.b64encode(os.urandom(16))
        head = b"GET /api/games/" + self.game.encode() + b"/live HTTP/1.1\r\nHost: localhost\r\n"
        head += b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        return await self.raw(head + b"Sec-WebSocket-Key: " + key + b"\r\n\r\n" + data)

    async def talk(self, path: str, first: str, messages: list[str]) -> None:
        """Say one thing after the other over a socket, again where it was closed."""
        while messages:
            with contextlib.suppress(*LOST):
                async with connect(self.server.url.replace("http", "ws", 1) + path, open_timeout=5) as wire:
                    if first:
                        await wire.send(first)
                    while messages:
                        message = messages.pop()
                        begun = time.monotonic()
                        await wire.send(message)
                        await asyncio.wait_for(wire.recv(), 2 if first else 0.05)
                        self.found.note(message[:60], time.monotonic() - begun, 0)

    def commands(self, count: int) -> list[str]:
        """Return commands with nonsense in them."""
        rng = self.rng
        kinds: list[Any] = [
            {"do": "play", "seq": 0, "action": "wG1", "request": "x" * 22},
            {"do": "offer", "seq": 0, "offer": "draw", "answer": None},
            {"do": "name", "name": "Anna"},
            {"do": "presence", "visible": True},
            {"do": "lines", "type": "Base", "actions": ["wG1"], "lines": 3},
            {"do": "scores", "type": "Base", "actions": [], "since": 0},
        ]
        return [json.dumps(spoilt(rng.choice(kinds), rng)) for _ in range(count)]


def most_of_workers(server: Server) -> int:
    """Return the bytes of the largest worker."""
    sizes = [0]
    for lane in ("play", "study", "request"):
        for pid in server.children(lane):
            with contextlib.suppress(OSError):
                sizes.append(
                    int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
                )
    return max(sizes)


def last_lines(log: str) -> list[str]:
    """Return how the tracebacks of a log end, each once."""
    ends = [part.split("\n20")[0].strip().splitlines()[-1] for part in log.split("Traceback")[1:]]
    return sorted(set(ends))[:3]


@promise("fuzz", "nonsense in messages, records, names, addresses: no 500, no hang over 1 s, a cap of memory")
async def fuzz(trial: Trial) -> list[Figure]:
    """Send nonsense to every call that the server describes, and to its sockets."""
    trial.start()
    described = (await trial.client.get(f"{trial.url(0)}/api/openapi.json")).json()
    screen = {"type": "Base", "opponent": {"kind": "screen"}}
    made = (await trial.client.post(f"{trial.url(0)}/api/games", json=screen)).json()
    fuzzer = Fuzzer(trial, described, made["id"], ",".join(made["seats"].values()))
    for _ in range(40):  # until every worker has loaded
        await fuzzer.call()
    fuzzer.found, before, largest = Findings(), trial.server.memory(), 0
    for i in range(trial.scaled(800, 30_000)):
        await fuzzer.call()
        if i % 100 == 0:
            largest = max(largest, most_of_workers(trial.server))
    for data in RAW:
        await fuzzer.timed(repr(data[:60]), partial(fuzzer.raw, data))
    for data in FRAMES:
        await fuzzer.timed(repr(data[:60]), partial(fuzzer.frames, data))
    count = trial.scaled(100, 3000)
    hello = json.dumps({"do": "hello", "seats": fuzzer.headers["authorization"].partition(" ")[2]})
    await fuzzer.talk(f"/api/games/{fuzzer.game}/live", hello, fuzzer.commands(count))
    await fuzzer.talk("/api/analyse", "", fuzzer.commands(count))
    found, grown = fuzzer.found, trial.server.memory() - before
    alive = (await trial.client.get(f"{trial.url(0)}/healthz")).status_code == 200
    log = trial.server.log()
    return [
        Figure(
            f"{len(found.failed)} of {found.asked} answers of 500 or without a reason {found.failed[:3]}",
            not found.failed and alive,
        ),
        Figure(
            f"{len(found.hung)} hangs {found.hung[:3]}; the slowest {found.slowest:.2f} s", not found.hung
        ),
        Figure(
            f"memory grew by {grown / 2**20:.0f} MiB, a worker has {largest / 2**20:.0f} at most",
            grown < MOST_GROWTH and largest < MOST_OF_A_WORKER,
        ),
        Figure(
            f"{log.count('Traceback')} tracebacks in {len(log.splitlines())} lines of log {last_lines(log)}",
            "Traceback" not in log,
        ),
    ]
