"""A dialogue with an engine, line by line, as a viewer holds it."""

from __future__ import annotations

import queue
import signal
import subprocess
import sys
import threading
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
        self.noted = threading.Condition()
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
        for note in self.process.stderr:
            with self.noted:
                self.notes.append(note)
                self.noted.notify_all()

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def line(self) -> str:
        """The next line."""
        line = self.lines.get(timeout=PATIENCE)
        assert line is not None, f"the engine ended: {self.notes}"
        return line

    def answer(self) -> list[str]:
        """Lines up to `ok`, which is left out."""
        found = []
        while (line := self.line()) != "ok":
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

    def wait_for_note(self, text: str, times: int = 1) -> bool:
        """Wait until it has said something so often on standard error, a minute at most."""
        with self.noted:
            return self.noted.wait_for(lambda: sum(text in note for note in self.notes) >= times, PATIENCE)
