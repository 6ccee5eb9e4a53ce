"""Visitors: they do what the page does. Each request has an id and is sent until it is answered."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from tests.simulation.process import Process
from tests.simulation.sockets import CutError, Socket
from tests.simulation.world import World

PING = 3.0  # seconds between two pings
SILENCE = 10.0  # seconds after which a connection counts as lost
PATIENCE = 3.0  # seconds until a request is sent again
LATER = {"unavailable", "unknown_outcome", "failed", "crowded", "too_many", "not_ready", "too_slow"}


class RefusedError(Exception):
    """The server has refused something for good."""


class Visitor:
    """Somebody with the page open: follows one game, and plays if a seat is theirs."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.name = name
        self.random = world.random(f"visitor {name}")
        self.game = ""
        self.tokens: dict[str, str] = {}  # by side
        self.view: dict[str, Any] | None = None
        self.socket: Socket | None = None
        self.process: Process | None = None
        self.received: list[tuple[float, str]] = []
        self.waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.changed = asyncio.Event()
        self.tasks: list[asyncio.Task[Any]] = []
        self.busy = 0  # requests that are not answered yet
        self.thinks = (0.05, 1.5)  # seconds
        self.offers = 0.1  # how probably one offers something in the place of a move
        self.gives_up = 0.0  # how probably one never asks again for what was not answered
        self.following_since = 0.0
        world.visitors.append(self)

    @property
    def seats(self) -> str:
        return ",".join(self.tokens.values())

    @property
    def seq(self) -> int:
        return -1 if self.view is None else int(self.view["seq"])

    # -- asking ------------------------------------------------------------------------------------

    def request_id(self) -> str:
        return f"{self.random.getrandbits(128):032x}"

    def pick_process(self) -> Process:
        return self.random.choice(self.world.processes)

    async def ask(self, path: str, body: dict[str, Any], kind: str) -> dict[str, Any]:
        """Ask for a change over HTTP, again and again until that is answered; raises `RefusedError`."""
        body = {**body, "request": self.request_id()}
        self.world.ledger.asked[body["request"]] = {"game": self.game, "kind": kind, "by": self.name, **body}
        self.busy += 1
        try:
            while True:
                answer = await self._ask_once(path, body)
                if answer is not None:
                    return answer
                await asyncio.sleep(self.random.uniform(0.05, 0.6))
        finally:
            self.busy -= 1

    async def _ask_once(self, path: str, body: dict[str, Any]) -> dict[str, Any] | None:
        try:
            process = self.pick_process()
            status, text = await self.world.network.request(
                process, self.random, "POST", path, body, self.seats
            )
        except CutError:
            return None
        self.received.append((self.world.loop.time(), text.decode()))
        answer: dict[str, Any] = json.loads(text)
        if status < 300:
            self._acknowledge(body["request"], answer.get("seq", 0))
            return answer
        if answer["error"] in LATER:
            return None
        self.world.note(f"{self.name} is refused: {answer['error']}")
        raise RefusedError(answer["error"])

    def _acknowledge(self, request: str, seq: int) -> None:
        self.world.ledger.acknowledged.setdefault(request, seq)

    async def create(self, **wanted: Any) -> None:
        """Make a game."""
        usual = {"type": "Base", "opponent": {"kind": "friend"}, "colour": "w", "public": True}
        body: dict[str, Any] = {**usual, "name": self.name, **wanted}
        request = self.request_id()
        body["request"] = request
        self.world.ledger.asked[request] = {"game": "", "kind": "create", "by": self.name, **body}
        while (made := await self._ask_once("/api/games", body)) is None:
            await asyncio.sleep(self.random.uniform(0.05, 0.6))
        self.game, self.tokens = made["id"], made["seats"]
        self.world.ledger.created.setdefault(request, set()).add(made["id"])
        self.world.ledger.asked[request]["game"] = self.game
        self.world.ledger.tokens.setdefault(self.game, {}).update(self.tokens)
        if made["invite"]:
            self.world.ledger.invites[self.game] = made["invite"]

    async def join(self, game: str) -> None:
        """Take the other seat."""
        self.game = game
        body = {"invite": self.world.ledger.invites[game], "name": self.name}
        self.tokens = (await self.ask(f"/api/games/{game}/join", body, "join"))["seats"]
        self.world.ledger.tokens[game].update(self.tokens)

    async def change(self, do: str, **body: Any) -> None:
        """Ask for a change over the socket, or over HTTP where that is cut; raises `RefusedError`."""
        body["request"] = self.request_id()
        self.world.ledger.asked[body["request"]] = {"game": self.game, "kind": do, "by": self.name, **body}
        path = f"/api/games/{self.game}/{ {'play': 'actions', 'offer': 'offers', 'name': 'name'}[do] }"
        self.busy += 1
        try:
            while True:
                over_socket = self.socket is not None and self.random.random() < 0.8
                answer = await (self._send_once(do, body) if over_socket else self._ask_once(path, body))
                if answer is not None or self.random.random() < self.gives_up:
                    return
                await asyncio.sleep(self.random.uniform(0.02, 0.3))
        finally:
            self.busy -= 1

    async def _send_once(self, do: str, body: dict[str, Any]) -> dict[str, Any] | None:
        answered: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.waiting[body["request"]] = answered
        try:
            assert self.socket is not None
            self.socket.send({"do": do, **body})
            async with asyncio.timeout(PATIENCE):
                answer = await answered
        except (CutError, TimeoutError):
            return None
        finally:
            self.waiting.pop(body["request"], None)
        if answer["event"] == "done":
            self._acknowledge(body["request"], answer["seq"])
            return answer
        error = answer["refusal"]["error"]
        if error in LATER:
            return None
        self.world.note(f"{self.name} is refused: {error}")
        raise RefusedError(error)

    # -- following ---------------------------------------------------------------------------------

    def follow(self, *, play: bool = True) -> None:
        """Open the page."""
        self.following_since = self.world.loop.time()
        self.tasks.append(asyncio.create_task(self._follow()))
        if play and self.tokens:
            self.tasks.append(asyncio.create_task(self._play()))

    def leave(self) -> None:
        """Close the page."""
        for task in self.tasks:
            task.cancel()
        if self.socket is not None:
            self.socket.cut()

    async def _follow(self) -> None:
        while True:
            with contextlib.suppress(CutError, TimeoutError):
                await self._follow_once()
            if self.socket is not None:
                self.socket.cut()
            self.socket = None
            self.world.note(f"{self.name} is cut off")
            await asyncio.sleep(self.random.uniform(0.05, 0.5))

    async def _follow_once(self) -> None:
        self.process = self.pick_process()
        socket = await self.world.network.connect(self.process, self.random, f"/api/games/{self.game}/live")
        after: int | None = self.seq if self.view else None
        if self.view and self.random.random() < 0.2:
            after, self.view = None, None
        socket.send({"do": "hello", "seats": self.seats, "after": after})
        self.socket = socket
        pinging = asyncio.create_task(self._ping(socket))
        try:
            while True:
                async with asyncio.timeout(SILENCE):
                    text = await socket.receive()
                self.received.append((self.world.loop.time(), text))
                self._take(json.loads(text))
        finally:
            pinging.cancel()

    async def _ping(self, socket: Socket) -> None:
        with contextlib.suppress(CutError):
            while True:
                await asyncio.sleep(PING)
                socket.send({"do": "ping"})

    def _take(self, message: dict[str, Any]) -> None:
        event = message.pop("event")
        if event == "view":
            self.view = message["view"]
        elif event == "update":
            self._update(message)
        elif event == "presence" and self.view is not None:
            self.view.update(message)
        elif event in ("done", "refused"):
            waiting = self.waiting.get(message.get("request") or "")
            if waiting is not None and not waiting.done():
                waiting.set_result({"event": event, **message})
            elif event == "refused" and message.get("request") is None:
                self.world.note(f"{self.name} is refused: {message['refusal']['error']}")
                if message["refusal"]["error"] in LATER:
                    raise CutError
        self.changed.set()

    def _update(self, message: dict[str, Any]) -> None:
        if self.view is None:
            self.world.problem(f"{self.name} gets an update before a view")
            return
        known = message.pop("moves_from")
        if known > len(self.view["moves"]):
            self.world.problem(f"{self.name} misses moves before {known}")
        if message["seq"] < self.view["seq"]:
            self.world.problem(f"{self.name} is sent entry {message['seq']} after {self.view['seq']}")
        message["moves"] = self.view["moves"][:known] + message["moves"]
        self.view.update(message)

    # -- playing -----------------------------------------------------------------------------------

    async def _play(self) -> None:
        while True:
            await self.changed.wait()
            self.changed.clear()
            if self.view is None or not self.world.playing or self.view["outcome"]:
                continue
            with contextlib.suppress(RefusedError):
                await self._act(self.view)

    async def _act(self, view: dict[str, Any]) -> None:
        random = self.random
        asked = [kind for kind, side in view["offers"].items() if side and side not in self.tokens]
        if asked:
            answer = random.random() < 0.5
            await self.change("offer", seq=view["seq"], offer=asked[0], answer=answer)
            return
        text = choice(view, random)
        if text is None:
            return
        await asyncio.sleep(random.uniform(*self.thinks))
        if not self.world.playing or self.view is None or self.view["seq"] != view["seq"]:
            self.changed.set()
            return
        if random.random() < self.offers and view["moves"]:
            offer = random.choice(("takeback", "draw", "takeback"))
            with contextlib.suppress(RefusedError):
                await self.change("offer", seq=view["seq"], offer=offer)
            self.changed.set()
            return
        await self.change("play", seq=view["seq"], action=text)


def choice(view: dict[str, Any], random: Any) -> str | None:
    """An action that the view offers, if one is to be chosen."""
    if view["choose"]:
        wanted, names = view["choose"], []
        for entry in wanted["from"]:
            stem = entry["name"].rstrip("0123456789")
            first = entry["name"][len(stem) :]
            kind = [f"{stem}{int(first) + i}" if first else stem for i in range(entry["count"])]
            names.append(kind)
        if wanted["what"] == "faces":
            taken = [name for kind in names for name in kind[: random.randint(0, len(kind))]]
            return " ".join(["faces", *sorted(taken[: wanted["count"]])])
        order = list(names)
        random.shuffle(order)
        taken = [name for kind in order for name in kind][: wanted["count"]]
        return " ".join(["hand", *sorted(taken)])
    return random.choice(view["actions"])["text"] if view["actions"] else None
