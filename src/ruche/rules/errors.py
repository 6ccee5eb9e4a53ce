"""What goes wrong with an action: a rule forbids it, or its text cannot be read."""

from __future__ import annotations

from ruche.rules.explain.reasons import Reason
from ruche.words.errors import LocalizedError, shorten


class IllegalAction(ValueError):
    """An action that the rules refuse; `reason` says which and why."""

    def __init__(self, reason: Reason, text: str) -> None:
        super().__init__(reason, text)
        self.reason = reason
        self.text = text

    def say(self, language: str) -> str:
        """Return the sentence for players, and the rule."""
        return f"{self.reason.say(language)} ({self.reason.rule})"

    def __str__(self) -> str:
        return f"{shorten(self.text)!r}: {self.say('en')}"


class NotationError(LocalizedError):
    """A text that cannot be read as an action."""

    area = "notation"
