"""The catalogue: complete in both languages, and clear about what it lacks."""

from string import Formatter

import pytest

from ruche import words


def names(text: str) -> set[str]:
    """The `{names}` a text wants; one language may say `{colour}` where another needs its plural.

    `{e_piece}` is the ending that agrees with a piece in French; English has none.
    """
    found = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    return {name.removesuffix("s") for name in found if not name.startswith("e_")}


def test_the_catalogue_is_not_empty() -> None:
    assert {"bug.ant", "bug.queen_bee"} <= words.keys()


@pytest.mark.parametrize("key", sorted(words.keys()))
def test_every_entry_speaks_every_language_with_the_same_names(key: str) -> None:
    texts = words.entry(key)
    assert set(texts) == set(words.LANGUAGES)
    assert all(text.strip() for text in texts.values()) or key.startswith("bug_e.")
    assert len({frozenset(names(text)) for text in texts.values()}) == 1, texts


def test_say_fills_in_the_names(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"en": "Hello {who}", "fr": "Bonjour {who}"}
    monkeypatch.setattr(words, "_catalogue", lambda: {"greeting": texts})
    assert words.say("greeting", who="Anna") == "Hello Anna"
    assert words.say("greeting", "fr", who="Anna") == "Bonjour Anna"
    with pytest.raises(KeyError, match=r"'greeting' in 'fr' wants a value for 'who'.*Bonjour \{who\}"):
        words.say("greeting", "fr")


def test_a_missing_key_or_language_is_named() -> None:
    with pytest.raises(KeyError, match=r"no words for 'bug\.unicorn'"):
        words.say("bug.unicorn")
    with pytest.raises(KeyError, match=r"language 'de' for 'bug\.ant', only in en, fr"):
        words.say("bug.ant", "de")


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "RUCHE_LANG": "fr"}, "fr"),
    ],
)
def test_the_language_is_the_users(
    environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("RUCHE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert words.language() == expected
