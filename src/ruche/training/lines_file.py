"""Files of records, one JSON array a line: played games, some 400 bytes each, and results of matches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from ruche.words.errors import LocalizedError

Record = TypeVar("Record", bound=msgspec.Struct)


class TrainingError(LocalizedError):
    """Something that training cannot work with."""

    area = "train"


class LinesFile:
    """A file that records are appended to; a line that a crash cut short is dropped first."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = path.open("a+b")
        self.file.seek(0)
        self.file.truncate(sum(len(line) for line in self.file if line.endswith(b"\n")))

    def append(self, record: msgspec.Struct) -> None:
        """Keep a record, written out before anything else is done."""
        self.file.write(msgspec.json.encode(record) + b"\n")
        self.file.flush()

    def __enter__(self) -> LinesFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()


def read_lines(path: Path, kind: type[Record]) -> Iterator[Record]:
    """Give the records of a file; raise `TrainingError` for a broken line but the last."""
    if not path.exists():
        return
    read = msgspec.json.Decoder(kind).decode
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            try:
                yield read(line)
            except msgspec.DecodeError:
                if line.endswith(b"\n"):
                    shown = line[:40].decode("utf-8", "replace").rstrip()
                    raise TrainingError("broken_line", file=path, line=number, text=shown) from None
