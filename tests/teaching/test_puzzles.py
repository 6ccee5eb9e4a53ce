"""Puzzles: judged, and hinted at."""

from pathlib import Path

import pytest

from ruche import IllegalAction, Position, read_games, words
from ruche.notation.gamestring import write_gamestring
from ruche.teaching import TryError
from ruche.teaching.puzzles import Puzzle, PuzzleResult, hint, judge, puzzles

GAMES = Path(__file__).parents[2] / "examples" / "games.pgn"


@pytest.fixture
def at_the_end() -> Puzzle:
    """The last action of a game that was won."""
    games = read_games(GAMES, on_error=lambda _: None)
    position = next(game for game in games if game.ending == "surrounded").position()
    last = str(position.undo())
    return Puzzle("p", write_gamestring(position), position.colour.letter, 1, (last,), ("win_in_1",), 1, 0, 1)


def nobody(position: Position, action: str | None, left: int) -> list[str]:
    raise AssertionError("what is known needs no proof")


def tried(puzzle: Puzzle, *actions: str) -> PuzzleResult:
    return judge(puzzle, actions, nobody)


def test_the_end_of_a_game_is_a_puzzle(at_the_end: Puzzle) -> None:
    last = at_the_end.solution[0]
    others = [str(action) for action in at_the_end.position().legal_actions() if str(action) != last]
    assert str(hint(at_the_end, (), nobody)) == last
    assert tried(at_the_end, last) == PuzzleResult(right=True, done=True)
    assert not tried(at_the_end, others[0]).right
    replies = at_the_end.position()
    replies.play(others[0])
    reply = str(replies.legal_actions()[0])
    for wrong in ((), (others[0], reply), (others[0], reply, last)):
        with pytest.raises((TryError, IllegalAction)):
            tried(at_the_end, *wrong)


def test_a_solution_is_right_at_every_step_and_no_other_first_action_is() -> None:
    for puzzle in list(puzzles().values())[::20]:
        for played in range(0, len(puzzle.solution), 2):
            found = tried(puzzle, *puzzle.solution[: played + 1])
            done = played + 1 == len(puzzle.solution)
            assert found == PuzzleResult(True, done, None if done else puzzle.solution[played + 1])
        others = (str(action) for action in puzzle.position().legal_actions())
        wrong = next(text for text in others if text != puzzle.solution[0])
        assert tried(puzzle, wrong) == PuzzleResult(False)


def test_every_theme_has_a_name() -> None:
    themes = {theme for puzzle in puzzles().values() for theme in puzzle.themes}
    assert themes
    # As the page names them: by words of their own, else as bugs.
    nameless = {theme for theme in themes if not {f"page.theme.{theme}", f"bug.{theme}"} & words.keys()}
    assert not nameless
