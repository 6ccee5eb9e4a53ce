"""Every call refuses what it must, with a status that its description names and a reason in each language."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.helpers import Served, serving

from ruche import words
from ruche.server.api import endpoints
from ruche.server.wire.calls import PROBES, Call
from ruche.server.wire.openapi import document

CALLS = [one for one in endpoints() if isinstance(one, Call)]
PATHS = document(CALLS)["paths"]
JSON = {"content-type": "application/json"}
UNREADABLE = (
    b"",
    b"{",
    b"\xff",
    b"[" * 5000,
    b'{"\\u0000": 1}',
    b'{"x": "a\0"}',
    b"[]",
    b"NaN",
    b'"\\ud800"',
)
BODIES = [one for one in CALLS if one.body is not None]
GATED = [one for one in CALLS if one.path not in PROBES]
MOST_ASKED = 200  # requests that use up a budget of one unit a second


@pytest.fixture(scope="module")
def thrifty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that allows little."""
    place = tmp_path_factory.mktemp("thrifty") / "games.sqlite"
    with serving(Path(place), "--address-budget", "1") as served:
        yield served


def path_of(call: Call, name: str = "nothing") -> str:
    return call.path.replace("{id}", name)


def check(call: Call, answer: httpx.Response, status: int) -> dict[str, Any]:
    """Compare a refusal with what is described; return its body."""
    assert answer.status_code == status, answer.text
    described = PATHS[call.path][call.method.lower()]["responses"]
    assert str(status) in described
    body: dict[str, Any] = answer.json()
    texts = body["reason"]["text"]
    assert set(texts) == set(words.LANGUAGES)
    assert all(texts.values())
    assert texts["en"] != texts["fr"]
    return body


def names(calls: list[Call]) -> list[str]:
    return [one.name for one in calls]


@pytest.mark.parametrize("call", GATED, ids=names(GATED))
def test_foreign_hosts(server: Served, call: Call) -> None:
    answer = server.client.request(call.method, path_of(call), headers={"host": "evil.example"})
    assert check(call, answer, 421)["error"] == "foreign_host"


@pytest.mark.parametrize("call", BODIES, ids=names(BODIES))
def test_foreign_pages(server: Served, call: Call) -> None:
    for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = server.client.post(path_of(call), content=b"{}", headers={**JSON, **headers})
        assert check(call, answer, 403)["error"] == "foreign_page"


@pytest.mark.parametrize("call", BODIES, ids=names(BODIES))
def test_bodies_that_cannot_be_read(server: Served, call: Call) -> None:
    game = server.create()
    path = path_of(call, game.game)
    token = game.token if call.uses_seat else "a" * 24
    headers = {**JSON, **({"authorization": f"Bearer {token}"} if call.uses_seat or call.uses_study else {})}

    def post(content: bytes, **more: str) -> httpx.Response:
        return server.client.post(path, content=content, headers={**headers, **more})

    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        plain = server.client.post(path, content=b"{}", headers={**headers, "content-type": kind})
        assert check(call, plain, 415)["error"] == "media_type"
    assert check(call, post(b" " * (call.most_bytes + 1)), 413)["error"] == "too_large"
    if "/studies/" in path:  # whose maker is asked for first
        return
    for content in UNREADABLE:
        assert check(call, post(content), 400)["error"] == "bad_request"


@pytest.mark.parametrize("call", [one for one in CALLS if "{id}" in one.path], ids=lambda one: one.name)
def test_names_that_nobody_has(server: Served, call: Call) -> None:
    for name in ("nosuchid", "x" * 300, "%F0%9F%90%9D", "%20", "%27"):
        body = {} if call.body is None else {"json": least(call)}
        answer = server.client.request(call.method, path_of(call, name), **body)  # type: ignore[arg-type]
        if answer.status_code != 403:  # a study that is not there can be made, but not by nobody
            check(call, answer, 404)
    assert (
        check(call, server.client.request(call.method, path_of(call, "%00")), 400)["error"] == "bad_request"
    )


def least(call: Call) -> dict[str, Any]:
    """A body that a call can read."""
    needed: dict[str, Any] = {"seq": 0, "action": "wG1", "invite": "x", "name": "Anna", "offer": "draw"}
    needed |= {"exercise": 0, "actions": ["wG1"], "index": 0, "request": "r" * 22, "bases": []}
    schemas = document(CALLS)["components"]["schemas"]
    schema = PATHS[call.path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    known = schemas[schema["$ref"].rpartition("/")[2]]
    return {name: needed.get(name, {}) for name in known.get("required", ())}


@pytest.mark.parametrize("call", GATED, ids=names(GATED))
def test_budgets(thrifty: Served, call: Call) -> None:
    answer = None
    for _ in range(MOST_ASKED):
        content = None if call.body is None else b"{}"
        answer = thrifty.client.request(call.method, path_of(call), content=content, headers=JSON)
        if answer.status_code == 429:
            break
    assert answer is not None
    body = check(call, answer, 429)
    assert body["retry_after"] == int(answer.headers["retry-after"]) > 0


def test_methods_and_paths_that_there_are_not(server: Served) -> None:
    for method, path, status in (
        ("DELETE", "/api/games", 405),
        ("PUT", "/api/games/x", 405),
        ("GET", "/api/nothing", 404),
        ("GET", "/assets/nothing.js", 404),
        ("GET", f"/assets/{'x' * 300}", 404),
        ("POST", "/api/nothing", 405),
    ):
        answer = server.client.request(method, path)
        assert answer.status_code == status, (method, path)
        assert set(answer.json()["reason"]["text"]) == set(words.LANGUAGES)


def test_the_description_names_no_status_that_means_nothing() -> None:
    known = {200, 201, 400, 403, 404, 408, 409, 410, 413, 415, 421, 422, 429, 500, 501, 503}
    found = {int(status) for path in PATHS.values() for one in path.values() for status in one["responses"]}
    assert found <= known
    text = Path(__file__).parents[2].joinpath("docs/api-http.md").read_text(encoding="utf-8")
    assert [status for status in sorted(found - {200, 201}) if f"| {status} " not in text] == []
