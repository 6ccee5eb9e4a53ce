"""The environment itself."""

from __future__ import annotations

from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ruche import Action, Colour, GameType, Position, render
from ruche.envs.kernels import fill_mask
from ruche.envs.numbering import Numbering
from ruche.envs.observation import Encoder

AGENTS = ("player_0", "player_1")  # white begins
Observation = dict[str, Any]


class HiveEnv(AECEnv):  # type: ignore[misc]  # pettingzoo is untyped
    """A game of any type as an AEC environment; `env` wraps it as PettingZoo's own games are.

    An observation is a dictionary: `observation`, planes as `Encoder` makes them, and `action_mask`, 1 for
    every number of `Numbering` that may be played. The winner is rewarded with 1, the loser with -1; a draw,
    and a game cut short after `max_actions`, gives 0. In a double turn (K5) the same agent is asked twice.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "ruche_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self, game_type: GameType | str = "Base", *, max_actions: int = 300, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.game_type = GameType(game_type) if isinstance(game_type, str) else game_type
        self.max_actions = max_actions
        self.render_mode = render_mode
        self.numbering = Numbering(self.game_type)
        self.encoder = Encoder(self.game_type)
        self.possible_agents = list(AGENTS)
        planes = gymnasium.spaces.Box(0.0, 2.0, self.encoder.shape, np.float32)
        mask = gymnasium.spaces.Box(0, 1, (self.numbering.size,), np.int8)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict({"observation": planes, "action_mask": mask}) for agent in AGENTS
        }
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.numbering.size) for agent in AGENTS}
        self.position = Position(self.game_type)
        self.legal: dict[int, Action] = {}
        self.chance = np.random.default_rng()

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; the seed decides what is drawn in Swarm (S7)."""
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        self.position = Position(self.game_type, seed=int(self.chance.integers(2**63)))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._turn()

    def _turn(self) -> None:
        colour = self.position.colour
        self.agent_selection = AGENTS[colour]
        actions = self.position.legal_actions()
        self.legal = dict(zip(self.numbering.numbers(actions, colour), actions, strict=True))

    def observe(self, agent: str) -> Observation:
        """Return what an agent may see, from its own side; who is not to move may do nothing."""
        planes = self.encoder.encode(self.position, Colour(AGENTS.index(agent)))
        return {"observation": planes, "action_mask": self.action_mask(agent)}

    def action_mask(self, agent: str) -> NDArray[np.int8]:
        """Return what an agent may do, without the cost of the planes."""
        mask: NDArray[np.int8] = np.zeros(self.numbering.size, dtype=np.int8)
        if self.agent_selection == agent:
            fill_mask(mask, list(self.legal))
        return mask

    def step(self, action: int | None) -> None:
        """Play an action by its number; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = -1 if action is None else int(action)
        if number not in self.legal:
            raise ValueError(f"action {action!r} is not legal now: expected a number whose action_mask is 1")
        self._cumulative_rewards[agent] = 0.0
        self.position.play(self.legal[number])
        self.rewards = dict.fromkeys(self.agents, 0.0)
        outcome = self.position.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                self.rewards[AGENTS[outcome.winner]] = 1.0
                self.rewards[AGENTS[outcome.winner.other]] = -1.0
        elif len(self.position.history) >= self.max_actions:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn()
        if self.render_mode == "human":
            print(self.text(), flush=True)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the position as text; in the mode `human` every action has printed it already."""
        return self.text() if self.render_mode == "ansi" else None

    def text(self) -> str:
        return render.text(self.position, ansi=self.render_mode == "human")

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __str__(self) -> str:
        return "ruche_v0"


def env(
    game_type: GameType | str = "Base", *, max_actions: int = 300, render_mode: str | None = None
) -> AECEnv:
    """Return an environment in which an illegal action loses, and wrong use is reported."""
    game = HiveEnv(game_type, max_actions=max_actions, render_mode=render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)
