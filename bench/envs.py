"""How fast the environments are: steps with masks, observations, a batch; one core, CPU time.

    python bench/envs.py [STEPS]

20,000 steps a second are wanted in Base+MLP, compiled. Actions are random ones.
"""

from __future__ import annotations

import random
import sys
import time

import ruche
from ruche.envs import HiveEnv

MOST = 100  # actions a game


def steps(game: HiveEnv, count: int, *, observe: bool) -> float:
    """Return steps a second."""
    chance = random.Random(1)
    game.reset(seed=1)
    began = time.process_time()
    for _ in range(count):
        agent = game.agent_selection
        if game.terminations[agent] or game.truncations[agent]:
            game.reset()
            agent = game.agent_selection
        if observe:
            game.observe(agent)
        else:
            game.action_mask(agent)
        game.step(chance.choice(list(game.legal)))
    return count / (time.process_time() - began)


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    game = HiveEnv("Base+MLP", max_actions=MOST)
    mode = "compiled" if ruche.COMPILED else "plain Python"
    print(f"ruche {ruche.__version__}, {mode}: Base+MLP")
    print(f"steps with masks          {steps(game, count, observe=False):10,.0f} a second")
    print(f"steps with observations   {steps(game, count, observe=True):10,.0f} a second")
    batch = [game.position.copy() for _ in range(256)]
    began = time.process_time()
    for _ in range(4):
        game.encoder.encode_batch(batch)
    print(f"positions in batches      {4 * len(batch) / (time.process_time() - began):10,.0f} a second")


if __name__ == "__main__":
    main()
