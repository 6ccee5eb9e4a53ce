"""The archive: what a search finds, and who searches: a worker process, for which nobody waits who plays."""

import itertools
import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from tests.server.databases import Place, SharedDatabase, executed, on_engine
from tests.server.helpers import Served, run, serving, wait_until
from tests.server.test_postgres import end_connections

from ruche.server.api import searches
from ruche.server.store.engines import open_reader
from ruche.server.store.errors import UnavailableError
from ruche.server.store.opening import migrate
from ruche.server.store.schema import games
from ruche.server.wire.game_messages import ArchiveQuery
from ruche.server.wire.http import RawResponse
from ruche.server.wire.refusals import RefusalError
from ruche.server.work.jobs import SearchArchive
from ruche.server.work.pool import ARCHIVE, WorkerPool

PROC = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
TYPES = ("Base", "Base+ML", "Base+MLP")
STATES = ("NotStarted", "InProgress", "WhiteWins", "BlackWins", "Draw", "Cancelled")
NAMES = ("Wilhelmina", "Ünal 100%", "Zoë")
MEANT = {"white": {"WhiteWins"}, "black": {"BlackWins"}, "draw": {"Draw"}}
RUNNING = {"NotStarted", "InProgress"}


def rows() -> list[dict[str, Any]]:
    """Games of every kind, in no order; some are not listed, or have not begun."""
    found = []
    for i, (state, type_, name) in enumerate(itertools.product(STATES, TYPES, NAMES)):
        other = NAMES[i % 2]
        over = state not in RUNNING
        found.append(
            {
                "id": f"g{i:03}",
                "type": type_,
                "white": json.dumps({"name": name, "kind": "person"}),
                "black": json.dumps({"name": other, "kind": "machine", "level": 3}),
                "names": f"{name}\n{other}".casefold(),
                "state": state,
                "why": {"Draw": "agreement"}.get(state, "resignation") if over else None,
                "moves": 0 if i % 11 == 10 else i,
                "started": 1e9 + 10 * (i % 7),
                "ended": 1e9 + 100 if over else None,
                "seq": i,
                "listed": i % 17 != 16 and state != "Cancelled",
            }
        )
    return found


def fill(place: Place) -> None:
    def insert(connection: sa.Connection) -> None:
        with connection.begin():
            connection.execute(sa.insert(games), rows())

    on_engine(place, insert)


def expected(query: dict[str, str]) -> list[str]:
    """The games that a search has to find, newest first."""
    found = [
        row
        for row in rows()
        if row["listed"]
        and row["moves"]
        and query.get("type", row["type"]) == row["type"]
        and query.get("player", "").casefold() in row["names"]
        and row["state"] in MEANT.get(query.get("result", ""), STATES)
        and {"running": row["state"] in RUNNING, "finished": row["state"] not in RUNNING}.get(
            query.get("state", ""), True
        )
    ]
    return [row["id"] for row in sorted(found, key=lambda row: (-row["started"], row["id"]))]


def archive_workers(server: Served) -> list[int]:
    """The ids of the processes that search."""
    command = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in server.children()}
    return [pid for pid in command if command[pid].endswith(f"\0{ARCHIVE}\0".encode())]


def the_worker(server: Served) -> int:
    """The process that searches; one that loads too slowly has another beside it for a while."""
    wait_until(lambda: len(archive_workers(server)) == 1)
    return archive_workers(server)[0]


def search(server: Served, **query: Any) -> httpx.Response:
    return server.client.get("/api/games", params=query)


