"""Operating a server: its key, its files, backups, checks and copies of its database."""

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.databases import Place, dumped, executed, key_file, on_engine
from tests.server.helpers import Seat, Served, open_registry, run, serving
from tests.waiting import PATIENCE

from ruche.server.seat_key import key_path, load_key
from ruche.server.store.check import DatabaseFault, check
from ruche.server.store.errors import CannotOpenError
from ruche.server.store.opening import prepare
from ruche.server.store.secret_files import read_or_create

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs permissions")


def ruche(*arguments: object, language: str = "en") -> tuple[int, str]:
    """Run a command; returns how it ended and what it said."""
    ended = subprocess.run(
        [sys.executable, "-m", "ruche", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, "RUCHE_LANG": language},
    )
    assert "Traceback" not in ended.stderr
    return ended.returncode, ended.stdout + ended.stderr


# -- the key -----------------------------------------------------------------------------------------


@POSIX
def test_nobody_else_reads_the_database_or_the_key(sqlite_file: Path) -> None:
    sqlite_file.touch(0o644)
    with serving(sqlite_file) as server:
        server.create()
        for path in sqlite_file.parent.glob("games.sqlite*"):
            if path.suffix != ".err":
                assert stat.S_IMODE(path.stat().st_mode) == 0o600, path.name
    key = Path(f"{sqlite_file}.key").read_text().strip()
    assert len(key) > 40
    with closing(sqlite3.connect(sqlite_file)) as connection:
        assert key not in "\n".join(connection.iterdump())


def test_a_key_is_created_once_by_many(tmp_path: Path) -> None:
    path = tmp_path / "new" / "key"
    found: list[str] = []
    threads = [
        threading.Thread(target=lambda i=i: found.append(read_or_create(path, f"key {i}"))) for i in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert [one.name for one in path.parent.iterdir()] == ["key"]


def test_the_key_in_an_old_database_moves_to_the_file(database: Place) -> None:
    path = key_file(database)

    async def settle() -> str:
        return await load_key(str(database), path)

    run(prepare(str(database)))
    executed(database, "INSERT INTO settings VALUES ('key', 'of old')")
    assert run(settle()) == run(settle()) == "of old"
    assert path.read_text() == "of old\n"
    assert executed(database, "SELECT * FROM settings WHERE name = 'key'") == []


def test_a_database_knows_its_key(sqlite_file: Path) -> None:
    kept, path = str(sqlite_file), key_path(str(sqlite_file))
    assert path is not None

    async def settle(replace: bool = False) -> str:
        return await load_key(kept, path, replace=replace)

    run(prepare(kept))
    first = run(settle())
    path.unlink()
    with pytest.raises(CannotOpenError) as caught:
        run(settle())
    assert caught.value.kind == "key_missing"
    assert not path.exists()
    path.write_text("another")
    with pytest.raises(CannotOpenError) as caught:
        run(settle())
    assert caught.value.kind == "key_wrong"
    assert run(settle(replace=True)) == run(settle()) == "another" != first
    code, said = ruche(
        "serve", "--database", sqlite_file, "--port", 0, "--key-file", sqlite_file.with_name("none")
    )
    assert code == 1
    assert "--new-key" in said


# -- backup, check, copy -----------------------------------------------------------------------------


def played(server: Served) -> Seat:
    seat = server.create(opponent={"kind": "screen"}, name="Anna")
    seat.play("wG1", "bG1 wG1-", "wQ -wG1")
    return seat


@POSIX
def test_a_backup_of_a_server_at_work_is_restored(sqlite_file: Path, tmp_path: Path) -> None:
    backup = tmp_path / "backup" / "copy.sqlite"
    backup.parent.mkdir()
    with serving(sqlite_file) as server:
        seat = played(server)
        code, said = ruche("backup", backup, "--database", sqlite_file)
        assert (code, f"{sqlite_file}.key" in said) == (0, True)
        seat.play("bQ bG1-")
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert [path.name for path in backup.parent.iterdir()] == ["copy.sqlite"]
    assert ruche("check-db", "--database", backup)[0] == 0
    code, said = ruche("backup", backup, "--database", sqlite_file)
    assert (code, "exists" in said) == (1, True)
    code, _ = ruche("serve", "--database", backup, "--port", 0)
    assert code == 1  # without its key
    Path(f"{backup}.key").write_bytes(Path(f"{sqlite_file}.key").read_bytes())
    with serving(backup) as server:
        again = Seat(server, seat.game, seat.token)
        assert len(again.look()["moves"]) == 3
        again.play("bQ bG1-")


def test_what_cannot_be_backed_up_is_told(tmp_path: Path) -> None:
    code, said = ruche("backup", tmp_path / "copy", "--database", tmp_path / "nothing.sqlite")
    assert (code, "nothing.sqlite" in said) == (1, True)
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"no database at all" * 100)
    code, said = ruche("backup", tmp_path / "copy", "--database", broken, language="fr")
    assert (code, "endommagée" in said) == (1, True)
    assert not (tmp_path / "copy").exists()
    code, said = ruche("backup", tmp_path / "copy", "--database", "postgresql+asyncpg://localhost/none")
    assert (code, "pg_dump" in said) == (1, True)


