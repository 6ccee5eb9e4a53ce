"""Fitting a network to positions, with JAX on the processor.

The target of a position is halfway between the result of its game and what the search thought of it. A game
is one label however many positions it has, so a network overfits early: few epochs, strong weight decay, and
*virtual features*, which many real ones share (a piece whatever its distances, a state whatever its bug...)
and which are folded into the real ones in the end. So rare bugs and places begin with what common ones
taught.

A network can also be fitted *on* from another one: then the parameters are the differences from it, which
weight decay draws to zero. So what many games taught stays where new ones say nothing else, and the old games
are not needed any more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
import optax

from ruche.engine import features as f
from ruche.engine.network import LIMIT, ONE, OUTPUT_SHIFT, PSQT_LIMIT, WIDTH, Network
from ruche.engine.score import CHANCE_SCALE
from ruche.training.dataset import Dataset

BATCH = 8192
EPOCHS = 3
LOGIT = CHANCE_SCALE / math.log(10)  # hundredths of a point at which a player wins e times as often as loses
FINER = 1 << OUTPUT_SHIFT >> 8  # parts of a hundredth of a point in the output layer
UNIT = LOGIT * FINER  # of the output layer's integers and of psqt
NO_FEATURE = f.FEATURES  # fills up the features of a position: its row is zero

Parameters = dict[str, Any]
Features = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Settings:
    """How to fit."""

    rate: float
    decay: float  # of the weights
    result_share: float  # of the target; the rest is the search's score


FROM_NOTHING = Settings(rate=1e-3, decay=0.5, result_share=0.5)
# To fewer games, whose results say little: only what the search thought.
FITTING_ON = Settings(rate=4e-4, decay=0.2, result_share=0.0)


def virtual_features() -> list[Features]:
    """Return for each kind of virtual feature the one that each real feature shares; 0: none."""
    piece = np.arange(f.NEUTRAL_BLOCK)
    row, place = piece // f.STATES, piece % f.STATES
    enemy = row // f.KINDS
    is_elsewhere = place >= f.ELSEWHERE
    state = np.where(is_elsewhere, 5 + place - f.ELSEWHERE, place // f.DISTANCES)
    home = np.where(is_elsewhere, 0, place % f.DISTANCES // 7)
    away = np.where(is_elsewhere, 0, place % 7)
    shared = [
        (row * 10 + state),
        (row * 10 + state) * 7 + home,
        (row * 10 + state) * 7 + away,
        ((enemy * 10 + state) * 7 + home) * 7 + away,
        (enemy * 10 + state) * 7 + away,
    ]
    found = [np.zeros(f.FEATURES, np.int32) for _ in range(len(shared) + 1)]
    for groups, members in zip(found, shared, strict=False):
        groups[: f.NEUTRAL_BLOCK] = 1 + members
    last = found[-1]
    half = f.ROYAL_IN_HAND // 2  # both faces of a royal
    for side in range(2):
        begin = f.RING + side * f.ENEMY_ROYAL
        last[begin : begin + 2 * half] = 1 + side * half + np.arange(2 * half) % half
    tempo = f.HONEYCOMBO_BLOCK - f.TEMPO  # with and without Guardians
    last[f.TEMPO : f.HONEYCOMBO_BLOCK] = 1 + 2 * half + np.arange(tempo) % (tempo // 2)
    return found


VIRTUAL = virtual_features()


def start(seed: int) -> Parameters:
    """Return the parameters of a network that has learned nothing; a row is WIDTH neurons and the psqt."""
    rng = np.random.default_rng(seed)

    def normal(size: float, *shape: int) -> Any:
        return jnp.asarray(rng.normal(0, size, shape), jnp.float32)

    rows = np.zeros((f.FEATURES, WIDTH + 1), np.float32)
    rows[f.RING :, :WIDTH] = rng.normal(0, 0.05, (f.FEATURES - f.RING, WIDTH))
    virtual = [jnp.zeros((int(groups.max()) + 1, WIDTH + 1), jnp.float32) for groups in VIRTUAL]
    virtual[0] = virtual[0].at[1:, :WIDTH].set(normal(0.1, len(virtual[0]) - 1, WIDTH))
    return {
        "rows": jnp.asarray(rows),
        "virtual": virtual,
        "biases": jnp.full(WIDTH, 0.3),
        "output": normal(0.3 / math.sqrt(WIDTH), 2 * WIDTH),
        "output_bias": jnp.zeros(()),
    }


def parameters_of(network: Network) -> Parameters:
    """Return the parameters that `quantized` makes into a network, none of them in virtual features."""

    def floats(values: Any, scale: float, width: int = 1) -> Any:
        numbers = np.array(values, np.float32).reshape(-1, width) / scale
        return jnp.asarray(numbers if width > 1 else numbers.ravel())

    weights = floats(network.weights, ONE, WIDTH)[:NO_FEATURE]
    psqt = floats(network.psqt, UNIT)[:NO_FEATURE]
    return zeros() | {
        "rows": jnp.concatenate([weights, psqt[:, None]], axis=1),
        "biases": floats(network.biases, ONE),
        "output": floats(network.output, UNIT),
        "output_bias": jnp.float32(network.output_bias / UNIT),
    }


def zeros() -> Parameters:
    """Return parameters that are all zero."""
    return dict(jax.tree.map(jnp.zeros_like, start(0)))


def added(one: Parameters, other: Parameters) -> Parameters:
    """Return the sums of parameters."""
    return dict(jax.tree.map(jnp.add, one, other))


def folded(parameters: Parameters) -> Any:
    """Return the rows with their virtual features added, and a row of zeros for `NO_FEATURE`."""
    rows = parameters["rows"]
    for groups, values in zip(VIRTUAL, parameters["virtual"], strict=True):
        rows = rows + jnp.where((groups > 0)[:, None], values[groups], 0)
    return jnp.concatenate([rows, jnp.zeros((1, WIDTH + 1))])


def logits(parameters: Parameters, active: Any) -> Any:
    """Return the log odds of positions; `active` has their features by perspective, side to move first."""
    rows = folded(parameters)

    def add(total: Any, column: Any) -> tuple[Any, None]:  # far faster than to gather all rows at once
        return total + rows[column], None

    shape = (*active.shape[:2], WIDTH + 1)
    sums, _ = jax.lax.scan(add, jnp.zeros(shape), jnp.moveaxis(active, 2, 0))
    neurons = jnp.clip(sums[:, :, :WIDTH] + parameters["biases"], 0, 1).reshape(len(active), 2 * WIDTH)
    direct = sums[:, 0, WIDTH] - sums[:, 1, WIDTH]
    return neurons @ parameters["output"] + direct + parameters["output_bias"]


def loss(parameters: Parameters, active: Any, targets: Any) -> Any:
    """Return the mean cross entropy."""
    return optax.sigmoid_binary_cross_entropy(logits(parameters, active), targets).mean()


def expected(scores: Floats) -> Floats:
    """Return the share of the points that scores promise."""
    return np.asarray(1 / (1 + np.exp(-scores / LOGIT)), np.float32)


@dataclass(frozen=True)
class Padded:
    """Positions with as many features each: those that are missing are `NO_FEATURE`."""

    active: npt.NDArray[np.uint16]  # positions, 2, most features
    searched: Floats  # the share of the points that the search's score promises
    results: Floats
    families: npt.NDArray[np.uint8]

    @staticmethod
    def of(data: Dataset, chosen: npt.NDArray[np.bool_]) -> Padded:
        """Return some positions of a set."""
        most = int(data.counts.max())
        every = np.full((2 * len(data), most), NO_FEATURE, np.uint16)
        every[np.arange(most) < data.counts[:, None]] = data.features
        active = every.reshape(len(data), 2, most)[chosen]
        searched = expected(data.scores[chosen].astype(np.float32))
        return Padded(active, searched, data.results[chosen], data.families[chosen])

    def __len__(self) -> int:
        return len(self.results)

    def targets(self, result_share: float) -> Floats:
        """Return what a network is to expect."""
        return result_share * self.results + (1 - result_share) * self.searched


def batches(count: int, seed: int) -> Iterator[npt.NDArray[np.int64]]:
    """Give the numbers of all positions in random order, in whole batches."""
    order = np.random.default_rng(seed).permutation(count)
    size = min(BATCH, count)
    for begin in range(0, count - size + 1, size):
        yield order[begin : begin + size]


def steps(data: Padded) -> int:
    """Return how many steps of the gradient fitting takes."""
    return EPOCHS * (len(data) // min(BATCH, len(data)))


def fit(
    data: Padded,
    *,
    origin: Network | None = None,
    seed: int = 0,
    on_step: Callable[[int], None] = lambda _: None,
) -> Parameters:
    """Return parameters fitted to positions, from nothing or on from a network.

    The optimizer is AdamW, its rate falls to zero along a cosine.
    """
    settings = FROM_NOTHING if origin is None else FITTING_ON
    base = zeros() if origin is None else parameters_of(origin)
    learned = start(seed) if origin is None else zeros()
    optimizer = optax.adamw(
        optax.cosine_decay_schedule(settings.rate, max(1, steps(data))), weight_decay=settings.decay
    )
    state = optimizer.init(learned)

    def step(learned: Parameters, state: Any, active: Any, targets: Any) -> tuple[Parameters, Any]:
        def loss_of(learned: Parameters) -> Any:
            return loss(added(base, learned), active.astype(jnp.int32), targets)

        updates, state = optimizer.update(jax.grad(loss_of)(learned), state, learned)
        return optax.apply_updates(learned, updates), state

    compiled = jax.jit(step)
    targets = data.targets(settings.result_share)
    done = 0
    for epoch in range(EPOCHS):
        for chosen in batches(len(data), seed + epoch):
            learned, state = compiled(learned, state, data.active[chosen], targets[chosen])
            done += 1
            on_step(done)
    return added(base, learned)


def predict(parameters: Parameters, data: Padded) -> Floats:
    """Return the share of the points that parameters expect in positions."""
    run = jax.jit(lambda active: jax.nn.sigmoid(logits(parameters, active.astype(jnp.int32))))
    parts = [run(data.active[begin : begin + BATCH]) for begin in range(0, len(data), BATCH)]
    return np.concatenate([np.asarray(part) for part in parts])


def quantized(parameters: Parameters) -> Network:
    """Return parameters as a network of integers."""

    def integers(values: Any, scale: float, limit: int) -> npt.NDArray[np.int64]:
        return np.clip(np.rint(np.asarray(values, np.float64) * scale), -limit, limit).astype(np.int64)

    rows = folded(parameters)[:NO_FEATURE]
    return Network(
        integers(rows[:, :WIDTH], ONE, LIMIT).ravel().tolist(),
        integers(rows[:, WIDTH], UNIT, PSQT_LIMIT).tolist(),
        integers(parameters["biases"], ONE, LIMIT).tolist(),
        integers(parameters["output"], UNIT, (1 << 15) - 1).tolist(),
        int(integers(parameters["output_bias"], UNIT, PSQT_LIMIT)),
    )
