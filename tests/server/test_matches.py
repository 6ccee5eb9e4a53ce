"""The matches themselves, without the network: what is in memory never parts from the log."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.helpers import open_registry, run

from ruche import Colour, GameType
from ruche.server.live import machine_players
from ruche.server.live import registry as module
from ruche.server.live.session import MatchSession
from ruche.server.match.clock import ClockSettings, RealTime
from ruche.server.match.events import Created, Played, Player
from ruche.server.match.refusals import MatchRefusalError, RefusalKind
from ruche.server.work.jobs import Job, Think, Thought
from ruche.server.work.pool import PLAY, JobHandle, WorkerPool

BOTH = frozenset(Colour)
ANNA, BERT = Player("Anna", "person"), Player("Bert", "person")


def game(clock: ClockSettings | None = None) -> Created:
    players = {Colour.WHITE: ANNA, Colour.BLACK: BERT}
    return Created(GameType("Base"), players, clock=clock, one_screen=True)


def texts(session: MatchSession) -> list[str]:
    return [step.text for step in session.match.playthrough.steps]


def test_what_cannot_be_written_has_not_happened(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def disk_is_full(*_: Any) -> None:
        raise OSError("no space left")

    async def play() -> None:
        async with open_registry(database) as registry:
            session = await registry.create(game())
            await registry.play(session, BOTH, 0, "wG1")
            with monkeypatch.context() as patch:
                patch.setattr(registry.database, "append", disk_is_full)
                with pytest.raises(OSError, match="no space"):
                    await registry.play(session, BOTH, 1, "bG1 wG1-")
            assert texts(session) == ["wG1"]
            await registry.play(session, BOTH, 1, "bA1 wG1-")
            assert texts(session) == ["wG1", "bA1 wG1-"]
            assert len(await registry.database.entries(session.match.id)) == 3

    run(play())


def test_who_goes_away_in_the_middle_does_no_harm(database: Path) -> None:
    async def play() -> None:
        async with open_registry(database) as registry:
            session = await registry.create(game())
            asked = asyncio.create_task(registry.play(session, BOTH, 0, "wG1"))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            assert await registry.submit(session, lambda _: ()) == 1
            entries = await registry.database.entries(session.match.id)
            assert session.match.seq == entries[-1].seq == 1

    run(play())


def test_of_many_at_once_one_is_played(database: Path) -> None:
    async def play() -> None:
        async with open_registry(database) as registry:
            session = await registry.create(game())
            asked = [registry.play(session, BOTH, 0, text) for text in ("wG1", "wA1", "wB1", "wS1", "wQ")]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            refused = [answer.kind for answer in answers if isinstance(answer, MatchRefusalError)]
            assert refused == [RefusalKind.STALE] * 4
            assert texts(session) == ["wG1"]

    run(play())


def test_nobody_sees_what_is_not_committed(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with open_registry(database) as registry:
            session = await registry.create(game())
            append = registry.database.append
            reached, go_on, news = asyncio.Event(), asyncio.Event(), asyncio.Event()
            session.followers.add(news)

            async def slowly(*arguments: Any) -> None:
                reached.set()
                await go_on.wait()
                await append(*arguments)

            monkeypatch.setattr(registry.database, "append", slowly)
            playing = asyncio.create_task(registry.play(session, BOTH, 0, "wG1"))
            await reached.wait()
            assert (texts(session), session.match.seq, news.is_set()) == ([], 0, False)
            go_on.set()
            assert await playing == 1
            assert (texts(session), session.match.seq, news.is_set()) == (["wG1"], 1, True)

    run(play())


def test_what_another_process_has_written_is_taken_over(database: Path) -> None:
    async def play() -> None:
        async with open_registry(database) as one, open_registry(database) as two:
            here = await one.create(game())
            there = await two.find(here.match.id)
            news = asyncio.Event()
            there.followers.add(news)
            await one.play(here, BOTH, 0, "wG1")
            with pytest.raises(MatchRefusalError) as refusal:
                await two.play(there, BOTH, 0, "wA1")
            assert refusal.value.kind is RefusalKind.STALE
            assert (texts(there), news.is_set()) == (["wG1"], True)
            assert await two.play(there, BOTH, 1, "bA1 wG1-") == 2

    run(play())


def test_games_nobody_looks_at_leave_the_memory(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 3)

    async def play() -> None:
        async with open_registry(database) as registry:
            first = await registry.create(game())
            await registry.play(first, BOTH, 0, "wG1")
            ticking = await registry.create(game(RealTime(60)))
            await registry.play(ticking, BOTH, 0, "wG1")
            for _ in range(5):
                await registry.create(game())
            assert first.match.id not in registry.sessions
            assert ticking.match.id in registry.sessions
            again = await registry.find(first.match.id)
            assert again is not first
            assert texts(again) == ["wG1"]

    run(play())


def test_tokens_open_their_own_seat_only(database: Path) -> None:
    async def look() -> tuple[str, str]:
        async with open_registry(database) as registry:
            one, other = await registry.create(game()), await registry.create(game())
            seats, name = registry.seats, one.match.id
            token = seats.token(name, Colour.WHITE)
            assert seats.held(name, token) == {Colour.WHITE}
            assert seats.held(other.match.id, token) == frozenset()
            assert seats.held(name, seats.invite(name)) == frozenset()
            assert seats.held(name, f"{token},é") == {Colour.WHITE}
            assert seats.held(name, None) == seats.held(name, "") == frozenset()
            return name, token

    name, token = run(look())

    async def look_again() -> None:
        async with open_registry(database) as registry:  # tokens stay what they are
            assert registry.seats.held(name, token) == {Colour.WHITE}

    run(look_again())


class QuickWorkers(WorkerPool):
    """Workers that answer at once, with the first legal action."""

    def submit(self, job: Job, lane: str = PLAY) -> JobHandle:
        assert isinstance(job, Think)
        handle = JobHandle(next(self.numbers), job)
        handle.answers.put_nowait(Thought(str(job.position.legal_actions()[0])))
        return handle


def test_the_machine_tries_again_when_its_action_cannot_be_written(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_players, "RETRY", 0)

    async def play() -> None:
        async with open_registry(database, workers=QuickWorkers(1)) as registry:
            append, failures = registry.database.append, [OSError("no space left"), ConnectionError("gone")]

            async def fails_twice(*arguments: Any) -> None:
                if len(arguments[0]) == 1 and arguments[0][0].seq == 2 and failures:
                    raise failures.pop()
                await append(*arguments)

            monkeypatch.setattr(registry.database, "append", fails_twice)
            players = {Colour.WHITE: ANNA, Colour.BLACK: Player("", "machine", 1)}
            session = await registry.create(replace(game(), players=players, one_screen=False))
            news = asyncio.Event()
            session.followers.add(news)
            await registry.play(session, frozenset({Colour.WHITE}), 0, "wG1")
            while session.match.seq < 2:
                news.clear()
                await news.wait()
            assert (len(texts(session)), failures, session.thinking) == (2, [], False)

    run(play())


def test_a_late_answer_of_the_machine_is_dropped(database: Path) -> None:
    async def play() -> None:
        async with open_registry(database) as registry:
            session = await registry.create(game())
            await registry.play(session, BOTH, 0, "wG1")
            match = session.match
            assert machine_players.action_of(match, 0, "bG1 wG1-") == ()
            (played,) = machine_players.action_of(match, 1, "bG1 wG1-")
            assert isinstance(played, Played)
            assert (played.colour, str(played.action)) == (Colour.BLACK, "bG1 wG1-")
            (instead,) = machine_players.action_of(match, 1, "bQ wQ")  # what is illegal or unreadable
            assert isinstance(instead, Played)
            assert match.position.is_legal(str(instead.action))

    run(play())
