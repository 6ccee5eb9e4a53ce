"""The operator: the figures, stopping the server, its logs."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.databases import Place, executed
from tests.server.helpers import Served, run, serving, wait_until
from tests.server.sockets import UPGRADE, live, raw
from tests.waiting import PATIENCE

VERBOSE = str(Path(__file__).with_name("verbose.py"))


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
