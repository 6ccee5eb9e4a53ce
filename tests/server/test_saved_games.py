"""Games saved by ruche 0.1 stay readable for ever: tests/data/saved-0.1 says what is in them."""

import asyncio
import json
import pickle
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from tests.server.databases import Place, SharedDatabase, executed, on_engine
from tests.server.helpers import run

from ruche import Colour, Game, GameType
from ruche.server.match.events import Created, Entry, Joined, SeatHolder
from ruche.server.match.match import Match, replay
from ruche.server.store.backup import copy_all
from ruche.server.store.check import check
from ruche.server.store.database import Database
from ruche.server.store.engines import make_engine, url_of
from ruche.server.store.errors import CannotOpenError
from ruche.server.store.events import UnreadableEventError, decode, encode
from ruche.server.store.opening import check_schema, migrate, migrations
from ruche.server.wire.records import record_of

SAVED = Path(__file__).parents[1] / "data" / "saved-0.1"
EXPECTED: dict[str, dict[str, Any]] = json.loads((SAVED / "expected.json").read_text(encoding="utf-8"))


def fill(connection: sa.Connection) -> None:
    """Make the tables of 0.1 in an empty database, and fill them with what its file holds."""
    with connection.begin():
        command.upgrade(migrations(connection), "1")
    for table in ("log", "games", "settings"):
        with closing(sqlite3.connect(SAVED / "games.db")) as source:
            source.row_factory = sqlite3.Row
            rows = [dict(row) for row in source.execute(f"SELECT * FROM {table}")]
        values = ", ".join(f":{name}" for name in rows[0])
        with connection.begin():
            connection.execute(sa.text(f"INSERT INTO {table} ({', '.join(rows[0])}) VALUES ({values})"), rows)


async def read_all(place: Place) -> dict[str, list[Entry]]:
    """Read every game of a database, opened and migrated as the server does it."""
    opened = Database(str(place))
    await opened.open()
    found = {game: await opened.entries(game) async for game in opened.game_ids(())}
    await opened.close()
    return found


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Entry]]:
    """Every game of a copy of the database."""
    file = tmp_path_factory.mktemp("saved") / "games.sqlite"
    shutil.copy(SAVED / "games.db", file)
    found: dict[str, list[Entry]] = run(read_all(file))
    return found


def test_postgresql_goes_forward_from_the_same_tables(
    saved: dict[str, list[Entry]], shared: SharedDatabase
) -> None:
    on_engine(shared, fill)
    assert run(read_all(shared)) == saved
    assert on_engine(shared, check) == (len(saved), [])


def test_a_migration_is_done_whole_or_not_at_all(sqlite_file: Path) -> None:
    """Whoever dies in the middle leaves what was there, and the next start goes on from it."""
    for source in (None, SAVED / "games.db"):  # a first start, and one of a new version
        sqlite_file.unlink(missing_ok=True)
        if source:
            shutil.copy(source, sqlite_file)
        before = executed(sqlite_file, "SELECT sql FROM sqlite_master ORDER BY sql")

        def die(*heard: Any) -> None:
            if "CREATE TABLE names" in heard[2]:  # in the last step
                raise InterruptedError

        def begin(connection: sa.Connection) -> None:
            sa.event.listen(connection, "before_cursor_execute", die)
            with pytest.raises(InterruptedError):
                migrate(connection)

        on_engine(sqlite_file, begin)
        assert executed(sqlite_file, "SELECT sql FROM sqlite_master ORDER BY sql") == before
        run(read_all(sqlite_file))


def test_a_check_of_an_old_database_says_what_to_do(sqlite_file: Path) -> None:
    shutil.copy(SAVED / "games.db", sqlite_file)
    with pytest.raises(CannotOpenError) as caught:
        on_engine(sqlite_file, check_schema)
    assert caught.value.kind == "database_older"
    run(read_all(sqlite_file))
    on_engine(sqlite_file, check_schema)


def test_a_copy_to_postgresql_loses_no_game(
    saved: dict[str, list[Entry]], sqlite_file: Path, shared: SharedDatabase
) -> None:
    shutil.copy(SAVED / "games.db", sqlite_file)

    async def copy() -> dict[str, int]:
        engines = make_engine(url_of(str(sqlite_file))), make_engine(url_of(str(shared)))
        copied = await copy_all(*engines)
        for engine in engines:
            await engine.close()
        return copied

    assert run(copy())["log"] == sum(map(len, saved.values()))
    assert run(read_all(shared)) == saved
    assert on_engine(shared, check) == (len(saved), [])


