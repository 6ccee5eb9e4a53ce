"""One object a game and process: loading, leases, games that cannot be replayed, starting with many."""

import asyncio
import time
from typing import Any

import pytest
from tests.server.databases import Place, executed
from tests.server.fake_time import FakeTime
from tests.server.helpers import BOTH, asynchronous, game, new_game, open_registry, play, until

from ruche import Colour, GameType
from ruche.server.live import replicas as module
from ruche.server.live.registry import MatchRegistry
from ruche.server.live.replica import Replica
from ruche.server.match.clock import RealTime
from ruche.server.match.events import Created, Entry, Played, Request, SeatHolder
from ruche.server.match.match import Match
from ruche.server.match.refusals import MatchRefusalError, RefusalKind
from ruche.server.store.database import Database
from ruche.server.store.errors import UnavailableError
from ruche.server.store.index import row_of
from ruche.server.wire.followers import SocketFollower
from ruche.server.wire.match_views import prepare_updates

MANY = 600


async def write_games(database: Place, count: int, created: Created) -> list[str]:
    """Write games as a server would have left them: made, and the first action played."""
    store = Database(str(database))
    await store.open()
    names = [f"game{i}" for i in range(count)]
    now = time.time()  # a game of another day that was never begun would expire as soon as a server starts

    async def write(name: str) -> None:
        first = Entry(name, 0, now, created, Request(name, ""))
        await store.append([first], [row_of(Match(first), "x", 0.0)])

    await asyncio.gather(*(write(name) for name in names))
    await store.close()
    return names


class Listening:
    """A follower that notes which entries it has seen."""

    def __init__(self, registry: MatchRegistry, game: str) -> None:
        self.registry, self.game = registry, game
        self.held, self.visible = frozenset({Colour.BLACK}), True
        self.seen = -1
        self.sending: asyncio.Task[None] | None = None
        self.replica: Any = None

    async def follow(self) -> None:
        async with self.registry.replicas.hold(self.game) as replica:
            self.replica = replica
            replica.followers.add(self)
            await asyncio.Event().wait()

    async def send_news(self) -> None:
        self.seen = self.replica.match.seq

    def check(self, now: float) -> None:
        pass


