"""What goes wrong with an action: a rule forbids it, or its text cannot be read."""

from __future__ import annotations

from ruche import words
from ruche.rules.explain.reasons import Reason


class IllegalAction(ValueError):
    """An action that the rules refuse; `reason` says which and why."""

    def __init__(self, reason: Reason, text: str) -> None:
        self.reason = reason
        self.text = text
        super().__init__(f"{text!r}: {reason.say('en')} ({reason.rule})")

    def __reduce__(self) -> tuple[object, ...]:
        return (IllegalAction, (self.reason, self.text))


class NotationError(ValueError):
    """A text that is no action; `key` is the sentence in the catalogue."""

    def __init__(self, key: str, **values: object) -> None:
        self.key = f"notation.{key}"
        self.values = values
        super().__init__(self.say("en"))

    def say(self, language: str) -> str:
        """Return the sentence for players."""
        return words.say(self.key, language, **self.values)

    def __reduce__(self) -> tuple[object, ...]:
        return (_error, (self.key.removeprefix("notation."), self.values))


def _error(key: str, values: dict[str, object]) -> NotationError:
    return NotationError(key, **values)
