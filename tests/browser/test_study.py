"""The analysis board and the puzzles."""

from __future__ import annotations

import random

from tests.browser.conftest import Visit
from tests.browser.helpers import Visitor, hunt

from ruche import GameType, Position
from ruche.arena.puzzles import all_puzzles
from ruche.notation.gamestring import write_gamestring
from ruche.notation.pgn import read_pgn
from ruche.words import say

# -- analysis --------------------------------------------------------------------------------------


def wait_for_tree(visitor: Visitor, *wanted: str) -> None:
    """Wait until the moves are these, main line and variations in the order in which they are written.

    A move is the plain text of its button; its number and how it was judged are elements of their own.
    """
    visitor.page.wait_for_function(
        """wanted => wanted == [...document.querySelectorAll('.tree .move')].map(
            move => [...move.childNodes].filter(part => part.nodeType == Node.TEXT_NODE)
                .map(part => part.data).join('').trim()).join(';')""",
        arg=";".join(wanted),
    )


def wait_for_pieces(visitor: Visitor, position: Position) -> None:
    """Wait until stacks lie where they should: after a move there are as many as before."""
    visitor.page.wait_for_function(
        "wanted => wanted == [...document.querySelectorAll('.stack')].map(s => s.dataset.hex).sort().join()",
        arg=",".join(sorted(f"{q},{r}" for q, r in position.stacks)),
    )


