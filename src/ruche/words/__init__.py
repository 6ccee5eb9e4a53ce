"""The catalogue: every sentence a player reads, in English and in French.

One TOML file an area, beside this one. An entry is a table with one text a language; tables nest, and the way
to an entry, joined by dots, is its key::

    [bug.ant]
    en = "Ant"
    fr = "Fourmi"

Texts may hold `{names}` to be filled in. Nothing is read before the first sentence is asked for.
"""

import os
from functools import cache
from typing import Any

__all__ = ["LANGUAGES", "entry", "keys", "language", "say"]

LANGUAGES = ("en", "fr")
_FOLDER = os.path.dirname(__file__)


def say(key: str, language: str = "en", **values: object) -> str:
    """Give the sentence of a key in a language, its `{names}` filled in.

    >>> say("bug.ant", "fr")
    'Fourmi'
    """
    texts = entry(key)
    if language not in texts:
        raise KeyError(f"no text in language {language!r} for {key!r}, only in {', '.join(sorted(texts))}")
    try:
        return texts[language].format(**values)
    except (KeyError, IndexError) as missing:
        raise KeyError(f"{key!r} in {language!r} wants a value for {missing}: {texts[language]!r}") from None


def entry(key: str) -> dict[str, str]:
    """Give the texts of a key as they are written, by language."""
    try:
        return _catalogue()[key]
    except KeyError:
        raise KeyError(f"no words for {key!r} in the catalogue ({_FOLDER}/*.toml)") from None


def keys() -> frozenset[str]:
    """Give every key of the catalogue."""
    return frozenset(_catalogue())


def language() -> str:
    """Choose the user's language: RUCHE_LANG, else the locale of the environment, else English."""
    for name in ("RUCHE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if chosen := os.environ.get(name):
            code = chosen[:2].lower()
            return code if code in LANGUAGES else "en"
    return "en"


@cache
def _catalogue() -> dict[str, dict[str, str]]:
    import tomllib

    found: dict[str, dict[str, str]] = {}
    for name in sorted(name for name in os.listdir(_FOLDER) if name.endswith(".toml")):
        with open(os.path.join(_FOLDER, name), "rb") as file:
            area = tomllib.load(file)
        for key, texts in _entries("", area).items():
            if key in found:
                raise ValueError(f"{name} has words for {key!r} a second time")
            found[key] = texts
    return found


def _entries(key: str, table: dict[str, Any]) -> dict[str, dict[str, str]]:
    texts = {name: text for name, text in table.items() if isinstance(text, str)}
    found = {key: texts} if texts else {}
    for name, inner in table.items():
        if isinstance(inner, dict):
            found |= _entries(f"{key}.{name}" if key else name, inner)
    return found
