"""Engines as players: ours, a toy, and toys that misbehave."""

import asyncio
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.positions import played
from tests.uhp.games import WHITE_WINS
from tests.uhp.helpers import RUCHE
from tests.waiting import PATIENCE, within_a_minute

from ruche import Position, words
from ruche.engine import Limit
from ruche.uhp.client import EngineError, UhpEngine

TOY = [sys.executable, "-P", str(Path(__file__).with_name("toy.py"))]


def toy(*faults: str) -> UhpEngine:
    return UhpEngine([*TOY, *faults], answer_seconds=30)


def told_of_search(engine: UhpEngine, tell: Callable[[], object]) -> None:
    """Have it told as soon as an engine says something of a search."""
    lines = engine.lines

    def listening(line: str, seconds: float) -> Iterator[str]:
        for text in lines(line, seconds):
            if line.startswith("bestmove"):
                tell()
            yield text

    engine.lines = listening  # type: ignore[method-assign]


def gone(pid: int) -> bool:
    """Whether a process has left nothing, not even a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_it_plays_a_game_against_us() -> None:
    position = Position("Base+MLP")
    with toy() as engine:
        assert engine.name == "toy v1"
        assert engine.expansions == ["Mosquito", "Ladybug", "Pillbug"]
        for _ in range(4):
            action = engine.choose(position, Limit(depth=1))
            assert action in position.legal_actions()
            position.play(action)
            position.play(position.legal_actions()[-1])
        position.undo()
        position.undo()  # another game for the engine
        assert engine.choose(position, Limit(seconds=1)) in position.legal_actions()


def test_our_own_server_is_an_engine_too() -> None:
    with UhpEngine(RUCHE, options={"Level": "1"}) as engine:
        position = Position("Venom+MLP+Swarm", seed=3)
        for _ in range(6):
            position.play(engine.choose(position, Limit(seconds=0.1)))
        assert engine.ask("options get level")[0].split(";")[2] == "1"
        assert engine.knows_seconds


def test_whole_seconds_for_who_knows_no_others() -> None:
    with toy() as engine:
        engine.choose(Position(), Limit(seconds=0.1))
        assert not engine.knows_seconds
        engine.choose(Position(), Limit(seconds=0.1))


def test_nothing_is_left_behind() -> None:
    engine = toy().start()
    assert engine.process is not None
    pid = engine.process.pid
    assert engine.alive
    engine.close()
    assert gone(pid)
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.ask("info")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at /proc")
def test_children_of_an_engine_end_with_it() -> None:
    engine = toy("leaves-child").start()
    assert engine.process is not None
    children = Path(f"/proc/{engine.process.pid}/task/{engine.process.pid}/children").read_text().split()
    assert len(children) == 1
    engine.close()
    until = time.monotonic() + 10
    while not gone(int(children[0])) and time.monotonic() < until:
        if "Z" in Path(f"/proc/{children[0]}/stat").read_text().split():
            break  # ended; whoever inherited it will reap it
        time.sleep(0.05)
    else:
        assert gone(int(children[0]))


def test_who_does_not_go_is_made_to() -> None:
    engine = toy("stays").start()
    assert engine.process is not None
    pid = engine.process.pid
    within_a_minute(engine.close)
    assert gone(pid)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_signal_may_end_it_while_it_is_written_to() -> None:
    engine = toy("slow").start()
    assert engine.process is not None
    pid, pipe = engine.process.pid, engine.process.stdin
    assert pipe is not None
    engine.ask("newgame Base")
    pipe.write("bestmove depth 1\n")  # and now it does not read
    before = signal.signal(signal.SIGALRM, lambda *_: engine.close())
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        with pytest.raises(EngineError, match="ended"):
            engine.exchange("x" * 1_000_000)  # more than a pipe holds
    finally:
        signal.signal(signal.SIGALRM, before)
    with suppress(OSError):  # what was written has no reader
        pipe.close()
    assert gone(pid)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_signal_may_come_while_it_is_given_time_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruche.uhp.client.EXIT_SECONDS", 600)
    engine = toy("stays").start()
    assert engine.process is not None
    pid = engine.process.pid
    closing: list[object] = []

    def close_or_fail(*_: object) -> None:
        assert not closing, "it is still given time"
        closing.append(engine)
        engine.close()

    before = signal.signal(signal.SIGALRM, close_or_fail)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.5, PATIENCE)
        engine.close()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert gone(pid)


def test_a_signal_may_end_it_before_it_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = toy()
    pids = []
    begin = threading.Thread.start

    def end_first(thread: threading.Thread) -> None:
        if engine.process is not None:
            pids.append(engine.process.pid)
        engine.close()
        begin(thread)

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", end_first)
        with pytest.raises(EngineError, match="ended"):
            engine.start()
    assert len(pids) == 1
    assert gone(pids[0])


def test_an_engine_that_is_not_there() -> None:
    for command in ("/nowhere/engine --uhp", ""):
        with pytest.raises(EngineError, match="cannot be started"):
            UhpEngine(command).start()


def test_an_engine_that_is_silent() -> None:
    engine = UhpEngine([*TOY, "silent"], answer_seconds=1)
    with pytest.raises(EngineError, match="did not answer"):
        engine.start()
    assert not engine.alive


def test_a_program_that_is_no_engine() -> None:
    engine = UhpEngine([sys.executable, "-c", "print('hello'); print('ok'); input()"])
    with pytest.raises(EngineError, match="hello"):
        engine.start()


def test_an_engine_that_dies_is_quoted() -> None:
    engine = toy("dies").start()
    assert engine.process is not None
    pid = engine.process.pid
    with pytest.raises(EngineError, match="good-bye") as caught:
        engine.ask("validmoves")
    assert gone(pid)
    assert "derniers mots" in caught.value.say("fr")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_an_engine_that_talks_nonsense() -> None:
    with toy("nonsense") as engine, pytest.raises(EngineError, match="a good move"):
        engine.choose(Position(), Limit(depth=1))


def test_an_engine_that_refuses() -> None:
    with toy() as engine:
        with pytest.raises(EngineError, match="refused 'newgame Ba"):
            engine.ask("newgame Basement")
        position = played("Base", *WHITE_WINS)
        with pytest.raises(EngineError, match="over"):
            engine.choose(position, Limit(depth=1))


def test_a_search_without_limit_is_refused() -> None:
    with toy() as engine, pytest.raises(EngineError, match="node limit"):
        engine.choose(Position(), Limit())


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_search_can_be_cancelled_from_another_thread() -> None:
    with UhpEngine(RUCHE) as engine:
        position = Position("Base+MLP")
        began = threading.Event()
        told_of_search(engine, began.set)

        def cancel() -> None:
            began.wait(PATIENCE)
            engine.cancel()

        canceller = threading.Thread(target=cancel)
        canceller.start()
        action = within_a_minute(lambda: engine.choose(position, Limit(seconds=600)))
        assert action in position.legal_actions()
        canceller.join()


def test_an_engine_that_hangs_in_a_search_is_given_up() -> None:
    engine = UhpEngine([*TOY, "slow"], answer_seconds=1)
    engine.answer_seconds = 30
    engine.start()
    engine.answer_seconds = 0.5
    with pytest.raises(EngineError, match=r"ended|did not answer"):
        engine.choose(Position(), Limit(seconds=1))
    assert not engine.alive


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_it_serves_asyncio() -> None:
    async def play() -> None:
        with UhpEngine(RUCHE) as engine:
            loop, began, position = asyncio.get_running_loop(), asyncio.Event(), Position()
            told_of_search(engine, lambda: loop.call_soon_threadsafe(began.set))
            task = asyncio.create_task(asyncio.to_thread(engine.choose, position, Limit(seconds=600)))
            await asyncio.wait_for(began.wait(), PATIENCE)
            assert not task.done()  # it searches, and the loop goes on
            engine.cancel()
            assert await asyncio.wait_for(task, PATIENCE) in position.legal_actions()

    asyncio.run(play())


def test_every_error_has_its_words() -> None:
    assert {"uhp.died", "uhp.silent", "uhp.refused", "uhp.nonsense", "uhp.not_found"} <= words.keys()
