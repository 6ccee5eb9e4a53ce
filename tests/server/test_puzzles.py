"""Puzzles: listed, shown and judged."""

from pathlib import Path

import pytest
from tests.server.helpers import Served, run

from ruche import read_games, words
from ruche.arena.puzzles import Puzzle, all_puzzles
from ruche.notation.gamestring import write_gamestring
from ruche.play.sentences import Sentence
from ruche.server.puzzles import TryPuzzleRequest, TryPuzzleResponse, judge, row, show
from ruche.server.wire.position_views import translations
from ruche.server.wire.refusals import RefusalError
from ruche.server.work.pool import WorkerPool

GAMES = Path(__file__).parents[2] / "examples" / "games.pgn"


def tried(one: Puzzle, *actions: str, hint: bool = False) -> TryPuzzleResponse:
    async def ask() -> TryPuzzleResponse:
        workers = WorkerPool(1)
        try:
            return await judge(one, TryPuzzleRequest(actions=list(actions), hint=hint), workers)
        finally:
            await workers.close()

    answer = run(ask())
    assert isinstance(answer, TryPuzzleResponse)
    return answer


def test_the_end_of_a_game_is_a_puzzle() -> None:
    games = read_games(GAMES, on_error=lambda _: None)
    position = next(game for game in games if game.ending == "surrounded").position()
    last = str(position.undo())
    others = [str(action) for action in position.legal_actions() if str(action) != last]
    won = Puzzle("p", write_gamestring(position), position.colour.letter, 1, (last,), ("win_in_1",), 1, 0, 1)
    assert row(won).theme == "win_in_1"
    shown = show(won)
    assert shown.actions == [str(action) for action in position.history]
    assert shown.goal["fr"]
    hint = tried(won, hint=True)
    assert hint.hint == last
    assert hint.say == translations(Sentence.of(position.parse(last), position.colour))
    answer = tried(won, last)
    assert (answer.right, answer.done) == (True, True)
    assert not tried(won, others[0]).right
    for wrong in ((), (last, last), (others[0], others[1], others[2])):
        with pytest.raises((RefusalError, ValueError)):
            tried(won, *wrong)


def test_the_shipped_puzzles_can_be_solved(server: Served) -> None:
    listed = server.client.get("/api/puzzles").json()
    assert server.client.get("/api/puzzles/nothing").status_code == 404
    if not listed:
        pytest.skip("no puzzles are shipped yet")
    for entry in listed[:: max(1, len(listed) // 12)]:
        shown = server.client.get(f"/api/puzzles/{entry['id']}").json()
        line = {key: shown[key] for key in ("type", "options", "setup", "actions")}
        view = server.client.post("/api/view", json=line).json()
        assert view["colour"] == entry["colour"]
        path = f"/api/puzzles/{entry['id']}/try"
        actions: list[str] = []
        for _ in range(10):
            hint = server.client.post(path, json={"actions": actions, "hint": True}).json()["hint"]
            answer = server.client.post(path, json={"actions": [*actions, hint]}).json()
            assert answer["right"], (entry, actions, hint)
            if answer["done"]:
                break
            actions += [hint, answer["reply"]]
        assert answer["done"]


def test_every_theme_has_a_name() -> None:
    themes = {theme for one in all_puzzles() for theme in (*one.themes, row(one).theme)}
    assert themes
    # As the page names them: by words of their own, else as bugs.
    nameless = {theme for theme in themes if not {f"page.theme.{theme}", f"bug.{theme}"} & words.keys()}
    assert not nameless
