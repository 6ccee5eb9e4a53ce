"""Searching the archive: any part of a name, by an index, which follows what happens to a game."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.databases import Place, SharedDatabase, executed, on_engine
from tests.server.helpers import Seat, Served, serving

from ruche.server.store.index import named
from ruche.server.store.opening import migrate
from ruche.server.store.schema import games


def found(server: Served, player: str) -> set[str]:
    answer = server.client.get("/api/games", params={"player": player})
    assert answer.status_code == 200, answer.text
    return {game["id"] for game in answer.json()["games"]}


def begin(server: Served, name: str) -> Seat:
    """Begin a game on one screen: what has not begun is not listed."""
    seat = server.create(opponent={"kind": "screen"}, name=name)
    seat.play("wS1")
    return seat


def test_any_part_of_a_name_is_found(database: Place) -> None:
    with serving(database) as server:
        one, two, other = (
            begin(server, name).game for name in ("Wilhelmina O’Hara", 'Ünal "100%" _Bee_', "Zoë")
        )
        for part in ("wilhelmina", "ELMI", "na o’h", "wi", "O"):
            assert one in found(server, part), part
        for part in ("ünal", "ÜN", '"100%"', "0%", "_bee_", '"'):
            assert found(server, part) == {two}, part
        for part in ("zoë", "oë"):
            assert found(server, part) == {other}, part
        for part in ("wilhelmine", "%%%", "___", "* OR *", 'x" OR "zoë', "NEAR(zoë)"):
            assert found(server, part) == set(), part


def test_the_index_follows_the_game(database: Place) -> None:
    with serving(database) as server:
        seat = server.create(name="")
        seat.post("name", name="Wilhelmina")
        seat.join("Bartholomew")
        assert found(server, "lhelmin") == set()
        seat.play("wS1")
        assert found(server, "lhelmin") == found(server, "tholo") == {seat.game}
        assert seat.post("forget").json() == {"deleted": False}
        assert (found(server, "lhelmin"), found(server, "tholo")) == (set(), {seat.game})
        alone = begin(server, "Wilhelmina")
        assert found(server, "lhelmin") == {alone.game}
        assert alone.post("forget").json() == {"deleted": True}
        assert found(server, "lhelmin") == set()


def test_the_index_is_used(sqlite_file: Path) -> None:
    on_engine(sqlite_file, migrate)
    query = str(
        games.select().where(named("part", indexed=True)).compile(compile_kwargs={"literal_binds": True})
    )
    with closing(sqlite3.connect(sqlite_file)) as connection:
        steps = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}")]
        connection.execute("VACUUM")
    assert not any(step.startswith("SCAN games ") or step == "SCAN games" for step in steps), steps
    assert any("games_names VIRTUAL TABLE INDEX" in step for step in steps), steps


def test_postgresql_uses_its_own(shared: SharedDatabase) -> None:
    on_engine(shared, migrate)
    rows = executed(
        shared,
        "SET LOCAL enable_seqscan = off",
        "EXPLAIN SELECT id FROM games WHERE names LIKE '%part%'",
    )
    assert any("games_names" in line for (line,) in rows), rows


@pytest.mark.parametrize("part", ["wilhelmina", "x"])
def test_games_from_before_are_found_too(sqlite_file: Path, part: str) -> None:
    """The migration fills the index with what is there."""
    on_engine(sqlite_file, migrate)
    executed(
        sqlite_file,
        *(f"DROP TRIGGER games_{name}" for name in ("inserted", "deleted", "renamed")),
        "DROP TABLE games_names",
        "DROP TABLE names",
        "UPDATE alembic_version SET version_num = '4'",
        "INSERT INTO games (id, type, white, black, names, state, why, moves, started, seq, listed) VALUES"
        ' (\'old\', \'Base\', \'{"name":"Wilhelmina X","kind":"person"}\', \'{"name":"","kind":"open"}\','
        " 'wilhelmina x', 'Draw', 'agreement', 2, 1.0, 0, 1)",
    )
    with serving(sqlite_file) as server:
        executed(sqlite_file, "VACUUM")
        assert found(server, part) == {"old"}
