"""Texts in the user's language."""

import re

from ruche import words

__all__ = ["say", "translate_metavars"]


def say(key: str, **values: object) -> str:
    """Return a text in the user's language, its `{names}` filled in."""
    return words.say(key, words.language(), **values)


def translate_metavars(text: str) -> str:
    """Translate what stands for arguments: the words in capitals, such as FILE, that `metavar` has."""
    known = {key.partition(".")[2] for key in words.keys() if key.startswith("metavar.")}  # noqa: SIM118

    def translate(found: re.Match[str]) -> str:
        name = found[0].lower()
        return say(f"metavar.{name}") if name in known else found[0]

    return re.sub(r"\b[A-Z]{2,}\b", translate, text)
