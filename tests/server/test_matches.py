"""The matches themselves, without the network: what is in memory never parts from the log."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.server.helpers import run

from ruche import Colour
from ruche.server.figures import Figures
from ruche.server.live import registry as module
from ruche.server.live.registry import Matches
from ruche.server.store.database import Database
from ruche.server.wire.messages import (
    ActionRequest,
    CreateGameRequest,
    DaysClock,
    FriendOpponent,
    RealClock,
    ScreenOpponent,
)
from ruche.server.wire.refusals import RefusalError
from ruche.server.work.pool import WorkerPool

BOTH = frozenset(Colour)
SCREEN = CreateGameRequest(type="Base", opponent=ScreenOpponent())


@asynccontextmanager
async def opened(database: Path) -> AsyncIterator[Matches]:
    store, workers = Database(str(database)), WorkerPool(1)
    matches = Matches(store, workers, Figures())
    await store.open()
    await matches.open()
    try:
        yield matches
    finally:
        await matches.close()
        await workers.close()
        await store.close()


def wish(seq: int, action: str) -> ActionRequest:
    return ActionRequest(seq=seq, action=action)


def test_what_cannot_be_written_has_not_happened(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def disk_is_full(*_: Any) -> None:
        raise OSError("no space left")

    async def play() -> None:
        async with opened(database) as matches:
            live, _ = await matches.create(SCREEN)
            await matches.play(live, BOTH, wish(0, "wG1"))
            with monkeypatch.context() as patch:
                patch.setattr(matches.store, "append", disk_is_full)
                with pytest.raises(OSError, match="no space"):
                    await matches.play(live, BOTH, wish(1, "bG1 wG1-"))
            view = await matches.view(live, BOTH)
            assert [move.text for move in view.moves] == ["wG1"]
            view = await matches.play(live, BOTH, wish(1, "bA1 wG1-"))
            assert [move.text for move in view.moves] == ["wG1", "bA1 wG1-"]
            assert len(await matches.store.entries(live.match.id)) == 3

    run(play())


def test_who_goes_away_in_the_middle_does_no_harm(database: Path) -> None:
    async def play() -> None:
        async with opened(database) as matches:
            live, _ = await matches.create(SCREEN)
            asked = asyncio.create_task(matches.play(live, BOTH, wish(0, "wG1")))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            asked.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asked
            view = await matches.view(live, BOTH)
            entries = await matches.store.entries(live.match.id)
            assert view.seq == entries[-1].seq

    run(play())


def test_of_many_at_once_one_is_played(database: Path) -> None:
    async def play() -> None:
        async with opened(database) as matches:
            live, _ = await matches.create(SCREEN)
            texts = ["wG1", "wA1", "wB1", "wS1", "wQ"]
            asked = [matches.play(live, BOTH, wish(0, text)) for text in texts]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            refused = [answer for answer in answers if isinstance(answer, RefusalError)]
            assert [refusal.error for refusal in refused] == ["stale"] * 4
            assert all(refusal.view is not None and len(refusal.view.moves) == 1 for refusal in refused)

    run(play())


def test_nobody_sees_what_is_not_committed(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with opened(database) as matches:
            live, _ = await matches.create(SCREEN)
            append = matches.store.append
            reached, go_on = asyncio.Event(), asyncio.Event()

            async def slowly(*arguments: Any) -> None:
                reached.set()
                await go_on.wait()
                await append(*arguments)

            monkeypatch.setattr(matches.store, "append", slowly)
            playing = asyncio.create_task(matches.play(live, BOTH, wish(0, "wG1")))
            await reached.wait()
            looking = asyncio.create_task(matches.view(live, frozenset()))
            await asyncio.sleep(0.05)
            assert not looking.done()
            go_on.set()
            assert len((await looking).moves) == len((await playing).moves) == 1

    run(play())


def test_games_nobody_looks_at_leave_the_memory(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 3)

    async def play() -> None:
        async with opened(database) as matches:
            first, _ = await matches.create(SCREEN)
            await matches.play(first, BOTH, wish(0, "wG1"))
            timed = CreateGameRequest(type="Base", opponent=ScreenOpponent(), clock=RealClock(seconds=60))
            ticking, _ = await matches.create(timed)
            await matches.play(ticking, BOTH, wish(0, "wG1"))
            for _ in range(5):
                await matches.create(SCREEN)
            assert first.match.id not in matches.live
            assert ticking.match.id in matches.live
            again = await matches.find(first.match.id)
            assert again is not first
            view = await matches.view(again, BOTH)
            assert [move.text for move in view.moves] == ["wG1"]

    run(play())


def test_a_day_is_not_too_long_for_a_timer(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONGEST_TIMER", 0.02)

    async def play() -> None:
        async with opened(database) as matches:
            clock = DaysClock(days=1 / 86_400)  # a second
            live, held = await matches.create(
                CreateGameRequest(type="Base", opponent=ScreenOpponent(), clock=clock)
            )
            await matches.play(live, held, wish(0, "wG1"))
            begun = time.monotonic()
            while (outcome := (await matches.view(live, held)).outcome) is None:
                assert time.monotonic() - begun < 10
                await asyncio.sleep(0.02)
            assert outcome.why == "time"
            assert time.monotonic() - begun > 0.5
            assert live.timer is None

    run(play())


def test_tokens_open_their_own_seat_only(database: Path) -> None:
    async def look() -> tuple[str, str]:
        async with opened(database) as matches:
            live, held = await matches.create(
                CreateGameRequest(type="Base", opponent=FriendOpponent(), colour="w")
            )
            other, _ = await matches.create(SCREEN)
            seats, game = matches.seats, live.match.id
            token = seats.token(game, Colour.WHITE)
            assert held == seats.held(game, token) == {Colour.WHITE}
            assert seats.held(other.match.id, token) == frozenset()
            assert seats.held(game, seats.invite(game)) == frozenset()
            assert seats.held(game, f"{token},é") == {Colour.WHITE}
            assert seats.held(game, None) == seats.held(game, "") == frozenset()
            return game, token

    game, token = run(look())

    async def look_again() -> None:
        async with opened(database) as matches:  # tokens stay what they are
            assert matches.seats.held(game, token) == {Colour.WHITE}

    run(look_again())
