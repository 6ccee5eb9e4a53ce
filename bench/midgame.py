"""The middle games of `midgame.tsv`, on which the speed of the rules is measured."""

from __future__ import annotations

from pathlib import Path

from ruche import GameType, Position

MIDGAME = Path(__file__).with_name("midgame.tsv")


def load() -> dict[str, list[tuple[Position, int, int]]]:
    """Read positions, depths and counts, by set."""
    sets: dict[str, list[tuple[Position, int, int]]] = {}
    for line in MIDGAME.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, depth, count, game = line.split("\t")
            kind, _, _, *moves = game.split(";")
            position = Position(GameType(kind, queen_opening="forbidden", repetition="off"))
            for move in moves:
                position.play(move)
            sets.setdefault(name, []).append((position, int(depth), int(count)))
    return sets
