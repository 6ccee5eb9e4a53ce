"""Any engine that speaks UHP, as a process and as a player.

    with UhpEngine("nokamute --uhp") as engine:
        action = engine.choose(position, Limit(seconds=1))
        for info in engine.analyse(position, Limit(depth=6)):
            print(info.depth, info.score, info.action)

Calls block, and may come from any thread, one at a time; `AsyncUhpEngine` is the same for asyncio. Only
`cancel` and `close` may be called while another call waits; they end its waiting.
"""

from __future__ import annotations

import math
import os
import queue
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING

from ruche.notation.gamestring import write_gamestring
from ruche.rules.action import Action
from ruche.rules.position import Position
from ruche.uhp.answers import EngineInfo, EngineOption, Value, read_info, read_option, write_value
from ruche.words.errors import LocalizedError, shorten

if TYPE_CHECKING:
    from ruche.engine.limits import Limit

ANSWER_SECONDS = 20.0  # for everything but a search
SEARCH_SECONDS = 3600.0  # for a search that is limited by its depth
EXIT_SECONDS = 3.0  # what UHP allows
NOTES = 5  # lines of stderr that are kept to be quoted


class EngineError(LocalizedError):
    """An engine that cannot be started, died, is silent, refuses or talks nonsense."""

    area = "uhp"


