"""Environments for programs that learn: PettingZoo's AEC interface for every game type.

>>> from ruche.learn import env
>>> hive = env("Base", max_actions=100)
>>> hive.reset(seed=1)
>>> observation, reward, terminated, truncated, info = hive.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((34, 23, 23), 5)

What an observation holds and how actions are numbered is told in `docs/how-to/learning.md`.
"""

try:
    import numpy
    import pettingzoo
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(
        f"ruche.learn needs numpy and pettingzoo ({missing.name} is not there): pip install 'ruche[learn]'",
        name=missing.name,
    ) from None

from ruche.learn.environment import HiveEnv, env
from ruche.learn.numbering import Numbering
from ruche.learn.observation import Encoder

__all__ = ["Encoder", "HiveEnv", "Numbering", "env"]

del numpy, pettingzoo
