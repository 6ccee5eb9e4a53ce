"""Several processes on one PostgreSQL: one truth."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
import sqlalchemy as sa
from tests.server.databases import SharedDatabase, as_superuser
from tests.server.helpers import BOTH, asynchronous, game, new_game, open_registry, play, until

from ruche import Colour, GameType
from ruche.server.live.registry import MatchRegistry
from ruche.server.live.replica import Replica
from ruche.server.match.clock import RealTime
from ruche.server.match.events import Created, Entry, Joined, Request, SeatHolder
from ruche.server.match.match import Match
from ruche.server.match.outages import TOLERATED
from ruche.server.match.refusals import MatchRefusalError, RefusalKind
from ruche.server.store import writer as writing
from ruche.server.store.database import Database
from ruche.server.store.errors import ConflictError, GoneError, UnavailableError, UnknownOutcomeError
from ruche.server.store.index import row_of
from ruche.server.studies.document import StoredStudy
from ruche.server.studies.store import SaveRequest, StudyStore, text_of
from ruche.server.wire.match_views import presence_fields


@contextlib.asynccontextmanager
async def two(shared: SharedDatabase) -> AsyncIterator[tuple[MatchRegistry, MatchRegistry]]:
    """Two processes, as far as the database can tell."""
    async with open_registry(shared) as one, open_registry(shared) as other:
        yield one, other


def texts(replica: Replica) -> list[str]:
    return [step.text for step in replica.match.playthrough.steps]


@asynchronous
async def test_processes_that_try_to_write_at_once_can_all_write(shared: SharedDatabase) -> None:
    async with two(shared) as (one, other):
        for _ in range(20):
            await asyncio.gather(*(registry.database.try_write() for registry in (one, other)))


@asynchronous
async def test_two_who_save_a_study_at_once_both_keep_it(shared: SharedDatabase) -> None:
    async with two(shared) as (one, other):
        stores = [StudyStore(registry.database) for registry in (one, other)]
        study = text_of(StoredStudy(title="", chapters=[]))

        def save(number: int, bases: tuple[int, ...]) -> SaveRequest:
            return SaveRequest("abcdefghjkmn", study, bases, f"request {number}", "digest", 1.0)

        assert await stores[0].save(save(0, ()), "anna") == [1]
        found = await asyncio.gather(*(stores[i % 2].save(save(1 + i, (1,)), None) for i in range(6)))
        assert sorted(map(len, found)) == [1, 2, 3, 4, 5, 6]
        again = await asyncio.gather(*(stores[i % 2].save(save(1 + i, (1,)), None) for i in range(6)))
        assert all(versions == [2, 3, 4, 5, 6, 7] for versions in again)
        assert await stores[1].save(save(9, (2, 3, 4, 5, 6, 7)), None) == [8]
        kept = await stores[0].get("abcdefghjkmn")
        assert kept is not None
        assert [version.number for version in kept.versions] == [8]


@asynchronous
async def test_followers_elsewhere_hear_at_once(shared: SharedDatabase) -> None:
    async with two(shared) as (one, other):
        here = await new_game(one, game())
        async with other.replicas.hold(here.id) as there:
            heard = asyncio.create_task(there.change())
            await play(one, here, BOTH, 0, "wG1")
            await heard
            assert texts(there) == ["wG1"]
            await play(other, there, BOTH, 1, "bG1 wG1-")
            await until(lambda: texts(here) == ["wG1", "bG1 wG1-"])


@asynchronous
async def test_of_two_at_once_one_is_played_and_the_other_hears_the_truth(shared: SharedDatabase) -> None:
    async with two(shared) as (one, other):
        here = await new_game(one, game())
        async with other.replicas.hold(here.id) as there:
            for seq in range(6):
                legal = here.match.position.legal_actions()
                answers = await asyncio.gather(
                    play(one, here, BOTH, seq, str(legal[0])),
                    play(other, there, BOTH, seq, str(legal[-1])),
                    return_exceptions=True,
                )
                refused = [answer for answer in answers if isinstance(answer, MatchRefusalError)]
                assert [refusal.kind for refusal in refused] == [RefusalKind.STALE], answers
                await until(lambda: here.match.seq == there.match.seq)
                assert texts(here) == texts(there)


@asynchronous
async def test_a_request_repeated_elsewhere_is_done_once(shared: SharedDatabase) -> None:
    async with two(shared) as (one, other):
        request = Request("r" * 32, "made")
        made = await asyncio.gather(*(process.create(game(), request) for process in (one, other)))
        other.seats = one.seats
        assert len({match.id for match in made}) == 1
        here = one.replicas.by_id[made[0].id]
        one.replicas.acquire(here)
        played = Request("p" * 32, "played")
        await play(one, here, BOTH, 0, "wG1", request=played)
        async with other.replicas.hold(here.id) as there:
            assert await play(other, there, BOTH, 0, "wG1", request=played) == 1
            with pytest.raises(MatchRefusalError) as refusal:
                await play(other, there, BOTH, 0, "wG1", request=Request(played.id, "something else"))
            assert refusal.value.kind is RefusalKind.REQUEST_REUSED


@asynchronous
async def test_groups_of_two_processes_neither_deadlock_nor_lose(shared: SharedDatabase) -> None:
    databases = [Database(str(shared)), Database(str(shared))]
    for database in databases:
        await database.open()
    created = game()
    games = [f"g{i}" for i in range(40)]
    for name in games:
        first = Entry(name, 0, 1.0, created, Request(f"c{name}", ""))
        await databases[0].append([first], [row_of(Match(first), "x", 0.0)])
    results = await asyncio.gather(
        *(
            database.append(
                [Entry(name, seq, 2.0, Joined(Colour.BLACK, "x"), Request(f"{i}{name}{seq}", ""))], []
            )
            for seq in (1, 2)
            for name in (games if seq == 1 else games[::-1])
            for i, database in enumerate(databases)
        ),
        return_exceptions=True,
    )
    won = [result is True for result in results]
    assert sum(won) == 80
    assert all(result is True or isinstance(result, ConflictError) for result in results)
    for database in databases:
        await database.close()


@asynchronous
async def test_a_commit_whose_answer_is_lost_is_found_on_record(
    shared: SharedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is cut right after COMMIT: the entry is there once, and its sender hears so."""
    lost: list[int] = []

    async with open_registry(shared) as registry:
        replica = await new_game(registry, game())
        commit = sa.engine.RootTransaction.commit

        def cut(self: sa.engine.RootTransaction) -> None:
            commit(self)
            if not lost:
                lost.append(1)
                raise ConnectionResetError("cut right after COMMIT")

        monkeypatch.setattr(writing, "FIRST_PAUSE", 0.01)
        with monkeypatch.context() as patch:
            patch.setattr(sa.engine.RootTransaction, "commit", cut)
            assert await play(registry, replica, BOTH, 0, "wG1") == 1
        assert lost
        assert texts(replica) == ["wG1"]
        assert len(await registry.database.entries(replica.id)) == 2


