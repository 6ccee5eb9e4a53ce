"""Puzzles over HTTP."""

from __future__ import annotations

from msgspec.structs import asdict

from ruche import Position
from ruche.engine.proof import Unprovable, line_of, winning_actions
from ruche.play.sentences import Sentence
from ruche.server.wire.calls import call
from ruche.server.wire.messages import Actions, Options, RequestBody, ResponseBody, SetUp, Side, Translations
from ruche.server.wire.position_views import SIDES, options_of
from ruche.server.wire.refusals import refuse, refuse_malformed
from ruche.server.wire.translations import texts_of, translations
from ruche.teaching import TryError
from ruche.teaching.puzzles import Puzzle, hint, judge, puzzles

NODES = 1_000_000  # of a proof: some seconds


class PuzzleRow(ResponseBody):
    """A puzzle in the list."""

    id: str
    type: str
    options: Options
    theme: str
    themes: list[str]
    difficulty: int
    colour: Side


class PuzzleView(PuzzleRow):
    """A puzzle to be solved; its main line comes with it, to be solved without a connection."""

    setup: SetUp | None
    actions: list[str]
    goal: Translations
    solution: list[str]


class TryPuzzleRequest(RequestBody):
    """What was played since the start, replies included; with `hint`, what would be right next?"""

    actions: Actions = []
    hint: bool = False


class TryPuzzleResponse(ResponseBody):
    """Whether the last action is right, whether that is all, and what the opponent does.

    If a hint was asked for: what would be right, in notation and, as `say`, in words.
    """

    right: bool
    done: bool
    reply: str | None = None
    say: Translations | None = None
    hint: str | None = None


@call("GET", "/api/puzzles", constant=True)
def listing() -> list[PuzzleRow]:
    """List the puzzles."""
    return [row(puzzle) for puzzle in puzzles().values()]


@call("GET", "/api/puzzles/{id}", refuses=(404,), constant=True)
def one(id: str) -> PuzzleView:
    """Show a puzzle to be solved."""
    return show(puzzle_of(id))


@call("POST", "/api/puzzles/{id}/try", refuses=(404,))
def attempt(id: str, body: TryPuzzleRequest) -> TryPuzzleResponse:
    """Judge what is tried, or give a hint."""
    puzzle = puzzle_of(id)
    try:
        if not body.hint:
            found = judge(puzzle, body.actions, prove)
            return TryPuzzleResponse(right=found.right, done=found.done, reply=found.reply)
        action = hint(puzzle, body.actions, prove)
    except TryError:
        raise refuse_malformed("spelling", field="actions") from None
    if action is None:
        return TryPuzzleResponse(right=False, done=False)
    say = translations(Sentence.of(action, puzzle.winner))
    return TryPuzzleResponse(right=False, done=False, hint=str(action), say=say)


def prove(position: Position, action: str | None, left: int) -> list[str]:
    """Return a line that wins in so many actions, by that action if one is given; empty if none is found."""
    try:
        for winner in winning_actions(position, left, NODES) or []:
            if action in (None, str(winner)):
                return line_of(position, winner, left)
    except Unprovable:
        pass
    return []


def puzzle_of(puzzle_id: str) -> Puzzle:
    """Return the puzzle that is asked for; refuses if there is none."""
    puzzle = puzzles().get(puzzle_id)
    if puzzle is None:
        raise refuse("no_puzzle")
    return puzzle


def row(puzzle: Puzzle) -> PuzzleRow:
    """Return a puzzle as the list has it."""
    game_type = puzzle.rules  # the position is not needed: hundreds of games would be replayed for the list
    return PuzzleRow(
        id=puzzle.id,
        type=str(game_type),
        options=options_of(game_type),
        theme=f"win_in_{puzzle.wins_in}",
        themes=list(puzzle.themes),
        difficulty=puzzle.difficulty,
        colour=SIDES[puzzle.winner],
    )


def show(puzzle: Puzzle) -> PuzzleView:
    """Return a puzzle as it is to be solved."""
    key = "puzzle_goal.one" if puzzle.wins_in == 1 else "puzzle_goal.more"
    return PuzzleView(
        **asdict(row(puzzle)),
        setup=None,
        actions=[str(action) for action in puzzle.position().history],
        goal=texts_of(key, n=puzzle.wins_in),
        solution=list(puzzle.solution),
    )
