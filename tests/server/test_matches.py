"""The matches themselves, without the network: what is in memory never parts from the log."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from tests.server.databases import Place
from tests.server.helpers import BOTH, asynchronous, game, new_game, open_registry, play, run, until

from ruche import Colour
from ruche.server.live import machine_players
from ruche.server.live import replicas as module
from ruche.server.live.replica import Replica
from ruche.server.match.clock import RealTime
from ruche.server.match.events import Played, SeatHolder
from ruche.server.match.refusals import MatchRefusalError, RefusalKind
from ruche.server.work.jobs import Job, Think, Thought
from ruche.server.work.pool import PLAY, JobHandle, WorkerPool


def texts(replica: Replica) -> list[str]:
    return [step.text for step in replica.match.playthrough.steps]


@asynchronous
async def test_what_cannot_be_written_has_not_happened(
    database: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def disk_is_full(*_: Any) -> None:
        raise OSError("no space left")

    async with open_registry(database) as registry:
        replica = await new_game(registry, game())
        await play(registry, replica, BOTH, 0, "wG1")
        with monkeypatch.context() as patch:
            patch.setattr(registry.database, "append", disk_is_full)
            with pytest.raises(OSError, match="no space"):
                await play(registry, replica, BOTH, 1, "bG1 wG1-")
        assert texts(replica) == ["wG1"]
        await play(registry, replica, BOTH, 1, "bA1 wG1-")
        assert texts(replica) == ["wG1", "bA1 wG1-"]
        assert len(await registry.database.entries(replica.match.id)) == 3


@asynchronous
async def test_who_goes_away_in_the_middle_does_no_harm(database: Place) -> None:
    async with open_registry(database) as registry:
        replica = await new_game(registry, game())
        asked = asyncio.create_task(play(registry, replica, BOTH, 0, "wG1"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert await registry.submit(replica, lambda _: ()) == 1
        entries = await registry.database.entries(replica.match.id)
        assert replica.match.seq == entries[-1].seq == 1


@asynchronous
async def test_of_many_at_once_one_is_played(database: Place) -> None:
    async with open_registry(database) as registry:
        replica = await new_game(registry, game())
        asked = [play(registry, replica, BOTH, 0, text) for text in ("wG1", "wA1", "wB1", "wS1", "wQ")]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [answer.kind for answer in answers if isinstance(answer, MatchRefusalError)]
        assert refused == [RefusalKind.STALE] * 4
        assert texts(replica) == ["wG1"]


@asynchronous
async def test_nobody_sees_what_is_not_committed(database: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_registry(database) as registry:
        replica = await new_game(registry, game())
        append = registry.database.append
        reached, go_on = asyncio.Event(), asyncio.Event()
        heard = asyncio.create_task(replica.change())

        async def slowly(*arguments: Any) -> bool:
            reached.set()
            await go_on.wait()
            return await append(*arguments)

        monkeypatch.setattr(registry.database, "append", slowly)
        playing = asyncio.create_task(play(registry, replica, BOTH, 0, "wG1"))
        await reached.wait()
        assert (texts(replica), replica.match.seq, heard.done()) == ([], 0, False)
        go_on.set()
        assert await playing == 1
        assert (texts(replica), replica.match.seq) == (["wG1"], 1)
        await heard


@asynchronous
async def test_what_another_process_has_written_is_taken_over(database: Place) -> None:
    async with open_registry(database) as one, open_registry(database) as two:
        here = await new_game(one, game())
        async with two.replicas.hold(here.id) as there:
            heard = asyncio.create_task(there.change())
            await play(one, here, BOTH, 0, "wG1")
            with pytest.raises(MatchRefusalError) as refusal:
                await play(two, there, BOTH, 0, "wA1")
            assert refusal.value.kind is RefusalKind.STALE
            assert texts(there) == ["wG1"]
            await heard
            assert await play(two, there, BOTH, 1, "bA1 wG1-") == 2


@asynchronous
async def test_a_long_game_leaves_the_memory_as_soon_as_nobody_looks_at_it(
    database: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LONG", 1)

    async with open_registry(database) as registry:
        short, long = [await new_game(registry, game()) for _ in range(2)]
        for replica, actions in ((short, ["wG1"]), (long, ["wG1", "bG1 wG1-"])):
            for seq, action in enumerate(actions):
                await play(registry, replica, BOTH, seq, action)
            registry.replicas.release(replica)
        assert set(registry.replicas.by_id) == {short.id}
        async with registry.replicas.hold(long.id) as again:
            assert texts(again) == ["wG1", "bG1 wG1-"]


@asynchronous
async def test_games_nobody_looks_at_leave_the_memory(
    database: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "KEPT", 3)

    async with open_registry(database) as registry:
        first = await new_game(registry, game())
        await play(registry, first, BOTH, 0, "wG1")
        ticking = await new_game(registry, game(RealTime(20)))
        await play(registry, ticking, BOTH, 0, "wG1")
        for replica in (first, ticking):
            registry.replicas.release(replica)
        for _ in range(5):
            registry.replicas.release(await new_game(registry, game()))
        assert first.id not in registry.replicas.by_id
        assert ticking.id in registry.replicas.by_id  # its timer holds it
        async with registry.replicas.hold(first.id) as again:
            assert again is not first
            assert texts(again) == ["wG1"]


def test_tokens_open_their_own_seat_only(database: Place) -> None:
    async def look() -> tuple[str, str]:
        async with open_registry(database) as registry:
            one, other = await new_game(registry, game()), await new_game(registry, game())
            seats, name = registry.seats, one.match.id
            token = seats.token(name, Colour.WHITE)
            new = dict.fromkeys(Colour, 0)
            assert seats.held(name, token, new) == {Colour.WHITE}
            assert seats.held(other.match.id, token, new) == frozenset()
            assert seats.held(name, seats.invite(name), new) == frozenset()
            assert seats.held(name, f"{token},é", new) == {Colour.WHITE}
            assert seats.held(name, None, new) == seats.held(name, "", new) == frozenset()
            assert seats.held(name, token, {**new, Colour.WHITE: 1}) == frozenset()
            assert seats.held(name, token, {**new, Colour.BLACK: 1}) == {Colour.WHITE}
            return name, token

    name, token = run(look())

    async def look_again() -> None:
        async with open_registry(database) as registry:  # tokens stay what they are
            assert registry.seats.held(name, token, dict.fromkeys(Colour, 0)) == {Colour.WHITE}

    run(look_again())


class QuickWorkers(WorkerPool):
    """Workers that answer at once, with the first legal action."""

    def submit(self, job: Job, lane: str = PLAY) -> JobHandle:
        assert isinstance(job, Think)
        handle = JobHandle(next(self.numbers), job)
        handle.answers.put_nowait(Thought(str(job.position.legal_actions()[0])))
        return handle


@asynchronous
async def test_the_machine_tries_again_when_its_action_cannot_be_written(
    database: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_players, "RETRY", 0)

    async with open_registry(database, workers=QuickWorkers(1)) as registry:
        append, failures = registry.database.append, [OSError("no space left"), ConnectionError("gone")]

        async def fails_twice(*arguments: Any) -> bool:
            if len(arguments[0]) == 1 and arguments[0][0].seq == 2 and failures:
                raise failures.pop()
            return await append(*arguments)

        monkeypatch.setattr(registry.database, "append", fails_twice)
        players = {Colour.WHITE: SeatHolder("Anna", "person"), Colour.BLACK: SeatHolder("", "machine", 1)}
        replica = await new_game(registry, replace(game(), players=players, one_screen=False))
        await play(registry, replica, frozenset({Colour.WHITE}), 0, "wG1")
        await until(lambda: replica.match.seq == 2)
        assert (len(texts(replica)), failures, replica.thinking) == (2, [], False)


@asynchronous
async def test_a_late_answer_of_the_machine_is_dropped(database: Place) -> None:
    async with open_registry(database) as registry:
        replica = await new_game(registry, game())
        await play(registry, replica, BOTH, 0, "wG1")
        match = replica.match
        assert machine_players.action_of(match, 0, "bG1 wG1-", 5) == ()
        (played,) = machine_players.action_of(match, 1, "bG1 wG1-", 5)
        assert isinstance(played, Played)
        assert (played.colour, str(played.action)) == (Colour.BLACK, "bG1 wG1-")
        (instead,) = machine_players.action_of(match, 1, "bQ wQ", 5)  # what is illegal or unreadable
        assert isinstance(instead, Played)
        assert match.position.is_legal(str(instead.action))