def test_variations_engine_lines_and_link(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    visitor.go("/analysis")
    visitor.find(".table").wait_for()
    position = Position("Base+MLP")
    for text in ("wG1", "bG1 wG1-", "wQ -wG1"):
        visitor.spell(position, text)
        position.play(text)
        wait_for_tree(visitor, *map(str, position.history))
    visitor.find(".tree .move").first.click()
    position = Position("Base+MLP")
    position.play("wG1")
    wait_for_pieces(visitor, position)
    visitor.spell(position, "bS1 -wG1")
    position.play("bS1 -wG1")
    wait_for_tree(visitor, "wG1", "bG1 wG1-", "bS1 -wG1", "wQ -wG1")
    assert visitor.find(".variation").inner_text().endswith("bS1 -wG1")

    visitor.find("[role=switch]").check()
    line = visitor.find("section ol button")
    line.nth(2).wait_for()
    visitor.find(".arrows path").nth(2).wait_for()
    visitor.choice("page.engine.lines").select_option("1")
    line.nth(1).wait_for(state="detached")
    best = line.first.inner_text()
    line.first.click()
    visitor.find(".variation .move").nth(1).wait_for()
    played = visitor.find(".variation [aria-current]").inner_text().split("\xa0", 1)[1]
    assert played in best or visitor.find(".variation .move").count() == 2
    position.play(played)
    wait_for_pieces(visitor, position)

    visitor.press(visitor.button("page.analysis.promote"))
    wait_for_tree(visitor, "wG1", "bS1 -wG1", "bG1 wG1-", "wQ -wG1", played)
    visitor.press(visitor.button("page.exchange.title"))
    link = visitor.find(".copy input").input_value()
    other = visit("phone", "fr")
    other.go(link)
    other.find(".table").wait_for()
    wait_for_tree(other, *map(str, position.history))
    wait_for_pieces(other, position)


def test_records_in_and_out_and_the_graph(visit: Visit) -> None:
    visitor = visit("phone", "fr")
    visitor.go("/analysis")
    position = Position(GameType("Base+MLP", queen_opening="forbidden"))
    rng = random.Random(1)
    while position.outcome is None:
        position.play(hunt(position, rng))
    bring(visitor, write_gamestring(position))
    wait_for_tree(visitor, *map(str, position.history))

    visitor.press(visitor.button("page.analysis.judge"))
    graph = visitor.find(".moves svg[role=img]")
    graph.wait_for()
    visitor.button("page.analysis.judge").wait_for()  # it says something else while it looks
    drawn = graph.locator("path.line").get_attribute("d")
    assert drawn is not None
    assert drawn.count("L") == len(position.history)

    visitor.find(".tree .move").nth(3).tap()
    visitor.find(".moves input").fill("trop loin ?")
    visitor.find(".moves input").blur()
    written = take(visitor, "pgn")
    game = read_pgn(written)
    assert [str(action) for action in game.actions] == [str(action) for action in position.history]
    assert "trop loin ?" in written
    assert take(visitor, "gamestring").strip() == write_gamestring(position)
    with visitor.page.expect_download() as saved:
        visitor.press(visitor.button("page.exchange.svg"))
    assert saved.value.path().read_text(encoding="utf-8").startswith("<svg")

    bring(visitor, "Base;InProgress;Black[1];wA9")
    visitor.find("[role=alert]").wait_for()
    assert "422" in visitor.errors.pop()  # the browser's own note
    bring(visitor, "Base;InProgress;Black[1];wA1")
    wait_for_tree(visitor, "wA1")
    bring(visitor, written)
    visitor.find(".tree em").wait_for()
    assert visitor.find(".tree em").inner_text() == "trop loin ?"
    wait_for_tree(visitor, *map(str, position.history))


def exchange(visitor: Visitor) -> None:
    visitor.find(".table").wait_for()
    if not visitor.find("textarea").count():
        visitor.press(visitor.button("page.exchange.title"))


def bring(visitor: Visitor, record: str) -> None:
    """Paste a record."""
    exchange(visitor)
    visitor.find("textarea").fill(record)
    visitor.press(visitor.button("page.exchange.read"))


def take(visitor: Visitor, form: str) -> str:
    """Have the study written out."""
    exchange(visitor)
    visitor.find("textarea").fill("")
    visitor.choice("page.exchange.format").select_option(form)
    visitor.press(visitor.button("page.exchange.write"))
    visitor.page.wait_for_function("() => document.querySelector('textarea').value !== ''")
    return visitor.find("textarea").input_value()


# -- puzzles ---------------------------------------------------------------------------------------


def test_a_puzzle_is_solved_and_remembered(visit: Visit) -> None:
    visitor = visit("phone", "en")
    puzzle = next(one for one in all_puzzles() if one.wins_in == 2)
    visitor.go("/puzzles")
    theme = visitor.choice("page.puzzle.theme")
    theme.select_option("win_in_2")
    card = visitor.find(f'a[href="/puzzles/{puzzle.id}"]')
    visitor.press(card.last)
    visitor.find(".table").wait_for()
    position = puzzle.position()
    wait_for_pieces(visitor, position)

    verdict = visitor.find(".verdict")
    wrong = next(str(one) for one in position.legal_actions() if str(one) != puzzle.solution[0])
    visitor.spell(position, wrong)
    visitor.find(".verdict.wrong").wait_for()
    assert say("page.puzzle.wrong", "en") in verdict.inner_text()
    visitor.press(visitor.button("page.puzzle.again"))
    verdict.wait_for(state="detached")
    wait_for_pieces(visitor, position)

    visitor.press(visitor.button("page.puzzle.hint"))
    visitor.find(".arrows path").first.wait_for()
    visitor.spell(position, puzzle.solution[0])
    visitor.find(".verdict.right").wait_for()
    for text in puzzle.solution[:2]:
        position.play(text)
    wait_for_pieces(visitor, position)
    visitor.spell(position, puzzle.solution[2])
    visitor.find(".verdict.solved").wait_for()

    visitor.press(visitor.page.get_by_role("link", name=say("page.puzzle.list", "en")))
    for _ in range(2):
        visitor.find(".filters").wait_for()
        assert theme.input_value() == "win_in_2"
        assert card.last.locator(".tick").count() == 1
        assert visitor.find(".tick").count() == 1
        visitor.page.reload()