def shown(match: Match) -> dict[str, Any]:
    """A match as expected.json tells it, its record aside."""
    position, clock = match.position, match.clock
    return {
        "type": str(position.game_type),
        "options": position.game_type.options,
        "entries": match.seq + 1,
        "players": {
            colour.letter: {"name": player.name, "kind": player.kind, "level": player.level}
            for colour, player in sorted(match.players.items())
        },
        "position": {
            "turn": position.turn,
            "actions_left": position.actions_left,
            "state": position.state,
            "stacks": {
                f"{place.q},{place.r}": [piece.name for piece in stack]
                for place, stack in position.stacks.items()
            },
            "hands": {colour.letter: names(position.hand(colour)) for colour in Colour},
            "bag": names(position.bag),
            "removed": names(position.removed),
            "resting": names(position.resting),
            "stung": names(position.stung),
            "honeycombo": None if position.honeycombo is None else position.honeycombo.letter,
            "double": [position.double_turn_of(colour) for colour in Colour],
            "actions": sorted(str(action) for action in position.legal_actions()),
        },
        "history": [
            [step.text, step.turn, seq, at]
            for step, seq, at in zip(match.playthrough.steps, match.seqs, match.times, strict=True)
        ],
        "opening": match.opening,
        "state": match.state,
        "outcome": None
        if match.outcome is None
        else [None if match.outcome.winner is None else match.outcome.winner.letter, match.outcome.why],
        "started": match.started,
        "ended": match.ended_at,
        "clock": None
        if clock is None
        else {
            "left": clock.left,
            "running": None if clock.running is None else clock.running.letter,
            "since": clock.since,
            "deadline": clock.deadline(),
        },
        "offers": {kind: colour.letter for kind, colour in match.offers.items()},
        "declined": sorted([kind, colour.letter] for kind, colour in match.declined),
        "next": match.next,
        "after": match.created.after,
        "one_screen": match.created.one_screen,
    }


def names(pieces: Any) -> list[str]:
    return sorted(piece.name for piece in pieces)


def test_no_game_is_missing(saved: dict[str, list[Entry]]) -> None:
    assert set(saved) == set(EXPECTED)


@pytest.mark.parametrize("game", EXPECTED)
def test_a_saved_game_is_what_it_was(saved: dict[str, list[Entry]], game: str) -> None:
    expected = {key: value for key, value in EXPECTED[game].items() if key not in ("about", "pgn")}
    assert shown(replay(saved[game])) == expected


@pytest.mark.parametrize("game", EXPECTED)
def test_a_saved_record_is_read(saved: dict[str, list[Entry]], game: str) -> None:
    old, new = Game.read(EXPECTED[game]["pgn"]), Game.read(record_of(replay(saved[game]), "pgn"))
    assert old.position() == new.position()
    assert [str(action) for action in old.actions] == [str(action) for action in new.actions]
    assert (old.game_type, old.result, old.tags) == (new.game_type, new.result, new.tags)


def test_what_is_stored_is_read_again(saved: dict[str, list[Entry]]) -> None:
    events = [entry.event for entries in saved.values() for entry in entries]
    assert {type(event).__name__ for event in events} == {
        *("Created", "Joined", "Named", "Played", "Offered", "Declined", "TakenBack", "Ended", "Followed"),
        "Paused",
    }
    assert [decode(encode(event)) for event in events] == events


def test_a_stored_event_names_its_version() -> None:
    text = encode(Joined(Colour.BLACK, "Bert"))
    assert json.loads(text) == {"kind": "joined", "version": 1, "colour": "b", "name": "Bert"}
    # Ruche 0.1 wrote no version; a field that is not known may be left out.
    assert decode('{"kind":"joined","colour":"b","name":"Bert","mood":"good"}') == decode(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"kind":"joined","version":2,"colour":"b","name":"Bert"}', "version 2"),
        ('{"kind":"joined","version":0,"colour":"b","name":"Bert"}', "version 0"),
        ('{"kind":"married","colour":"b","name":"Bert"}', "married"),
        ('{"kind":"joined","colour":"b"}', "name"),
        ('{"kind":"created","type":"Chess","options":{},"players":{}}', "Chess"),
        ('{"kind":"joined"', "truncated"),
    ],
)
def test_an_event_that_cannot_be_read_says_why(text: str, said: str) -> None:
    with pytest.raises(UnreadableEventError, match=said):
        decode(text)


def test_an_unreadable_entry_is_named(database: Place) -> None:
    async def read() -> None:
        opened = Database(str(database))
        await opened.open()
        created = Created(GameType("Base"), dict.fromkeys(Colour, SeatHolder("", "person")))
        await opened.append([Entry("g", 0, 1.0, created)], [])
        await opened.append([Entry("g", 1, 1.0, Joined(Colour.BLACK, "Bert"))], [])
        update = """UPDATE log SET event = '{"kind":"joined","version":7}' WHERE seq = 1"""
        await asyncio.to_thread(executed, database, update)
        with pytest.raises(UnreadableEventError, match=r"entry 1 of game g .* version 7"):
            await opened.entries("g")
        await opened.close()

    run(read())


def test_games_of_one_type_share_it() -> None:
    """It is of some size, and thousands of games are held in memory."""
    players = dict.fromkeys(Colour, SeatHolder("", "person"))
    text = encode(Created(GameType("Base+MLP", repetition="off"), players))
    first, second = decode(text), decode(text)
    assert isinstance(first, Created)
    assert isinstance(second, Created)
    assert first.game_type is second.game_type
    assert pickle.loads(pickle.dumps(first)).game_type is first.game_type  # as a worker hands it over
    assert first.game_type == GameType("Base+MLP", repetition="off")