def test_every_filter_finds_what_it_says(database: Place) -> None:
    values = {
        "type": ("", *TYPES),
        "player": ("", "WILHELM", "ünal", "0%", "ë", "nobody"),
        "result": ("", *MEANT),
        "state": ("", "running", "finished"),
    }
    with serving(database) as server:
        fill(database)
        for chosen in itertools.product(*values.values()):
            query = {name: value for name, value in zip(values, chosen, strict=True) if value}
            wanted = expected(query)
            pages = max(1, -(-len(wanted) // 20))
            for page in (1, 2):
                answer = search(server, **query, page=page).json()
                ids = [game["id"] for game in answer.pop("games")]
                assert ids == wanted[20 * (page - 1) : 20 * page], query
                assert answer == {"page": page, "pages": pages, "total": len(wanted)}


def test_a_game_is_shown_as_it_is(database: Place) -> None:
    with serving(database) as server:
        fill(database)
        answer = search(server, player="Zoë", result="draw", type="Base")
    (row,) = [
        row for row in rows() if (row["state"], row["type"]) == ("Draw", "Base") and "zoë" in row["names"]
    ]
    game = {
        "id": row["id"],
        "type": "Base",
        "players": {
            "w": {"name": "Zoë", "kind": "person"},
            "b": {"name": json.loads(row["black"])["name"], "kind": "machine", "level": 3},
        },
        "state": "Draw",
        "outcome": {"winner": None, "why": "agreement"},
        "moves": row["moves"],
        "started": row["started"],
        "ended": row["ended"],
    }
    assert answer.json() == {"games": [game], "page": 1, "pages": 1, "total": 1}
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_damaged_row_is_left_out_and_named_in_the_servers_log(database: Place) -> None:
    with serving(database, "--log", "json") as server:
        fill(database)
        before = expected({})
        executed(database, f"UPDATE games SET white = '{{' WHERE id = '{before[0]}'")
        for _ in range(3):
            answer = search(server).json()
            assert [game["id"] for game in answer["games"]] == before[1:20]
            assert answer["total"] == len(before)
        lines = server.log.read_text().splitlines()
        (named,) = [json.loads(line) for line in lines if "is damaged" in line]
        assert (named["level"], named["logger"]) == ("error", "ruche.server")
        assert named["message"].startswith(f"the index of game '{before[0]}' is damaged")


@PROC
def test_no_move_waits_for_a_search_and_none_is_searched_here(server: Served) -> None:
    """The worker is stopped with a search to be answered, then killed; the next one answers it."""
    seat = server.create(opponent={"kind": "screen"})
    assert search(server).status_code == 200
    worker = the_worker(server)
    died = server.figure("workers.archive.died")
    os.kill(worker, signal.SIGSTOP)
    with ThreadPoolExecutor(1) as threads:
        found = threads.submit(lambda: httpx.get(f"{server.url}/api/games", timeout=60.0))
        wait_until(lambda: server.figure("workers.archive.busy"))
        seat.play("wS1", "bS1 wS1-", "wA1 -wS1")
        assert server.figure("workers.archive.busy") == 1
        assert not found.done()
        os.kill(worker, signal.SIGKILL)
        assert seat.game in {game["id"] for game in found.result().json()["games"]}
    assert server.figure("workers.archive.died") == died + 1
    assert worker not in archive_workers(server)


@PROC
def test_who_searches_starts_the_worker(database: Place) -> None:
    """A server starts no slower, and needs no more memory, for what nobody asks."""
    with serving(database) as server:
        wait_until(server.children)
        assert archive_workers(server) == []
        for _ in range(2):
            assert search(server).status_code == 200
            the_worker(server)


@PROC
def test_a_stopped_worker_is_replaced_within_its_deadline(
    database: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SearchArchive, "deadline", 5.0)
    on_engine(database, migrate)
    fill(database)

    async def go() -> None:
        pool = WorkerPool(1)
        job = SearchArchive(str(database), ArchiveQuery(), isinstance(database, Path))
        try:
            before = await pool.answer(job, ARCHIVE)
            (worker,) = pool.lanes[ARCHIVE].idle
            os.kill(worker.child.pid, signal.SIGSTOP)
            after = await pool.answer(job, ARCHIVE)
            assert isinstance(after, RawResponse)
            assert after == before
            assert json.loads(after.body)["total"] == len(expected({}))
            assert pool.lanes[ARCHIVE].died == 1
        finally:
            await pool.close()

    run(go())


def test_a_database_that_is_gone_is_an_outage_and_not_made_anew(sqlite_file: Path) -> None:
    async def go() -> None:
        pool = WorkerPool(1)
        try:
            with pytest.raises(RefusalError) as refused:
                await pool.answer(SearchArchive(str(sqlite_file), ArchiveQuery(), True), ARCHIVE)
        finally:
            await pool.close()
        assert (refused.value.status, refused.value.error) == (503, "unavailable")
        assert refused.value.retry_after == 2
        assert {"en", "fr"} <= set(refused.value.reason.text)

    run(go())
    assert not sqlite_file.exists()


def test_a_file_that_is_deleted_meanwhile_is_not_searched(sqlite_file: Path) -> None:
    on_engine(sqlite_file, migrate)
    read = open_reader(str(sqlite_file))
    assert searches.answer(read, ArchiveQuery(), True).status == 200
    sqlite_file.unlink()
    with pytest.raises(UnavailableError):
        searches.answer(read, ArchiveQuery(), True)


def test_a_search_cannot_write(sqlite_file: Path) -> None:
    on_engine(sqlite_file, migrate)
    read = open_reader(str(sqlite_file))
    insert = sa.insert(games)
    with pytest.raises(sa.exc.OperationalError, match="readonly"):
        read(lambda connection: connection.execute(insert, rows()))


def test_a_search_goes_on_after_its_connection_was_cut(shared: SharedDatabase) -> None:
    with serving(shared) as server:
        fill(shared)
        before = search(server).json()
        run(end_connections(shared))
        assert search(server).json() == before
        assert server.figure("workers.archive.died") == 0


def test_names_of_files_with_odd_letters_are_found(tmp_path: Path) -> None:
    place = tmp_path / "a b%20?#é.sqlite"
    with serving(place) as server:
        fill(place)
        assert search(server).json()["total"] == len(expected({}))
