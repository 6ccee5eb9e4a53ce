"""A match between two networks in every family of game types: what decides whether a network is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from ruche.arena.openings import arena_type, random_opening
from ruche.arena.stats import Tally
from ruche.engine.network import Network
from ruche.engine.network_file import read_network
from ruche.engine.score import MATE_BOUND
from ruche.engine.transposition import TranspositionTable
from ruche.rules.position import Position, action_from_code
from ruche.training.families import FAMILIES
from ruche.training.lines_file import LinesFile, read_lines
from ruche.training.self_play import LONGEST, TABLE_MIB, think


class PairResult(msgspec.Struct, array_like=True):
    """The points that the first network made in a pair of games, colours swapped."""

    family: str
    number: int
    points: tuple[float, float]


def play_share(
    share: int, shares: int, count: Any, folder: Path, pairs: int, nodes: int, first: Path, second: Path
) -> None:
    """Play a process's own share of the pairs of every family, those in its file left out."""
    played = {(result.family, result.number) for result in results_of(folder)}
    networks = (read_network(first), read_network(second))
    with LinesFile(folder / f"match-{share}-of-{shares}.jsonl") as file:
        for number in range(share, pairs, shares):
            for family in FAMILIES:
                if (family, number) not in played:
                    file.append(result_of(family, number, networks, nodes))
                count.value += 1


def results_of(folder: Path) -> list[PairResult]:
    """Return what has been played of the match of a folder; raise `TrainingError`."""
    return [
        result for path in sorted(folder.glob("match-*.jsonl")) for result in read_lines(path, PairResult)
    ]


def result_of(family: str, number: int, networks: tuple[Network, Network], nodes: int) -> PairResult:
    """Play a pair of games of a family, whose types take turns."""
    types = FAMILIES[family]
    return PairResult(family, number, play_pair(types[number % len(types)], number, networks, nodes))


def play_pair(name: str, number: int, networks: tuple[Network, Network], nodes: int) -> tuple[float, float]:
    """Return the points of the first network with white and with black."""
    kind = arena_type(name)
    opening = random_opening(kind, 4 + number % 4 + (2 if kind.has_bag else 0), number)
    first, second = networks
    white = play(Position(kind, seed=number), opening, (first, second), nodes)
    black = play(Position(kind, seed=number), opening, (second, first), nodes)
    return white, 1 - black


def play(position: Position, opening: list[str], networks: tuple[Network, Network], nodes: int) -> float:
    """Return white's points in a game; a forced win ends it."""
    for action in opening:
        position.play(action)
    tables = (TranspositionTable(TABLE_MIB), TranspositionTable(TABLE_MIB))
    while position.outcome is None and len(position.history) < LONGEST:
        side = int(position.colour)
        code, score = think(position, tables[side], networks[side], nodes)
        if abs(score) > MATE_BOUND:
            return float((score > 0) == (side == 0))
        position.play(action_from_code(position, code))
    winner = None if position.outcome is None else position.outcome.winner
    return 0.5 if winner is None else float(int(winner) == 0)


def tallies(folder: Path) -> dict[str, Tally]:
    """Return how the match of a folder stands, by family."""
    results = results_of(folder)
    return {
        family: Tally.of_pairs(result.points for result in results if result.family == family)
        for family in FAMILIES
    }
