"""Two worlds that differ only in what one player has chosen: nobody else may be able to tell them apart."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass

from tests.simulation import invariants
from tests.simulation.faults import strike
from tests.simulation.scenario import CONVERGED
from tests.simulation.sockets import CutError
from tests.simulation.visitors import RefusedError, Visitor
from tests.simulation.world import World

CHOOSING = 6.0  # seconds between the secret choice and the one that reveals it
LOOKING = 0.4  # seconds that a look over a socket takes
PATHS = ("", "?after=0", "/frames", "/record")


@dataclass(frozen=True)
class Secret:
    """A game with a secret choice: the choices before it, the two that differ, and the other player's."""

    type: str
    before: tuple[str, ...]
    choices: tuple[str, str]
    other: str


SECRETS = {
    "hand": Secret("Base+Swarm", (), ("hand wA1 wA2 wA3", "hand wB1 wG1 wS1"), "hand bA1 bA2 bA3"),
    "faces": Secret("Venom+MLP+Fixed", (), ("faces", "faces wF1 wO1 wO2 wY1 wY2"), "faces bF1"),
    "hand after faces": Secret(
        "Venom+Swarm+Fixed",
        ("faces wF1", "faces bD1"),
        ("hand wA1 wA2 wA3", "hand wB2 wG1 wS1"),
        "hand bA1 bA2 bA3",
    ),
}


@dataclass
class Seen:
    """What each audience was sent, with the moment, before the choice was revealed and after."""

    before: dict[str, list[tuple[float, str]]]
    after: dict[str, list[tuple[float, str]]]


class Looker(Visitor):
    """Connects with any number of known entries, and asks for everything over HTTP."""

    async def look(self, after: int | None) -> None:
        with contextlib.suppress(CutError, TimeoutError):
            process = self.pick_process()
            socket = await self.world.network.connect(process, self.random, f"/api/games/{self.game}/live")
            socket.send({"do": "hello", "seats": self.seats, "after": after})
            async with asyncio.timeout(LOOKING):
                while True:
                    self.received.append((self.world.loop.time(), await socket.receive()))
        socket.cut()

    async def ask_for(self, path: str) -> None:
        with contextlib.suppress(CutError):
            process = self.pick_process()
            path = path if path.startswith("/api") else f"/api/games/{self.game}{path}"
            status, body = await self.world.network.request(
                process, self.random, "GET", path, token=self.seats
            )
            self.received.append((self.world.loop.time(), f"{status} {body.decode()}"))


def observe(
    seed: object, secret: Secret, choice: str, *, processes: int = 1, fault: str = ""
) -> tuple[World, Seen]:
    """Play a game up to the secret choice, look at it in all ways, then reveal it."""
    world = World(seed, processes=processes)
    seen = Seen({}, {})

    async def story(world: World) -> None:
        white, black = Visitor(world, "white"), Visitor(world, "black")
        screen = Visitor(world, "screen")
        await white.create(type=secret.type)
        await black.join(white.game)
        await screen.create(type=secret.type, opponent={"kind": "screen"})
        watcher = Visitor(world, "watcher")
        watcher.game = white.game
        lookers = []
        for one in (white, black, watcher, screen):
            looker = Looker(world, f"{one.name}'s second look")
            looker.game, looker.tokens = one.game, one.tokens
            lookers.append(looker)
            one.follow(play=False)
        await asyncio.sleep(0.5)
        for i, action in enumerate((*secret.before, choice)):
            for player in ((black if i % 2 else white), screen):
                await _choose(player, action)
        began = world.loop.time()
        if fault:
            await strike(world, fault, world.random("fault"), 1.0)
        for looker in lookers:
            for after in (None, *range(len(secret.before) + 4)):
                await looker.look(after)
            for path in (*PATHS, "/api/games"):
                await looker.ask_for(path)
        await asyncio.sleep(max(0.0, began + CHOOSING - world.loop.time()))
        followers = [white, black, watcher, screen, *lookers]
        seen.before = {one.name: list(one.received) for one in followers}
        for player in (black, screen):
            await _choose(player, secret.other)
        await asyncio.sleep(CONVERGED)
        for looker in lookers:
            await looker.look(0)
        seen.after = {one.name: one.received[len(seen.before[one.name]) :] for one in followers}
        world.playing = False
        truth = invariants.check_log(world)
        for one in (white, black, watcher, screen):
            if one.seq < truth.heads[one.game]:
                world.problem(f"{one.name} has seen {one.seq} of {truth.heads[one.game]}")
        invariants.check_secrets(world)

    world.run(story)
    return world, seen


async def _choose(player: Visitor, action: str) -> None:
    while True:
        try:
            if player.view is not None:
                await player.change("play", seq=player.view["seq"], action=action)
                return
        except RefusedError:
            if player.view is not None and player.view["moves"] and not player.view["choose"]:
                raise
        await asyncio.sleep(0.1)