@asynchronous
async def test_in_many_games_every_follower_hears_every_move(
    database: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More games than are kept unheld, loaded all at once, half of the loads cancelled and begun again."""
    monkeypatch.setattr(module, "KEPT", 20)

    names = await write_games(database, MANY, game())
    async with open_registry(database) as registry:
        followers = [Listening(registry, name) for name in names]
        first = [asyncio.create_task(follower.follow()) for follower in followers]
        await asyncio.sleep(0)
        for task in first[::2]:
            task.cancel()
        again = [asyncio.create_task(follower.follow()) for follower in followers[::2]]

        async def move(name: str) -> None:
            async with registry.replicas.hold(name) as replica:
                await play(registry, replica, BOTH, 0, "wG1")

        following = (*first[1::2], *again)
        await until(lambda: all(f.replica for f in followers) or any(t.done() for t in following))
        assert [task for task in following if task.done()] == []
        await asyncio.gather(*(move(name) for name in names))
        assert [follower.game for follower in followers if follower.seen != 1] == []
        assert len({id(follower.replica) for follower in followers}) == MANY
        assert all(registry.replicas.by_id[name].followers for name in names)
        for task in (*first, *again):
            task.cancel()
        await asyncio.gather(*first, *again, return_exceptions=True)
        await until(lambda: len(registry.replicas.by_id) <= 20)


class Steps(list[str]):
    """What is prepared and sent, in order."""

    def prepare(self, replica: Replica, draft: Match, *_: object) -> None:
        draft.memo["prepared"] = str(draft.position.history[-1])
        self.append(f"{draft.memo['prepared']} is prepared, published {replica.match.seq}")


class Noting(Listening):
    """A follower that notes what is published, and whether it was prepared."""

    def __init__(self, registry: MatchRegistry, replica: Replica, steps: Steps) -> None:
        super().__init__(registry, replica.id)
        self.replica = replica
        self.steps = steps

    async def send_news(self) -> None:
        match = self.replica.match
        self.steps.append(f"sent {match.seq}, prepared {match.memo.get('prepared')}")


@asynchronous
async def test_messages_are_prepared_while_their_state_is_written(
    database: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_registry(database) as registry:
        replica, steps = await new_game(registry, game()), Steps()
        monkeypatch.setattr(registry, "prepare", steps.prepare)
        replica.followers.update(Noting(registry, replica, steps) for _ in range(2))
        await play(registry, replica, BOTH, 0, "wG1")
        await until(lambda: len(steps) == 3)
        assert steps == ["wG1 is prepared, published 0", *["sent 1, prepared wG1"] * 2]


@asynchronous
async def test_what_was_prepared_for_a_failed_commit_is_dropped(
    database: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_registry(database) as registry:
        replica, steps = await new_game(registry, game()), Steps()
        monkeypatch.setattr(registry, "prepare", steps.prepare)
        replica.followers.add(Noting(registry, replica, steps))

        async def fail(work: Any) -> None:
            (batch,) = work.keywords["batches"]
            batch.meanwhile()
            raise OSError("the disk is gone")

        with monkeypatch.context() as patch:
            patch.setattr(registry.database.writing, "run", fail)
            with pytest.raises(UnavailableError):
                await play(registry, replica, BOTH, 0, "wG1")
        assert steps == ["wG1 is prepared, published 0"]
        await play(registry, replica, BOTH, 0, "wA1")
        await until(lambda: len(steps) == 3)
        assert steps[1:] == ["wA1 is prepared, published 0", "sent 1, prepared wA1"]
        assert [str(action) for action in replica.match.position.history] == ["wA1"]


@asynchronous
async def test_one_of_each_audience_is_prepared_for(database: Place) -> None:
    """The rest shares what was made for the first."""
    async with open_registry(database) as registry:
        replica = await new_game(registry, game())

        async def send(message: bytes) -> None: ...

        replica.followers.update(SocketFollower(registry, replica, "", None, send) for _ in range(3))
        draft = replica.match.copy()
        draft.apply(Entry(replica.id, draft.seq + 1, draft.at, Played(Colour.WHITE, "wG1", 0, "wG1")))
        prepare_updates(replica, draft, registry.seats, 1.0)
        assert set(draft.memo) == {("frame", None), ("moves", 0, None)}
        assert not replica.match.memo
        replica.publish(draft)
        prepare_updates(replica, replica.match.copy(), registry.seats, 1.0)


@asynchronous
async def test_a_cancelled_load_leaves_one_object(database: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    (name,) = await write_games(database, 1, game())
    async with open_registry(database) as registry:
        entries, begun, go_on = registry.database.entries, asyncio.Event(), asyncio.Event()

        async def slowly(*arguments: Any) -> list[Entry]:
            begun.set()
            await go_on.wait()
            return await entries(*arguments)

        monkeypatch.setattr(registry.database, "entries", slowly)
        found: list[object] = []

        async def hold() -> None:
            async with registry.replicas.hold(name) as replica:
                found.append(replica)
                await asyncio.Event().wait()

        one = asyncio.create_task(hold())
        await begun.wait()
        one.cancel()
        two = asyncio.create_task(hold())
        await asyncio.sleep(0)
        kept = registry.replicas.by_id[name]
        go_on.set()
        await until(lambda: found)
        assert found == [kept]
        two.cancel()
        await asyncio.gather(one, two, return_exceptions=True)


@asynchronous
async def test_a_game_that_expires_while_somebody_begins_it_is_gone(database: Place) -> None:
    async with open_registry(database) as registry:
        replica = await new_game(registry, game())
        assert await registry.database.expire(registry.time_source.now() + 1, held=()) == 1
        with pytest.raises(MatchRefusalError) as refusal:
            await play(registry, replica, BOTH, 0, "wG1")
        assert refusal.value.kind is RefusalKind.NO_GAME
        assert await registry.database.entries(replica.id) == []  # no log without its beginning
        registry.replicas.release(replica)
        with pytest.raises(MatchRefusalError) as refusal:
            async with registry.replicas.hold(replica.id):
                pass
        assert refusal.value.kind is RefusalKind.NO_GAME


@asynchronous
async def test_a_game_that_does_not_exist_leaves_nothing_behind(database: Place) -> None:
    async with open_registry(database) as registry:
        for _ in range(2):
            with pytest.raises(MatchRefusalError) as refusal:
                async with registry.replicas.hold("nothere"):
                    pass
            assert refusal.value.kind is RefusalKind.NO_GAME
        assert registry.replicas.by_id == {}


@pytest.mark.parametrize(
    "event",
    [
        '{"kind":"joined","version":9}',
        "not json",
        '{"kind":"played","version":1,"colour":"b","action":"bQ wQ-","seen":1,"sent":"bQ wQ-"}',
        '{"kind":"created","version":1,"type":"Base","options":{},"players":{}}',
    ],
)
@asynchronous
async def test_a_game_that_cannot_be_replayed_is_put_in_quarantine(database: Place, event: str) -> None:
    """Its clock runs, so that the server has to look at it by itself; all others play."""
    time = FakeTime()
    async with open_registry(database, time) as registry:
        bad, good = [await new_game(registry, game(RealTime(10))) for _ in range(2)]
        for replica in (bad, good):
            await play(registry, replica, BOTH, 0, "wG1")
    insert = f"INSERT INTO log (game, seq, at, event) VALUES ('{bad.id}', 2, {time.now()}, '{event}')"
    await asyncio.to_thread(executed, database, insert)
    async with open_registry(database, time) as registry:
        await until(lambda: bad.id in registry.replicas.by_id and registry.replicas.by_id[bad.id].fault)
        with pytest.raises(MatchRefusalError) as refusal:
            async with registry.replicas.hold(bad.id):
                pass
        assert refusal.value.kind is RefusalKind.QUARANTINED
        while not (faults := await registry.database.faults()):
            await asyncio.sleep(0.01)
        assert list(faults) == [bad.id]
        async with registry.replicas.hold(good.id) as replica:
            await play(registry, replica, BOTH, 1, "bG1 wG1-")
    async with open_registry(database, time) as registry:  # it is not looked at again by itself
        assert bad.id not in await registry.database.due(time.now() + 1000)


@asynchronous
async def test_a_start_replays_nothing(database: Place) -> None:
    """However many clocks run: only those that run down soon are looked at."""
    time = FakeTime()
    async with open_registry(database, time) as registry:
        soon, later = (
            await new_game(registry, game(RealTime(30))),
            await new_game(registry, game(RealTime(600))),
        )
        for replica in (soon, later):
            await play(registry, replica, BOTH, 0, "wG1")
    time.time += 10_000  # nobody's loss
    async with open_registry(database, time) as registry:
        await until(lambda: registry.replicas.by_id)
        assert list(registry.replicas.by_id) == [soon.id]
        await time.pass_by(29)
        await until(lambda: registry.replicas.by_id[soon.id].timer)
        await time.pass_by(1.2)
        await until(lambda: registry.replicas.by_id[soon.id].match.outcome)
        assert later.id not in registry.replicas.by_id


@asynchronous
async def test_a_draw_offered_to_the_machine_is_answered_after_a_restart(database: Place) -> None:
    players = {Colour.WHITE: SeatHolder("Anna", "person"), Colour.BLACK: SeatHolder("", "machine", 1)}
    white = frozenset({Colour.WHITE})
    async with open_registry(database) as registry:
        replica = await new_game(registry, Created(GameType("Base"), players))
        await registry.offer(replica, white, 0, "draw", None, registry.own_request())
    async with open_registry(database) as registry, registry.replicas.hold(replica.id) as again:
        await until(lambda: not again.match.offers)


@asynchronous
async def test_what_was_encoded_is_kept_for_a_moment_only(database: Place) -> None:
    """Followers who may see the same share a message; a game that waits for its players needs no memory."""
    time = FakeTime()
    async with open_registry(database, time) as registry:
        replica = await new_game(registry, game())
        sent: list[bytes] = []

        async def send(message: bytes) -> None:
            sent.append(message)

        watching = [SocketFollower(registry, replica, "", None, send) for _ in range(3)]
        messages = [follower.next_message() for follower in watching]
        assert messages[0] is messages[1] is messages[2]
        assert replica.encoded
        assert replica.match.memo
        await play(registry, replica, BOTH, 0, "wG1")
        messages = [follower.next_message() for follower in watching]
        assert messages[0] is messages[1] is messages[2]
        replica.rest(time.now())
        assert replica.encoded
        replica.rest(time.now() + 1)
        assert not replica.encoded
        assert not replica.match.memo
