"""The lessons and the rules, beside a lesson, by themselves, and behind a refusal."""

from __future__ import annotations

import pytest
from tests.browser.conftest import Visit
from tests.browser.helpers import Visitor
from tests.rules.rule_ids import diagrams, page, pages

from ruche import Position
from ruche.teaching.lessons import lessons
from ruche.words import say


def exercise(visitor: Visitor, name: str, number: int) -> Position:
    """Wait until the board shows an exercise; return its position."""
    position = lessons()[name].exercises[number].position()
    visitor.page.wait_for_function(
        "wanted => wanted == [...document.querySelectorAll('.stack')].map(s => s.dataset.hex).sort().join()",
        arg=",".join(sorted(f"{q},{r}" for q, r in position.stacks)),
    )
    task = say(f"lesson.{name}.task{number + 1}", visitor.language)
    visitor.find(".prompt").get_by_text(task, exact=True).wait_for()
    return position


def play(visitor: Visitor, position: Position, text: str) -> None:
    """Do an action, whichever way it is written."""
    visitor.spell(position, str(position.parse(text)))


def expect_message(visitor: Visitor, key: str, kind: str) -> None:
    """See an answer below the board, and beside it, where a phone has a sheet."""
    visitor.find(f".verdict.{kind}").wait_for(state="attached")
    assert visitor.prompt == say(key, visitor.language)
    assert visitor.find(".verdict").inner_text().startswith(visitor.prompt)


def test_a_lesson_answers_what_is_tried(visit: Visit) -> None:
    visitor = visit("phone", "fr")
    visitor.go("/learn")
    visitor.press(visitor.find('a[href="/learn/ant"]'))
    position = exercise(visitor, "ant", 0)

    play(visitor, position, "wA1 \\wQ")
    expect_message(visitor, "lesson.ant.wrong1", "wrong")
    visitor.press(visitor.button("page.puzzle.again"))
    play(visitor, exercise(visitor, "ant", 0), "wA1 bS1/")
    expect_message(visitor, "lesson.ant.right1", "right")
    visitor.press(visitor.button("page.learn.next_exercise"))

    play(visitor, exercise(visitor, "ant", 1), "wA1 \\bA1")
    expect_message(visitor, "lesson.ant.trap2", "wrong")
    visitor.press(visitor.button("page.puzzle.again"))
    play(visitor, exercise(visitor, "ant", 1), "wA1 bA1-")
    expect_message(visitor, "lesson.ant.right2", "right")
    visitor.press(visitor.button("page.learn.next_exercise"))

    play(visitor, exercise(visitor, "ant", 2), "wA2 bQ/")
    expect_message(visitor, "lesson.ant.right3", "right")
    after = visitor.page.get_by_role("link", name=say("page.learn.next", "fr", lesson="Coccinelle"))
    after.wait_for()
    visitor.go("/learn")
    visitor.find('a[href="/learn/ant"] .ok').wait_for()
    assert visitor.find(".ok").count() == 1


