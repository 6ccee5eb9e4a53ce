"""Stories that no random plan tells: each sets a certain scene and says what must come of it.

To add one, write a coroutine here with `@story`; what is wrong goes to the world's `problems`.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any

from tests.simulation import invariants
from tests.simulation.sockets import CutError
from tests.simulation.visitors import LATER, RefusedError, Visitor
from tests.simulation.world import World

from ruche import Position
from ruche.server.live.upkeep import SWEEP
from ruche.server.match.events import Played
from ruche.server.wire.followers import SILENCE
from ruche.server.work.jobs import SEARCH_SECONDS, FindLines, pack_position
from ruche.server.work.pool import STUDY, CrowdedError

CLOCK = {"kind": "real", "seconds": 300, "increment": 0}
MACHINE_WAIT = 10.0  # seconds that no move of the machine waits for a worker, at most
THINKING = 4.0  # and that it may think


@dataclass(frozen=True)
class Story:
    """What happens in a world of so many processes."""

    tell: Callable[[World], Coroutine[Any, Any, None]]
    processes: int


STORIES: dict[str, Story] = {}


def story(processes: int = 1) -> Callable[[Callable[[World], Coroutine[Any, Any, None]]], None]:
    """Declare a story."""

    def declare(tell: Callable[[World], Coroutine[Any, Any, None]]) -> None:
        STORIES[tell.__name__] = Story(tell, processes)

    return declare


def run_story(name: str, seed: object, *, trace: bool = False) -> World:
    """Tell a story; what is wrong is in the world's `problems`."""
    one = STORIES[name]
    world = World(f"{name} {seed}", processes=one.processes, trace=trace)
    world.run(one.tell)
    return world


async def ready(world: World) -> None:
    """Wait until every process serves."""
    while not all(process.ready for process in world.processes):
        await asyncio.sleep(0.05)


async def two_players(world: World, number: int, **wanted: Any) -> tuple[Visitor, Visitor]:
    """Let two people sit down at a game; neither follows it yet."""
    host, guest = Visitor(world, f"host{number}"), Visitor(world, f"guest{number}")
    await host.create(**wanted)
    await guest.join(host.game)
    return host, guest


@story(processes=2)
async def a_visitor_vanishes(world: World) -> None:
    """P5: nothing comes from a connection any more, and nobody is told: the server gives it up."""
    await ready(world)
    host, guest = await two_players(world, 0)
    host.follow(play=False)
    guest.follow(play=False)
    await asyncio.sleep(2.0)
    dead = host.socket
    assert dead is not None
    for task in host.tasks:
        task.cancel()  # the machine is off: it does not even say good-bye
    host.tasks.clear()
    await asyncio.sleep(SILENCE + 2 * SWEEP)
    if not dead.is_cut:
        world.problem("a connection on which nothing comes is kept")
    if guest.view is None or guest.view["presence"]["w"] == "here":
        world.problem("a player who vanished is shown as present")
    if guest.socket is None or guest.socket.is_cut:
        world.problem("a connection that is used was given up")


@story()
async def an_entry_cannot_be_read(world: World) -> None:
    """P7: a game with a clock has an entry that nobody can read; that game is refused, all others play."""
    await ready(world)
    broken, whole = [await two_players(world, number, clock=CLOCK) for number in range(2)]
    for visitor in (*broken, *whole):
        visitor.offers = 0.0
        visitor.follow()
    await asyncio.sleep(4.0)
    game = broken[0].game
    world.expected = (f"game {game} is put in quarantine",)
    for visitor in broken:
        visitor.leave()
    world.disk.keeper.execute('UPDATE log SET event = \'{"kind":"?"}\' WHERE game = ? AND seq = 2', (game,))
    world.disk.keeper.commit()
    before = whole[0].seq
    world.processes[0].kill()
    await asyncio.sleep(1.0)
    await ready(world)
    await asyncio.sleep(5.0)
    if whole[0].seq <= before:
        world.problem("one unreadable entry stops the other games")
    try:
        async with asyncio.timeout(10.0):
            await broken[0].ask(f"/api/games/{game}/name", {"name": "Anna"}, "name")
    except RefusedError:
        pass
    except TimeoutError:
        world.problem("who asks for a game that cannot be read is not answered")
    else:
        world.problem("a game that cannot be read goes on")
    if not world.disk.rows("SELECT fault FROM games WHERE id = ?", game)[0][0]:
        world.problem("a game that cannot be read is not named")


