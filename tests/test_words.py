"""The catalogue: complete in every language, and clear about what it lacks."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from ruche import words

FOLDER = Path(words.__file__).parent


def names(text: str, language: str) -> set[str]:
    """The `{names}` a text wants; a language has its own forms of a piece, and plurals of a colour."""
    found = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    forms = "|".join(words.bug_forms(language))
    return {re.sub(rf"^({forms})_", "", name).removesuffix("s") for name in found}


def test_the_catalogue_is_not_empty() -> None:
    assert {"bug.ant", "bug.queen_bee"} <= words.keys()


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_every_language_has_every_text(language: str) -> None:
    own = {f"bug_{form}" for form in words.bug_forms(language) - words.bug_forms("en")}
    assert {key for key in words.keys(language) if key.partition(".")[0] not in own} == words.keys()
    assert set(os.listdir(FOLDER / language)) == set(os.listdir(FOLDER / "en"))
    for folder in ("bugs", "rules"):
        assert set(os.listdir(FOLDER / language / folder)) == set(os.listdir(FOLDER / "en" / folder))


def test_every_language_fills_in_the_same_names() -> None:
    for key in words.keys():  # noqa: SIM118
        texts = words.texts_of(key)
        assert all(text.strip() for text in texts.values()), key
        assert len({frozenset(names(text, language)) for language, text in texts.items()}) == 1, texts


# French wants a narrow no-break space before these signs if they end a word, and inside quotation marks.
NARROW = "\u202f"
MISSPACED = re.compile(rf"(?<![{NARROW}:;?!])[:;?!](?=\s|$)|(?<!{NARROW})»|«(?!{NARROW})|[ \u00a0][:;?!»]")
STRAIGHT = re.compile(r"(?<=[^\W\d_])'(?=[\w{])")  # an apostrophe that should be ’
CODE = re.compile(r"```.*?```|`[^`\n]*`|\]\([^)]*\)|https?://\S+", re.DOTALL)
FRENCH = {key: words.text_of(key, "fr") for key in words.keys("fr")}
FRENCH |= {name: words.rules_page(name, "fr") for name in words.rules_pages()}


def slips(text: str) -> list[str]:
    """Where a French text is not spaced as it should be, outside of code, notation and addresses."""
    plain = CODE.sub("", text)
    found = [*MISSPACED.finditer(plain), *STRAIGHT.finditer(plain)]
    return [plain[max(match.start() - 20, 0) : match.end() + 5] for match in found if match.start()]


def test_french_is_spaced_as_it_should_be() -> None:
    assert {key: found for key, text in FRENCH.items() if (found := slips(text))} == {}


@pytest.mark.parametrize(
    "text", ["Quoi ?", "Quoi\u00a0?", "Quoi?", "Voici: oui", "dit «oui»", "dit « oui »", "l'an"]
)
def test_slips_in_french_are_found(text: str) -> None:
    assert slips(text)
    assert not slips(
        "Quoi\u202f? L’an dernier\u202f: «\u202foui\u202f», level:3, `stars: wA1`, https://a.b/?c"
    )


def write(folder: Path, language: str, own: str, texts: str) -> None:
    """Write the folder of a language."""
    (folder / language).mkdir()
    (folder / language / "language.toml").write_text(own, encoding="utf-8")
    (folder / language / "texts.toml").write_text(texts, encoding="utf-8")


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A small catalogue in place of the real one: English, and a Polish that lacks a text."""
    own = 'name = "English"\nplural = ["1"]\ndecimal = "."\nthousands = ","'
    texts = """
        [a]
        hello = "Hello {who}"
        half = "{share:.1f} of {count:,}"
        moves = "{n} move|{n} moves"
    """
    write(tmp_path, "en", own, texts)
    own = 'name = "Polski"\nplural = ["1", "(.*[^1])?[2-4]"]\ndecimal = ","\nthousands = " "'
    texts = """
        [a]
        half = "{share:.1f} z {count:,}"
        moves = "{n} ruch|{n} ruchy|{n} ruchów"
    """
    write(tmp_path, "pl", own, texts)
    monkeypatch.setattr(words, "_FOLDER", str(tmp_path))
    monkeypatch.setattr(words, "LANGUAGES", words._find_languages())
    for cached in (words._catalogue, words._own):
        cached.cache_clear()
    yield
    for cached in (words._catalogue, words._own):
        cached.cache_clear()


@pytest.mark.usefixtures("small")
def test_say_fills_in_the_names() -> None:
    assert words.LANGUAGES == ("en", "pl")
    assert words.say("a.hello", who="Anna") == "Hello Anna"
    with pytest.raises(KeyError, match=r"'a.hello' in 'en' wants a value for 'who'.*Hello \{who\}"):
        words.say("a.hello")


@pytest.mark.usefixtures("small")
def test_a_text_that_a_language_lacks_is_said_in_english() -> None:
    assert words.say("a.hello", "pl", who="Anna") == "Hello Anna"


@pytest.mark.usefixtures("small")
def test_a_language_counts_and_writes_numbers_in_its_own_way() -> None:
    assert [words.say("a.moves", "en", n=n) for n in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]
    counted = [words.say("a.moves", "pl", n=n) for n in (1, 3, 5, 12, 22)]
    assert counted == ["1 ruch", "3 ruchy", "5 ruchów", "12 ruchów", "22 ruchy"]
    assert words.say("a.half", "en", share=0.5, count=1234) == "0.5 of 1,234"
    assert words.say("a.half", "pl", share=0.5, count=1234) == "0,5 z 1 234"


def test_a_missing_key_or_language_is_named() -> None:
    with pytest.raises(KeyError, match=r"no text for 'bug\.unicorn'"):
        words.say("bug.unicorn")
    with pytest.raises(KeyError, match=r"no language 'de', only en, fr"):
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
