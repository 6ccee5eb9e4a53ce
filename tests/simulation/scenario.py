"""Random stories: some games, some visitors, some faults, all from one seed."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random

from tests.simulation import invariants
from tests.simulation.faults import FAULTS, strike
from tests.simulation.visitors import Visitor
from tests.simulation.world import World

from ruche.server.live import replicas

CONVERGED = 2.0  # seconds after the last fault in which every follower is at the log's head
QUIET = 20  # looks at the log's heads until nothing has come in between
RECONNECTING = 0.6  # seconds until the page asks again, at most
MACHINE = 40.0  # seconds in which a machine is given another worker or another process
TYPES = ("Base", "Base+MLP", "Base+Swarm", "Venom+MLP+Fixed", "Venom+Swarm+Fixed")


# What can be cancelled in a server that goes on: what visitors have started.
CANCELLED = ("Network._answer", "Socket.serve", "receive_commands", "SocketFollower.send_news")


@dataclass
class Plan:
    """What happens in a story; a seed makes one, a test writes one."""

    processes: int = 1
    shared: bool | None = None
    games: int = 2
    watchers: int = 1
    seconds: float = 12.0
    faults: list[tuple[str, float, float]] = field(default_factory=list)  # name, when, how long
    kept: int = 200  # replicas that nobody holds
    cancel: tuple[str, int, int] | None = (
        None  # a task by name and number, and the await at which it is cancelled
    )
    kill_at: int | None = None  # the step of the first process before which it is killed
    stop_at: int | None = None  # or told to stop
    types: tuple[str, ...] = TYPES
    gives_up: float | None = None  # how probably somebody never asks again
    opponents: tuple[str, ...] = ("friend", "friend", "screen", "machine")


def plan_of(seed: int) -> Plan:
    """The plan that follows from a seed."""
    random = Random(f"plan {seed}")
    plan = Plan(
        processes=random.choice((1, 1, 2, 2, 3)),
        games=random.randint(1, 4),
        watchers=random.randint(0, 2),
        seconds=random.uniform(3, 8),
        kept=random.choice((0, 1, 200)),
    )
    for _ in range(random.randint(0, 4)):
        name = random.choice(sorted(FAULTS))
        plan.faults.append((name, random.uniform(0, plan.seconds - 1), random.uniform(0.2, 4)))
    if random.random() < 0.3:
        plan.cancel = (random.choice(CANCELLED), random.randrange(20), random.randint(1, 12))
    if random.random() < 0.2:
        plan.kill_at = random.randrange(1, 3000)
    return plan


def run_seed(seed: int, *, trace: bool = False) -> World:
    """Run the story of a seed; what is wrong is in the world's `problems`."""
    return run_plan(plan_of(seed), seed, trace=trace)


def try_seed(seed: int) -> tuple[int, list[str]]:
    """Return a seed with what is wrong in it."""
    try:
        return seed, run_seed(seed).problems
    except Exception as error:
        return seed, [f"the simulation itself failed: {error!r}"]


def run_plan(plan: Plan, seed: object, *, trace: bool = False) -> World:
    """Run a plan."""
    world = World(seed, processes=plan.processes, shared=plan.shared, trace=trace)
    world.note(f"seed {seed}: {plan}")
    if plan.cancel is not None:
        world.cancel(*plan.cancel)
    world.processes[0].killed_at, world.processes[0].stopped_at = plan.kill_at, plan.stop_at
    kept, replicas.KEPT = replicas.KEPT, plan.kept
    try:
        world.run(lambda world: tell(world, plan))
    finally:
        replicas.KEPT = kept
    return world


async def tell(world: World, plan: Plan) -> None:
    """Play the games, let the faults strike, and check."""
    checking = asyncio.create_task(_keep_checking(world))
    openings = [asyncio.create_task(open_game(world, number, plan)) for number in range(plan.games)]
    striking = [asyncio.create_task(_strike(world, *one)) for one in plan.faults]
    await asyncio.sleep(plan.seconds)
    if striking:
        await asyncio.wait(striking)
        for task in striking:
            task.result()
    await _all_ready(world)
    heads, healed = invariants.Truth(world).heads, world.loop.time()
    await asyncio.sleep(CONVERGED + RECONNECTING)
    await asyncio.wait(openings, timeout=MACHINE)
    for task in openings:
        if not task.done() or task.exception() is not None:
            world.problem(f"a game could not be opened: {task}")
    invariants.check_followers(world, heads, since=healed)
    await settle(world)
    checking.cancel()


async def settle(world: World) -> None:
    """Let everybody finish, then check everything."""
    world.playing = False
    for _ in range(int(10 * MACHINE)):
        if not any(visitor.busy for visitor in world.visitors) and not _machines_wait(world):
            break
        await asyncio.sleep(0.1)
    else:
        for visitor in world.visitors:
            if visitor.busy:
                world.problem(f"{visitor.name} is never answered")
    await _nothing_new(world)
    truth = invariants.check_log(world)
    invariants.check_followers(world, truth.heads, whole=True)
    invariants.check_machines(world, truth)
    invariants.check_clocks(world, truth)
    invariants.check_flags(world, truth)
    invariants.check_objects(world)
    invariants.check_secrets(world)


async def _nothing_new(world: World) -> None:
    """Let followers come to the log's head: a flag may fall in the last moment."""
    for _ in range(QUIET):
        heads = world.disk.heads()
        await asyncio.sleep(CONVERGED)
        if world.disk.heads() == heads:
            return
    world.problem("games go on though nobody plays")


def _machines_wait(world: World) -> bool:
    return bool(world.disk.rows("SELECT 1 FROM games WHERE wakes = 0"))


async def _all_ready(world: World) -> None:
    """Wait for processes that start anew; nobody can be at the log's head before."""
    for _ in range(600):
        if all(process.ready for process in world.processes):
            return
        await asyncio.sleep(0.05)
    world.problem("a process does not start")


async def _keep_checking(world: World) -> None:
    while True:
        await asyncio.sleep(0.25)
        invariants.check_objects(world)


async def _strike(world: World, name: str, when: float, seconds: float) -> None:
    await asyncio.sleep(when)
    await strike(world, name, world.random(f"fault {name} {when}"), seconds)


async def open_game(world: World, number: int, plan: Plan) -> None:
    """Let somebody make a game and others come to it."""
    random = world.random(f"game {number}")
    host = Visitor(world, f"host{number}")
    opponent = random.choice(plan.opponents)
    wanted: dict[str, object] = {
        "type": random.choice(plan.types),
        "opponent": {"kind": opponent, **({"level": 1} if opponent == "machine" else {})},
        "colour": random.choice("wb"),
    }
    if random.random() < 0.6:
        wanted["clock"] = {
            "kind": "real",
            "seconds": random.choice((5, 30, 300)),
            "increment": random.choice((0, 1)),
        }
    await host.create(**wanted)
    host.gives_up = random.choice((0.0, 0.0, 0.5)) if plan.gives_up is None else plan.gives_up
    host.follow()
    for i in range(plan.watchers):
        watcher = Visitor(world, f"watcher{number}.{i}")
        watcher.game = host.game
        watcher.follow()
    if opponent == "friend":
        guest = Visitor(world, f"guest{number}")
        await asyncio.sleep(random.random())
        await guest.join(host.game)
        guest.gives_up = host.gives_up
        guest.follow()
