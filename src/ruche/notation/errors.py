"""What goes wrong with a record, and what a reader has to remark about one that it could read."""

from __future__ import annotations

from dataclasses import dataclass, field

from ruche import words
from ruche.rules.errors import IllegalAction
from ruche.rules.explain.reasons import Reason
from ruche.words.errors import LocalizedError, shorten


class RecordError(LocalizedError):
    """A record that cannot be read or breaks the rules.

    If an action is to blame, `action` is its text, `number` which one it is, counted from 1, and `reason`
    the rule that it breaks, if it could be read at all. `game` is the number of the game in its file, where
    there are several, and `line` the line to look at there: of the action or, failing that, of the game's
    beginning; 0 if that is not known.
    """

    area = "record"

    def __init__(
        self,
        kind: str,
        *,
        action: str = "",
        number: int = 0,
        cause: LocalizedError | IllegalAction | None = None,
        **values: object,
    ) -> None:
        super().__init__(kind, action=action, number=number, why=cause or "", **values)
        self.action = action
        self.number = number
        self.cause = cause
        self.game = 0
        self.line = 0

    @property
    def reason(self) -> Reason | None:
        """Why the action is refused."""
        return self.cause.reason if isinstance(self.cause, IllegalAction) else None

    def spoken(self, value: object, language: str) -> object:
        """Return a value as the sentence has it, long texts cut short."""
        return shorten(value, 60) if isinstance(value, str) else super().spoken(value, language)


class Part(str):
    """The text of one game in a file; `line` is where it begins there, counted from 1."""

    line: int

    def __new__(cls, text: str, line: int) -> Part:
        """Return a text that knows where it stood."""
        part = super().__new__(cls, text)
        part.line = line
        return part

    def __reduce__(self) -> tuple[object, ...]:
        """Say how a copy is made: errors that quote a part come from other processes."""
        return (Part, (str(self), self.line))


@dataclass(frozen=True)
class Remark:
    """What a reader changed or wondered about; the sentence is `remark.<kind>` in the catalogue."""

    kind: str
    values: dict[str, object] = field(default_factory=dict)

    def say(self, language: str) -> str:
        """Return the sentence for players."""
        values = {
            name: value.say(language) if isinstance(value, RecordError) else value
            for name, value in self.values.items()
        }
        return words.say(f"remark.{self.kind}", language, **values)

    def __str__(self) -> str:
        return self.say("en")
