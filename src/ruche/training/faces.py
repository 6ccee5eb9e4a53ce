"""Measure what second faces are worth where they are fixed before the game (V0d).

    python -m ruche.training.faces --games 1200

Both sides choose faces at random and play on equal terms. How the difference in second faces moves the result
is fitted by logistic regression and printed as `engine/face_values.toml` has it.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator

import click

from ruche.engine import Limit, TranspositionTable, best_action
from ruche.engine.score import CHANCE_SCALE
from ruche.rules.facts.bugs import BUGS
from ruche.rules.position import Position

FACES = [bug.name for bug in BUGS if bug.back_of is not None and not bug.is_royal]
LONGEST = 140  # actions; a longer game counts as drawn
ROUNDS = 3_000  # of gradient descent
Sample = tuple[list[int], float]  # by second face how many more white has; what white scored


def game(game_type: str, nodes: int, seed: int, table: TranspositionTable) -> Sample:
    """Play a game with random faces and random first pieces."""
    lots = random.Random(seed)
    position = Position(game_type, seed=seed)
    while position.turn_number <= 1:
        position.play(lots.choice(position.legal_actions()))
    counts = [Counter(piece.bug.name for piece in action.chosen) for action in position.history[:2]]
    while position.outcome is None and len(position.history) < LONGEST:
        position.play(best_action(position, Limit(nodes=nodes), table=table, seed=seed))
    score = {"WhiteWins": 1.0, "BlackWins": 0.0}.get(position.state, 0.5)
    return [counts[0][face] - counts[1][face] for face in FACES], score


def fit(samples: list[Sample]) -> dict[str, float]:
    """Return what each second face is worth, in hundredths of a point, by gradient descent."""
    worth = [0.0] * (len(FACES) + 1)  # the last: what it is worth to begin
    for _ in range(ROUNDS):
        slope = [0.0] * len(worth)
        for more, score in samples:
            features = [*more, 1]
            lead = sum(w * n for w, n in zip(worth, features, strict=True))
            missed = score - 1 / (1 + math.exp(-lead))
            for i, n in enumerate(features):
                slope[i] += missed * n
        worth = [w + s / len(samples) for w, s in zip(worth, slope, strict=True)]
    return {face: w * CHANCE_SCALE / math.log(10) for face, w in zip(FACES, worth, strict=False)}


def play(game_type: str, games: int, nodes: int, seed: int) -> Iterator[Sample]:
    """Play games of a type."""
    table = TranspositionTable(8)
    for number in range(games):
        yield game(game_type, nodes, seed + number, table)


@click.command(help=__doc__)
@click.option("--games", default=1200, show_default=True, help="of each type")
@click.option("--nodes", default=600, show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--type", "types", multiple=True, default=("Venom+MLP+Fixed", "Ultimate+Fixed"))
def main(games: int, nodes: int, seed: int, types: tuple[str, ...]) -> None:
    """Play, fit and print."""
    samples = [sample for name in types for sample in play(name, games, nodes, seed)]
    print("[second_faces]")
    for face, value in fit(samples).items():
        print(f"{face} = {value:.0f}")


if __name__ == "__main__":
    main()
