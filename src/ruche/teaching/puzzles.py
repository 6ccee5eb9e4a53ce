"""The puzzles that come with ruche, and judging what is tried: every win that is fast enough is right."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from ruche import Action, Colour, GameType, Position
from ruche.arena.openings import arena_type
from ruche.notation.gamestring import read_gamestring
from ruche.teaching import TryError

FILE = Path(__file__).parent / "puzzles.jsonl"
MOST = 5  # actions that a win may take, and up to which other wins are looked for
# Finds a line that wins in a number of actions, by an action if one is given; empty if there is none.
Prover = Callable[[Position, str | None, int], list[str]]


@dataclass(frozen=True)
class Puzzle:
    """A position and its only solution."""

    id: str
    game: str  # GameString that leads to the position; plain types with the queen opening forbidden
    colour: str  # who is to move and wins: w or b
    wins_in: int  # actions of the winner
    solution: tuple[str, ...]  # a shortest win against the longest defence
    themes: tuple[str, ...]
    difficulty: int  # 1 to 5
    choices: int  # legal actions in the position
    unique_within: int

    @property
    def game_type(self) -> str:
        return self.game.partition(";")[0]

    @property
    def rules(self) -> GameType:
        """The game type with the options it is played by."""
        return arena_type(self.game_type)

    @property
    def winner(self) -> Colour:
        """Who is to move and wins."""
        return Colour("wb".index(self.colour))

    @property
    def is_sound(self) -> bool:
        """Whether no other action wins in as few actions, nor in one more, as far as it is looked for."""
        return self.unique_within >= min(self.wins_in + 1, MOST)

    def position(self) -> Position:
        """Return the position to be solved."""
        return read_gamestring(self.game, game_type=self.rules)

    def as_line(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @staticmethod
    def of_line(line: str) -> Puzzle:
        data = json.loads(line)
        return Puzzle(**{**data, "solution": tuple(data["solution"]), "themes": tuple(data["themes"])})


@dataclass(frozen=True)
class PuzzleResult:
    """Whether the last action is right, whether that is all, and what the opponent does."""

    right: bool
    done: bool = False
    reply: str | None = None


def read_puzzles(path: Path) -> list[Puzzle]:
    with path.open(encoding="utf-8") as file:
        return [Puzzle.of_line(line) for line in file]


@cache
def puzzles() -> dict[str, Puzzle]:
    """Return the puzzles that come with the program by id, the easy ones first."""
    return {puzzle.id: puzzle for puzzle in read_puzzles(FILE)}


def hint(puzzle: Puzzle, played: Sequence[str], prove: Prover) -> Action | None:
    """Return what would be right after what was played, replies included."""
    position, left, known = _stage(puzzle, played)
    line = known or prove(position, None, left)
    return position.parse(line[0]) if line else None


def judge(puzzle: Puzzle, tried: Sequence[str], prove: Prover) -> PuzzleResult:
    """Say whether the last action of what was tried, replies included, is right.

    Raises `TryError`, and what the rules refuse.
    """
    if not tried:
        raise TryError
    *before, last = tried
    position, left, known = _stage(puzzle, before)
    played = str(position.play(last))
    if position.outcome is not None:
        won = position.outcome.winner == puzzle.winner
        return PuzzleResult(won, won)
    position.undo()
    if known[:1] != [played]:
        # The first action has no equal; later there may be several, and they are proven when they come up.
        known = prove(position, played, left) if before and left > 1 else []
    return PuzzleResult(True, reply=known[1]) if len(known) > 1 else PuzzleResult(False)


def _stage(puzzle: Puzzle, played: Sequence[str]) -> tuple[Position, int, list[str]]:
    """Return the position after some actions, in how many it is to be won, and the known line from there."""
    position = puzzle.position()
    for action in played:
        position.play(action)
    left = puzzle.wins_in - len(played) // 2
    if len(played) % 2 or left < 1 or position.state != "InProgress":
        raise TryError
    known = puzzle.solution[len(played) :] if tuple(played) == puzzle.solution[: len(played)] else ()
    return position, left, list(known)