@asynchronous
async def test_what_a_stopping_server_could_not_find_out_is_not_called_undone(
    shared: SharedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to COMMIT is lost and the database away when the server stops: nobody knows."""
    database = Database(str(shared))
    await database.open()
    commit = sa.engine.RootTransaction.commit
    lost = asyncio.Event()

    def cut(self: sa.engine.RootTransaction) -> None:
        commit(self)
        lost.set()
        raise ConnectionResetError("cut right after COMMIT")

    with monkeypatch.context() as patch:
        patch.setattr(sa.engine.RootTransaction, "commit", cut)
        made = Entry("g", 0, 0.0, game(), Request("one", ""))
        asked = asyncio.create_task(database.append([made], []))
        await lost.wait()
        await database.close()
        with pytest.raises(UnknownOutcomeError):
            await asked


@asynchronous
async def test_after_an_outage_all_are_at_the_head_of_the_log(shared: SharedDatabase) -> None:
    """Connections are ended by the database, one entry is written elsewhere meanwhile, and nobody is told."""
    async with two(shared) as (one, other):
        here = await new_game(one, game(RealTime(600)))
        async with other.replicas.hold(here.id) as there:
            await end_connections(shared)
            for registry, replica, text in ((one, here, "wG1"), (other, there, "bG1 wG1-")):
                await until(lambda: here.match.seq == there.match.seq)
                while True:
                    try:
                        await play(registry, replica, BOTH, replica.match.seq, text)
                        break
                    except (UnavailableError, MatchRefusalError):
                        await asyncio.sleep(0.05)
                await end_connections(shared)
            await until(lambda: texts(here) == texts(there) == ["wG1", "bG1 wG1-"])


async def end_connections(shared: SharedDatabase) -> None:
    await as_superuser(
        shared.url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


@asynchronous
async def test_only_one_process_lets_the_machine_think(shared: SharedDatabase) -> None:
    async with two(shared) as (one, other):
        players = {Colour.WHITE: SeatHolder("Anna", "person"), Colour.BLACK: SeatHolder("", "machine", 1)}
        here = await new_game(one, Created(GameType("Base"), players))
        async with other.replicas.hold(here.id) as there:
            await play(one, here, frozenset({Colour.WHITE}), 0, "wG1")
            seen = [presence_fields(there)["thinking"]]
            while there.match.seq < 2:
                await there.change()
                seen.append(presence_fields(there)["thinking"])
                assert not there.thinking
            assert seen == [False, True, False]  # told wherever one looks


@asynchronous
async def test_who_deletes_a_game_and_who_begins_it_do_not_cross(shared: SharedDatabase) -> None:
    """A log never lacks its beginning, whichever of the two is first."""
    one, other = databases = [Database(str(shared)), Database(str(shared))]
    for database in databases:
        await database.open()
    names = [f"g{i}" for i in range(60)]
    firsts = [Entry(name, 0, 1.0, game(), Request(f"c{name}", "")) for name in names]
    await asyncio.gather(
        *(one.append([first], [row_of(Match(first), "x", 0.0)]) for first in firsts),
    )

    async def begin(name: str) -> str:
        joined = Entry(name, 1, 2.0, Joined(Colour.BLACK, "x"), Request(f"j{name}", ""))
        try:
            await other.append([joined], [])
        except GoneError:
            return "gone"
        return "begun"

    async def begin_some() -> list[str]:
        return [await begin(name) for name in names]

    async def delete() -> None:
        for name in reversed(names):
            await one.delete(name)

    results, _ = await asyncio.gather(begin_some(), delete())
    for name, result in zip(names, results, strict=True):
        found = [entry.seq for entry in await one.entries(name)]
        assert found == [], (name, result)  # deleted before or after it was begun
    assert {"gone", "begun"} == set(results)
    for database in databases:
        await database.close()


@asynchronous
async def test_a_process_whose_time_is_ahead_is_followed(shared: SharedDatabase) -> None:
    """Somebody sets the database's clock, and one process starts anew: nobody loses time, no clock stops."""
    async with open_registry(shared) as registry:
        replica = await new_game(registry, game(RealTime(60)))
        await play(registry, replica, BOTH, 0, "wG1")
        before = registry.time_source.now()
        restarted = Database(str(shared))
        await restarted.open()
        await restarted.beat(before + 3600, 0.1, TOLERATED)
        await restarted.close()
        await until(lambda: registry.time_source.now() - before > 3599)
        clock = replica.match.clock
        assert clock is not None
        seen = clock.time_of(Colour.BLACK, registry.time_source.now())
        assert seen > 0
        assert replica.match.outcome is None
        await until(lambda: clock.time_of(Colour.BLACK, registry.time_source.now()) < seen)


@asynchronous
async def test_first_beats_at_once_are_one(shared: SharedDatabase) -> None:
    """Two processes that start on an empty database do not trip over each other."""
    databases = [Database(str(shared)) for _ in range(4)]
    for database in databases:
        await database.open()
    found = await asyncio.gather(*(database.beat(1000.0, 0.1) for database in databases))
    assert [beat.was_away for beat in found] == [False] * 4
    for database in databases:
        await database.close()