def test_a_double_turn_is_an_exercise_of_two_actions(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    visitor.go("/learn/honeycombo")
    visitor.press(visitor.button("page.learn.exercise", at=3, n=3))
    position = exercise(visitor, "honeycombo", 2)
    play(visitor, position, "bB1 hc")
    position.play("bB1 hc")
    visitor.page.wait_for_function("() => document.querySelectorAll('[data-hex=\"0,0\"].stack').length === 0")
    visitor.find(".onway").wait_for(state="detached")
    play(visitor, position, "bB1 wQ")
    expect_message(visitor, "lesson.honeycombo.right3", "right")


def test_a_hand_is_chosen_with_the_task_in_sight(visit: Visit) -> None:
    visitor = visit("phone", "fr")
    visitor.go("/learn/swarm")
    visitor.find(".choose").wait_for()
    assert visitor.prompt == say("lesson.swarm.task1", "fr")
    assert visitor.find(".prompt").evaluate(
        "prompt => { const { x, y, width, height } = prompt.getBoundingClientRect();"
        " return prompt.contains(document.elementFromPoint(x + width / 2, y + 12)) }"
    )
    visitor.choose(Position("Base+MLP+Swarm"), "hand wA1 wA2 wL")
    expect_message(visitor, "lesson.swarm.right1", "right")


def test_the_whole_rule_stands_beside_the_board(visit: Visit) -> None:
    visitor = visit("desktop", "en", theme="dark")
    visitor.go("/learn/queen_bee")
    exercise(visitor, "queen_bee", 0)
    assert not [url for url in visitor.asked if "/api/rules" in url], "only asked for when opened"
    visitor.press(visitor.button("page.rules.beside"))
    article = visitor.find(".side article")
    article.locator("figure").first.wait_for()
    assert article.locator("figure svg").count() == len(diagrams(page("queen_bee", "en")))
    assert "stars:" not in article.inner_text()
    assert "refused:" not in article.inner_text()
    tile, board = article.locator("svg rect").first, visitor.find(".board").first
    fill = tile.evaluate("tile => getComputedStyle(tile).fill")
    assert fill == board.evaluate("board => getComputedStyle(board).backgroundColor")  # its theme
    article.get_by_role("link", name="the end").click()
    article.get_by_role("heading", name="The end").wait_for()
    assert visitor.page.url.endswith("/learn/queen_bee")
    visitor.find("button[lang=fr]").click()
    visitor.language = "fr"
    article.get_by_role("heading", name="La fin").wait_for()
    exercise(visitor, "queen_bee", 0)


@pytest.mark.parametrize(("size", "language"), [("phone", "fr"), ("desktop", "en")])
def test_a_refusal_leads_to_its_rule_and_back_to_the_game(visit: Visit, size: str, language: str) -> None:
    visitor = visit(size, language)
    visitor.begin("Base", "screen")
    position = Position("Base")
    visitor.act(position, "wS1")
    visitor.act(position, "bG1 wS1-")
    game = visitor.page.url
    visitor.press(visitor.find('.stack[data-hex="0,0"]'))
    visitor.press(visitor.page.get_by_role("link", name=say("page.rules.rule", language, rule="T5")))
    panel = visitor.find("dialog")
    shown = panel.locator('figure[data-rules~="T5"]').first
    shown.wait_for()
    visitor.page.wait_for_function(
        "() => { const box = document.querySelector('dialog figure[data-rules~=T5]').getBoundingClientRect();"
        " return box.top >= 0 && box.bottom <= innerHeight }"
    )
    assert panel.get_by_role("heading").first.inner_text() == page("turns", language).splitlines()[0][2:]
    visitor.press(panel.get_by_role("button", name=say("page.rules.all", language)))
    visitor.press(panel.locator('a[href$="/beetle"]'))
    panel.get_by_role("heading", name=say("bug.beetle", language)).wait_for()
    visitor.press(panel.get_by_role("button", name=say("page.rules.back", language)))
    panel.locator('a[href$="/beetle"]').wait_for()
    visitor.press(panel.get_by_role("button", name=say("page.rules.close", language)))
    panel.wait_for(state="detached")
    assert visitor.page.url == game
    visitor.act(position, "wQ -wS1")
    visitor.sees(position)


def test_the_rules_have_addresses_of_their_own(visit: Visit) -> None:
    visitor = visit("phone", "fr", theme="contrast")
    visitor.go("/learn")
    visitor.press(visitor.page.get_by_role("link", name=say("page.rules.all", "fr"), exact=True))
    visitor.find("article h1").wait_for()
    linked = {link.get_attribute("href") for link in visitor.find("article a").all()}
    assert linked == {f"/learn/rules/{name}" for name in pages("fr") if name != "index"}
    visitor.press(visitor.find('article a[href="/learn/rules/fly"]'))
    visitor.page.get_by_role("heading", level=1, name=say("bug.fly", "fr")).wait_for()
    visitor.press(visitor.page.get_by_role("link", name=say("page.learn.exercises", "fr")))
    exercise(visitor, "fly", 0)
    visitor.page.go_back()
    visitor.page.get_by_role("heading", level=1, name=say("bug.fly", "fr")).wait_for()
