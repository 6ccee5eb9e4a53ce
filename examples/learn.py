"""Train something small in a minute: REINFORCE on the environment of `ruche.envs`, against random play.

python examples/learn.py --games 300

The policy is linear: it looks at what each legal action would change, and learns what to like. Four weights
are enough to win four games of five; at the beginning it plays at random and wins next to none.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from ruche import Hex, Position
from ruche.envs import HiveEnv

GAME_TYPE = "Base+S0B0"  # queen, three ants and three grasshoppers each
FEATURES = ("enemy queen hemmed in", "own queen hemmed in", "placing a piece", "winning")
RATE = 4.0
Reals = NDArray[np.float64]
Step = tuple[Reals, int]  # the features of every legal action, and which was taken


def ring(hexes: set[Hex], queen: Hex | None) -> int:
    """Count the occupied neighbours of a queen."""
    return 0 if queen is None else sum(queen.neighbour(direction) in hexes for direction in range(6))


def queens(position: Position) -> list[Hex | None]:
    """Return where the queens are, white's and black's."""
    return [position.where(position.game_type.by_name[name][0]) for name in ("wQ", "bQ")]


def features(env: HiveEnv) -> Reals:
    """Return a row for each legal action, in the order of `env.legal`."""
    position = env.position
    me, enemy = position.colour, position.colour.other
    hexes = set(position.stacks)  # nothing climbs in this game: one piece a hex
    places = queens(position)
    before = ring(hexes, places[enemy]), ring(hexes, places[me])
    rows = []
    for action in env.legal.values():
        after = {*hexes, action.to} - {action.origin} if action.to is not None else hexes
        own = action.to if str(action.piece) == f"{me.letter}Q" else places[me]
        hemmed = ring(after, places[enemy])
        rows.append([hemmed - before[0], ring(after, own) - before[1], action.kind == "place", hemmed == 6])
    return np.array(rows, dtype=float)


class Policy:
    """A weight for each feature; the better an action looks, the likelier it is."""

    def __init__(self, seed: int = 0) -> None:
        self.chance = np.random.default_rng(seed)
        self.weights = np.zeros(len(FEATURES))

    def chances(self, rows: Reals) -> Reals:
        """Return how likely each legal action is."""
        liked = rows @ self.weights
        grown = np.exp(liked - liked.max())
        return np.asarray(grown / grown.sum())

    def choose(self, rows: Reals) -> int:
        """Return which of the legal actions is taken."""
        return int(self.chance.choice(len(rows), p=self.chances(rows)))

    def learn(self, steps: list[Step], advantage: float) -> None:
        """REINFORCE: what was done becomes likelier if it went better than usual, else less likely."""
        gradient = sum(
            (rows[taken] - self.chances(rows) @ rows for rows, taken in steps), np.zeros(len(FEATURES))
        )
        self.weights += RATE * advantage * gradient / max(1, len(steps))


def play(env: HiveEnv, policy: Policy, learner: str, chance: np.random.Generator) -> tuple[float, list[Step]]:
    """Play a game against random play; return the learner's reward and its steps."""
    env.reset(seed=int(chance.integers(2**31)))
    steps: list[Step] = []
    result = 0.0
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last(observe=False)  # this policy needs no planes
        if agent == learner:
            result += float(reward)
        if terminated or truncated:
            env.step(None)
            continue
        numbers = list(env.legal)  # where the action mask is 1
        if agent == learner:
            rows = features(env)
            taken = policy.choose(rows)
            steps.append((rows, taken))
            env.step(numbers[taken])
        else:
            env.step(int(chance.choice(numbers)))
    return result, steps


def train(games: int, *, seed: int = 0, max_actions: int = 80) -> tuple[Policy, list[float]]:
    """Train for some games, colours taken by turns; return the policy and its rewards."""
    env = HiveEnv(GAME_TYPE, max_actions=max_actions)
    policy = Policy(seed)
    chance = np.random.default_rng(seed)
    rewards = []
    usual = 0.0
    for game in range(games):
        learner = game % 2
        reward, steps = play(env, policy, env.possible_agents[learner], chance)
        rewards.append(reward)
        if reward == 0:  # undecided: a little for the queen that is closer to her end
            hexes = set(env.position.stacks)
            hemmed = [ring(hexes, queen) for queen in queens(env.position)]
            reward = (hemmed[1 - learner] - hemmed[learner]) / 12
        policy.learn(steps, reward - usual)
        usual += 0.05 * (reward - usual)
    return policy, rewards


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    began = time.perf_counter()
    policy, rewards = train(arguments.games, seed=arguments.seed)
    part = max(1, len(rewards) // 6)
    for begin in range(0, len(rewards), part):
        some = np.array(rewards[begin : begin + part])
        won, lost = np.mean(some > 0), np.mean(some < 0)
        print(f"games {begin + 1:>4} to {begin + len(some):>4}: won {won:4.0%}, lost {lost:4.0%}")
    print(", ".join(f"{name} {weight:+.2f}" for name, weight in zip(FEATURES, policy.weights, strict=True)))
    print(f"{len(rewards)} games in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
