"""The catalogue in the user's language."""

from ruche import words

__all__ = ["say"]


def say(key: str, **values: object) -> str:
    """Give a sentence in the user's language, its `{names}` filled in."""
    return words.say(key, words.language(), **values)
