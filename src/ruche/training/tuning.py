"""Tunes the weights of the evaluation from played games.

    python -m ruche.training.tuning arena.jsonl ... -o weights.toml

Texel's way: of every quiet position the evaluation, turned into an expected score, should be near the result
of its game. The evaluation is a sum of weights, so how much of each weight a position holds is found once, by
asking the evaluation with that weight changed; then the squared error is lessened by gradient steps (Adam),
with a pull towards the weights that one began with.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress, track

from ruche import words
from ruche.arena.games import Result
from ruche.arena.openings import arena_type
from ruche.arena.results_file import read_results
from ruche.engine import weights as weight_file
from ruche.engine.evaluation import Evaluation
from ruche.notation.gamestring import read_gamestring
from ruche.rules.position import Position

SCALE = 250.0  # hundredths of a point at which ten to one is expected, as `Score.chance` has it
SKIP = 8  # actions at the beginning that say nothing
PULL = 5e-7  # towards the weights one began with: a fifth of it predicts better and plays worse
STEP = 64  # how far a weight is moved to see how much of it a position holds


@dataclass(frozen=True)
class Sample:
    """A position: how much of each weight it holds, for the side to move, and how its game ended for it."""

    held: tuple[tuple[int, float], ...]
    rest: float  # what of its value depends on no weight
    result: float

    def value(self, weights: Sequence[float]) -> float:
        return self.rest + sum(weights[i] * amount for i, amount in self.held)


def expected(value: float) -> float:
    """Return the share of the points that an evaluation promises."""
    return 1 / (1 + 10 ** (-max(-4000.0, min(4000.0, value)) / SCALE))


# -- samples ---------------------------------------------------------------------------------------


def quiet_positions(result: Result, rng: random.Random, share: float) -> Iterator[tuple[Position, float]]:
    """Give some positions in which no royal is about to fall, and the result for the side to move."""
    if result.why == "fault":
        return
    position = read_gamestring(result.record, game_type=arena_type(result.record.partition(";")[0]))
    while len(position.history) > SKIP:
        position.undo()
        if rng.random() < share and position.outcome is None and is_quiet(position):
            yield position, result.score(int(position.colour) == 0)


def is_quiet(position: Position) -> bool:
    """Tell whether both royals are in play with two free neighbours or more."""
    stacks = position.stacks
    royals = [place for place, stack in stacks.items() if any(piece.is_royal for piece in stack)]
    return len(royals) == 2 and all(
        sum(place.neighbour(d) in stacks for d in range(6)) <= 4 for place in royals
    )


class Probe:
    """Finds how much of each weight positions hold: one evaluation for each weight, that weight changed."""

    def __init__(self, weights: Sequence[int]) -> None:
        self.weights = list(weights)
        self.plain = Evaluation(self.weights)
        self.changed = []
        for i, weight in enumerate(self.weights):
            self.weights[i] = weight + STEP
            self.changed.append(Evaluation(self.weights))
            self.weights[i] = weight

    def sample(self, position: Position, result: float) -> Sample:
        """Take a position apart."""
        board = position.copy().board
        base = self.plain.of(board)
        held = []
        for i, evaluation in enumerate(self.changed):
            if difference := evaluation.of(board) - base:
                held.append((i, difference / STEP))
        rest = base - sum(self.weights[i] * amount for i, amount in held)
        return Sample(tuple(held), rest, result)


# -- fitting ---------------------------------------------------------------------------------------


def error(samples: Sequence[Sample], weights: Sequence[float]) -> float:
    """Return the mean squared error of what is expected."""
    return sum((expected(s.value(weights)) - s.result) ** 2 for s in samples) / len(samples)


def fit(
    samples: Sequence[Sample],
    start: Sequence[int],
    *,
    rounds: int = 200,
    rate: float = 1.0,
    pull: float = PULL,
    on_round: Callable[[], None] = lambda: None,
) -> list[float]:
    """Return better weights: `rounds` steps of Adam along the gradient of the error; fewer if interrupted."""
    weights = [float(w) for w in start]
    mean = [0.0] * len(weights)
    square = [0.0] * len(weights)
    for turn in range(1, rounds + 1):
        try:
            slope = gradient(samples, weights)
        except KeyboardInterrupt:
            break
        on_round()
        for i, (now, begun) in enumerate(zip(weights, start, strict=True)):
            g = slope[i] + 2 * pull * (now - begun)
            mean[i] = 0.9 * mean[i] + 0.1 * g
            square[i] = 0.999 * square[i] + 0.001 * g * g
            if square[i]:
                along = mean[i] / (1 - 0.9**turn)
                weights[i] -= rate * along / (math.sqrt(square[i] / (1 - 0.999**turn)) + 1e-12)
    return weights


def gradient(samples: Sequence[Sample], weights: Sequence[float]) -> list[float]:
    """Return how the error changes with each weight."""
    slope = [0.0] * len(weights)
    factor = 2 * math.log(10) / SCALE / len(samples)
    for s in samples:
        chance = expected(s.value(weights))
        change = factor * (chance - s.result) * chance * (1 - chance)
        for i, amount in s.held:
            slope[i] += change * amount
    return slope


def about(results: Sequence[Result], samples: int, before: float, after: float) -> str:
    """Say where weights come from, for the head of their file."""
    types = Counter(result.record.partition(";")[0] for result in results)
    meetings = sorted({f"{result.white} - {result.black}" for result in results})
    lines = [f"Tuned by ruche.training.tuning from {len(results)} games ({', '.join(meetings)}):"]
    lines += [f"  {name}: {count}" for name, count in types.most_common()]
    lines += [f"{samples} quiet positions; mean squared error {before:.5f} before, {after:.5f} after."]
    return "\n".join(lines)


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The weights file.")
@click.option("--start", type=click.Path(exists=True, path_type=Path), help="Weights to begin with.")
@click.option("--share", default=0.2, show_default=True, help="Of the quiet positions, how many are taken.")
@click.option("--rounds", default=200, show_default=True, help="Steps along the gradient.")
@click.option("--seed", default=0, show_default=True, help="Of the choice of positions.")
def main(
    files: tuple[Path, ...], output: Path, start: Path | None, share: float, rounds: int, seed: int
) -> None:
    """Tune the weights of the evaluation from the games in the arena's FILES."""
    language = words.language()
    begin = weight_file.read(start) if start else list(weight_file.default())
    rng = random.Random(seed)
    # a game that was played twice teaches no more than once
    results = list({result.record: result for path in files for result in read_results(path)}.values())
    probe = Probe(begin)
    console = Console(stderr=True)
    samples = [
        probe.sample(position, score)
        for result in track(results, words.say("arena.games", language), console=console)
        for position, score in quiet_positions(result, rng, share)
    ]
    if not samples:
        raise click.UsageError(words.say("arena.no_quiet", language))
    with Progress(console=console) as progress:
        bar = progress.add_task(words.say("arena.rounds", language), total=rounds)
        tuned = fit(samples, begin, rounds=rounds, on_round=lambda: progress.advance(bar))
    before, after = error(samples, begin), error(samples, tuned)
    text = weight_file.write([round(w) for w in tuned], about(results, len(samples), before, after))
    output.write_text(text, encoding="utf-8")
    counts = {"positions": len(samples), "games": len(results)}
    click.echo(words.say("arena.tuned", language, **counts, before=before, after=after), err=True)


if __name__ == "__main__":
    main()
