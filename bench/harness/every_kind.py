"""A promise about the wire: requests of every kind through proxies that drop, repeat, delay and reorder."""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import time
from collections import Counter
from typing import Any

import httpx
from bench.harness.client import Follower, Player, Refused
from bench.harness.evidence import Claims, compare
from bench.harness.promise import Figure, Trial, promise
from bench.harness.proxy import FaultyProxy

PATIENCE = 3.0  # seconds until a request is sent again
MOST_TRIES = 100
AT_ONCE = 8
LENGTH = 40  # actions of a game, at most
LAST = 1_000_000  # a number that no entry has
LOST_ANSWERS = {502, 503}
STUDY_LETTERS = "23456789abcdefghjkmnpqrstvwxyz"


class Visitors:
    """People who do everything that can be done, each request until it is answered."""

    def __init__(self, trial: Trial, proxies: list[FaultyProxy], wanted: int) -> None:
        self.trial = trial
        self.proxies = proxies
        self.wanted = wanted
        self.asked: Counter[str] = Counter()  # requests by their kind
        self.claims = Claims()
        self.followers: list[Follower] = []
        self.repeats = 0
        self.wrong: list[str] = []
        self.ends = time.monotonic() + trial.seconds

    @property
    def are_done(self) -> bool:
        """Whether enough was asked, or time is up."""
        return self.asked.total() >= self.wanted or time.monotonic() > self.ends

    def url(self, i: int) -> str:
        """Return the address of a proxy; visitors are spread over them by number."""
        return self.proxies[i % len(self.proxies)].url

    async def ask(self, method: str, url: str, seats: str = "", **sent: Any) -> httpx.Response:
        """Send a request until it is answered."""
        headers = {"authorization": f"Bearer {seats}"} if seats else {}
        for attempt in range(MOST_TRIES):
            self.repeats += attempt > 0
            with contextlib.suppress(httpx.HTTPError):
                answer = await self.trial.client.request(
                    method, url, headers=headers, timeout=PATIENCE, **sent
                )
                if answer.status_code not in LOST_ANSWERS:
                    return answer
            await asyncio.sleep(0.05)
        raise TimeoutError(f"{method} {url} got no answer")

    async def change(
        self, kind: str, path: str, i: int, seats: str = "", game: str = "", request: str = "", **body: Any
    ) -> dict[str, Any] | None:
        """Change something over HTTP; note what was said of it. None if it is refused."""
        self.asked[kind] += 1
        request = request or secrets.token_urlsafe(16)
        answer = await self.ask("POST", self.url(i) + path, seats, json={**body, "request": request})
        if answer.status_code >= 500:
            self.wrong.append(f"{kind}: {answer.status_code}")
        said: dict[str, Any] = answer.json()
        if answer.is_success:
            if game or kind == "create":
                self.claims.done[request] = (game or said["id"], said.get("seq", LAST))
            return said
        self.claims.refused[request] = (game, f"{kind}: {said['error']}")
        return None

    async def look(self, path: str, i: int, seats: str = "", kind: str = "look") -> None:
        """Look at something."""
        self.asked[kind] += 1
        answer = await self.ask("GET", self.url(i) + path, seats)
        if answer.status_code != 200:
            self.wrong.append(f"{kind}: {answer.status_code}")

    async def live(self, i: int, rng: random.Random) -> None:
        """Make games and studies one after the other until enough was asked."""
        while not self.are_done:
            await self.study(i, rng)
            await self.cancelled(i)
            await self.game(i, rng)

    async def study(self, i: int, rng: random.Random) -> None:
        """Keep a study twice over, share it, delete it."""
        path = f"/api/studies/{''.join(rng.choices(STUDY_LETTERS, k=12))}"
        token = secrets.token_urlsafe(18)
        chapter = {"id": "a", "title": "One", "type": "Base", "nodes": [{"action": "wG1", "parent": -1}]}
        bases: list[int] = []
        for title in ("first", "second"):
            study = {"title": title, "chapters": [chapter]}
            saved = await self.change("study", f"{path}/save", i, token, study=study, bases=bases)
            if saved is None or len(saved["versions"]) != 1:
                self.wrong.append(f"a study saved once has versions {saved}")
                return
            bases = saved["versions"]
        await self.look(path, i + 1, token, "look at a study")

    async def cancelled(self, i: int) -> None:
        """Make a game and take the invitation back."""
        made = await self.change("create", "/api/games", i, type="Base", opponent={"kind": "friend"})
        if made is None:
            self.wrong.append("a game could not be made")
            return
        path, seats = f"/api/games/{made['id']}", ",".join(made["seats"].values())
        if await self.change("cancel", f"{path}/cancel", i + 1, seats, made["id"]) is None:
            self.wrong.append("a game could not be cancelled")
        joined = await self.change("join", f"{path}/join", i, "", made["id"], invite=made["invite"])
        if joined is not None:
            self.wrong.append("a cancelled game could be joined")

    async def game(self, i: int, rng: random.Random) -> None:
        """Play a game with everything that belongs to it, before two watchers."""
        friend: dict[str, Any] = {"type": "Base+MLP", "opponent": {"kind": "friend"}, "colour": "w"}
        made = await self.change("create", "/api/games", i, **friend, public=True)
        if made is None:
            self.wrong.append("a game could not be made")
            return
        game, path = made["id"], f"/api/games/{made['id']}"
        joined = await self.change("join", f"{path}/join", i + 1, "", game, invite=made["invite"])
        if joined is None:
            self.wrong.append("nobody could join")
            return
        white = Player(self.url(i), game, made["seats"]["w"])
        black = Player(self.url(i + 1), game, joined["seats"]["b"])
        watchers = [Follower(self.url(i), game), Follower(self.url(i + 1), game)]
        everybody: list[Follower] = [white, black, *watchers]
        self.followers += everybody
        for one in everybody:
            one.start()
            await one.until(1)
        await self.play(i, white, black, rng)
        await self.end(i, white, black, rng)
        head = max(one.seq for one in everybody)
        for one in everybody:
            with contextlib.suppress(TimeoutError):
                await one.until(head, 20)
            if one.seq < head:
                self.wrong.append(f"{game}: somebody stays at {one.seq}, another is at {head}")

    async def command(self, player: Player, command: str, **body: Any) -> bool:
        """Send a command over a socket until it is answered; tell whether it was done."""
        self.asked[f"{command} by socket"] += 1
        with contextlib.suppress(Refused):
            await player.do(command, patience=PATIENCE, **body)
            return True
        return False

    async def play(self, i: int, white: Player, black: Player, rng: random.Random) -> None:
        """Play for a while, with names, offers, and tokens that are renewed."""
        path = f"/api/games/{white.game}"
        await self.command(white, "name", name="Anna")
        await self.change("name", f"{path}/name", i + 1, black.seats, black.game, name="Bert")
        for _ in range(LENGTH):
            if white.view.get("outcome") or self.are_done:
                return
            mover, other = (white, black) if white.view.get("actions") else (black, white)
            if not (actions := mover.view.get("actions")):
                await asyncio.sleep(0.02)  # the news is on its way
                continue
            seq, action = mover.seq, rng.choice(actions)["text"]
            match rng.randrange(20):
                case 0:
                    if await self.command(other, "offer", seq=other.seq, offer="draw"):
                        await self.command(other, "offer", seq=other.seq, offer="draw", answer=False)
                case 1 | 2:
                    await self.command(other, "offer", seq=other.seq, offer="takeback")
                    answer: dict[str, Any] = {"seq": other.seq, "offer": "takeback", "answer": True}
                    await self.change("offer", f"{path}/offers", i, mover.seats, mover.game, **answer)
                case 3:
                    await self.renew(i, mover, path)
                case 4 | 5 | 6 | 7:
                    await self.act(i + 1, mover, seq=seq, action=action)
                case 8:
                    await self.look(path, i, mover.seats)
                case _:
                    await self.command(mover, "play", seq=seq, action=action)

    async def act(self, i: int, player: Player, **acting: Any) -> None:
        """Play an action over HTTP, with the request id that it may have had over the socket."""
        path, request = f"/api/games/{player.game}/actions", player.request_for("play", **acting)
        if await self.change("action", path, i, player.seats, player.game, request, **acting) is None:
            player.refused[request] = self.claims.refused[request][1]

    async def renew(self, i: int, player: Player, path: str) -> None:
        """Make a token void; whoever asks again gets the new one too."""
        renewed = await self.change("revoke", f"{path}/seats/revoke", i, player.seats, player.game)
        if renewed is None:
            self.wrong.append(f"{player.game}: a seat was lost with its token")
            return
        (player.seats,) = renewed["seats"].values()
        await player.stop()
        player.start()
        while player.socket is None:
            await asyncio.sleep(0.01)

    async def end(self, i: int, white: Player, black: Player, rng: random.Random) -> None:
        """Resign if the game goes on, agree on a rematch, have a name forgotten."""
        path = f"/api/games/{white.game}"
        if not white.view.get("outcome"):
            await self.command(rng.choice((white, black)), "offer", seq=white.seq, offer="resign")
        await self.change(
            "offer", f"{path}/offers", i, white.seats, white.game, seq=white.seq, offer="rematch"
        )
        await black.until(white.seq)
        await self.command(black, "offer", seq=black.seq, offer="rematch", answer=True)
        await self.change("forget", f"{path}/forget", i, white.seats, white.game)
        await self.look(f"{path}/record?format=pgn", i, kind="record")


