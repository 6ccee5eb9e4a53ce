"""Training: games that follow from their numbers, files that survive a crash, matches."""

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from tests.positions import played

from ruche import Position
from ruche.arena.openings import arena_type
from ruche.arena.pools import LostWorker
from ruche.cli.train import command
from ruche.engine.accumulator import Accumulator
from ruche.engine.network_file import write_network
from ruche.rules.position import action_from_code, play_unchecked
from ruche.training import cluster as on_cluster
from ruche.training import network_match, rounds, self_play
from ruche.training.families import FAMILIES, FAMILY_OF, SCHEDULE
from ruche.training.lines_file import LinesFile, TrainingError, read_lines
from ruche.training.rounds import TrainingPlan, seed_network, train
from ruche.training.self_play import PlayedGame, games_of, play_game
from ruche.words.errors import LocalizedError

NODES = 10


class Count:
    value = 0


def game(number: int) -> PlayedGame:
    return play_game(number, NODES, seed_network())


def test_every_family_has_its_share_of_games() -> None:
    counts = {family: sum(FAMILY_OF[name] == family for name in SCHEDULE) for family in FAMILIES}
    assert counts.pop("Base") > len(SCHEDULE) / 2
    assert len(set(counts.values())) == 1
    assert set(SCHEDULE) == {name for types in FAMILIES.values() for name in types}


@pytest.mark.parametrize("number", [7, 25, SCHEDULE.index("Venom+MLP+Swarm"), SCHEDULE.index("Ultimate")])
def test_a_game_follows_from_its_number_and_can_be_replayed(number: int) -> None:
    played = game(number)
    assert played == game(number)
    assert len(played.scores) == len(played.codes)
    position = Position(arena_type(played.game_type))
    for code in played.codes:
        assert position.outcome is None
        play_unchecked(position, action_from_code(position, code))
    if position.outcome is not None and position.outcome.winner is not None:
        assert played.result == float(int(position.outcome.winner) == 0)


def test_an_interrupted_share_goes_on(tmp_path: Path) -> None:
    """A crash that cuts a line short costs that game; nothing is played twice."""
    network = tmp_path / "seed.nnue"
    write_network(network, seed_network(), {})
    self_play.play_share(0, 2, Count(), tmp_path, range(4), NODES, network)
    path = tmp_path / "games-0-of-2.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    count = Count()
    self_play.play_share(0, 2, count, tmp_path, range(6), NODES, network)
    assert count.value == 3
    assert path.read_bytes().startswith(whole)
    assert [played.number for played in read_lines(path, PlayedGame)] == [0, 2, 4]


def test_another_number_of_processes_goes_on_too(tmp_path: Path) -> None:
    network = tmp_path / "seed.nnue"
    write_network(network, seed_network(), {})
    self_play.play_share(0, 2, Count(), tmp_path, range(4), NODES, network)
    self_play.play_share(0, 1, Count(), tmp_path, range(4), NODES, network)
    numbers = [played.number for path in games_of(tmp_path) for played in read_lines(path, PlayedGame)]
    assert sorted(numbers) == [0, 1, 2, 3]


def test_rounds_play_other_openings() -> None:
    first, second = (self_play.numbers_of(number, 3) for number in (1, 2))
    assert list(first) == [0, 1, 2]
    openings = [[played.codes[:4] for played in map(game, numbers)] for numbers in (first, second)]
    assert all(one not in openings[0] for one in openings[1])


def cluster(crashes: int) -> Any:
    """What we use of Ray, in this process; the first tasks take their worker with them."""
    left = [crashes]

    class RayError(Exception):
        pass

    class RayTaskError(RayError):
        pass

    def get(reference: Any) -> Any:
        if left[0]:
            left[0] -= 1
            raise RayError
        function, job, _ = reference
        return function(pickle.loads(pickle.dumps(job)))  # what a task is given goes over the wire

    return SimpleNamespace(
        is_initialized=lambda: True,
        cluster_resources=lambda: {"CPU": 2.0},
        remote=lambda **_: lambda function: SimpleNamespace(remote=lambda job: (function, job, object())),
        wait=lambda references, num_returns: (references[:num_returns], references[num_returns:]),
        get=get,
        cancel=lambda *_, force: None,
        exceptions=SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError),
    )


