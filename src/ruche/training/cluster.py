"""Self-play and matches on a Ray cluster.

A task plays a few games, and what it played is written here as soon as it comes back: a worker or a machine
that is lost takes with it the games it was playing, which are played again, and nothing else. Workers get the
network with each task, so that they need nothing but the installed package.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from ruche.arena.pools import ClusterPool, LostWorker
from ruche.engine.network import Network
from ruche.engine.network_file import network_of
from ruche.training import network_match, self_play
from ruche.training.families import FAMILIES
from ruche.training.lines_file import LinesFile
from ruche.training.network_match import PairResult
from ruche.training.self_play import PlayedGame

TOGETHER = 20  # games or pairs a task: some seconds of work


@dataclass(frozen=True)
class GameBatch:
    """Games or pairs that one task plays: `play` gives the record of each."""

    number: int
    play: Callable[..., msgspec.Struct]
    items: tuple[Any, ...]
    nodes: int
    networks: tuple[bytes, ...]  # their files


def play_batch(batch: GameBatch) -> list[msgspec.Struct]:
    """Play what a task is to play."""
    networks = [unpacked(data) for data in batch.networks]
    return [batch.play(item, batch.nodes, *networks) for item in batch.items]


@lru_cache(maxsize=2)
def unpacked(data: bytes) -> Network:
    """Return a network that a task was given."""
    return network_of(data, Path("network.nnue"))


def play_game(number: int, nodes: int, network: Network) -> PlayedGame:
    """Play a game of self-play."""
    return self_play.play_game(number, nodes, network)


def play_pair(item: tuple[str, int], nodes: int, first: Network, second: Network) -> PairResult:
    """Play a pair of a match."""
    return network_match.result_of(*item, (first, second), nodes)


def play_games(
    size: int,
    folder: Path,
    numbers: range,
    nodes: int,
    network: Path,
    show: Callable[[int], None],
    ray: Any = None,
) -> None:
    """Play those of the games that no file of the folder has."""
    played = self_play.played_numbers(folder)
    todo = [number for number in numbers if number not in played]
    path = folder / "games-cluster.jsonl"
    run(play_game, todo, nodes, (network,), path, size, len(numbers), show, ray)


def play_match(
    size: int,
    folder: Path,
    pairs: int,
    nodes: int,
    first: Path,
    second: Path,
    show: Callable[[int], None],
    ray: Any = None,
) -> None:
    """Play those of the pairs of every family that no file of the folder has."""
    played = {(result.family, result.number) for result in network_match.results_of(folder)}
    every = [(family, number) for number in range(pairs) for family in FAMILIES]
    todo = [item for item in every if item not in played]
    path = folder / "match-cluster.jsonl"
    run(play_pair, todo, nodes, (first, second), path, size, len(every), show, ray)


def run(
    play: Callable[..., msgspec.Struct],
    todo: Sequence[Any],
    nodes: int,
    networks: tuple[Path, ...],
    path: Path,
    size: int,
    total: int,
    show: Callable[[int], None],
    ray: Any,
) -> None:
    """Play all that is to do, twice as many tasks waiting as can run; append every record to a file."""
    if not todo:
        return
    data = tuple(network.read_bytes() for network in networks)
    batches = (
        GameBatch(number, play, tuple(todo[begin : begin + TOGETHER]), nodes, data)
        for number, begin in enumerate(range(0, len(todo), TOGETHER))
    )
    left = len(todo)
    with closing(ClusterPool(play_batch, size or None, ray)) as pool, LinesFile(path) as file:
        for batch in islice(batches, 2 * pool.size):
            pool.submit(batch)
        while left:
            try:
                records = pool.next()
            except LostWorker as error:
                raise LostWorker(int(str(error.values["times"])), path) from None
            for record in records:
                file.append(record)
            left -= len(records)
            show(total - left)
            for batch in islice(batches, 1):
                pool.submit(batch)
