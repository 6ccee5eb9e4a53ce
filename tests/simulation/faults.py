"""Faults: each begins, lasts a while, and ends. To add one, write a function here with `@fault`.

A fault is a generator: what stands before its `yield` begins it, what stands behind it ends it. It draws from
the chance it is given, so that the same seed has the same faults.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from random import Random

from tests.simulation.process import Process
from tests.simulation.world import World

Fault = Callable[[World, Random, float], AbstractContextManager[None]]
FAULTS: dict[str, Fault] = {}


def fault(begin: Callable[[World, Random, float], Iterator[None]]) -> Fault:
    """Declare a fault by what begins and ends it."""
    made = contextmanager(begin)
    FAULTS[begin.__name__] = made
    return made


async def strike(world: World, name: str, random: Random, seconds: float) -> None:
    """Let a fault last so long."""
    began = world.loop.time()
    world.note(f"fault {name} begins")
    with FAULTS[name](world, random, seconds):
        world.look_at_health()
        await asyncio.sleep(seconds)
    world.look_at_health()
    world.note(f"fault {name} ends")
    world.troubled.append((began, world.loop.time()))


def victim(world: World, random: Random) -> Process:
    return random.choice(world.processes)


@fault
def network_loses(world: World, random: Random, seconds: float) -> Iterator[None]:
    """Requests, answers and sockets are lost; requests are repeated."""
    trouble = world.network.trouble
    trouble.drops, trouble.repeats, trouble.cuts = 0.2, 0.2, 0.05
    yield
    trouble.drops = trouble.repeats = trouble.cuts = 0.0


@fault
def network_is_late(world: World, random: Random, seconds: float) -> Iterator[None]:
    """One in five messages takes seconds: requests overtake each other."""
    world.network.trouble.late = 0.2
    yield
    world.network.trouble.late = 0.0


@fault
def network_is_silent(world: World, random: Random, seconds: float) -> Iterator[None]:
    """Sockets carry nothing, and nobody is told; then everything arrives."""
    world.network.silent = True
    yield
    world.network.speak_again()


@fault
def sockets_are_cut(world: World, random: Random, seconds: float) -> Iterator[None]:
    world.network.cut(victim(world, random))
    yield


@fault
def notices_are_lost(world: World, random: Random, seconds: float) -> Iterator[None]:
    """Of what other processes append, only the poll tells."""
    world.disk.trouble.lost_notices = random.choice((0.5, 1.0))
    yield
    world.disk.trouble.lost_notices = 0.0


@fault
def listeners_are_cut(world: World, random: Random, seconds: float) -> Iterator[None]:
    world.disk.cut_listeners()
    yield


@fault
def process_is_killed(world: World, random: Random, seconds: float) -> Iterator[None]:
    victim(world, random).kill()
    yield


@fault
def process_is_stopped(world: World, random: Random, seconds: float) -> Iterator[None]:
    """It ends in order, and is started again."""
    victim(world, random).stopping.set()
    yield


@fault
def process_stalls(world: World, random: Random, seconds: float) -> Iterator[None]:
    """Nothing runs in it for a while."""
    victim(world, random).stall(seconds)
    began = world.loop.time()
    yield
    world.stalls.append((began, world.loop.time()))


@fault
def database_is_away(world: World, random: Random, seconds: float) -> Iterator[None]:
    world.disk.trouble.away = True
    world.disk.cut_listeners()
    yield
    world.disk.trouble.away = False


@fault
def disk_is_full(world: World, random: Random, seconds: float) -> Iterator[None]:
    world.disk.trouble.full = True
    yield
    world.disk.trouble.full = False


@fault
def database_is_slow(world: World, random: Random, seconds: float) -> Iterator[None]:
    world.disk.trouble.slow = random.choice((0.2, 1.0, 4.0))
    yield
    world.troubled.append((world.loop.time(), world.loop.time() + 2 * world.disk.trouble.slow))
    world.disk.trouble.slow = 0.0


@fault
def commits_are_unsure(world: World, random: Random, seconds: float) -> Iterator[None]:
    """Answers to commits are lost, some with the commit, some without."""
    world.disk.trouble.lost_answers = world.disk.trouble.lost_commits = 0.3
    yield
    world.disk.trouble.lost_answers = world.disk.trouble.lost_commits = 0.0


@fault
def workers_fail(world: World, random: Random, seconds: float) -> Iterator[None]:
    """Workers hang, die, and answer what is not legal."""
    trouble = world.worker_trouble
    trouble.hangs, trouble.dies, trouble.babbles, trouble.does_not_start = 0.3, 0.3, 0.1, 0.3
    yield
    trouble.hangs = trouble.dies = trouble.babbles = trouble.does_not_start = 0.0


@fault
def clock_steps(world: World, random: Random, seconds: float) -> Iterator[None]:
    """Somebody sets the clocks of the servers under way."""
    world.step += random.choice((-3600.0, -10.0, 10.0, 3600.0))
    yield


@fault
def clock_is_set(world: World, random: Random, seconds: float) -> Iterator[None]:
    """Somebody sets the clocks of the servers by up to an hour, and a process starts anew with them."""
    world.step += random.choice((-3600.0, -10.0, 10.0, 3600.0))
    victim(world, random).kill()
    yield


@fault
def database_clock_is_set(world: World, random: Random, seconds: float) -> Iterator[None]:
    """Somebody sets the clock of the database, and one process starts anew with it."""
    world.database_step += random.choice((-3600.0, -10.0, 10.0, 3600.0))
    victim(world, random).kill()
    yield
