"""Any engine that speaks UHP, for asyncio.

    async with AsyncUhpEngine("nokamute --uhp") as engine:
        action = await engine.choose(position, Limit(seconds=1))
        async for info in engine.analyse(position, Limit(depth=6)):
            print(info.depth, info.score, info.action)

Every engine has a thread of its own, which waits for it, so that any number may think at once. A task that is
cancelled cancels its search.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

from ruche.rules.action import Action
from ruche.rules.position import Position
from ruche.uhp.answers import EngineInfo, EngineOption, Value
from ruche.uhp.client import ANSWER_SECONDS, UhpEngine

if TYPE_CHECKING:
    from ruche.engine.limits import Limit

Made = TypeVar("Made")


class AsyncUhpEngine:
    """A UHP engine in a process of its own; calls wait for those before them."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, Value] | None = None,
        answer_seconds: float = ANSWER_SECONDS,
    ) -> None:
        self.engine = UhpEngine(command, options=options, answer_seconds=answer_seconds)
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="uhp")

    @property
    def name(self) -> str:
        """What the engine calls itself, once it is started."""
        return self.engine.name

    @property
    def expansions(self) -> list[str]:
        """The expansion pieces that it knows, once it is started."""
        return self.engine.expansions

    async def _run(self, work: Callable[[], Made]) -> Made:
        """Do something in the engine's thread; cancelling the caller cancels the engine's search too."""
        future = asyncio.get_running_loop().run_in_executor(self.thread, work)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            self.engine.cancel()
            await asyncio.wait([future])
            raise

    async def start(self) -> AsyncUhpEngine:
        """Start the process and read its introduction."""
        await self._run(self.engine.start)
        return self

    async def close(self) -> None:
        """End the process, at once if it is searching."""
        self.engine.cancel()
        await self._run(self.engine.close)
        self.thread.shutdown(wait=False)

    async def __aenter__(self) -> AsyncUhpEngine:
        return await self.start()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def ask(self, line: str, *, seconds: float | None = None) -> list[str]:
        """Send a command and return the lines of its answer; raise `EngineError` if it is refused."""
        return await self._run(partial(self.engine.ask, line, seconds=seconds))

    async def read_options(self) -> dict[str, EngineOption]:
        """Return the options of the engine by their names."""
        return await self._run(self.engine.read_options)

    async def set_option(self, name: str, value: Value) -> EngineOption | None:
        """Set an option; return it as the engine has it now, where it says so."""
        return await self._run(partial(self.engine.set_option, name, value))

    async def choose(self, position: Position, limit: Limit) -> Action:
        """Ask for the best action in a position; it must be legal."""
        return await self._run(partial(self.engine.choose, position, limit))

    def cancel(self) -> None:
        """Stop a running search: it answers with what it has."""
        self.engine.cancel()

    async def analyse(self, position: Position, limit: Limit) -> AsyncIterator[EngineInfo]:
        """Yield what the engine finds as it reports it; closing the generator stops the search."""
        loop = asyncio.get_running_loop()
        heard: asyncio.Queue[EngineInfo | None] = asyncio.Queue()
        stopped = False

        def listen() -> None:
            try:
                for info in self.engine.analyse(position, limit):
                    if stopped:
                        break
                    loop.call_soon_threadsafe(heard.put_nowait, info)
            finally:
                loop.call_soon_threadsafe(heard.put_nowait, None)

        listening = loop.run_in_executor(self.thread, listen)
        try:
            while (info := await heard.get()) is not None:
                yield info
            await listening
        finally:
            if not listening.done():
                stopped = True
                self.engine.cancel()
                await asyncio.wait([listening])
