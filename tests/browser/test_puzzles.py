"""The puzzles."""

from __future__ import annotations

from tests.browser.conftest import Visit
from tests.browser.helpers import wait_for_pieces

from ruche.play.sentences import Sentence
from ruche.teaching.puzzles import puzzles
from ruche.words import say


def test_the_list_of_puzzles_comes_in_parts(visit: Visit) -> None:
    visitor = visit("phone", "fr")
    visitor.go("/puzzles")
    cards = visitor.find("main ul a")
    cards.first.wait_for()
    assert cards.count() == 24 < len(puzzles())
    visitor.press(visitor.find(".more button"))
    visitor.page.wait_for_function("() => document.querySelectorAll('main ul a').length === 48")
    assert cards.nth(24).evaluate("card => card === document.activeElement")
    visitor.choice("page.puzzle.theme").select_option("win_in_5")
    wanted = [one for one in puzzles().values() if "win_in_5" in one.themes]
    visitor.page.wait_for_function(
        "n => document.querySelectorAll('main ul a').length === n", arg=min(24, len(wanted))
    )
    assert say("page.theme.win_in_5", "fr") in cards.first.inner_text()


def test_a_puzzle_is_solved_and_remembered(visit: Visit) -> None:
    visitor = visit("phone", "en")
    puzzle = next(one for one in puzzles().values() if one.wins_in == 2)
    visitor.go("/puzzles")
    theme = visitor.choice("page.puzzle.theme")
    theme.select_option("win_in_2")
    card = visitor.find(f'a[href="/puzzles/{puzzle.id}"]')
    visitor.press(card.last)
    visitor.find(".play-area").wait_for()
    position = puzzle.position()
    wait_for_pieces(visitor, position)

    said = visitor.find(".prompt p")
    said.filter(has_text=say("puzzle_goal.more", "en", n=2)).wait_for()
    wrong = next(str(one) for one in position.legal_actions() if str(one) != puzzle.solution[0])
    visitor.spell(position, wrong)
    said.filter(has_text=say("page.puzzle.wrong", "en")).wait_for()
    visitor.press(visitor.button("page.puzzle.again"))
    visitor.find(".verdict").wait_for(state="detached")
    wait_for_pieces(visitor, position)

    announcement = visitor.find("[aria-live=polite]")
    visitor.press(visitor.button("page.puzzle.hint"))
    visitor.button("page.puzzle.hint_more").wait_for()
    first = announcement.inner_text()
    visitor.press(visitor.button("page.puzzle.hint_more"))
    visitor.find(".arrows path").first.wait_for()
    sentence = Sentence.of(position.parse(puzzle.solution[0]), position.colour).say("en")
    assert sentence not in first
    assert sentence in announcement.inner_text()
    visitor.spell(position, puzzle.solution[0])
    said.filter(has_text=say("page.puzzle.right", "en")).wait_for()
    for text in puzzle.solution[:2]:
        position.play(text)
    wait_for_pieces(visitor, position)
    visitor.spell(position, puzzle.solution[2])
    said.filter(has_text=say("page.puzzle.solved", "en")).wait_for()

    visitor.open_sheet()
    visitor.press(visitor.page.get_by_role("link", name=say("page.puzzle.list", "en")))
    for _ in range(2):
        visitor.find(".filters").wait_for()
        assert theme.input_value() == "win_in_2"
        card.last.locator(".ok").wait_for()
        assert visitor.find(".ok").count() == 1
        visitor.page.reload()
