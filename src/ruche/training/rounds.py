"""Training as rounds: play, extract, fit, match, report; each stage goes on where it was interrupted.

A folder holds a round each in `round-1`, `round-2`... The first is played by a network that knows only that
filled neighbours are bad, or by one that is given, every other one by the network of the round before. A
network is fitted to the games of all rounds so far, from nothing or on from the network that was given, and
then meets the one that it learned from.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruche.engine import features
from ruche.engine.network import WIDTH, Network
from ruche.engine.network_file import about_network, read_network, write_network
from ruche.training import cluster, network_match, self_play
from ruche.training.families import FAMILIES
from ruche.training.self_play import games_of
from ruche.training.workers import run_shares

POINT = 100 * 16  # of psqt: a hundredth of a point has 16 parts

# Shows the progress of a stage: given its name and how much there is to do, a function of how much is done.
Show = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]


@dataclass(frozen=True)
class TrainingPlan:
    """What a training is to do."""

    folder: Path
    rounds: int
    games: int  # a round
    nodes: int  # a move
    match_games: int  # a family
    jobs: int  # processes, or tasks at once on a cluster (0: as many as it has processors)
    first: Path | None = None  # the network that plays the first round
    fit_on: bool = False  # whether networks are fitted on from the first instead of from nothing
    ray: bool = False  # whether games are played on a cluster


def seed_network() -> Network:
    """Return a network that knows only that a filled neighbour of a royal is worth a point."""
    psqt = [0] * features.FEATURES
    for i in range(features.HONEYCOMBO_BLOCK - features.TEMPO):
        own, enemy = i >> 3 & 7, i & 7
        psqt[features.TEMPO + i] = (enemy - own) * POINT // 2  # the other perspective has the other half
    return Network([0] * features.FEATURES * WIDTH, psqt, [0] * WIDTH, [0] * 2 * WIDTH, 0)


def train(plan: TrainingPlan, show: Show, report: Callable[[int, Path], None]) -> None:
    """Train for some rounds."""
    plan.folder.mkdir(parents=True, exist_ok=True)
    player = plan.first or plan.folder / "seed.nnue"
    if plan.first is None and not player.exists():
        write_network(player, seed_network(), {"origin": "seed"})
    for number in range(1, plan.rounds + 1):
        folder = plan.folder / f"round-{number}"
        network = folder / "network.nnue"
        check_files(folder, player)
        numbers = self_play.numbers_of(number, plan.games)
        with show("play", plan.games) as done:
            if plan.ray:
                cluster.play_games(plan.jobs, folder, numbers, plan.nodes, player, done)
            else:
                run_shares(self_play.play_share, plan.jobs, (folder, numbers, plan.nodes, player), done)
        games = [path for n in range(1, number + 1) for path in games_of(plan.folder / f"round-{n}")]
        if not network.exists():
            origin = plan.first if plan.fit_on else None
            fit_network(games, origin, network, {"round": number, "nodes": plan.nodes}, show)
        pairs = plan.match_games // 2
        with show("match", pairs * len(FAMILIES)) as done:
            if plan.ray:
                cluster.play_match(plan.jobs, folder, pairs, plan.nodes, network, player, done)
            else:
                run_shares(
                    network_match.play_share, plan.jobs, (folder, pairs, plan.nodes, network, player), done
                )
        report(number, folder)
        player = network


def check_files(folder: Path, player: Path) -> None:
    """Read what a round begins with, so that a damaged file is named here and not by every worker."""
    read_network(player)
    self_play.played_numbers(folder)
    network_match.results_of(folder)


def fit_network(
    games: list[Path], origin: Path | None, path: Path, about: dict[str, Any], show: Show
) -> None:
    """Fit a network to files of games and write it, with its error on openings that it has not seen."""
    from ruche.training import fit
    from ruche.training.dataset import Dataset, dataset_of

    parts = []
    with show("extract", len(games)) as done:
        for number, file in enumerate(games, 1):
            parts.append(dataset_of(file))
            done(number)
    data = Dataset.join(parts)
    seen, held_out = fit.Padded.of(data, ~data.held_out), fit.Padded.of(data, data.held_out)
    with show("fit", fit.steps(seen)) as done:
        known = None if origin is None else read_network(origin)
        parameters = fit.fit(seen, origin=known, on_step=done)
    missed = (fit.predict(parameters, held_out) - held_out.results) ** 2
    searched = (held_out.searched - held_out.results) ** 2
    errors = {
        family: [round(float(part[held_out.families == number].mean()), 5) for part in (missed, searched)]
        for number, family in enumerate(FAMILIES)
        if (held_out.families == number).any()
    }
    facts = {
        "games": sum(path.read_bytes().count(b"\n") for path in games),
        "positions": len(data),
        "errors": errors,
        "scales": data.scales(),
    }
    if origin is not None:
        facts["fitted_on"] = about_network(origin)  # what the network knew before
    write_network(path, fit.quantized(parameters), about | facts)
