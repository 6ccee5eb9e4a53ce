"""The options of the UHP server, and how they are shown, read and checked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field


@dataclass
class Option:
    """A setting with a name, a type, a value and limits."""

    name: str
    type: str  # bool, int, double, string or enum
    default: str
    choices: tuple[str, ...] = ()  # the values of an enum, or the least and the most of an int
    value: str = field(init=False)

    def __post_init__(self) -> None:
        self.value = self.default

    def set(self, text: str) -> None:
        """Take a value, or raise `ValueError` saying what was expected."""
        if self.type == "bool":
            allowed = {"true": "True", "false": "False"}
        elif self.type == "enum":
            allowed = {choice.lower(): choice for choice in self.choices}
        else:
            self.value = str(self._number(text))
            return
        if text.lower() not in allowed:
            raise ValueError(f"{self.name} cannot be {text!r}: expected {' or '.join(allowed.values())}")
        self.value = allowed[text.lower()]

    def _number(self, text: str) -> int:
        least, most = map(int, self.choices)
        if not re.fullmatch("-?[0-9]{1,19}", text) or not least <= int(text) <= most:
            raise ValueError(
                f"{self.name} cannot be {text!r}: expected a whole number from {least} to {most}"
            )
        return int(text)

    def __str__(self) -> str:
        return ";".join((self.name, self.type, self.value, self.default, *self.choices))


def rule_options() -> list[Option]:
    """Return the options of the rules, at their defaults; they take effect at the next game."""
    return [
        Option("TournamentOpening", "bool", "True"),  # T4: the eight plain types forbid the queen opening
        Option("QueenOpening", "bool", "True"),  # T4: all other types allow it
        Option("Repetition", "bool", "True"),  # E4
        Option("WaspReach", "enum", "any", ("any", "adjacent")),  # V1
        Option("Seed", "int", "0", ("0", str(2**63 - 1))),  # S7; and of the errors of weak levels
    ]


def engine_options() -> list[Option]:
    """Return the options of our own engine."""
    return [
        Option("Threads", "int", "1", ("1", "64")),
        Option("TableSizeMiB", "int", "64", ("1", "65536")),
        Option("Level", "int", "8", ("1", "8")),
        Option("Ponder", "bool", "False"),
    ]
