"""The puzzles that come with ruche, and judging what is tried: every win that is fast enough is right."""

from __future__ import annotations

from functools import cache

from ruche import Position, words
from ruche.arena.puzzles import FILE, Puzzle, all_puzzles
from ruche.play.sentences import Sentence
from ruche.server.wire.messages import Actions, RequestBody, ResponseBody, SetUp, Side, Translations
from ruche.server.wire.position_views import SIDES, translations
from ruche.server.wire.refusals import refuse
from ruche.server.work.jobs import Prove, Proven
from ruche.server.work.pool import WorkerPool


class PuzzleRow(ResponseBody):
    """A puzzle in the list."""

    id: str
    type: str
    options: dict[str, str]
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


@cache
def puzzles() -> dict[str, Puzzle]:
    """Return all puzzles by id, the easy ones first."""
    return {puzzle.id: puzzle for puzzle in all_puzzles()} if FILE.exists() else {}


@cache
def rows() -> list[PuzzleRow]:
    """Return the list of puzzles."""
    return [row(puzzle) for puzzle in puzzles().values()]


def row(puzzle: Puzzle) -> PuzzleRow:
    """Return a puzzle as the list has it."""
    game_type = puzzle.position().game_type
    return PuzzleRow(
        id=puzzle.id,
        type=str(game_type),
        options=game_type.options,
        theme=f"win_in_{puzzle.wins_in}",
        themes=list(puzzle.themes),
        difficulty=puzzle.difficulty,
        colour=SIDES["wb".index(puzzle.colour)],
    )


def puzzle_of(name: str) -> Puzzle:
    """Return a puzzle; refuses if there is none."""
    if name not in puzzles():
        raise refuse("no_puzzle")
    return puzzles()[name]


def show(puzzle: Puzzle) -> PuzzleView:
    """Return a puzzle as it is to be solved."""
    listed = row(puzzle)
    key = "puzzle_goal.one" if puzzle.wins_in == 1 else "puzzle_goal.more"
    fields = {name: getattr(listed, name) for name in PuzzleRow.__struct_fields__}
    return PuzzleView(
        **fields,
        setup=None,
        actions=[str(action) for action in puzzle.position().history],
        goal={language: words.say(key, language, n=puzzle.wins_in) for language in words.LANGUAGES},
    )


async def judge(puzzle: Puzzle, request: TryPuzzleRequest, workers: WorkerPool) -> TryPuzzleResponse:
    """Say whether what was tried is right; raises what the rules refuse."""
    position = puzzle.position()
    tried = request.actions
    asked = len(tried) if request.hint else len(tried) - 1  # how much is played before what is asked about
    for action in tried[:asked]:
        position.play(action)
    left = puzzle.wins_in - asked // 2
    if asked < 0 or asked % 2 or left < 1 or position.state != "InProgress":
        raise refuse("bad_request", detail="actions")
    known = list(puzzle.solution[asked:]) if tuple(tried[:asked]) == puzzle.solution[:asked] else []
    if request.hint:
        line = known or await prove(workers, position, None, left)
        if not line:
            return TryPuzzleResponse(right=False, done=False)
        sentence = Sentence.of(position.parse(line[0]), position.colour)
        return TryPuzzleResponse(right=False, done=False, hint=line[0], say=translations(sentence))
    winner = position.colour
    played = str(position.play(tried[-1]))
    if position.outcome is not None:
        won = position.outcome.winner == winner
        return TryPuzzleResponse(right=won, done=won)
    position.undo()
    if known[:1] != [played]:
        # The first action has no equal; later there may be several, and they are proven when they come up.
        known = await prove(workers, position, played, left) if asked and left > 1 else []
    if len(known) < 2:
        return TryPuzzleResponse(right=False, done=False)
    return TryPuzzleResponse(right=True, done=False, reply=known[1])


async def prove(workers: WorkerPool, position: Position, action: str | None, left: int) -> list[str]:
    """Return a line that wins in so many actions, by that action if one is given; empty if there is none."""
    proven = await workers.submit(Prove(position, action, left)).result()
    return proven.line if isinstance(proven, Proven) else []
