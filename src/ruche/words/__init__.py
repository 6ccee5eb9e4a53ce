"""Every text that players read, one folder a language beside this file.

A folder holds TOML files, one an area, whose tables nest; the way to a text, joined by dots, is its key::

    [bug]
    ant = "Ant"        # bug.ant

`language.toml` says what the language calls itself and how it writes numbers; `bugs/` has one file a bug with
all that is said of it; `rules/` has the rules pages.
A new folder is a new language: nothing else has to know of it, and what it lacks is said in English.

A text may hold `{names}` to be filled in, and forms for one and for many: `{n} move|{n} moves`. Nothing is
read before the first text is asked for.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

FALLBACK = "en"
_FOLDER = os.path.dirname(__file__)


def _find_languages() -> tuple[str, ...]:
    """Return the names of the folders, English first."""
    found = [name for name in os.listdir(_FOLDER) if os.path.isfile(_path(name, "language.toml"))]
    return tuple(sorted(found, key=lambda name: (name != FALLBACK, name)))


def _path(language: str, *names: str) -> str:
    return os.path.join(_FOLDER, language, *names)


LANGUAGES = _find_languages()


def say(key: str, language: str = FALLBACK, **values: object) -> str:
    """Return the text of a key, its `{names}` filled in and its form chosen by `n`.

    >>> say("bug.ant", "fr")
    'Fourmi'
    >>> say("page.archive.moves", n=1), say("page.archive.moves", n=7)
    ('1 move', '7 moves')
    """
    text = text_of(key, language)
    if "n" in values and "|" in text:
        text = _form(text, values["n"], language)
    for name, value in values.items():
        if type(value) in (int, float):
            values[name] = _Number(value, language)
    try:
        return text.format(**values)
    except (KeyError, IndexError) as missing:
        raise KeyError(f"{key!r} in {language!r} wants a value for {missing}: {text!r}") from None


def text_of(key: str, language: str) -> str:
    """Return the text of a key as it is written, in English if the language lacks it."""
    for speech in (language, FALLBACK):
        text = _catalogue(speech).get(key)
        if text is not None:
            return text
    raise KeyError(f"no text for {key!r} in {_path(FALLBACK)}")


def texts_of(key: str) -> dict[str, str]:
    """Return the text of a key in every language."""
    return {language: text_of(key, language) for language in LANGUAGES}


def keys(language: str = FALLBACK) -> frozenset[str]:
    """Return every key that a language has."""
    return frozenset(_catalogue(language))


@cache
def bug_forms(language: str) -> frozenset[str]:
    """Return the forms that names of bugs take in a language: `the` if it has a table `bug_the`."""
    tables = {key.partition(".")[0] for key in keys(language) | keys()}
    return frozenset(table.removeprefix("bug_") for table in tables if table.startswith("bug_"))


def language() -> str:
    """Return the user's language: RUCHE_LANG, else the locale of the environment, else English."""
    for name in ("RUCHE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if chosen := os.environ.get(name):
            return match_language(chosen)
    return FALLBACK


def match_language(tag: str) -> str:
    """Return the language that fits a locale such as fr_CA.UTF-8 or a tag such as fr-CA best.

    >>> match_language("fr_CA.UTF-8"), match_language("C")
    ('fr', 'en')
    """
    code = tag.partition(".")[0].partition("@")[0].replace("_", "-").lower()
    while code and code not in LANGUAGES:
        code = code.rpartition("-")[0]
    return code or FALLBACK


def rules_pages() -> frozenset[str]:
    """Return the names of all pages of the rules."""
    return frozenset(name.removesuffix(".md") for name in os.listdir(_path(FALLBACK, "rules")))


def rules_page(name: str, language: str) -> str:
    """Return a page of the rules, Markdown, in English if the language lacks it."""
    path = _path(language, "rules", f"{name}.md")
    with open(
        path if os.path.isfile(path) else _path(FALLBACK, "rules", f"{name}.md"), encoding="utf-8"
    ) as file:
        return file.read()


class _Number:
    """A number as a language writes it: its own decimal sign, and its own sign between thousands."""

    def __init__(self, value: object, language: str) -> None:
        self.value = value
        self.language = language

    def __format__(self, spec: str) -> str:
        own = _own(self.language)
        return format(self.value, spec).translate({ord("."): own["decimal"], ord(","): own["thousands"]})


def _form(text: str, number: object, language: str) -> str:
    """Return which of the forms of a text fits a number."""
    import re

    *forms, last = text.split("|")
    for form, pattern in zip(forms, _own(language)["plural"], strict=False):
        if re.fullmatch(pattern, str(number)):
            return form
    return last


@cache
def _own(language: str) -> dict[str, Any]:
    """Return what a language's `language.toml` says."""
    import tomllib

    with open(_path(language, "language.toml"), "rb") as file:
        return tomllib.load(file)


@cache
def _catalogue(language: str) -> dict[str, str]:
    """Return all texts of a language by key."""
    import tomllib

    if language not in LANGUAGES:
        raise KeyError(f"no language {language!r}, only {', '.join(LANGUAGES)}")
    found: dict[str, str] = {}
    for name in _files(language):
        with open(_path(language, name), "rb") as file:
            for key, text in _flatten("", tomllib.load(file)):
                if key in found:
                    raise ValueError(f"{language}/{name} has a second text for {key!r}")
                found[key] = text
    return found


def _files(language: str) -> list[str]:
    """Return the files that hold a language's texts, as paths inside its folder."""
    found: list[str] = []
    for folder in ("", "bugs"):
        if os.path.isdir(_path(language, folder)):
            names = os.listdir(_path(language, folder))
            found += sorted(os.path.join(folder, name) for name in names if name.endswith(".toml"))
    return [name for name in found if name != "language.toml"]


def _flatten(prefix: str, table: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the texts of nested tables by their dotted keys."""
    found: list[tuple[str, str]] = []
    for name, inner in table.items():
        found += _flatten(f"{prefix}{name}.", inner) if isinstance(inner, dict) else [(prefix + name, inner)]
    return found
