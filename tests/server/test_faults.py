"""What happens when things go wrong: crashes, dying workers, databases shared by two."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sa
from tests.server.databases import Place, SharedDatabase, executed, key_file
from tests.server.helpers import SERVE, Seat, asynchronous, open_registry, run, serving, wait_until
from tests.waiting import PATIENCE

from ruche import Colour, GameType
from ruche.server.match.events import Created, Entry, Joined, Request, SeatHolder
from ruche.server.store.database import Database
from ruche.server.store.errors import ConflictError, UnavailableError

CRASHING = str(Path(__file__).with_name("crashing.py"))


def test_an_action_committed_but_not_acknowledged_is_there_after_a_restart(database: Place) -> None:
    with serving(database, program=(CRASHING, "bG1 wG1-")) as server:
        white = server.create()
        black = white.join()
        white.act("wG1")
        seq = black.look()["seq"]
        with pytest.raises(httpx.TransportError):
            black.post("actions", seq=seq, action="bG1 wG1-")
        assert server.process.wait(PATIENCE) == 9
    with serving(database) as server:
        again = Seat(server, black.game, black.token)
        view = again.look(after=seq)
        assert [move["text"] for move in view["moves"]] == ["wG1", "bG1 wG1-"]
        sent_again = again.post("actions", seq=seq, action="bG1 wG1-")
        assert sent_again.status_code == 200
        assert sent_again.json() == {"seq": view["seq"]}
        assert len(again.look()["moves"]) == 2
        Seat(server, white.game, white.token).play("wQ -wG1")


def test_a_damaged_game_keeps_nobody_from_the_others(database: Place) -> None:
    with serving(database) as server:
        seats = [server.create(opponent={"kind": "screen"}) for _ in range(4)]
        for seat in seats:
            seat.play("wG1")
    executed(database, f"UPDATE log SET event = '{{]' WHERE game = '{seats[0].game}' AND seq = 1")
    executed(database, f"UPDATE log SET event = replace(event, 'wG1', 'wZ1') WHERE game = '{seats[1].game}'")
    with serving(database) as server:
        for form, mark in (("pgn", "[GameType"), ("gamestrings", "Base")):
            archive = server.client.get(f"/api/archive.{form}")
            assert (archive.status_code, archive.text.count(mark)) == (200, 2)
        mine = [{"id": seat.game, "seats": seat.token} for seat in seats]
        exported = server.client.post("/api/export", json={"games": mine, "format": "gamestring"})
        assert (exported.status_code, exported.text.count("Base")) == (200, 2)
        assert set(server.figure("games.quarantined").split(", ")) == {seat.game for seat in seats[:2]}


def test_what_is_damaged_beside_the_log_keeps_nobody_from_playing(sqlite_file: Path) -> None:
    """SQLite keeps any bytes in any column."""
    with serving(sqlite_file) as server:
        seats = [server.create(opponent={"kind": "screen"}) for _ in range(6)]
        for seat in seats:
            seat.play("wG1")
    games = [seat.game for seat in seats]
    executed(
        sqlite_file,
        f"UPDATE log SET event = CAST(x'7b22ff7d' AS TEXT) WHERE game = '{games[0]}' AND seq = 1",
        f"UPDATE log SET at = 9e999 WHERE game = '{games[1]}' AND seq = 1",
        f"UPDATE games SET white = CAST(x'fffe' AS TEXT) WHERE id = '{games[2]}'",
        f"UPDATE games SET black = '{{', moves = 'many' WHERE id = '{games[3]}'",
        f"UPDATE games SET type = 'Base+Nothing', started = 'once' WHERE id = '{games[4]}'",
        "INSERT INTO outages VALUES ('then', 'now'), (9e999, -9e999)",
        "UPDATE beats SET at = 'never'",
    )
    code, said = checked(sqlite_file)
    assert (code, {line.partition(":")[0] for line in said.splitlines()} & set(games)) == (1, set(games[:5]))
    with serving(sqlite_file) as server:
        listed = server.client.get("/api/games")
        sound = {*games[:2], games[5]}  # that the first two cannot be replayed is not known yet
        assert (listed.status_code, {row["id"] for row in listed.json()["games"]}) == (200, sound)
        archive = server.client.get("/api/archive.pgn")
        assert (archive.status_code, archive.text.count("[GameType")) == (200, 4)
        for seat in seats[2:]:
            Seat(server, seat.game, seat.token).play("bG1 wG1-")
        for seat in seats[:2]:
            assert server.client.get(seat.path, headers=seat.headers).json()["error"] == "quarantined"
        assert len(server.client.get("/api/games").json()["games"]) == 6  # who plays on writes the row anew
        assert "Traceback" not in server.log.read_text()


def checked(database: Path) -> tuple[int, str]:
    """How `check-db` ended, and what it said."""
    command = [sys.executable, "-m", "ruche", "check-db", "--database", str(database)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return ended.returncode, ended.stdout


def test_a_killed_server_loses_nothing_that_was_acknowledged(database: Place) -> None:
    with serving(database) as server:
        white = server.create()
        black = white.join()
        white.play("wG1")
        black.play("bG1 wG1-")
        white.propose("draw")
        before = white.look()
        server.kill()
    with serving(database) as server:
        after = Seat(server, white.game, white.token).look()
    for changing in ("now", "presence"):
        del before[changing], after[changing]
    assert before == after


def test_the_machine_goes_on_after_a_restart(database: Place) -> None:
    with serving(database) as server:
        white = server.create(opponent={"kind": "machine", "level": 8})
        white.play("wG1")
        assert white.look()["thinking"]
        server.kill()
    with serving(database) as server:
        view = Seat(server, white.game, white.token).until(lambda view: view["colour"] == "w")
        assert len(view["moves"]) == 2


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to find the workers")
def test_a_dying_worker_costs_nothing_but_time(database: Place) -> None:
    with serving(database) as server:
        white = server.create(opponent={"kind": "machine", "level": 8})
        white.play("wG1")
        wait_until(lambda: server.figure("workers.play.busy"))
        for pid in server.children():
            os.kill(pid, signal.SIGKILL)
        assert server.client.get("/healthz").status_code == 200
        view = white.until(lambda view: view["colour"] == "w")
        assert len(view["moves"]) == 2
        assert server.figure("workers.play.died") >= 1


def test_takeback_while_the_machine_thinks_refuses_its_late_answer(database: Place) -> None:
    with serving(database) as server:
        white = server.create(opponent={"kind": "machine", "level": 8})
        white.play("wG1")
        assert white.look()["thinking"]
        view = white.offer("takeback")
        assert (view["moves"], view["thinking"], view["colour"]) == ([], False, "w")
        view = white.play("wB1")
        view = white.until(lambda view: view["colour"] == "w")
        assert view["moves"][0]["text"] == "wB1"
        assert len(view["moves"]) == 2
        view = white.offer("takeback")
        assert view["moves"] == []


def test_a_second_server_on_one_file_is_refused_in_a_sentence(sqlite_file: Path) -> None:
    command = [sys.executable, *SERVE, "--port", "0", "--database", str(sqlite_file)]
    link = sqlite_file.with_name("link.sqlite")
    link.symlink_to(sqlite_file)
    linked = [*command[:-1], str(link), "--key-file", f"{sqlite_file}.key"]
    with serving(sqlite_file):
        for another in (command, linked):
            second = subprocess.run(
                another,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                env={**os.environ, "RUCHE_LANG": "en"},
            )
            assert second.returncode == 1
            assert "Another ruche server is using" in second.stderr
            assert "Traceback" not in second.stderr
        with closing(sqlite3.connect(sqlite_file)) as reader:  # a backup or a check reads on
            assert reader.execute("SELECT count(*) FROM log").fetchone() == (0,)
    with serving(sqlite_file) as server:  # once the first has gone, it is free
        server.create()


def test_of_first_starts_at_once_on_one_file_one_serves(sqlite_file: Path) -> None:
    command = [sys.executable, *SERVE, "--port", "0", "--database", str(sqlite_file)]
    english = {**os.environ, "RUCHE_LANG": "en"}
    started = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=english) for _ in range(3)]
    try:
        wait_until(lambda: sum(process.poll() is not None for process in started) == 2)
        for process in started:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
        said = [process.communicate(timeout=PATIENCE)[1] for process in started]
    finally:
        for process in started:
            process.kill()
    assert sum("Another ruche server is using" in text for text in said) == 2
    assert not any("Traceback" in text for text in said)


def test_a_database_of_a_later_version_is_refused_in_a_sentence(database: Place) -> None:
    with serving(database) as server:
        seat = server.create(opponent={"kind": "screen"})
        seat.play("wG1")
    executed(database, "UPDATE alembic_version SET version_num = '99_later'")
    before = executed(database, "SELECT count(*) FROM log")
    options = ["--port", "0", "--database", str(database), "--key-file", str(key_file(database))]
    english = {**os.environ, "RUCHE_LANG": "en"}
    refused = subprocess.run(
        [sys.executable, *SERVE, *options], capture_output=True, text=True, timeout=PATIENCE, env=english
    )
    assert refused.returncode == 1
    assert "99_later" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert executed(database, "SELECT version_num FROM alembic_version") == [("99_later",)]
    assert executed(database, "SELECT count(*) FROM log") == before


@pytest.mark.skipif(os.name == "nt", reason="an open file cannot be deleted there")
@pytest.mark.parametrize("lost", ["", "-wal"])
def test_nothing_is_acknowledged_in_a_file_that_is_gone(sqlite_file: Path, lost: str) -> None:
    """SQLite goes on writing to a file that was deleted; what was put in its place stays as it is."""
    with serving(sqlite_file) as server:
        white = server.create()
        black = white.join()
        white.play("wG1")
        gone = Path(f"{sqlite_file}{lost}")
        kept = gone.rename(gone.with_name("elsewhere"))
        seq = black.look()["seq"]
        answer = black.post("actions", seq=seq, action="bG1 wG1-")
        assert (answer.status_code, answer.json()["error"]) == (503, "unavailable")
        assert server.client.get("/readyz").status_code == 503
        assert server.client.get("/healthz").status_code == 200
        kept.rename(gone)  # the very file: all is well again

        def acts() -> bool:
            return black.post("actions", seq=seq, action="bG1 wG1-").status_code == 200

        wait_until(acts)
        assert len(black.look()["moves"]) == 2


def test_an_outage_takes_one_line_of_the_log(sqlite_file: Path, caplog: pytest.LogCaptureFixture) -> None:
    """With many games there are hundreds of timers and readers a second that end so."""

    async def fail() -> None:
        raise UnavailableError("away")

    async def fail_often() -> None:
        async with open_registry(sqlite_file) as registry:
            tasks = [registry.replicas.spawn(fail()) for _ in range(100)]
            await asyncio.gather(*tasks, return_exceptions=True)

    run(fail_often())
    assert len([line for line in caplog.messages if "away" in line]) == 1


@asynchronous
async def test_every_try_to_write_reaches_the_disk(sqlite_file: Path) -> None:
    """Writing what is there already would tell nothing of a disk that is full or read-only."""
    database = Database(str(sqlite_file))
    await database.open()
    with closing(sqlite3.connect(sqlite_file)) as other:
        versions = []
        for _ in range(3):
            await database.try_write()
            versions += other.execute("PRAGMA data_version").fetchone()
    assert len(set(versions)) == 3
    await database.close()


def test_what_the_database_cannot_take_keeps_no_other_from_it(shared: SharedDatabase) -> None:
    players = {Colour.WHITE: SeatHolder("A", "person"), Colour.BLACK: SeatHolder("B", "person")}
    created = Created(GameType("Base"), players)

    async def write() -> list[BaseException | bool]:
        store = Database(str(shared))
        await store.open()
        long = Request("x" * 33, "digest")  # of 32 characters there is room for
        results = await asyncio.gather(
            store.append([Entry("bad", 0, 1.0, created, long)], []),
            *(store.append([Entry(f"g{i}", 0, 1.0, created)], []) for i in range(4)),
            return_exceptions=True,
        )
        await store.close()
        return results

    bad, *others = run(write())
    assert isinstance(bad, sa.exc.DBAPIError)
    assert others == [True] * 4


def test_the_log_takes_no_number_twice(database: Place) -> None:
    players = {Colour.WHITE: SeatHolder("A", "person"), Colour.BLACK: SeatHolder("B", "person")}
    created = Created(GameType("Base"), players)

    async def write() -> list[BaseException | bool]:
        store = Database(str(database))
        await store.open()
        assert await store.append([Entry("g", 0, 1.0, created)], [])
        results = await asyncio.gather(
            *(store.append([Entry("g", 1, 2.0, Joined(Colour.BLACK, str(i)))], []) for i in range(5)),
            *(store.append([Entry(f"h{i}", 0, 2.0, created)], []) for i in range(5)),
            return_exceptions=True,
        )
        found = await store.entries("g")
        assert [entry.seq for entry in found] == [0, 1]
        await store.close()
        return results

    results = run(write())
    assert [isinstance(result, ConflictError) for result in results] == [False, *[True] * 4, *[False] * 5]
    assert executed(database, "SELECT count(*) FROM log") == [(7,)]
    if isinstance(database, Path):
        assert executed(database, "PRAGMA journal_mode") == [("wal",)]
