"""Requests that cannot be read are refused in a sentence, in every language."""

from typing import Any

import msgspec
import pytest
from tests.server.helpers import Served

from ruche.server.wire.game_messages import ArchiveQuery, CreateGameRequest, JoinRequest
from ruche.server.wire.http import decode, decode_query
from ruche.server.wire.live_messages import LiveCommand
from ruche.server.wire.refusals import RefusalError


def said(message: bytes | dict[str, str], kind: Any) -> tuple[str, str]:
    """What is said of a message, in English and in French, without how it begins."""
    with pytest.raises(RefusalError) as refusal:
        _ = decode_query(message, kind) if isinstance(message, dict) else decode(message, kind)
    assert (refusal.value.status, refusal.value.error) == (400, "bad_request")
    text = refusal.value.reason.text
    english, french = "The request could not be understood: ", "La demande n’a pas été comprise\u202f: "
    assert text["en"].startswith(english)
    assert text["fr"].startswith(french)
    return text["en"].removeprefix(english), text["fr"].removeprefix(french)


@pytest.mark.parametrize(
    ("message", "kind", "english", "french"),
    [
        (b"{}", JoinRequest, "“invite” is missing.", "«\u202finvite\u202f» manque."),
        (
            b'{"invite": 3, "name": ""}',
            JoinRequest,
            "“invite” should be a text, not a whole number.",
            "«\u202finvite\u202f» devrait être un texte, pas un nombre entier.",
        ),
        (
            b"[]",
            JoinRequest,
            "It should be an object, not a list.",
            "Ce devrait être un objet, pas une liste.",
        ),
        (
            b'{"type": "Base", "opponent": {"kind": 1}}',
            CreateGameRequest,
            "“opponent.kind” should be a text.",
            "«\u202fopponent.kind\u202f» devrait être un texte.",
        ),
        (b'{"invite": "x"', JoinRequest, "It breaks off in the middle.", "Elle s’interrompt au milieu."),
        (
            b"so what",
            JoinRequest,
            "It is not JSON, from byte 0 on.",
            "Ce n’est pas du JSON, à partir de l’octet 0.",
        ),
        (
            b'{"do": "dance"}',
            LiveCommand,
            "“do” cannot be “dance”.",
            "«\u202fdo\u202f» ne peut pas être «\u202fdance\u202f».",
        ),
        (
            b'{"type": "Base", "opponent": {"kind": "machine", "level": 99}}',
            CreateGameRequest,
            "“opponent.level” is too high: 8 at most.",
            "«\u202fopponent.level\u202f» est trop grand\u202f: 8 au plus.",
        ),
        (
            {"page": "0"},
            ArchiveQuery,
            "“page” is too low: 1 at least.",
            "«\u202fpage\u202f» est trop petit\u202f: 1 au moins.",
        ),
        (
            b'{"invite": "\\u0000"}',
            JoinRequest,
            "The character NUL is not allowed.",
            "Le caractère NUL n’est pas admis.",
        ),
    ],
)
def test_what_is_wrong_is_said(message: Any, kind: Any, english: str, french: str) -> None:
    assert said(message, kind) == (english, french)


def test_lists_and_texts_have_limits() -> None:
    friend = {"type": "Base", "opponent": {"kind": "friend"}}
    long = msgspec.json.encode({**friend, "actions": ["wG1"] * 2000})
    assert "too many entries" in said(long, CreateGameRequest)[0]
    name = msgspec.json.encode({**friend, "name": "x" * 500})
    assert "“name” is too long" in said(name, CreateGameRequest)[0]


def test_nested_to_death(server: Served) -> None:
    """However deep the brackets, an answer comes, and it is a refusal."""
    for body in (b"[" * 60_000, b'{"setup":' * 7_000, b'{"type":' + b"[" * 30_000 + b"]" * 30_000 + b"}"):
        answer = server.client.post("/api/games", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400
        assert set(answer.json()["reason"]["text"]) == {"en", "fr"}
