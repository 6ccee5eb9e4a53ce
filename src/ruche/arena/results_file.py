"""The file of a run: a line that says what is played, then a line for every game, written as it ends."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, TextIO

from ruche.arena.games import Result
from ruche.players.spec import PlayerError

if sys.platform != "win32":
    import fcntl


class ResultsFile:
    """Results on disk, JSON lines. A run that was interrupted goes on where it stopped."""

    def __init__(self, path: Path, header: dict[str, Any], *, fresh: bool = False) -> None:
        self.path = path
        self.results: dict[int, Result] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise PlayerError("no_file", file=path, error=error.strerror) from None
        try:
            self.begin(header, fresh)
        except BaseException:
            self.file.close()
            raise

    def begin(self, header: dict[str, Any], fresh: bool) -> None:
        """Make the file ours, and read it or begin it."""
        _lock(self.file, self.path)
        if fresh:
            self.file.truncate(0)
        if self.path.stat().st_size:
            self.load(header)
        else:
            self.write({"run": header})

    def load(self, header: dict[str, Any]) -> None:
        """Read what was played before; a line that a crash cut short is dropped."""
        lines = _whole_lines(self.path)
        try:
            earlier = dict(json.loads(lines[0])["run"])
        except (ValueError, LookupError, TypeError):
            raise PlayerError("no_run", file=self.path) from None
        for what in header:
            if earlier.get(what) != header[what]:
                raise PlayerError("other_run", file=self.path, what=what)
        for number, line in enumerate(lines[1:], 2):
            result = _result(line, self.path, number)
            self.results[result.number] = result
        os.truncate(self.path, sum(len(line) + 1 for line in lines))

    def add(self, result: Result) -> None:
        """Keep a game, on disk before anything else is done."""
        self.write(result.as_dict())
        self.results[result.number] = result

    def write(self, data: dict[str, Any]) -> None:
        """Write a line through to the disk."""
        self.file.write(json.dumps(data, ensure_ascii=False) + "\n")
        self.file.flush()
        os.fsync(self.file.fileno())

    def close(self) -> None:
        self.file.close()


def read_results(path: Path) -> list[Result]:
    """Return the games of a run, for those who learn from them."""
    numbered = enumerate(_whole_lines(path), 1)
    return [_result(line, path, number) for number, line in numbered if not _is_header(line)]


def _lock(file: TextIO, path: Path) -> None:
    """Refuse a file that another run has open: each would play the same games, and mix their lines."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise PlayerError("in_use", file=path) from None
    except OSError:
        pass  # some file systems know no locks; a run there is better than none


def _whole_lines(path: Path) -> list[bytes]:
    """Return the lines that have an end; as bytes, for text has more ends of lines than JSON escapes."""
    return path.read_bytes().split(b"\n")[:-1]


def _result(line: bytes, path: Path, number: int) -> Result:
    try:
        return Result.of(json.loads(line))
    except (ValueError, LookupError, TypeError):
        raise PlayerError("damaged", file=path, line=number) from None


def _is_header(line: bytes) -> bool:
    return line.startswith(b'{"run"')
