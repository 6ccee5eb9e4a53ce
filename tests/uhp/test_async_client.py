"""Engines for asyncio: answers are values, searches stream and are cancelled, any number at once."""

import asyncio
import sys
from pathlib import Path

import pytest
from tests.uhp.helpers import RUCHE
from tests.waiting import PATIENCE

from ruche import Position
from ruche.engine import Limit
from ruche.uhp import AsyncUhpEngine, EngineError, UhpEngine
from ruche.uhp.answers import EngineOption, read_info, read_option

TOY = [sys.executable, "-P", str(Path(__file__).with_name("toy.py"))]


def test_options_are_typed() -> None:
    assert read_option("Threads;int;2;1;1;64") == EngineOption("Threads", "int", 2, 1, 1, 64)
    assert read_option("Ponder;bool;True;False") == EngineOption("Ponder", "bool", True, False)
    assert read_option("Style;enum;calm;wild;calm;wild") == EngineOption(
        "Style", "enum", "calm", "wild", choices=("calm", "wild")
    )
    assert read_option("Pace;double;0.5;1.0;0;2") == EngineOption("Pace", "double", 0.5, 1.0, 0, 2)
    assert read_option("Book;string;a.txt;") == EngineOption("Book", "string", "a.txt", "")
    assert read_option("nonsense") is None
    assert read_option("Threads;int;many;1") is None


def test_lines_of_a_search_are_typed() -> None:
    position = Position("Base")
    info = read_info("wA1;3;-1.25;wA1;bA1 wA1-;nonsense;wQ -wA1", position)
    assert info is not None
    assert (str(info.action), info.depth, info.score) == ("wA1", 3, -1.25)
    assert [str(action) for action in info.line] == ["wA1", "bA1 wA1-"]
    assert read_info("wA1;3;win;wA1", position) is not None
    assert read_info("wA1", position) is None
    assert read_info("searching...;hm;1", position) is None


def test_options_of_a_running_engine() -> None:
    async def main() -> None:
        async with AsyncUhpEngine(RUCHE, options={"Seed": 7}) as engine:
            assert engine.name.startswith("ruche v")
            options = await engine.read_options()
            assert options["Seed"].value == 7
            assert options["Ponder"] == EngineOption("Ponder", "bool", False, False)
            changed = await engine.set_option("Threads", 2)
            assert changed is not None
            assert changed.value == 2
            with pytest.raises(EngineError):
                await engine.set_option("Threads", 0)

    asyncio.run(main())


def test_several_think_at_once() -> None:
    async def main() -> None:
        position = Position("Base+MLP")
        engines = [AsyncUhpEngine(TOY) for _ in range(12)]
        try:
            chosen = await asyncio.gather(*(engine.choose(position, Limit(depth=1)) for engine in engines))
        finally:
            await asyncio.gather(*(engine.close() for engine in engines))
        assert all(action in position.legal_actions() for action in chosen)

    asyncio.run(main())


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_stream_that_is_left_stops_the_search() -> None:
    async def main() -> None:
        position = Position("Base+MLP")
        async with AsyncUhpEngine(RUCHE) as engine:
            stream = engine.analyse(position, Limit(seconds=3600))
            async for info in stream:
                if info.depth == 2:
                    break
            await asyncio.wait_for(stream.aclose(), PATIENCE)  # type: ignore[attr-defined]
            assert await engine.choose(position, Limit(depth=1)) in position.legal_actions()

    asyncio.run(main())


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_cancelled_task_stops_the_search() -> None:
    async def main() -> None:
        position = Position("Base+MLP")
        async with AsyncUhpEngine(RUCHE) as engine:
            await engine.choose(position, Limit(depth=1))
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.choose(position, Limit(seconds=3600)), 0.5)
            assert await engine.choose(position, Limit(depth=1)) in position.legal_actions()

    asyncio.run(main())


def test_the_plain_form_streams_too() -> None:
    position = Position("Base+MLP")
    with UhpEngine(RUCHE) as engine:
        infos = list(engine.analyse(position, Limit(depth=3)))
        assert [info.depth for info in infos] == [1, 2, 3]
        assert all(info.line[0] == info.action for info in infos)
        for info in engine.analyse(position, Limit(seconds=3600)):
            if info.depth == 2:
                break
        assert engine.choose(position, Limit(depth=1)) in position.legal_actions()
