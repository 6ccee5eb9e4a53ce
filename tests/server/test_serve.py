"""The command `ruche serve`: where it listens, what it keeps, how it ends."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.helpers import serving, wait_until
from tests.waiting import PATIENCE

from ruche.data_folder import data_folder
from ruche.server.service import listen, url_of
from ruche.server.store.engines import shown


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to find the workers")
def test_ctrl_c_ends_everything(sqlite_file: Path) -> None:
    with serving(sqlite_file) as server:
        white = server.create(opponent={"kind": "machine", "level": 8})
        white.play("wG1")
        wait_until(server.children)
        workers = server.children()
        waiting = subprocess.Popen(
            [
                sys.executable,
                "-c",
                f"import httpx; httpx.get({server.url + white.path + '?after=99&wait=50'!r}, timeout=60)",
            ]
        )
        wait_until(lambda: server.figure("visitors.following"))
        server.stop()
        assert server.process.returncode == 0  # it was asked to go, not made to
        waiting.wait(PATIENCE)
        wait_until(lambda: not [pid for pid in workers if Path(f"/proc/{pid}").exists()])


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to find the workers")
def test_workers_do_not_outlive_a_killed_server(sqlite_file: Path) -> None:
    with serving(sqlite_file) as server:
        server.create(opponent={"kind": "machine", "level": 8}, colour="b")
        wait_until(server.children)
        workers = server.children()
        server.kill()
        wait_until(lambda: not [pid for pid in workers if Path(f"/proc/{pid}").exists()])


def test_a_taken_port_is_no_obstacle() -> None:
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with listen("127.0.0.1", port) as second:
            assert second.getsockname()[1] != port
            assert url_of(second) == f"http://127.0.0.1:{second.getsockname()[1]}/"
    with pytest.raises(OSError, match=r"."):
        listen("203.0.113.77", 0)
    if socket.has_ipv6:
        try:
            with listen("::1", 0) as third:
                assert url_of(third).startswith("http://[::1]:")
        except OSError:
            pass  # this machine has none after all


def test_data_belongs_in_the_users_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "ruche"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert data_folder().parts[-3:] == ("Library", "Application Support", "ruche")


def test_no_password_is_printed() -> None:
    assert shown("games.sqlite") == "games.sqlite"
    assert "secret" not in shown("postgresql+asyncpg://anna:secret@localhost/ruche")
    assert "anna" in shown("postgresql+asyncpg://anna:secret@localhost/ruche")


def test_by_default_nothing_is_written_where_one_stands(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data"), "RUCHE_LANG": "fr"}
    environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    process = subprocess.Popen(
        [sys.executable, "-m", "ruche", "serve", "--port", "0"],
        cwd=here,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    line = process.stderr.readline()
    process.terminate()
    process.wait(30)
    process.stderr.close()
    assert "http://127.0.0.1:" in line
    assert "ruche joue" in line
    assert list(here.iterdir()) == []
    assert (tmp_path / "data" / "ruche" / "games.sqlite").exists()