@story()
async def many_study(world: World) -> None:
    """P9: whatever is asked of the workers that study, the machine plays on."""
    await ready(world)
    host = Visitor(world, "host")
    host.offers, host.thinks = 0.0, (0.05, 0.1)
    await host.create(opponent={"kind": "machine", "level": 1})
    host.follow()
    registry = world.processes[0].registry
    assert registry is not None
    workers = registry.machines.workers
    question = FindLines(pack_position(Position("Base")), 1, 5.0)
    for _ in range(300):
        with contextlib.suppress(CrowdedError):
            workers.submit(question, STUDY)
        await asyncio.sleep(0.1)
    world.playing = False
    await asyncio.sleep(MACHINE_WAIT + THINKING)
    log = invariants.Truth(world).logs[host.game]
    moves = [entry for entry in log if isinstance(entry.event, Played)]
    if len(moves) < 8:
        world.problem(f"only {len(moves)} moves beside those who study")
    for one, other in itertools.pairwise(moves):
        if other.at - one.at > MACHINE_WAIT + THINKING:
            world.problem(f"a move waited {other.at - one.at:.1f} s beside those who study")


@story()
async def many_search(world: World) -> None:
    """Workers that hang or die make searches wait, and nobody who plays; what is found is on record."""
    await ready(world)
    host, guest = await two_players(world, 0, public=True)
    for visitor in (host, guest):
        visitor.offers, visitor.thinks = 0.0, (0.05, 0.1)
        visitor.follow()
    while host.seq < 4:
        await asyncio.sleep(0.05)
    world.worker_trouble.hangs = world.worker_trouble.dies = 0.2
    before = host.seq
    searches = [asyncio.create_task(_search(world, host.game, number)) for number in range(20)]
    await asyncio.sleep(5.0)
    if host.seq < before + 8:
        world.problem(f"only {host.seq - before} moves beside those who search")
    world.worker_trouble.hangs = world.worker_trouble.dies = 0.0
    _, unanswered = await asyncio.wait(searches, timeout=2 * SEARCH_SECONDS)
    if unanswered:
        world.problem(f"{len(unanswered)} searches are not answered")


async def _search(world: World, game: str, number: int) -> None:
    """Search until there is an answer, which must have that game."""
    chance = world.random(f"search {number}")
    while True:
        await asyncio.sleep(chance.random())
        try:
            status, body = await world.network.request(world.processes[0], chance, "GET", "/api/games")
        except CutError:
            continue
        answer = json.loads(body)
        if status == 200:
            if [one["id"] for one in answer["games"]] != [game]:
                world.problem(f"a search finds {answer}")
            return
        if answer["error"] not in LATER:
            world.problem(f"a search is refused: {answer}")


@story(processes=2)
async def games_expire_while_they_begin(world: World) -> None:
    """One process deletes games that were never begun, just when another lets somebody begin them."""
    await ready(world)
    random = world.random("expiring")
    hosts = []
    for number in range(6):
        host, guest = await two_players(world, number)
        host.gives_up = 1.0
        hosts += [host, guest]
        host.follow(play=False)
    await asyncio.sleep(1.0)
    deleting = world.processes[0].registry
    assert deleting is not None

    async def begin(visitor: Visitor) -> None:
        await asyncio.sleep(random.uniform(0.0, 0.03))
        with contextlib.suppress(RefusedError):
            await visitor.change("play", seq=visitor.seq, action="wG1")

    beginning = [asyncio.create_task(begin(host)) for host in hosts[::2]]
    for _ in range(4):
        await asyncio.sleep(random.uniform(0.0, 0.012))
        await deleting.database.expire(deleting.time_source.now() + 1, held=())
    await asyncio.gather(*beginning)
    await asyncio.sleep(3.0)
    truth = invariants.Truth(world)  # says which logs have a gap
    index = dict(world.disk.rows("SELECT id, seq FROM games"))
    if index != truth.heads:
        world.problem(f"the index has {index}, the log {truth.heads}")
    for process in world.processes:
        held = set(process.registry.replicas.by_id) if process.registry else set()
        if lost := held - set(index):
            world.problem(f"{process.name} still has games that are gone: {sorted(lost)}")
