"""Fitting: virtual features that add up, a network of integers that says what the fitted one says."""

from pathlib import Path

import pytest

pytest.importorskip("jax")
pytest.importorskip("optax")

import numpy as np

from ruche.engine import features
from ruche.engine.network import WIDTH
from ruche.engine.network_file import shipped_network
from ruche.training import dataset, fit
from ruche.training.lines_file import LinesFile
from ruche.training.rounds import seed_network
from ruche.training.self_play import play_game


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> dataset.Dataset:
    path: Path = tmp_path_factory.mktemp("games") / "games.jsonl"
    with LinesFile(path) as file:
        for number in range(20, 60):
            file.append(play_game(number, 30, seed_network()))
    first = dataset.dataset_of(path)
    assert (path.with_suffix(".npz")).exists()
    assert np.array_equal(dataset.dataset_of(path).features, first.features)
    return first


def test_positions_have_features_of_both_perspectives(data: dataset.Dataset) -> None:
    assert len(data.counts) == 2 * len(data)
    assert data.counts.sum() == len(data.features)
    assert data.features.max() < features.FEATURES
    assert 0 < data.held_out.mean() < 0.3


def test_fitting_lessens_the_error_and_quantizing_keeps_it(
    data: dataset.Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fit, "BATCH", 64)
    seen = fit.Padded.of(data, ~data.held_out)
    steps: list[int] = []
    parameters = fit.fit(seen, on_step=steps.append)
    assert steps == list(range(1, fit.steps(seen) + 1))
    fitted = fit.predict(parameters, seen)
    begun = fit.predict(fit.start(0), seen)
    targets = seen.targets(fit.FROM_NOTHING.result_share)
    assert ((fitted - targets) ** 2).mean() < ((begun - targets) ** 2).mean() - 0.005
    network = fit.quantized(parameters)
    weights = np.array(network.weights).reshape(-1, WIDTH)[: features.FEATURES]
    rows = np.asarray(fit.folded(parameters))[: features.FEATURES, :WIDTH]
    assert abs(weights / 256 - rows).max() < 1 / 256


def test_fitting_on_begins_with_what_the_network_says(
    data: dataset.Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is learned is the difference: without a step nothing changes, to the last integer."""
    origin = shipped_network()
    kept = fit.quantized(fit.parameters_of(origin))
    for name in ("weights", "psqt", "biases", "output"):
        assert list(getattr(kept, name)) == list(getattr(origin, name)), name
    assert kept.output_bias == origin.output_bias

    monkeypatch.setattr(fit, "BATCH", 64)
    seen = fit.Padded.of(data, ~data.held_out)
    targets = seen.targets(fit.FITTING_ON.result_share)
    before = fit.predict(fit.parameters_of(origin), seen)
    after = fit.predict(fit.fit(seen, origin=origin), seen)
    assert ((after - targets) ** 2).mean() < ((before - targets) ** 2).mean() - 0.005
