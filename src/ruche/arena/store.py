"""The file of a run: a line that says what is played, then a line for every game, written as it ends."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from ruche.arena.match import Result
from ruche.arena.players import PlayerError


class Store:
    """Results on disk, JSON lines. A run that was interrupted goes on where it stopped."""

    def __init__(self, path: Path, header: dict[str, Any], *, fresh: bool = False) -> None:
        self.path = path
        self.results: dict[int, Result] = {}
        if fresh or not path.exists() or not path.stat().st_size:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"run": header}, ensure_ascii=False) + "\n", encoding="utf-8")
        else:
            self.load(header)
        self.file = path.open("a", encoding="utf-8")

    def load(self, header: dict[str, Any]) -> None:
        """Read what was played before; a line that a crash cut short is dropped."""
        text = self.path.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        lines = whole.splitlines()
        try:
            earlier = json.loads(lines[0])["run"] if lines else {}
        except (ValueError, LookupError, TypeError):
            raise PlayerError("no_run", file=self.path) from None
        for what in header:
            if earlier.get(what) != header[what]:
                raise PlayerError("other_run", file=self.path, what=what)
        if whole != text:
            os.truncate(self.path, len(whole.encode()))
        for line in lines[1:]:
            result = Result.of(json.loads(line))
            self.results[result.number] = result

    def add(self, result: Result) -> None:
        """Keep a game, on disk before anything else is done."""
        self.file.write(json.dumps(result.as_dict(), ensure_ascii=False) + "\n")
        self.file.flush()
        os.fsync(self.file.fileno())
        self.results[result.number] = result

    def close(self) -> None:
        """Close the file."""
        self.file.close()


def read_results(path: Path) -> list[Result]:
    """Return the games of a run, for those who learn from them."""
    found = []
    with path.open(encoding="utf-8") as file:
        for line in file:
            data = json.loads(line) if line.endswith("\n") else {"run": None}
            if "run" not in data:
                found.append(Result.of(data))
    return found
