"""A dialogue with an engine, line by line, as a viewer holds it."""

from __future__ import annotations

import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence

from tests.waiting import PATIENCE

RUCHE = (sys.executable, "-P", "-m", "ruche", "uhp")


class Dialogue:
    """An engine as a process, and what is said to it."""

    def __init__(self, command: Sequence[str] = RUCHE) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.notes: list[str] = []
        self.readers = [threading.Thread(target=f, daemon=True) for f in (self.read, self.read_notes)]
        for reader in self.readers:
            reader.start()
        self.greeting = self.answer()

    def read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def read_notes(self) -> None:
        assert self.process.stderr is not None
        self.notes.extend(self.process.stderr)

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def answer(self) -> list[str]:
        """Lines up to `ok`, which is left out."""
        found = []
        while (line := self.lines.get(timeout=PATIENCE)) != "ok":
            assert line is not None, f"the engine ended: {self.notes}"
            found.append(line)
        return found

    def ask(self, line: str) -> list[str]:
        self.say(line)
        return self.answer()

    def one(self, line: str) -> str:
        """The only line of an answer."""
        found = self.ask(line)
        assert len(found) == 1, found
        return found[0]

    def moves(self) -> set[str]:
        return set(self.one("validmoves").split(";"))

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def end(self) -> int:
        """Close the input and wait."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return code

    def wait_for_note(self, text: str) -> bool:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if any(text in note for note in self.notes):
                return True
            time.sleep(0.02)
        return False
