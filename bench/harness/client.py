"""A player like the page: follows its game over a socket, repeats what got no answer, keeps count."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

View = dict[str, Any]
LOST = (OSError, WebSocketException, EOFError, TimeoutError, asyncio.IncompleteReadError)
SILENCE = 10.0  # seconds after which a connection counts as lost
decoder = msgspec.json.Decoder()


class Refused(Exception):
    """The server refuses; `error` is the refusal's key."""

    def __init__(self, error: str) -> None:
        super().__init__(error)
        self.error = error


class DivergenceError(Exception):
    """What a follower was told does not fit together."""


class Follower:
    """Follows one game: `view` is what its updates add up to, `heard` which numbers came, and when."""

    def __init__(self, url: str, game: str, seats: str = "") -> None:
        self.url = url
        self.game = game
        self.seats = seats
        self.view: View = {}
        self.heard: dict[int, float] = {}
        self.whole_views = 0
        self.connections = 0
        self.answers: dict[str, asyncio.Future[int]] = {}
        self.socket: ClientConnection | None = None
        self.changed = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    @property
    def seq(self) -> int:
        """The last number heard."""
        return int(self.view.get("seq", -1))

    @property
    def is_running(self) -> bool:
        """Whether it follows its game."""
        return self.task is not None and not self.task.done()

    @property
    def fault(self) -> str:
        """What has ended it, if it was not told to stop: something that the server should not have said."""
        if self.task is None or not self.task.done() or self.task.cancelled():
            return ""
        return repr(self.task.exception())

    def start(self) -> None:
        """Follow until stopped."""
        self.task = asyncio.create_task(self._follow())

    async def stop(self) -> None:
        """Go away."""
        while self.task is not None and not self.task.done():
            self.task.cancel()  # before Python 3.12 a `wait_for` could swallow it
            await asyncio.wait({self.task}, timeout=1)

    async def _follow(self) -> None:
        while True:
            with contextlib.suppress(*LOST):
                await self._listen()
            self.socket = None
            await asyncio.sleep(0.05 + random.random() * 0.3)

    async def _listen(self) -> None:
        address = f"{self.url.replace('http', 'ws', 1)}/api/games/{self.game}/live"
        async with connect(address, compression=None, ping_interval=None, open_timeout=SILENCE) as socket:
            hello = {"do": "hello", "seats": self.seats, "after": self.seq if self.view else None}
            await socket.send(msgspec.json.encode(hello).decode())
            self.connections += 1
            self.socket = socket
            pinging = asyncio.create_task(self._ping(socket))
            try:
                while True:
                    self.hear(decoder.decode(await asyncio.wait_for(socket.recv(), SILENCE)))
            finally:
                pinging.cancel()

    async def _ping(self, socket: ClientConnection) -> None:
        with contextlib.suppress(*LOST):
            while True:
                await asyncio.sleep(4)
                await socket.send('{"do":"ping"}')

    def hear(self, event: dict[str, Any]) -> None:
        """Take what the server says; raises `DivergenceError` if it does not fit what was said before."""
        match event["event"]:
            case "view":
                if event["view"]["seq"] < self.seq:
                    raise DivergenceError(f"{self.game}: a view of {event['view']['seq']} after {self.seq}")
                self.view = event["view"]
                self.whole_views += 1
            case "update":
                self._update(event)
            case "done" | "refused":
                self._answer(event)
                return
            case _:
                return
        self.heard.setdefault(self.seq, time.monotonic())
        self.changed.set()

    def _update(self, event: dict[str, Any]) -> None:
        """Take an update: the sum of all that came after what was heard last."""
        known = len(self.view["moves"])
        if event["seq"] <= self.seq or event["moves_from"] > known:
            raise DivergenceError(f"{self.game}: {event['seq']} from {event['moves_from']} after {self.seq}")
        moves = self.view["moves"][: event["moves_from"]] + event["moves"]
        self.view = {**self.view, **event, "moves": moves}

    def _answer(self, event: dict[str, Any]) -> None:
        answer = self.answers.pop(event.get("request") or "", None)
        if answer is None or answer.done():
            return
        if event["event"] == "done":
            answer.set_result(event["seq"])
        else:
            answer.set_exception(Refused(event["refusal"]["error"]))

    async def until(self, seq: int, seconds: float = 60.0) -> None:
        """Wait until a number was heard."""
        async with asyncio.timeout(seconds):
            while self.seq < seq:
                self.changed.clear()
                await self.changed.wait()