def test_what_is_no_database_of_ours_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    nothing, foreign = tmp_path / "nothing.sqlite", tmp_path / "foreign.sqlite"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE games (title)")
    target = tmp_path / "target.sqlite"
    commands: tuple[tuple[object, ...], ...] = (
        ("copy-db", foreign, target),
        ("check-db", "--database", foreign),
        ("serve", "--port", 0, "--database", foreign),
    )
    for words in commands:
        code, said = ruche(*words)
        assert (code, f"{foreign} is not a database of ruche" in said) == (1, True)
        assert executed(foreign, "SELECT name FROM sqlite_master") == [("games",)]
    empty = tmp_path / "empty.sqlite"
    empty.touch()
    code, said = ruche("backup", target, "--database", empty)
    assert (code, "not a database of ruche" in said, target.exists()) == (1, True, False)
    code, said = ruche("copy-db", nothing, target)
    assert (code, "There is no database" in said, nothing.exists(), target.exists()) == (
        1,
        True,
        False,
        False,
    )


def test_a_database_that_has_lost_a_table_or_a_page_is_told(sqlite_file: Path, tmp_path: Path) -> None:
    with serving(sqlite_file) as server:
        played(server)
    whole = sqlite_file.read_bytes()
    executed(sqlite_file, "DROP TABLE outages")
    code, said = ruche("serve", "--port", 0, "--database", sqlite_file)
    assert (code, "damaged: no such table: outages" in said) == (1, True)
    sqlite_file.write_bytes(whole[:4096] + bytes(len(whole) - 4096))
    assert ruche("serve", "--port", 0, "--database", sqlite_file)[0] == 1  # and no traceback


def test_a_check_of_a_live_database_finds_no_faults(database: Place) -> None:
    """A move between reading the log and reading the index is no fault."""
    with serving(database) as server:
        game = played(server).game

    def check_slowly(connection: sa.Connection) -> tuple[int, list[DatabaseFault]]:
        def move(*heard: Any) -> None:
            if "FROM games" in heard[2] and "WHERE games.id" in heard[2]:
                change = f"UPDATE games SET moves = moves + 1, seq = seq + 1 WHERE id = '{game}'"
                thread = threading.Thread(target=executed, args=(database, change))
                thread.start()
                thread.join()

        sa.event.listen(connection, "before_cursor_execute", move)
        return check(connection)

    assert on_engine(database, check_slowly) == (1, [])


def test_a_check_names_what_does_not_replay(database: Place) -> None:
    with serving(database) as server:
        whole, unreadable, gap, index = (played(server).game for _ in range(4))
        assert ruche("check-db", "--database", database) == (0, "Games: 4. With faults: 0.\n")
    executed(
        database,
        f"UPDATE log SET event = '{{}}' WHERE game = '{unreadable}' AND seq = 2",
        f"DELETE FROM log WHERE game = '{gap}' AND seq = 1",
        f"UPDATE games SET moves = 9 WHERE id = '{index}'",
        "DELETE FROM games WHERE id = 'nobody'",
        "INSERT INTO log (game, seq, at, event) SELECT 'lost', seq, at, event FROM log "
        f"WHERE game = '{whole}'",
    )
    code, said = ruche("check-db", "--database", database)
    lines = said.splitlines()
    assert code == 1
    assert lines[-1] == "Games: 5. With faults: 4."
    assert {line.split(":")[0] for line in lines[:-1]} == {unreadable, gap, index, "lost"}
    assert any(line.startswith(f"{unreadable}: entry 2") for line in lines)
    assert any(line.startswith(f"{gap}: entry 1") for line in lines)
    assert any("moves" in line for line in lines)


@pytest.mark.parametrize("address", ["://", "mysql://anna:hidden@host/games", "postgresql://[::1:x/games"])
def test_an_address_that_is_none_is_told_without_its_password(address: str, tmp_path: Path) -> None:
    for words in (
        ("serve", "--port", 0, "--database", address),
        ("check-db", "--database", address),
        ("backup", tmp_path / "copy", "--database", address),
        ("copy-db", address, tmp_path / "copy"),
        ("copy-db", tmp_path / "copy", address),
    ):
        code, said = ruche(*words)
        assert (code, "hidden" in said) == (1, False)


