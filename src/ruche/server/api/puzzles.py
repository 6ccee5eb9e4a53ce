"""Puzzles over HTTP."""

from __future__ import annotations

from functools import cache, partial

from msgspec.structs import asdict
from starlette.requests import Request

from ruche import Position
from ruche.play.sentences import Sentence
from ruche.server.context import context_of
from ruche.server.wire.calls import call
from ruche.server.wire.messages import Actions, Options, RequestBody, ResponseBody, SetUp, Side, Translations
from ruche.server.wire.position_views import SIDES, options_of
from ruche.server.wire.refusals import refuse
from ruche.server.wire.translations import texts_of, translations
from ruche.server.work.jobs import Prove, Proven
from ruche.server.work.pool import WorkerPool
from ruche.teaching import TryError
from ruche.teaching.puzzles import Puzzle, hint, judge, puzzles


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
    """A puzzle to be solved."""

    setup: SetUp | None
    actions: list[str]
    goal: Translations


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


@call("GET", "/api/puzzles")
async def listing(_: Request) -> list[PuzzleRow]:
    """List the puzzles."""
    return rows()


@call("GET", "/api/puzzles/{id}", refuses=(404,))
async def one(request: Request) -> PuzzleView:
    """Show a puzzle to be solved."""
    return show(puzzle_of(request))


@call("POST", "/api/puzzles/{id}/try", refuses=(404,))
async def attempt(request: Request, body: TryPuzzleRequest) -> TryPuzzleResponse:
    """Judge what is tried, or give a hint."""
    puzzle = puzzle_of(request)
    prove = partial(prove_by, context_of(request).workers)
    try:
        if not body.hint:
            found = await judge(puzzle, body.actions, prove)
            return TryPuzzleResponse(right=found.right, done=found.done, reply=found.reply)
        action = await hint(puzzle, body.actions, prove)
    except TryError:
        raise refuse("bad_request", detail="actions") from None
    if action is None:
        return TryPuzzleResponse(right=False, done=False)
    say = translations(Sentence.of(action, puzzle.winner))
    return TryPuzzleResponse(right=False, done=False, hint=str(action), say=say)


async def prove_by(workers: WorkerPool, position: Position, action: str | None, left: int) -> list[str]:
    """Let a worker find a line that wins in so many actions, by that action if one is given."""
    proven = await workers.submit(Prove(position, action, left)).result()
    return proven.line if isinstance(proven, Proven) else []


def puzzle_of(request: Request) -> Puzzle:
    """Return the puzzle that is asked for; refuses if there is none."""
    puzzle = puzzles().get(request.path_params["id"])
    if puzzle is None:
        raise refuse("no_puzzle")
    return puzzle


@cache
def rows() -> list[PuzzleRow]:
    """Return the list of puzzles."""
    return [row(puzzle) for puzzle in puzzles().values()]


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
    )
