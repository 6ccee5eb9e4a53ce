"""The puzzles that come with ruche: files of `ruche/data/puzzles`, and judging what is tried."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

import ruche
from ruche import words
from ruche.server.lines import position_of
from ruche.server.messages import Actions, Asked, Options, SetUp, Shown, Side, Texts
from ruche.server.refusals import refuse
from ruche.server.view import SIDES

FOLDER = Path(str(ruche.__file__)).parent / "data" / "puzzles"


class Right(Shown):
    """A right action, what the opponent answers, and what is right then; nothing then: solved."""

    action: str
    reply: str | None = None
    then: list[Right] = []


class Puzzle(Shown):
    """A puzzle as it is kept."""

    id: str
    type: str
    theme: str
    difficulty: Annotated[int, Meta(ge=1, le=5)]
    solution: list[Right]
    options: Options = msgspec.field(default_factory=Options)
    setup: SetUp | None = None
    actions: list[str] = []
    goal: Texts | None = None


class PuzzleRow(Shown):
    """A puzzle in the list."""

    id: str
    type: str
    options: Options
    theme: str
    difficulty: int
    colour: Side


class PuzzleView(PuzzleRow):
    """A puzzle to be solved."""

    setup: SetUp | None
    actions: list[str]
    goal: Texts


class PuzzleTry(Asked):
    """What was played since the start, replies included; with `hint`, what would be right next?"""

    actions: Actions = []
    hint: bool = False


class PuzzleAnswer(Shown):
    """Whether the last action is right, whether that is all, and what the opponent does."""

    right: bool
    done: bool
    reply: str | None
    say: Texts | None
    hint: str | None


@cache
def puzzles(folder: Path = FOLDER) -> dict[str, Puzzle]:
    """Return all puzzles by id."""
    decoder = msgspec.json.Decoder(list[Puzzle])
    found = [puzzle for path in sorted(folder.glob("*.json")) for puzzle in decoder.decode(path.read_bytes())]
    return {puzzle.id: puzzle for puzzle in found}


@cache
def rows(folder: Path = FOLDER) -> list[PuzzleRow]:
    """Return the list of puzzles, the easy ones first."""
    return sorted(map(row, puzzles(folder).values()), key=lambda one: (one.difficulty, one.theme, one.id))


def row(puzzle: Puzzle) -> PuzzleRow:
    """Return a puzzle as the list has it."""
    position = position_of(puzzle.type, puzzle.options, puzzle.setup)
    for action in puzzle.actions:
        position.play(action)
    return PuzzleRow(
        id=puzzle.id,
        type=str(position.game_type),
        options=puzzle.options,
        theme=puzzle.theme,
        difficulty=puzzle.difficulty,
        colour=SIDES[position.colour],
    )


def puzzle_of(name: str) -> Puzzle:
    """Return a puzzle; refuses if there is none."""
    if name not in puzzles():
        raise refuse("no_puzzle")
    return puzzles()[name]


def show(puzzle: Puzzle) -> PuzzleView:
    """Return a puzzle as it is to be solved."""
    listed = row(puzzle)
    goal = puzzle.goal or words.entry(f"puzzle_goal.{puzzle.theme}")
    fields = {name: getattr(listed, name) for name in PuzzleRow.__struct_fields__}
    return PuzzleView(**fields, setup=puzzle.setup, actions=puzzle.actions, goal=goal)


def judge(puzzle: Puzzle, wish: PuzzleTry) -> PuzzleAnswer:
    """Say whether what was tried is right."""
    open_now = puzzle.solution
    played = list(wish.actions)
    last: Right | None = None
    while played:
        action = played.pop(0)
        last = next((right for right in open_now if right.action == action), None)
        if last is None:
            return PuzzleAnswer(right=False, done=False, reply=None, say=None, hint=None)
        open_now = last.then
        if played:
            played.pop(0)  # the reply that was given
    done = last is not None and not open_now
    hint = open_now[0].action if wish.hint and open_now else None
    reply = last.reply if last is not None else None
    return PuzzleAnswer(right=last is not None, done=done, reply=reply, say=None, hint=hint)
