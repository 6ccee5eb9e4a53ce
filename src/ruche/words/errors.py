"""Errors that have a sentence for players in each language."""

from __future__ import annotations

from typing import ClassVar

from ruche import words

LONGEST = 160  # characters of what an error quotes


def shorten(text: str, most: int = LONGEST) -> str:
    """Return a text short enough to be quoted in a sentence, on one line."""
    if len(text) > most:
        text = f"{text[: most - 3]}..."
    return " ".join(text.split())


class LocalizedError(ValueError):
    """An error whose sentence is `<area>.<kind>` in the catalogue; `values` fill it in.

    Programs match on the class and on `kind`; a value that has a `say` of its own, such as a cause, is
    said in the same language. Errors keep all this when they come from another process.
    """

    area: ClassVar[str]

    def __init__(self, kind: str, /, **values: object) -> None:
        super().__init__(kind)
        self.kind = kind
        self.values = values

    @property
    def key(self) -> str:
        return f"{self.area}.{self.kind}"

    def say(self, language: str) -> str:
        """Return the sentence for players."""
        values = {name: self.spoken(value, language) for name, value in self.values.items()}
        return words.say(self.key, language, **values)

    def spoken(self, value: object, language: str) -> object:
        """Return a value as the sentence has it; a long text is cut short."""
        if hasattr(value, "say"):
            return value.say(language)
        if isinstance(value, str | OSError) and len(str(value)) > LONGEST:  # the latter quote names of files
            return shorten(str(value))
        return value

    def __str__(self) -> str:
        return self.say("en")

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, (type(self), self.__dict__))


def _restore(kind: type[LocalizedError], fields: dict[str, object]) -> LocalizedError:
    error = kind.__new__(kind)
    error.__dict__.update(fields)
    return error
