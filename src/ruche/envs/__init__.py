"""Environments for programs that learn: PettingZoo's AEC interface for every game type.

>>> from ruche.envs import env
>>> hive = env("Base", max_actions=100)
>>> hive.reset(seed=1)
>>> observation, reward, terminated, truncated, info = hive.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((34, 23, 23), 5)

What an observation holds and how actions are numbered is described in `docs/how-to/learning.md`.
"""

try:
    import numpy
    import pettingzoo
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"ruche.envs needs numpy and pettingzoo ({missing.name} is not there): pip install 'ruche[envs]'",
        name=missing.name,
    ) from None

from ruche.envs.environment import HiveEnv, env
from ruche.envs.numbering import Numbering
from ruche.envs.observation import Encoder

__all__ = ["Encoder", "HiveEnv", "Numbering", "env"]

del numpy, pettingzoo
