"""Choosing faces at the terminal (V0d): a click on a kind lets one piece more of it show its second face."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from pathlib import Path

from ruche import Piece, Position
from ruche.play.clicks import hand_token

ALL_FIRST, ALL_SECOND, AS_LAST = "do:all_first", "do:all_second", "do:as_last"
DONE = "do:faces_done"


class LastFaces:
    """How many pieces showed each second face when faces were last chosen, by bug, in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> dict[str, int]:
        """Return the last choice; empty if there is none that can be read."""
        try:
            kept = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        entries = kept.items() if isinstance(kept, dict) else ()
        return {bug: count for bug, count in entries if isinstance(count, int) and count >= 0}

    def write(self, counts: dict[str, int]) -> None:
        """Keep a choice; bugs of other games keep theirs. A folder that cannot be written is no loss."""
        with suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(self.read() | counts), encoding="utf-8")


class FaceChoice:
    """How many pieces of each kind are to show their second face."""

    def __init__(self, position: Position, last: LastFaces | None = None) -> None:
        self.last = last
        pieces = position.game_type.pieces
        self.kinds: dict[str, list[Piece]] = {}  # by the token of the first face, the second faces
        for second in position.game_type.second_faces[position.colour]:
            self.kinds.setdefault(hand_token(pieces[second.id]), []).append(second)
        self.firsts = [pieces[second.id] for kind in self.kinds.values() for second in kind]
        self.turned: Counter[str] = Counter()

    def presets(self) -> list[str]:
        """Return the choices that are made by one click."""
        return [ALL_FIRST, ALL_SECOND, *([AS_LAST] if self.last is not None and self.last.read() else [])]

    def press(self, token: str) -> None:
        """Turn one piece more of a kind over, or none after all; or take a preset."""
        if token == ALL_FIRST:
            self.turned.clear()
        elif token == ALL_SECOND:
            self.turned = Counter({kind: len(pieces) for kind, pieces in self.kinds.items()})
        elif token == AS_LAST and self.last is not None:
            counts = self.last.read()
            self.turned = Counter(
                {
                    kind: min(counts.get(pieces[0].bug.name, 0), len(pieces))
                    for kind, pieces in self.kinds.items()
                }
            )
        elif token in self.kinds:
            self.turned[token] = (self.turned[token] + 1) % (len(self.kinds[token]) + 1)

    def remember(self) -> None:
        """Keep the choice for the next game."""
        if self.last is not None:
            self.last.write({pieces[0].bug.name: self.turned[kind] for kind, pieces in self.kinds.items()})

    def text(self) -> str:
        """Return the choice as it is written (N)."""
        chosen = [piece for kind, pieces in self.kinds.items() for piece in pieces[: self.turned[kind]]]
        return " ".join(["faces", *sorted(piece.name for piece in chosen)])