class Player(Follower):
    """Holds a seat, and repeats what got no answer, with the same request id."""

    def __init__(self, url: str, game: str, seats: str) -> None:
        super().__init__(url, game, seats)
        self.acknowledged: dict[str, int] = {}  # by request id: the number in the answer
        self.refused: dict[str, str] = {}  # by request id: why
        self.wishes: dict[str, str] = {}  # by what was asked for: the request id
        self.repeats = 0

    def request_for(self, command: str, **body: Any) -> str:
        """Return the request id of a wish: one that was given up half-way keeps its own.

        The server takes the same action after the same entry for one wish, whatever its ids; then the log
        has the first of them only, and would seem to lack the second.
        """
        wish = repr((command, body))
        if self.wishes.get(wish, "") in {"", *self.refused}:
            self.wishes[wish] = secrets.token_urlsafe(16)
        return self.wishes[wish]

    async def do(self, command: str, *, patience: float = 3.0, most: int = 100, **body: Any) -> int:
        """Send a command over the socket until it is answered; return the number it was given."""
        request = self.request_for(command, **body)
        message = msgspec.json.encode({"do": command, "request": request, **body}).decode()
        for attempt in range(most):
            self.repeats += attempt > 0
            while self.socket is None:
                await asyncio.sleep(0.02)
            answer = self.answers[request] = asyncio.get_running_loop().create_future()
            try:
                await self.socket.send(message)
                seq = await asyncio.wait_for(answer, patience)
                self.acknowledged[request] = int(seq)
                return int(seq)
            except Refused as refusal:
                if refusal.error not in ("unknown_outcome", "unavailable"):
                    self.refused[request] = refusal.error
                    raise
                if attempt + 1 == most:
                    raise
                await asyncio.sleep(0.1)
            except LOST:
                await asyncio.sleep(0.05)  # until the follower has noticed it, too
            finally:
                self.answers.pop(request, None)
        raise TimeoutError(f"{command} got no answer")

    async def play(self, rng: random.Random) -> int | None:
        """Play a random legal action, if it is one's turn; return its number."""
        actions = self.view.get("actions")
        if not actions or self.view.get("outcome"):
            return None
        return await self.do("play", seq=self.seq, action=rng.choice(actions)["text"])


async def ask(client: httpx.AsyncClient, url: str, body: dict[str, Any], *, most: int = 50) -> Any:
    """Ask for a change, and again while the server cannot just now or the answer is lost: it is done once.

    A connection that was idle may be closed at the very moment in which something is asked over it.
    """
    body = body | {"request": secrets.token_urlsafe(16)}
    for _ in range(most):
        with contextlib.suppress(httpx.TransportError):
            answer = await client.post(url, json=body)
            if answer.status_code != 503:
                return answer.raise_for_status().json()
        await asyncio.sleep(0.2)
    raise TimeoutError(f"{url} got no answer")


async def create(client: httpx.AsyncClient, url: str, **wanted: Any) -> tuple[Player, Player]:
    """Make a game between two persons; return both."""
    body = {"type": "Base+MLP", "opponent": {"kind": "friend"}, "colour": "w", "public": True, **wanted}
    made = await ask(client, f"{url}/api/games", body)
    joined = await ask(client, f"{url}/api/games/{made['id']}/join", {"invite": made["invite"]})
    return Player(url, made["id"], made["seats"]["w"]), Player(url, made["id"], joined["seats"]["b"])
