"""Positions to fit a network to: games are replayed and the active features of each position are kept.

The games of a file become one `.npz` beside it, made again only if the file has grown, so that extracting can
be interrupted and repeated while games are still being played.
"""

from __future__ import annotations

import math
import zlib
from array import array
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ruche.arena.openings import arena_type
from ruche.engine import features
from ruche.engine.accumulator import Accumulator
from ruche.engine.network import WIDTH, Network
from ruche.engine.score import MATE_BOUND
from ruche.rules.position import Position, action_from_code, play_unchecked
from ruche.training.families import FAMILIES, FAMILY_OF
from ruche.training.lines_file import read_lines
from ruche.training.self_play import PlayedGame

NUMBERS = {family: number for number, family in enumerate(FAMILIES)}
SCALE_RANGE = (50, 2000)  # hundredths of a point at which ten to one might be expected
HELD_OUT = 16  # one opening of so many is held out, with all games from it


@dataclass(frozen=True)
class Dataset:
    """Positions; those of a game follow one another."""

    features: npt.NDArray[np.uint16]  # the active ones of the side to move's perspective, then of the other
    counts: npt.NDArray[np.uint8]  # how many, two a position
    scores: npt.NDArray[np.int16]  # of the search, for the side to move
    results: npt.NDArray[np.float32]  # of the game, for the side to move
    families: npt.NDArray[np.uint8]
    openings: npt.NDArray[np.uint32]  # a hash of the game's type and its random beginning

    def __len__(self) -> int:
        return len(self.scores)

    @property
    def held_out(self) -> npt.NDArray[np.bool_]:
        """Which positions are not fitted to but only predicted."""
        return np.asarray(self.openings % HELD_OUT == 0)

    def scales(self) -> dict[str, int]:
        """Return by family what scores are worth in points, for `engine/calibration.py`."""
        return {
            family: scale_of(self.scores[chosen].astype(np.float64), self.results[chosen])
            for family, number in NUMBERS.items()
            if (chosen := self.families == number).any()
        }

    @staticmethod
    def join(parts: list[Dataset]) -> Dataset:
        """Return several sets as one."""
        names = [field.name for field in fields(Dataset)]
        return Dataset(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

    def save(self, path: Path) -> None:
        """Write it to a file, whole or not at all."""
        part = path.with_suffix(".part.npz")
        np.savez(part, **{field.name: getattr(self, field.name) for field in fields(self)})
        part.replace(path)

    @staticmethod
    def load(path: Path) -> Dataset:
        """Read it from a file."""
        with np.load(path) as data:
            return Dataset(*(data[field.name] for field in fields(Dataset)))


def scale_of(scores: npt.NDArray[np.float64], results: npt.NDArray[np.float32]) -> int:
    """Return the scale of the logistic curve by which scores foretell results best, found by halving."""
    low, high = SCALE_RANGE
    while high - low > 1:
        middle = (low + high) // 2
        chance = 1 / (1 + np.exp(-scores * math.log(10) / middle))
        if (scores * (results - chance)).sum() > 0:  # who is ahead makes more than the curve promises
            high = middle
        else:
            low = middle
    return low


def dataset_of(path: Path) -> Dataset:
    """Return the positions of a file of games, from the file beside it if that is newer."""
    kept = path.with_suffix(".npz")
    if not kept.exists() or kept.stat().st_mtime < path.stat().st_mtime:
        extract(read_lines(path, PlayedGame)).save(kept)
    return Dataset.load(kept)


def extract(games: Iterable[PlayedGame]) -> Dataset:
    """Replay games and return their positions: those that a search scored without seeing a forced end."""
    network = Network(
        [0] * WIDTH * features.FEATURES, [0] * features.FEATURES, [0] * WIDTH, [0] * 2 * WIDTH, 0
    )
    active, counts, scores = array("H"), array("B"), array("h")
    results, families, openings = array("f"), array("B"), array("I")
    for game in games:
        position = Position(arena_type(game.game_type))
        accumulator = Accumulator(network, position.board)
        family, opening = NUMBERS[FAMILY_OF[game.game_type]], opening_hash(game)
        for code, score in zip(game.codes, game.scores, strict=True):
            if score is not None and abs(score) < MATE_BOUND:
                me = int(position.colour)
                for perspective in (me, 1 - me):
                    found = accumulator.active_features(position.board, perspective)
                    active.extend(found)
                    counts.append(len(found))
                scores.append(score)
                results.append(game.result if me == 0 else 1 - game.result)
                families.append(family)
                openings.append(opening)
            play_unchecked(position, action_from_code(position, code))
    return Dataset(*(np.array(column) for column in (active, counts, scores, results, families, openings)))


def opening_hash(game: PlayedGame) -> int:
    """Hash a game's type and the actions before its first search."""
    plies = next((i for i, score in enumerate(game.scores) if score is not None), len(game.codes))
    return zlib.crc32(f"{game.game_type} {game.codes[:plies]}".encode())
