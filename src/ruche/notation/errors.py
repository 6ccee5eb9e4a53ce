"""What goes wrong with a record, and what a reader has to remark about one that it could read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ruche import words
from ruche.rules.errors import IllegalAction
from ruche.rules.explain.reasons import Reason


def _shorten(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def say_why(cause: Exception, language: str) -> str:
    """Return the sentence for what is wrong inside a record or diagram."""
    if isinstance(cause, IllegalAction):
        return f"{cause.reason.say(language)} ({cause.reason.rule})"
    speaking: Any = cause
    text: str = speaking.say(language)
    return text


class RecordError(ValueError):
    """A record that cannot be read or breaks the rules.

    `key` is the sentence in the catalogue. If an action is to blame, `action` is its text, `number` which one
    it is, counted from 1, and `reason` the rule that it breaks, if it could be read at all. `game` is the
    number of the game in its file, where there are several.
    """

    def __init__(
        self,
        key: str,
        *,
        action: str = "",
        number: int = 0,
        cause: Exception | None = None,
        game: int = 0,
        **values: object,
    ) -> None:
        self.key = f"record.{key}"
        self.action = action
        self.number = number
        self.cause = cause
        self.game = game
        self.values = values
        super().__init__(self.say("en"))

    @property
    def reason(self) -> Reason | None:
        """Why the action is refused."""
        return self.cause.reason if isinstance(self.cause, IllegalAction) else None

    def say(self, language: str) -> str:
        """Return the sentence for players."""
        values = {
            name: _shorten(value) if isinstance(value, str) else value for name, value in self.values.items()
        }
        why = "" if self.cause is None else say_why(self.cause, language)
        return words.say(self.key, language, action=self.action, number=self.number, why=why, **values)

    def __str__(self) -> str:
        return self.say("en")


@dataclass(frozen=True)
class Remark:
    """What a reader changed or wondered about; `key` is the sentence in the catalogue."""

    key: str
    values: dict[str, object] = field(default_factory=dict)

    def say(self, language: str) -> str:
        """Return the sentence for players."""
        values = {
            name: value.say(language) if isinstance(value, RecordError) else value
            for name, value in self.values.items()
        }
        return words.say(f"remark.{self.key}", language, **values)

    def __str__(self) -> str:
        return self.say("en")