def test_a_cluster_that_loses_workers_plays_every_game_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also one that was lost altogether before: what it had played is not played again."""
    monkeypatch.setattr(on_cluster, "TOGETHER", 2)
    network = tmp_path / "seed.nnue"
    write_network(network, seed_network(), {})
    shown: list[int] = []
    with pytest.raises(LostWorker, match=r"games-cluster\.jsonl"):
        on_cluster.play_games(1, tmp_path, range(7), NODES, network, shown.append, cluster(crashes=99))
    self_play.play_share(0, 3, Count(), tmp_path, range(4), NODES, network)
    on_cluster.play_games(0, tmp_path, range(7), NODES, network, shown.append, cluster(crashes=2))
    assert shown == sorted(shown)
    assert shown[-1] == 7
    found = [played for path in games_of(tmp_path) for played in read_lines(path, PlayedGame)]
    assert sorted(found, key=lambda played: played.number) == [game(number) for number in range(7)]


def test_a_cluster_plays_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_match, "FAMILIES", {"Base": ("Base+MLP",)})
    monkeypatch.setattr(on_cluster, "FAMILIES", {"Base": ("Base+MLP",)})
    network = tmp_path / "seed.nnue"
    write_network(network, seed_network(), {})
    on_cluster.play_match(0, tmp_path, 2, NODES, network, network, lambda _: None, cluster(crashes=1))
    tally = network_match.tallies(tmp_path)["Base"]
    assert (tally.count, tally.score) == (2, 0.5)


@pytest.mark.parametrize("what", ["network", "games", "match"])
def test_damaged_files_are_named_before_anything_is_played(tmp_path: Path, what: str) -> None:
    """By the process that was asked, not by workers that die of it again and again."""
    network, folder = tmp_path / "seed.nnue", tmp_path / "round-1"
    write_network(network, seed_network(), {})
    folder.mkdir()
    if what == "network":
        network.write_bytes(network.read_bytes()[:-100])
    else:
        (folder / f"{what}-0-of-1.jsonl").write_bytes(b"[1, 2\n")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.*")}
    plan = TrainingPlan(tmp_path, 1, 4, NODES, 2, 1)
    with pytest.raises(LocalizedError, match="seed.nnue" if what == "network" else r"Line 1 of .*jsonl"):
        train(plan, no_progress, lambda *_: None)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*")} == before


@contextmanager
def no_progress(stage: str, total: int) -> Iterator[Callable[[int], None]]:
    yield lambda _: None


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with LinesFile(path) as file:
        file.append(game(0))
    path.write_bytes(b"[1, 2\n" + path.read_bytes())
    with pytest.raises(TrainingError, match=r"Line 1 of .*games\.jsonl.*\[1, 2"):
        list(read_lines(path, PlayedGame))


def test_the_seed_network_counts_filled_neighbours() -> None:
    position = played("Base", "wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", "wA1 -wQ", "bA1 bQ-")
    accumulator = Accumulator(seed_network(), position.board)
    assert accumulator.of(position.board) == 0
    position.play("wA1 bQ\\")
    assert accumulator.of(position.board) == -200  # one more beside black's queen, one less beside white's


def test_a_match_of_a_network_with_itself_is_even(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network_match, "FAMILIES", {"Base": ("Base+MLP",)})
    network = tmp_path / "seed.nnue"
    write_network(network, seed_network(), {})
    network_match.play_share(0, 1, Count(), tmp_path, 2, NODES, network, network)
    tally = network_match.tallies(tmp_path)["Base"]
    assert tally.count == 2
    assert tally.score == 0.5


def test_scales_are_found_from_results() -> None:
    numpy = pytest.importorskip("numpy")
    from ruche.training.dataset import scale_of

    rng = numpy.random.default_rng(1)
    scores = rng.normal(0, 200, 20_000)
    won = rng.random(20_000) < 1 / (1 + 10 ** (-scores / 310))
    assert abs(scale_of(scores, won.astype(numpy.float32)) - 310) < 10


@pytest.mark.parametrize("fit_on", [False, True])
def test_every_round_fits_on_from_the_network_that_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fit_on: bool
) -> None:
    """Not from that of the round before: it has learned from the same games already."""
    given = tmp_path / "given.nnue"
    write_network(given, seed_network(), {})
    origins: list[Path | None] = []

    def fit_network(games: list[Path], origin: Path | None, path: Path, *_: object) -> None:
        origins.append(origin)
        assert len(games) == len(origins)
        write_network(path, seed_network(), {})

    monkeypatch.setattr(rounds, "fit_network", fit_network)
    monkeypatch.setattr(network_match, "FAMILIES", {"Base": ("Base",)})
    plan = TrainingPlan(tmp_path / "training", 2, 1, NODES, 2, 1, given, fit_on)
    train(plan, no_progress, lambda *_: None)
    assert origins == [given if fit_on else None] * 2


def test_fitting_on_wants_a_network(tmp_path: Path) -> None:
    found = CliRunner().invoke(command, [str(tmp_path), "--fit-on"])
    assert found.exit_code == 2
    assert "--network" in found.output
    assert not list(tmp_path.iterdir())
