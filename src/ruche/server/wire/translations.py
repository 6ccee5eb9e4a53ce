"""Sentences as they are sent: in every language, so that one message serves all who get it."""

from __future__ import annotations

from typing import Protocol

from ruche import words
from ruche.server.wire.messages import Translations


class Speaks(Protocol):
    """Whatever has a sentence for players."""

    def say(self, language: str) -> str:
        """Return the sentence in a language."""


def translations(speaker: Speaks) -> Translations:
    """Return a sentence in every language."""
    return {language: speaker.say(language) for language in words.LANGUAGES}


def texts_of(key: str, **values: object) -> Translations:
    """Return the sentence of a key in every language."""
    return {language: words.say(key, language, **values) for language in words.LANGUAGES}
