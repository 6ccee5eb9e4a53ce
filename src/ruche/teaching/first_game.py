"""The guided first game: a whole game in a few turns, in which each step meets a rule.

`first_game.toml` has the actions, played by White and answered by Black, and the clicks that are to be
refused; the sentences are in the catalogue, under `first_game.`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ruche import Position
from ruche.play.clicks import Clicks, spell

FILE = files("ruche.teaching") / "first_game.toml"


@dataclass(frozen=True)
class GuidedStep:
    """What is asked for, as clicks: an action and the reply to it or, without an action, a refusal."""

    clicks: Clicks
    action: str | None
    reply: str | None


@dataclass(frozen=True)
class FirstGame:
    """The type of the game, and its steps."""

    type: str
    steps: tuple[GuidedStep, ...]


@cache
def first_game() -> FirstGame:
    """Return the game, each action written as the rules write it."""
    written = tomllib.loads(FILE.read_text(encoding="utf-8"))
    position = Position(written["type"])
    steps = tuple(_step(position, **step) for step in written["step"])
    return FirstGame(written["type"], steps)


def _step(
    position: Position, action: str | None = None, reply: str | None = None, tries: list[str] | None = None
) -> GuidedStep:
    """Return a step, and play it."""
    if action is None:
        return GuidedStep(tuple(tries or ()), None, None)
    text = str(position.parse(action))
    clicks = next(one.clicks for one in spell(position) if one.text == text)
    position.play(action)
    return GuidedStep(clicks, text, None if reply is None else str(position.play(reply)))
