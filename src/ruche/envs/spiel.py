"""Hive for OpenSpiel: every game type without chance or secrets, as a game of its Python interface.

>>> from ruche.envs.spiel import HiveGame  # doctest: +SKIP
>>> state = HiveGame({"game_type": "Base+MLP"}).new_initial_state()  # doctest: +SKIP

After the import, `pyspiel.load_game("python_ruche(game_type=Base+MLP)")` knows it. Actions are numbered by
`Numbering`, observations are the planes of `Encoder`. OpenSpiel has a Hive of its own, with the base game's
extras and a board of limited size; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        "ruche.envs.spiel needs OpenSpiel: pip install 'ruche[spiel]'", name=missing.name
    ) from None

from ruche import Action, Colour, GameType, Position
from ruche.envs.numbering import Numbering
from ruche.envs.observation import Encoder

MOST_ACTIONS = 300
DEFAULTS: dict[str, Any] = {"game_type": "Base", "max_actions": MOST_ACTIONS}
SHORT_NAME = "python_ruche"
GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Hive with every expansion",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=DEFAULTS,
)


class Rules:
    """What all states of a game share; OpenSpiel copies states deeply, but not this."""

    def __init__(self, name: str, max_actions: int) -> None:
        self.game_type = GameType(name)
        if self.game_type.opening_choices:
            raise ValueError(f"{name}: bags and secret choices (S1, V0d) are not offered to OpenSpiel")
        self.max_actions = max_actions
        self.numbering = Numbering(self.game_type)
        self.encoder = Encoder(self.game_type)

    def __deepcopy__(self, memo: object) -> Rules:
        return self


class HiveGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is untyped
    """A game of the type `game_type`; a draw after `max_actions` at the latest."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = {**DEFAULTS, **(params or {})}
        self.rules = Rules(chosen["game_type"], int(chosen["max_actions"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.numbering.size,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.max_actions,
        )
        super().__init__(GAME_TYPE, info, chosen)

    def new_initial_state(self) -> HiveState:
        return HiveState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> HiveObserver:
        return HiveObserver(self)


class HiveState(pyspiel.State):  # type: ignore[misc]
    """A position; white is player 0."""

    def __init__(self, game: HiveGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.position = Position(game.rules.game_type)
        self.legal: dict[int, Action] | None = None

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else int(self.position.colour)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.by_number())

    def by_number(self) -> dict[int, Action]:
        """Return the legal actions by their numbers."""
        if self.legal is None:
            actions = self.position.legal_actions()
            numbers = self.rules.numbering.numbers(actions, self.position.colour)
            self.legal = dict(zip(numbers, actions, strict=True))
        return self.legal

    def _apply_action(self, action: int) -> None:
        self.position.play(self.by_number()[action])
        self.legal = None

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.by_number()[action])

    def is_terminal(self) -> bool:
        return self.position.is_game_over or self.position.ply >= self.rules.max_actions

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if outcome.winner == Colour.WHITE else [-1.0, 1.0]

    def __str__(self) -> str:
        return self.position.text()


class HiveObserver:
    """What a player sees: planes from their side, and the position in one line."""

    def __init__(self, game: HiveGame) -> None:
        self.encoder = game.rules.encoder
        self.tensor = np.zeros(int(np.prod(self.encoder.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(self.encoder.shape)}

    def set_from(self, state: HiveState, player: int) -> None:
        """Write the planes of a state into `tensor`."""
        self.dict["observation"][:] = self.encoder.encode(state.position, Colour(player))

    def string_from(self, state: HiveState, player: int) -> str:
        """Return the position in one line."""
        return str(state)


pyspiel.register_game(GAME_TYPE, HiveGame)
