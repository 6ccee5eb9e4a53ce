"""Hosts and pages: who may ask, and what a request may hold."""

import json
from typing import Any

import pytest
from starlette.datastructures import Headers
from tests.server.helpers import Served
from tests.server.sockets import UPGRADE, raw

from ruche.server.admission.hosts import is_our_host, is_our_page
from ruche.server.admission.settings import AdmissionSettings, served_hosts

GAME = {"type": "Base", "opponent": {"kind": "screen"}}


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost", True),
        ("localhost:8460", True),
        ("LOCALHOST:1", True),
        ("127.0.0.1:8460", True),
        ("[::1]:8460", True),
        ("192.168.1.7:8460", True),
        ("hive.example", True),
        ("other.example:444", True),
        ("other.example", False),
        ("evil.example", False),
        ("localhost.evil.example", False),
        ("203.0.113.1", False),
        ("", False),
        ("[::1", False),
        ("localhost:8460.evil.example", False),
        ("localhost:8460,evil.example", False),
        ("evil.example@localhost", False),
        ("localhost/evil.example", False),
    ],
)
def test_hosts(host: str, ours: bool) -> None:
    trusted = frozenset({"hive.example", "other.example:444"})
    assert is_our_host(host, AdmissionSettings(served_hosts("192.168.1.7"), trusted=trusted)) == ours


def test_on_all_addresses_any_address_will_do_but_no_name() -> None:
    everywhere = AdmissionSettings(any_address=True)
    assert is_our_host("203.0.113.1:80", everywhere)
    assert is_our_host("[2001:db8::1]", everywhere)
    assert not is_our_host("evil.example", everywhere)


@pytest.mark.parametrize(
    ("headers", "ours"),
    [
        ({}, True),
        ({"origin": "http://localhost:8460"}, True),
        ({"origin": "https://LOCALHOST:8460"}, True),
        ({"origin": "http://localhost:3000"}, False),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "https://hive.example"}, True),
        ({"origin": "null"}, False),
        ({"origin": ""}, False),
        ({"origin": "http://[::1"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-origin"}, True),
    ],
)
def test_pages(headers: dict[str, str], ours: bool) -> None:
    settings = AdmissionSettings(trusted=frozenset({"hive.example"}))
    assert is_our_page(Headers({"host": "localhost:8460", **headers}), settings) == ours


def test_a_foreign_host_or_page_is_refused(server: Served) -> None:
    foreign = server.client.get("/api/types", headers={"host": "evil.example"})
    assert (foreign.status_code, foreign.json()["error"]) == (421, "foreign_host")
    assert "evil.example" in foreign.json()["reason"]["text"]["fr"]
    assert server.client.get("/healthz", headers={"host": "10.1.2.3"}).status_code == 200
    evil = {"origin": "http://evil.example"}
    made = server.client.post("/api/games", json=GAME, headers=evil)
    assert (made.status_code, made.json()["error"]) == (403, "foreign_page")
    assert server.client.get("/api/games", headers=evil).status_code == 200  # it cannot read the answer
    own = server.client.post("/api/games", json=GAME, headers={"origin": server.url})
    assert own.status_code == 201


@pytest.mark.parametrize("path", ["/api/analyse", "/api/games/abcdefgh/live"])
def test_a_foreign_page_opens_no_socket(server: Served, path: str) -> None:
    for header, status, error in (
        ("Origin: http://evil.example\nHost: localhost", b"403", b"foreign_page"),
        ("Host: evil.example", b"421", b"foreign_host"),
    ):
        with raw(server, f"GET {path} HTTP/1.1\n{header}\n{UPGRADE}\n") as connection:
            answer = b""
            while part := connection.recv(4096):
                answer += part
            assert answer.startswith(b"HTTP/1.1 " + status)
            assert b'{"error":"' + error + b'"' in answer
    with raw(server, f"GET {path} HTTP/1.1\nHost: localhost\nOrigin: http://localhost\n{UPGRADE}\n") as own:
        assert own.recv(12) == b"HTTP/1.1 101"


def test_a_header_has_its_limit(server: Served) -> None:
    for size, status in ((15_000, b"200"), (17_000, b"400"), (30_000, b"400")):
        with raw(server, f"GET /healthz HTTP/1.1\nHost: localhost\nX: {'x' * size}\n\n") as connection:
            assert connection.recv(12) == b"HTTP/1.1 " + status[:3]


def test_a_message_that_is_no_text_fills_no_log(server: Served) -> None:
    masked = b"\x81\x82\0\0\0\0\xff\xfe"
    with raw(server, f"GET /api/analyse HTTP/1.1\nHost: localhost\n{UPGRADE}\n") as connection:
        assert connection.recv(4096).startswith(b"HTTP/1.1 101")
        connection.sendall(masked)
        assert connection.recv(4) == b"\x88\x02\x03\xef"  # 1007
    assert "UTF-8" not in server.log.read_text()


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "text/json"])
def test_only_json_is_accepted(server: Served, media: str) -> None:
    """A foreign page can send the others without asking the server first."""
    answer = server.client.post("/api/games", content=json.dumps(GAME), headers={"content-type": media})
    assert (answer.status_code, answer.json()["error"]) == (415, "media_type")
    typed = {"content-type": "application/json; charset=utf-8"}
    assert server.client.post("/api/games", content=json.dumps(GAME), headers=typed).status_code == 201


@pytest.mark.parametrize(
    "name",
    [
        "a\0b",
        "a\nb",
        "\x7f",
        "\x85",
        "\u202egnp",
        "\u2066x",
        "\u200f",
        "\ufeffx",
        "a\u2028b",
        "\u200b",
        "\xad",
        "\u3164",
        "\ufff9a",
        "\u200d",
        " \ufe0f ",
        "Anna\n",
    ],
)
def test_names_have_no_control_or_direction_characters(server: Served, name: str) -> None:
    made = server.client.post("/api/games", json={**GAME, "name": name})
    assert (made.status_code, made.json()["error"]) == (400, "bad_request")


def test_names_may_be_written_in_any_script(server: Served) -> None:
    for name in (
        "Zoë",
        "Мария",
        "מרים",
        "مريم",
        "李",
        "👩‍🔬",
        "❤️",
        "می‌خواهم",
        "",
        "  ",
        "O'Neil \\u0000"[:8],
    ):
        assert server.client.post("/api/games", json={**GAME, "name": name}).status_code == 201


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/games?player=%00", None),
        ("GET", "/api/games/%00", None),
        ("GET", "/%00", None),
        ("POST", "/api/games", {**GAME, "type": "Base\0"}),
        ("POST", "/api/records/read", {"text": "\0"}),
        ("POST", "/api/view", {"type": "Base", "actions": ["wG1\0"]}),
        ("POST", "/api/games/abcdefgh/join", {"invite": "\0"}),
    ],
)
def test_nul_is_refused_everywhere(server: Served, method: str, path: str, body: Any) -> None:
    assert server.client.request(method, path, json=body).status_code == 400


def test_a_written_backslash_is_no_nul(server: Served) -> None:
    text = '[GameType "Base"]\n{a comment with \\u0000 in it} 1. wG1'
    assert server.client.post("/api/records/read", json={"text": text}).status_code != 400


def test_half_a_character_is_refused(server: Served) -> None:
    for name in (r"\ud800", r"\udfff"):
        body = json.dumps({**GAME, "name": "?"}).replace("?", name)
        typed = {"content-type": "application/json"}
        assert server.client.post("/api/games", content=body, headers=typed).status_code == 400
