"""Connections: how many there may be, and how long one may take."""

import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.helpers import Served, serving, wait_until
from tests.server.sockets import raw
from tests.waiting import PATIENCE

from ruche.server.admission import connections


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