class UhpEngine:
    """A UHP engine in a process of its own."""

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        options: Mapping[str, Value] | None = None,
        answer_seconds: float = ANSWER_SECONDS,
    ) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        self.options = dict(options or {})
        self.answer_seconds = answer_seconds
        self.name = self.command[0] if self.command else ""
        self.expansions: list[str] = []
        self.process: subprocess.Popen[str] | None = None
        self.ending: subprocess.Popen[str] | None = None  # while it is being closed
        self.answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.notes: deque[str] = deque(maxlen=NOTES)
        self.readers: list[threading.Thread] = []
        self.turns = threading.Lock()  # one call at a time
        self.known_game: tuple[str, list[str]] | None = None  # the game type and actions that it knows of
        self.knows_seconds = True  # until it refuses `bestmove seconds`

    # -- the process -------------------------------------------------------------------------------

    def start(self) -> UhpEngine:
        """Start the process and read its introduction; a running one stays as it is."""
        if self.process is not None:
            return self
        try:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # Ctrl-C in our terminal is ours; its children end with it
            )
        except (OSError, IndexError, ValueError) as error:
            raise EngineError("not_found", command=shlex.join(self.command), error=error) from None
        self.answers = queue.SimpleQueue()
        self.notes.clear()
        self.readers = [
            threading.Thread(target=self._hear, args=(self.process, self.answers), daemon=True),
            threading.Thread(target=self._note, args=(self.process,), daemon=True),
        ]
        for reader in self.readers:
            reader.start()
        try:
            self._introduce(self.listen("info", self.answer_seconds))
            for name, value in self.options.items():
                self.set_option(name, value)
        except EngineError:
            self.close()
            raise
        return self

    def _introduce(self, lines: list[str]) -> None:
        if not lines or not lines[0].startswith("id "):
            raise EngineError("nonsense", name=self.name, line="info", answer=" / ".join(lines))
        self.name = lines[0].removeprefix("id ").strip()
        self.expansions = [part for line in lines[1:2] for part in line.split(";") if part]

    def _hear(self, process: subprocess.Popen[str], answers: queue.SimpleQueue[str | None]) -> None:
        assert process.stdout is not None
        with suppress(ValueError, OSError):  # closed while we read
            for line in process.stdout:
                answers.put(line.rstrip("\r\n"))
        answers.put(None)

    def _note(self, process: subprocess.Popen[str]) -> None:
        assert process.stderr is not None
        with suppress(ValueError, OSError):
            for line in process.stderr:
                self.notes.append(line.strip())

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self.process is not None and self.process.poll() is None

    def cancel(self) -> None:
        """Stop a running search, as viewers do: it answers with what it has."""
        process = self.process
        if process is not None and process.poll() is None:
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGINT)

    def close(self) -> None:
        """End the process: first politely, then by force; nothing of it is left behind."""
        process, self.process = self.process, None
        self.known_game = None
        if process is None:
            if self.ending is not None:  # a signal came while we waited: there is no more time to be polite
                _end_group(self.ending)
            return
        self.ending = process
        assert process.stdin is not None
        with suppress(OSError, ValueError, RuntimeError):  # the last: a signal came while we wrote
            process.stdin.write("exit\n")
            process.stdin.flush()
        with suppress(OSError, ValueError, RuntimeError):
            process.stdin.close()
        try:
            process.wait(EXIT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
        _end_group(process)
        with suppress(subprocess.TimeoutExpired):  # a signal came while someone else was waiting
            process.wait(EXIT_SECONDS)
        self.ending = None
        for reader in self.readers:
            if reader.is_alive():  # a signal may come before it was started
                reader.join(EXIT_SECONDS)
        for stream in (process.stdout, process.stderr):
            assert stream is not None
            with suppress(OSError, ValueError):
                stream.close()

    def __enter__(self) -> UhpEngine:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- questions ---------------------------------------------------------------------------------

    def ask(self, line: str, *, seconds: float | None = None) -> list[str]:
        """Send a command and return the lines of its answer; raise `EngineError` if it is refused."""
        with self.turns:
            return self._ask(line, seconds)

    def _ask(self, line: str, seconds: float | None = None) -> list[str]:
        lines = self.exchange(line, seconds)
        refusals = [text for text in lines if text.startswith(("err", "invalidmove"))]
        if refusals:
            raise EngineError("refused", name=self.name, line=shorten(line, 60), answer=refusals[0])
        return lines

    def exchange(self, line: str, seconds: float | None = None) -> list[str]:
        """Send a command and return the lines of its answer, refusals too."""
        return list(self._stream(line, seconds))

    def _stream(self, line: str, seconds: float | None = None) -> Iterator[str]:
        """Send a command and yield the lines of its answer as they come."""
        process = self.process
        if process is None or process.stdin is None:
            raise EngineError("closed", name=self.name)
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
        except (OSError, ValueError):
            raise self._death(line) from None
        yield from self.lines(line, self.answer_seconds if seconds is None else seconds)

    def listen(self, line: str, seconds: float) -> list[str]:
        """Read to `ok`. An engine that is silent too long is interrupted once, then given up."""
        return list(self.lines(line, seconds))

    def lines(self, line: str, seconds: float) -> Iterator[str]:
        """Yield the lines of an answer as they come, as `listen` reads them."""
        until = time.monotonic() + seconds
        interrupted = False
        while True:
            try:
                text = self.answers.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                if interrupted or not line.startswith("bestmove"):
                    self.close()
                    raise EngineError(
                        "silent", name=self.name, line=shorten(line, 60), seconds=f"{seconds:g}"
                    ) from None
                interrupted = True
                until = time.monotonic() + EXIT_SECONDS
                self.cancel()
                continue
            if text is None:
                raise self._death(line)
            if text.strip() == "ok":
                return
            if text.strip():
                yield text

    def _death(self, line: str) -> EngineError:
        process = self.process
        code: int | None = None
        if process is not None:
            with suppress(subprocess.TimeoutExpired):
                code = process.wait(EXIT_SECONDS)
            for reader in self.readers:
                reader.join(EXIT_SECONDS)
        notes = " / ".join(self.notes) or "-"
        self.close()
        return EngineError("died", name=self.name, code=code, line=shorten(line, 60), notes=notes)

    # -- as a player -------------------------------------------------------------------------------

    def forget_game(self) -> None:
        """Send the next position whole."""
        self.known_game = None

    def choose(self, position: Position, limit: Limit) -> Action:
        """Ask for the best action in a position; it must be legal."""
        lines = list(self._search(position, limit))
        answer = lines[-1] if lines else ""
        try:
            return position.parse(answer.split(";")[0].strip())
        except ValueError:
            raise EngineError("nonsense", name=self.name, line="bestmove", answer=answer) from None

    def analyse(self, position: Position, limit: Limit) -> Iterator[EngineInfo]:
        """Yield what the engine finds as it reports it; closing the generator stops the search."""
        for text in self._search(position, limit):
            info = read_info(text, position)
            if info is not None:
                yield info

    def _search(self, position: Position, limit: Limit) -> Iterator[str]:
        """Yield the lines of a search, the action last; closed before its end, it is cancelled."""
        if limit.seconds is None and limit.depth is None:
            raise EngineError("no_limit")
        with self.turns:
            self.start()
            self._tell(position)
            for command, patience in self._commands(limit):
                found = self._stream(command, patience)
                first = next(found, None)
                if first is not None and first.startswith("err"):
                    for _ in found:
                        pass
                    if command.startswith("bestmove seconds"):
                        self.knows_seconds = False  # plain UHP knows whole seconds only
                        continue
                    raise EngineError("refused", name=self.name, line=command, answer=first)
                if first is not None:
                    try:
                        yield first
                        yield from found
                    except GeneratorExit:
                        self.cancel()
                        for _ in found:
                            pass
                        raise
                return

    def _commands(self, limit: Limit) -> Iterator[tuple[str, float]]:
        """Yield commands for a search, the next if one is unknown, and how long each may take."""
        seconds = limit.seconds
        if limit.depth is not None:
            yield f"bestmove depth {limit.depth}", SEARCH_SECONDS if seconds is None else seconds
            return
        assert seconds is not None
        patience = max(1.0, seconds) + self.answer_seconds
        if not float(seconds).is_integer() and self.knows_seconds:
            yield f"bestmove seconds {seconds:g}", patience
        whole = max(1, math.ceil(seconds))
        yield f"bestmove time {whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}", patience

    def read_options(self) -> dict[str, EngineOption]:
        """Return the options of the engine by their names."""
        found = [read_option(line) for line in self.ask("options")]
        return {option.name: option for option in found if option is not None}

    def set_option(self, name: str, value: Value) -> EngineOption | None:
        """Set an option; return it as the engine has it now, where it says so."""
        lines = self.ask(f"options set {name} {write_value(value)}")
        return read_option(lines[0]) if lines else None

    def _tell(self, position: Position) -> None:
        """Bring the engine's game to a position, with as few commands as possible."""
        name = str(position.game_type)
        played = [str(action) for action in position.history]
        if (
            self.known_game is not None
            and self.known_game[0] == name
            and played[: len(self.known_game[1])] == self.known_game[1]
        ):
            new = played[len(self.known_game[1]) :]
        else:
            self.known_game = None
            lines = self.exchange(f"newgame {write_gamestring(position)}")
            if lines and lines[-1].startswith("err"):  # some know no GameStrings
                self._ask(f"newgame {name}")
                new = played
            else:
                new = []
        self.known_game = None
        for text in new:
            self._ask("pass" if text == "pass" else f"play {text}")
        self.known_game = (name, played)


def _end_group(process: subprocess.Popen[str]) -> None:
    """Kill what an engine has left running."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