@promise("faults", "a wire that drops, repeats, delays and reorders: no gap, no double, no divergence")
async def faulty_wire(trial: Trial) -> list[Figure]:
    """Send thousands of requests of every kind through proxies that harm one in five."""
    trial.start()
    proxies = [FaultyProxy("127.0.0.1", server.port, seed=i) for i, server in enumerate(trial.servers)]
    for proxy in proxies:
        await proxy.start()
    visitors = Visitors(trial, proxies, trial.scaled(500, 10_000))
    living = (visitors.live(i, random.Random(trial.seed + i)) for i in range(AT_ONCE))
    try:
        await asyncio.gather(*living)
        await asyncio.sleep(2)
        figures = await compare(trial, visitors.followers, visitors.claims)
    finally:
        for one in visitors.followers:
            await one.stop()
        for proxy in proxies:
            await proxy.stop()
    happened = sum((proxy.happened for proxy in proxies), Counter[str]())
    harmed = happened.total() - happened["none"]
    kinds = ", ".join(f"{count} {kind}" for kind, count in visitors.asked.most_common())
    return [
        Figure(
            f"{visitors.asked.total()} requests ({kinds}); {harmed} of {happened.total()} messages harmed"
            f" ({', '.join(f'{count} {name}' for name, count in happened.most_common() if name != 'none')})",
            True if visitors.asked.total() >= visitors.wanted else None,
        ),
        Figure(f"{len(visitors.wrong)} answers that should not be {visitors.wrong[:3]}", not visitors.wrong),
        *figures,
    ]