@POSIX
def test_nobody_else_reads_a_copy(tmp_path: Path) -> None:
    source, target = tmp_path / "source.sqlite", tmp_path / "target.sqlite"
    with serving(source) as server:
        played(server)
    assert ruche("copy-db", source, target)[0] == 0
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_a_copy_loses_nothing(database: Place, tmp_path: Path) -> None:
    source = tmp_path / "source.sqlite"
    with serving(source) as server:
        seat = played(server)
        friend = server.create(name="Zoë 🐝")  # whatever script, whatever width
        code, said = ruche("copy-db", source, database)
        assert (code, "using" in said) == (1, True)
    code, said = ruche("copy-db", source, database)
    assert code == 0, said
    assert ".key" in said
    for table in ("log", "games", "outages", "settings"):
        rows = f"SELECT * FROM {table}"
        assert sorted(executed(database, rows), key=repr) == sorted(executed(source, rows), key=repr)
    assert ruche("check-db", "--database", database) == (0, "Games: 2. With faults: 0.\n")
    code, said = ruche("copy-db", source, database)
    assert (code, "already" in said) == (1, True)
    key_file(database).write_bytes(key_file(source).read_bytes())
    with serving(database) as server:
        Seat(server, seat.game, seat.token).play("bQ bG1-")
        assert Seat(server, friend.game, friend.token).look()["players"]["w"]["name"] == "Zoë 🐝"


# -- games that were never begun ---------------------------------------------------------------------


def test_games_never_begun_expire(database: Place) -> None:
    with serving(database) as server:
        begun, fresh, old = played(server), server.create(), server.create()
        clocked = server.create(opponent={"kind": "machine", "level": 1}, colour="b")
        clocked.until(lambda view: view["moves"])
        machine = server.create(opponent={"kind": "machine", "level": 1}, colour="w")
        placed = server.create(type="Base", opponent={"kind": "screen"}, actions=["wG1", "bG1 wG1-"])
    executed(database, f"UPDATE games SET started = 1 WHERE id != '{fresh.game}'")

    async def expire() -> int:
        async with open_registry(database) as registry:
            await asyncio.sleep(0)
            return await registry.database.expire(86_400.0, {})

    run(expire())
    left = {row[0] for row in executed(database, "SELECT id FROM games")}
    assert left == {begun.game, fresh.game, clocked.game}
    for gone in (old, machine, placed):
        assert executed(database, f"SELECT * FROM log WHERE game = '{gone.game}'") == []


# -- one's own games ---------------------------------------------------------------------------------


def test_own_games_are_exported(server: Served) -> None:
    mine, other = played(server), played(server)
    games = [{"id": mine.game, "seats": mine.token}, {"id": other.game, "seats": mine.token}]
    answer = server.client.post("/api/export", json={"games": [*games, {"id": "nothing", "seats": "x"}]})
    assert answer.status_code == 200
    assert answer.text.count("[GameType") == 1


def test_a_name_is_forgotten_everywhere(database: Place) -> None:
    with serving(database) as server:
        white = server.create(name="Wilhelmina")
        black = white.join("Bartholomew")
        white.play("wG1")
        assert white.watch().post("forget").status_code == 403
        assert white.post("forget").json() == {"deleted": False}
        players = black.look()["players"]
        assert (players["w"]["name"], players["b"]["name"]) == ("", "Bartholomew")
        assert server.client.get("/api/games", params={"player": "wilhelmina"}).json()["total"] == 0
        assert white.post("forget").json() == {"deleted": False}  # twice is once
        black.play("bG1 wG1-")
    assert ruche("check-db", "--database", database)[0] == 0
    everything = dumped(database)
    assert "Bartholomew" in everything
    assert "ilhelmina" not in everything


def test_a_game_at_which_nobody_else_sat_is_deleted(database: Place) -> None:
    with serving(database) as server:
        alone = [
            server.create(opponent={"kind": "machine", "level": 1}),
            server.create(clock={"kind": "real", "seconds": 60}),
            played(server),
        ]
        for seat in alone:
            assert seat.post("forget").json() == {"deleted": True}
            assert server.client.get(seat.path).status_code == 404
        assert server.client.get("/api/games").json()["total"] == 0
    assert ruche("check-db", "--database", database) == (0, "Games: 0. With faults: 0.\n")
