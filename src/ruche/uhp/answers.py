"""What an engine answers, as values: its options, and what a search has found so far."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ruche.rules.action import Action
from ruche.rules.facts.bugs import BUGS, EXTRA
from ruche.rules.position import Position

# The expansion pieces that `info` may name, with their letters.
EXPANSIONS = {bug.name.capitalize(): bug.letter for bug in BUGS if bug.brought_by == EXTRA}
Value = bool | int | float | str
READERS: dict[str, Callable[[str], Value]] = {
    "bool": lambda text: text.lower() == "true",
    "int": int,
    "double": float,
}
SCORE = re.compile(r"[+-]?\d+(?:\.\d+)?")


@dataclass(frozen=True)
class EngineOption:
    """A setting of an engine: its type is bool, int, double, enum or string."""

    name: str
    type: str
    value: Value
    default: Value
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class EngineInfo:
    """What a search has found so far: the action, how deep it looked, the score, the best line.

    Engines count scores in units of their own, for the side to move; None where they give none that can be
    read. A line ends before the first action that is not legal.
    """

    action: Action
    depth: int
    score: float | None
    line: tuple[Action, ...]
    text: str  # as it was printed


def read_option(text: str) -> EngineOption | None:
    """Return the option that a line describes, `Name;type;value;default` and limits or choices; or None."""
    name, *fields = (field.strip() for field in text.split(";"))
    if len(fields) < 3:
        return None
    kind, value, default, *rest = fields
    read = READERS.get(kind, str)
    try:
        limits = [float(text) for text in rest[:2]] if kind in ("int", "double") else []
        least, most = limits if len(limits) == 2 else (None, None)
        choices = tuple(rest) if kind == "enum" else ()
        return EngineOption(name, kind, read(value), read(default), least, most, choices)
    except ValueError:
        return None


def write_value(value: Value) -> str:
    """Return a value as it is set."""
    return str(value)


def read_info(text: str, position: Position) -> EngineInfo | None:
    """Return what a line of a search says, `Move;depth;score;Move;Move...`; None for any other line."""
    move, *fields = (field.strip() for field in text.split(";"))
    if len(fields) < 2 or not fields[0].isdecimal():
        return None
    try:
        action = position.parse(move)
    except ValueError:
        return None
    score = float(fields[1]) if SCORE.fullmatch(fields[1]) else None
    return EngineInfo(action, int(fields[0]), score, tuple(_line(fields[2:], position)), text)


def _line(moves: list[str], position: Position) -> list[Action]:
    walk = position.copy()
    played: list[Action] = []
    for move in moves:
        try:
            played.append(walk.play(move))
        except ValueError:
            break
    return played
