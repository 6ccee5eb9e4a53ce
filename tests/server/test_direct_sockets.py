"""The short way of messages and pings past ASGI."""

import asyncio
import contextlib
from pathlib import Path

import pytest
from tests.server.fake_time import FakeTime
from tests.server.helpers import Served, asynchronous, game, new_game, open_registry, run
from tests.server.sockets import live
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame
from websockets.streams import StreamReader

from ruche.server.admission.connections import CONTROL_FRAMES, FRAGMENTS
from ruche.server.wire.direct_sockets import PING, text_frame
from ruche.server.wire.followers import OFTEN, SILENCE, SocketFollower


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_frame_is_read_as_the_message_it_was_made_of(size: int) -> None:
    """By another implementation than the one that writes it."""
    message, reader = b"x" * size, StreamReader()
    reader.feed_data(text_frame(message))
    with pytest.raises(StopIteration) as parsed:
        next(Frame.parse(reader.read_exact, mask=False))
    assert parsed.value.value.data == message
    assert parsed.value.value.fin


@pytest.mark.parametrize("ping", [PING.decode(), '{"do": "ping"}'])
def test_every_ping_is_answered(server: Served, ping: str) -> None:
    """By the short way or not, however it is spelled, and also when many come at once."""
    seat = server.create(opponent={"kind": "screen"})

    async def follow() -> None:
        async with live(seat) as socket:
            await socket.until("view")
            for _ in range(20):
                await socket.socket.send(ping)
            times = [(await socket.until("pong"))["now"] for _ in range(20)]
            assert times == sorted(times)
            assert (await socket.request("play", seq=0, action="wG1"))["event"] == "done"

    run(follow())


@asynchronous
async def test_a_ping_tells_that_somebody_is_there(database: Path) -> None:
    time = FakeTime()

    async def send(message: bytes) -> None:
        await asyncio.sleep(0)

    async with open_registry(database, time) as registry:
        replica = await new_game(registry, game())
        pinging, silent = (SocketFollower(registry, replica, "", 0, send) for _ in range(2))
        time.time += 0.95 * SILENCE
        assert pinging.answer_ping() is not None
        assert pinging.answer_ping() is None  # too soon: it is paced like everything else
        time.time += OFTEN
        assert pinging.answer_ping() is not None
        for follower in (pinging, silent):
            follower.check(time.now())
        assert not pinging.lost
        assert silent.lost


def test_who_sends_hardly_more_than_control_frames_is_closed(server: Served) -> None:
    """Each of them costs as much as a message, and none is paced."""
    seat = server.create(opponent={"kind": "screen"})

    async def follow() -> None:
        async with live(seat) as socket:
            await socket.until("view")
            for _ in range(CONTROL_FRAMES // 2):
                await (await socket.socket.ping())
            with contextlib.suppress(ConnectionClosed):
                for _ in range(20 * CONTROL_FRAMES):
                    await socket.socket.ping()
            await socket.socket.wait_closed()
            assert socket.socket.close_code == 1006  # aborted

    run(follow())


@pytest.mark.parametrize(("fragments", "is_read"), [(FRAGMENTS // 2, True), (4 * FRAGMENTS, False)])
def test_a_message_comes_in_some_pieces_not_in_any_number(
    server: Served, fragments: int, is_read: bool
) -> None:
    seat = server.create(opponent={"kind": "screen"})

    async def follow() -> str:
        async with live(seat) as socket:
            await socket.until("view")
            await socket.socket.send([PING.decode(), *[""] * (fragments - 1)])
            return str((await socket.until("pong"))["event"])

    if is_read:
        assert run(follow()) == "pong"
    else:
        with pytest.raises(ConnectionClosed):
            run(follow())
