"""Who gets in: hosts, origins, budgets, connections, and what a request may hold."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.datastructures import Headers
from tests.server.databases import Place, executed
from tests.server.helpers import Served, run, serving, wait_until
from tests.server.sockets import live
from tests.waiting import PATIENCE

from ruche.server.admission import connections
from ruche.server.admission.budgets import Budget, OverBudgetError, household
from ruche.server.admission.gate import Gate
from ruche.server.admission.hosts import is_our_host, is_our_page
from ruche.server.admission.settings import AdmissionSettings, served_hosts

UPGRADE = """Connection: Upgrade
Upgrade: websocket
Sec-WebSocket-Version: 13
Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
"""
GAME = {"type": "Base", "opponent": {"kind": "screen"}}
VERBOSE = str(Path(__file__).with_name("verbose.py"))


# -- hosts and pages ---------------------------------------------------------------------------------


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


# -- what a request may hold -------------------------------------------------------------------------


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


# -- budgets -----------------------------------------------------------------------------------------


def test_a_budget_comes_back_with_time() -> None:
    now = 0.0
    budget = Budget(rate=10, limit=20, now=lambda: now)
    for _ in range(20):
        budget.spend("a", 1)
    with pytest.raises(OverBudgetError) as refused:
        budget.spend("a", 15)
    assert refused.value.retry_after == 2
    budget.spend("b", 20)  # everybody has their own
    now = 0.5
    budget.spend("a", 5)
    with pytest.raises(OverBudgetError):
        budget.spend("a", 1)
    now = 100.0
    budget.spend("a", 1)  # as every request does before its own cost is known
    budget.spend("a", 499)  # what is dearer than any budget takes a full one, and more time
    with pytest.raises(OverBudgetError) as refused:
        budget.spend("a", 1)
    assert refused.value.retry_after == 49
    with pytest.raises(OverBudgetError):
        budget.spend("a", 500)


def test_a_household_has_one_budget() -> None:
    assert household("192.0.2.1") != household("192.0.2.2")
    assert household("2001:db8:1:2::1") == household("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert household("2001:db8:1:3::1") != household("2001:db8:1:2::1")
    assert household("::ffff:192.0.2.1") == household("192.0.2.1")
    assert household("fe80::1%eth0") == household("fe80::2")
    assert household("testclient") == "testclient"


def test_accounts_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruche.server.admission.budgets.MOST_KEPT", 3)
    budget = Budget(1, 10)
    for key in "abcda":
        budget.spend(key, 1)
    assert list(budget.accounts) == ["c", "d", "a"]


def test_what_is_shown_for_a_seat_is_kept_in_short() -> None:
    gate = Gate(AdmissionSettings())
    for i in range(3):
        shown = f"Bearer {i}{'x' * 15_000}".encode()
        headers = [(b"host", b"localhost"), (b"authorization", shown)]
        gate.check({"type": "http", "method": "GET", "path": "/", "headers": headers})
    assert len(gate.seats.accounts) == 3
    assert max(map(len, gate.seats.accounts)) < 200


def test_who_asks_for_too_much_hears_when_to_come_back(sqlite_file: Path) -> None:
    with serving(sqlite_file, "--address-budget", "20") as server:
        answers = [server.client.get("/api/games") for _ in range(60)]
        refused = answers[-1]
        assert answers[0].status_code == 200
        assert (refused.status_code, refused.json()["error"]) == (429, "too_many")
        assert int(refused.headers["retry-after"]) == refused.json()["retry_after"] >= 1
        assert server.client.get("/healthz").status_code == 200


# -- connections -------------------------------------------------------------------------------------


class FakeTransport:
    """A connection that notes how it ends."""

    def __init__(self) -> None:
        self.aborted = False

    def abort(self) -> None:
        self.aborted = True


def test_the_oldest_without_a_request_gives_way() -> None:
    known = connections.Connections(cap=3)
    fakes: list[Any] = [FakeTransport() for _ in range(6)]
    for transport in fakes[:3]:
        known.admit(transport)
    known.set_waiting(fakes[0], False)  # it asks for something
    known.admit(fakes[3])
    assert [fake.aborted for fake in fakes[:4]] == [False, True, False, False]
    known.set_waiting(fakes[2], False)
    known.set_waiting(fakes[3], False)
    known.admit(fakes[4])  # all others are busy
    assert fakes[4].aborted
    known.discard(fakes[0])
    known.admit(fakes[5])
    assert not fakes[5].aborted
    assert known.turned_away == 2


def test_the_cap_is_below_the_limit_of_files(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda _: (300, 300))
    assert connections.connection_cap() == 300 - connections.RESERVED_FILES
    assert connections.connection_cap(50) == 50
    monkeypatch.setattr(resource, "getrlimit", lambda _: (resource.RLIM_INFINITY,) * 2)
    assert connections.connection_cap() == connections.DEFAULT_CAP


LIMITED = "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (300, 300)); \
sys.argv[0] = 'ruche'; runpy.run_module('ruche', run_name='__main__')"
HURRIED = "from ruche.server.admission import connections as c; c.HEADER_SECONDS = c.READ_SECONDS = 1.0; \
from ruche.server.wire import http; http.BODY_SECONDS = 1.0; \
import runpy, sys; sys.argv[0] = 'ruche'; runpy.run_module('ruche', run_name='__main__')"


@pytest.fixture
def hurried(sqlite_file: Path) -> Iterator[Served]:
    """A server with little patience."""
    with serving(sqlite_file, program=("-c", HURRIED, "serve")) as server:
        yield server


def raw(server: Served, text: str) -> socket.socket:
    """A connection on which something was sent."""
    host, port = server.url.removeprefix("http://").split(":")
    connection = socket.create_connection((host, int(port)), timeout=PATIENCE)
    connection.sendall(text.replace("\n", "\r\n").encode())
    return connection


def is_closed(connection: socket.socket) -> bool:
    """Whether the server has ended a connection; reads what it has sent."""
    try:
        while connection.recv(4096):
            pass
    except ConnectionError:
        pass
    return True


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit of files")
def test_idle_connections_keep_nobody_out(sqlite_file: Path) -> None:
    with serving(sqlite_file, program=("-c", LIMITED, "serve")) as server:
        idle = [raw(server, "GET / HTTP/1.1\nHost: ") for _ in range(340)]
        for _ in range(5):
            assert httpx.get(f"{server.url}/healthz", timeout=PATIENCE).status_code == 200
        for connection in idle:
            connection.close()
    log = Path(server.errors.name).read_text()
    assert "Traceback" not in log
    assert log.count("turned away") == 1


@pytest.mark.parametrize(
    "begin",
    [
        "",
        "GET / HTTP/1.1\nHost: localhost\n",
        "POST /api/games HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: 99\n\n{",
        "GET /healthz HTTP/1.1\nHost: localhost\nContent-Length: 99\n\nx",
        "GET /healthz HTTP/1.1\nHost: localhost\n\nGET /he",
    ],
    ids=["silence", "half a header", "half a body", "a body nobody wants", "a second request"],
)
def test_what_comes_too_slowly_is_ended(hurried: Served, begin: str) -> None:
    with raw(hurried, begin) as connection:
        assert is_closed(connection)
    assert hurried.client.get("/healthz").status_code == 200


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="needs /proc to see connections")
def test_a_reader_that_does_not_read_is_ended(hurried: Served) -> None:
    with raw(hurried, "GET /api/words HTTP/1.1\nHost: localhost\n\n" * 300) as connection:
        mine = f":{connection.getsockname()[1]:04X}"

        def is_held() -> bool:
            """Tell whether the server has a file for its end of the connection."""
            lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
            return any(fields[2].endswith(mine) and fields[9] != "0" for fields in lines)

        wait_until(is_held)
        wait_until(lambda: not is_held())  # while its answers wait


# -- signals and the operator ------------------------------------------------------------------------


def test_only_the_operator_sees_figures(sqlite_file: Path, tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("open sesame\n")
    with serving(sqlite_file, "--operator-token", str(token)) as server:
        for path in ("/api/figures", "/metrics"):
            assert server.client.get(path).json()["error"] == "operator_only"
            wrong = {"authorization": "Bearer sesame"}
            assert server.client.get(path, headers=wrong).status_code == 403
            right = {"authorization": "Bearer open sesame"}
            assert server.client.get(path, headers=right).status_code == 200
        lines = server.client.get("/metrics", headers=right).text.splitlines()
        assert "ruche_games_total 0" in lines


def test_behind_a_proxy_nobody_is_the_operator_by_address(sqlite_file: Path) -> None:
    with serving(sqlite_file, "--allow-host", "hive.example") as server:
        assert server.client.get("/api/figures").status_code == 403
        answer = server.client.get("/api/types", headers={"host": "hive.example"})
        assert answer.status_code == 200


def test_this_machine_sees_figures_unless_it_asks_for_another(server: Served) -> None:
    assert server.client.get("/api/figures").status_code == 200
    forwarded = {"x-forwarded-for": "203.0.113.7"}
    assert server.client.get("/api/figures", headers=forwarded).status_code == 403


def test_only_proxies_that_are_named_say_for_whom_they_ask(sqlite_file: Path) -> None:
    options = ("--address-budget", "20", "--forwarded-allow")
    for proxy, shared in (("127.0.0.1", False), ("192.0.2.9", True)):
        with serving(sqlite_file.with_name(proxy), *options, proxy) as server:
            dear = server.client.get("/api/archive.pgn", headers={"x-forwarded-for": "203.0.113.7"})
            assert dear.status_code == 200  # all that is saved up, and more than comes back in a while
            other = server.client.get("/api/games", headers={"x-forwarded-for": "203.0.113.8"})
            assert (other.status_code == 429) == shared


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGTERM")
def test_sigterm_drains(sqlite_file: Path) -> None:
    with serving(sqlite_file) as server:
        seat = server.create()
        asked = f"GET /api/analyse HTTP/1.1\nHost: localhost\n{UPGRADE}\n"
        sockets = [raw(server, asked) for _ in range(4)]
        assert all(one.recv(12) == b"HTTP/1.1 101" for one in sockets)
        assert server.client.get("/readyz").status_code == 200
        server.process.terminate()
        wait_until(lambda: server.client.get("/readyz").status_code == 503)
        for one in sockets:
            received = b""
            while part := one.recv(4096):
                received += part
            assert (1012).to_bytes(2, "big") in received
            one.close()
        assert server.process.wait(PATIENCE) in (0, -15)
    with serving(sqlite_file) as server:
        assert server.client.get(seat.path).status_code == 200


@pytest.mark.parametrize("arguments", [["--port", "99999"], ["--host", "nowhere.invalid"], ["--port", "-1"]])
def test_where_nobody_can_listen_a_sentence_says_so(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "ruche", "serve", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert ended.returncode != 0
    assert "Traceback" not in ended.stderr
    assert arguments[1] in ended.stderr


def test_json_logs(sqlite_file: Path) -> None:
    with serving(sqlite_file, "--log", "json") as server:
        server.create()
        server.process.terminate()
        server.process.wait(PATIENCE)
        text = Path(server.errors.name).read_text()
    lines = [json.loads(line) for line in text.splitlines()]  # nothing else is there
    messages = [line["message"] for line in lines]
    assert any(server.url in message for message in messages), messages
    assert "draining: 0 sockets to close" in messages
    assert all(set(line) == {"time", "level", "logger", "message"} for line in lines)


def test_no_log_has_a_token_however_much_is_logged(database: Place) -> None:
    """Neither tokens nor request ids, from requests, sockets, and what the database is told."""
    request = "a-request-id-of-a-test"
    with serving(database, program=(VERBOSE,)) as server:
        white = server.create()
        black = white.join()
        assert white.post("actions", seq=1, action="wG1", request=request).status_code == 200

        async def talk() -> None:
            async with live(black) as socket:
                await socket.changed()
                await socket.request("play", seq=2, action="bG1 wG1-", request=f"{request}-2")

        run(talk())
        renewed = black.post("seats/revoke").json()["seats"]["b"]
        server.client.post(f"{white.path}/join", json={"invite": white.invite, "name": "x"})
        executed(database, "DROP TABLE log")  # from now on errors are logged
        white.post("actions", seq=4, action="wA1 -wG1", request=f"{request}-3")
        server.stop()
        text = server.log.read_text(encoding="utf-8")
    assert "INSERT INTO log" in text
    assert white.invite is not None
    for secret in (white.token, black.token, renewed, white.invite, request):
        assert secret not in text
