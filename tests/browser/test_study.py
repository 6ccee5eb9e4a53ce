"""Studies: records in and out, chapters, comments, versions, the summary of a game."""

from __future__ import annotations

import json
import random
import re

from tests.browser.conftest import Visit
from tests.browser.helpers import hunt
from tests.browser.studies import (
    bring,
    comment,
    exchange,
    judged_game,
    open_line,
    take,
    until_state,
    wait_for_tree,
)

from ruche import Game, GameType, Position
from ruche.notation.gamestring import write_gamestring
from ruche.notation.pgn import read_pgn
from ruche.words import say


def test_records_in_and_out(visit: Visit) -> None:
    visitor = visit("phone", "fr")
    visitor.go("/analysis")
    visitor.open_sheet()
    position = Position(GameType("Base+MLP", queen_opening="forbidden"))
    rng = random.Random(1)
    while position.outcome is None:
        position.play(hunt(position, rng))
    bring(visitor, write_gamestring(position))
    wait_for_tree(visitor, *map(str, position.history))

    visitor.find(".tree .move").nth(3).tap()
    visitor.find(".moves textarea").fill("trop loin ?")
    visitor.find(".moves textarea").blur()
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
    bring(visitor, "Base;InProgress;Black[1];wA1")
    visitor.find(".drawer textarea").wait_for(state="detached")  # the alert before it may still be there
    wait_for_tree(visitor, "wA1")
    bring(visitor, written)
    visitor.find(".tree em").wait_for()
    assert visitor.find(".tree em").inner_text() == "trop loin ?"
    wait_for_tree(visitor, *map(str, position.history))


TWO_GAMES = """[GameType "Base"]
[White "Anna"]
[Black "Berta"]
[Date "2026.11.17"]

1. wA1
2. bA1 wA1-

[GameType "Base"]
[White "Cleo"]
[Black "Dora"]

1. wG1
2. bG9 wG1-

[GameType "Base"]
[White "Emma"]
[Black "Fanny"]

1. wS1 {first}
( 1. wB1 {other} )
2. bS1 wS1-
"""


def test_a_file_of_games_is_a_study_that_is_read_by_link(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    visitor.go("/analysis")
    bring(visitor, TWO_GAMES)
    faults = visitor.find("[role=alert] li")
    faults.first.wait_for()
    assert faults.count() == 1
    assert say("page.studies.fault", "en", game=2, line=14) in faults.inner_text()
    wait_for_tree(visitor, "wA1", "bA1 wA1-")
    assert "Anna – Berta" in visitor.find(".caption").inner_text()
    chapters = visitor.choice("page.studies.chapters")
    chapters.select_option("2. Emma – Fanny")
    wait_for_tree(visitor, "wS1", "wB1", "bS1 wS1-")
    assert [em.strip() for em in visitor.find(".tree em").all_text_contents()] == ["first", "other"]
    comment(visitor, "before all")
    until_state(visitor, "saved")
    link = visitor.page.url
    visitor.page.reload()
    wait_for_tree(visitor, "wS1", "wB1", "bS1 wS1-")

    reader = visit("phone", "fr")
    reader.go(link)
    reader.open_sheet()
    until_state(reader, "reader")
    wait_for_tree(reader, "wA1", "bA1 wA1-")
    reader.choice("page.studies.chapters").select_option("2. Emma – Fanny")
    wait_for_tree(reader, "wS1", "wB1", "bS1 wS1-")
    assert reader.find(".tree em").all_text_contents()[0] == "before all"
    reader.press(reader.button("page.studies.copy"))
    until_state(reader, "saved")
    assert reader.page.url != link
    comment(reader, "une copie")  # in the chapter in view, not in the first
    until_state(reader, "saved")
    reader.choice("page.studies.chapters").select_option("1. Anna – Berta")
    wait_for_tree(reader, "wA1", "bA1 wA1-")

    exchange(visitor)
    with visitor.page.expect_download() as saved:
        visitor.press(visitor.button("page.studies.export"))
    games = Game.read_all(saved.value.path().read_text(encoding="utf-8"))
    assert [game.tags["Chapter"] for game in games] == ["Anna – Berta", "Emma – Fanny"]
    assert games[1].root.comment == "before all"
    assert [node.comment for node in games[1].nodes[1:]] == ["first", "other", ""]
    visitor.go("/studies")
    visitor.page.get_by_role("link", name="Anna – Berta").wait_for()


def test_comments_of_one_analysis_stay_when_another_is_opened(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    open_line(visitor, "wA1", "bA1 wA1-")
    comment(visitor, "of the first")
    until_state(visitor, "saved")
    first = visitor.page.url
    open_line(visitor, "wG1")
    comment(visitor, "of the second")
    until_state(visitor, "saved")
    assert visitor.page.url != first
    visitor.go(first)
    visitor.page.get_by_text("of the first", exact=True).wait_for()
    visitor.go("/studies")
    listed = visitor.find("main li")
    listed.nth(1).wait_for()
    assert listed.count() == 2


def test_two_versions_of_a_study_are_both_kept_and_shown(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    open_line(visitor, "wA1", "bA1 wA1-")
    comment(visitor, "both")
    until_state(visitor, "saved")
    visitor.press(visitor.button("page.exchange.title"))
    visitor.press(visitor.button("page.studies.edit_link"))
    edit = visitor.page.get_by_role("textbox", name=say("page.studies.edit_link", "en")).input_value()
    assert "#edit=" in edit
    visitor.press(visitor.button("page.exchange.title"))  # closed
    friend = visit("desktop", "en")
    friend.go(edit)
    wait_for_tree(friend, "wA1", "bA1 wA1-")
    until_state(friend, "saved")
    assert "edit" not in friend.page.url  # a token is not left lying in the address

    visitor.dropped = True
    visitor.context.set_offline(True)
    visitor.find("p.away").wait_for()
    comment(visitor, "mine, without a network")
    until_state(visitor, "device")
    comment(friend, "the friend's")
    until_state(friend, "saved")
    visitor.context.set_offline(False)
    visitor.find(".versions").wait_for()
    visitor.find(".tree em").get_by_text("mine, without a network", exact=True).wait_for()
    friend.page.reload()
    friend.find(".versions").wait_for()
    visitor.press(visitor.button("page.studies.keep_all"))
    visitor.find(".versions").wait_for(state="detached")
    until_state(visitor, "saved")
    visitor.choice("page.studies.chapters").select_option(index=1)
    visitor.page.get_by_text("the friend's", exact=True).wait_for()


def test_the_summary_of_a_game_is_a_page_of_its_own(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    visitor.go("/analysis")
    bring(visitor, judged_game().pgn())
    until_state(visitor, "saved")
    visitor.press(visitor.find(".summary a"))
    visitor.page.wait_for_url("**/summary/*/*")
    link = visitor.page.url

    reader = visit("phone", "fr")
    reader.go(link)
    reader.find("tbody tr").first.wait_for()
    rows = {
        row.locator("th").inner_text().lower(): row.locator("td").all_inner_texts()
        for row in reader.find("tbody tr").all()
    }
    assert rows[say("page.mark.mistake", "fr")] == ["1", "0"]
    shares = [re.sub(r"\s", " ", share) for share in rows[say("page.summary.accuracy", "fr").lower()]]
    assert shares == ["65 %", "100 %"]  # of two moves each
    assert rows[say("page.summary.time", "fr").lower()] == ["1:45", "0:40"]
    reader.page.get_by_text("Anna – Berta · 2026-11-17").wait_for()
    with reader.page.expect_download() as saved:
        reader.press(reader.button("page.summary.json"))
    data = json.loads(saved.value.path().read_text(encoding="utf-8"))
    assert data["summary"]["turning_points"] == [5]
    assert (data["summary"]["white"]["mistake"], data["summary"]["white"]["time"]) == (1, 105)
    assert len(data["actions"]) == 8
    with reader.page.expect_download() as saved:
        reader.press(reader.button("page.exchange.png"))
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    reader.press(reader.find("li.turning a"))  # to the move in the analysis
    reader.open_sheet()
    until_state(reader, "reader")
    reader.find(".tree .move[aria-current]").wait_for()
    assert reader.find(".tree .move[aria-current] small").inner_text() == "3."
    assert "ply" not in reader.page.url


def test_chapters_are_named_ordered_and_removed_and_all_is_undone(visit: Visit) -> None:
    visitor = visit("desktop", "fr")
    visitor.go("/analysis")
    bring(visitor, "Base;InProgress;Black[1];wA1\n")
    for text in ("wG1", "wS1"):
        bring(visitor, f"Base;InProgress;Black[1];{text}\n")
    comment(visitor, "de la troisième")
    visitor.press(visitor.button("page.studies.all_chapters"))
    titles = visitor.find(".drawer ol input")

    def see(*wanted: str) -> None:
        visitor.page.wait_for_function(
            """wanted => wanted ==
                [...document.querySelectorAll('.drawer ol input')].map(one => one.value).join()""",
            arg=",".join(wanted),
        )

    for n, title in enumerate(("un", "deux", "trois")):
        titles.nth(n).fill(title)
        titles.nth(n).blur()
    see("un", "deux", "trois")
    titles.nth(2).press("Alt+ArrowUp")
    see("un", "trois", "deux")
    visitor.find(".drawer ol li:nth-child(2) input:focus").wait_for()
    visitor.find(".drawer ol li:nth-child(2) .up").press("Enter")
    see("trois", "un", "deux")
    visitor.find(".drawer ol li:first-child .down:focus").wait_for()  # up is no more to be had
    visitor.press(visitor.button("page.studies.remove_chapter", title="trois"))
    see("un", "deux")
    wait_for_tree(visitor, "wA1")
    visitor.press(visitor.find(".drawer [role=status] button"))
    see("trois", "un", "deux")
    wait_for_tree(visitor, "wS1")
    undo = visitor.find(".panel > .tools button").first
    for _ in range(5):
        visitor.press(undo)
    visitor.page.wait_for_function(
        "() => !document.querySelectorAll('.drawer ol input')[0].value.startsWith('un')"
    )
    visitor.press(undo)  # the comment, which was made before
    visitor.find(".tree em").wait_for(state="detached")
    for _ in range(6):
        visitor.press(visitor.find(".panel > .tools button").nth(1))
    see("trois", "un", "deux")
    visitor.find(".tree em").wait_for()
    until_state(visitor, "saved")
    visitor.page.reload()
    visitor.press(visitor.button("page.studies.all_chapters"))
    see("trois", "un", "deux")


def test_changes_of_another_chapter_are_undone_there(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    visitor.go("/analysis")
    bring(visitor, "Base;InProgress;Black[1];wA1\n")
    comment(visitor, "of the first")
    bring(visitor, "Base;InProgress;Black[1];wG1\n")
    wait_for_tree(visitor, "wG1")
    undo = visitor.button("page.analysis.undo")
    visitor.press(undo)  # the import
    wait_for_tree(visitor, "wA1")
    visitor.find(".tree em").wait_for()
    visitor.press(visitor.button("page.analysis.redo"))
    wait_for_tree(visitor, "wG1")
    comment(visitor, "of the second")
    visitor.choice("page.studies.chapters").select_option(index=0)
    wait_for_tree(visitor, "wA1")
    visitor.page.keyboard.press("Control+z")
    wait_for_tree(visitor, "wG1")
    visitor.find(".tree em").wait_for(state="detached")
    visitor.page.keyboard.press("Control+z")
    wait_for_tree(visitor, "wA1")
    visitor.page.keyboard.press("Control+z")
    visitor.find(".tree em").wait_for(state="detached")


def test_a_comment_is_kept_while_it_is_written(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    open_line(visitor, "wA1")
    box = visitor.find(".moves textarea")
    box.press_sequentially("two ")
    visitor.find(".tree em").wait_for()
    assert box.input_value() == "two "  # nothing is taken from under the hands of who writes
    box.press_sequentially("lines")
    box.press("Enter")
    box.press_sequentially("of [%eval 1] text")
    visitor.page.reload()  # at once
    visitor.page.wait_for_function(
        "text => document.querySelector('.moves textarea')?.value == text",
        arg="two lines\nof [%eval 1] text",
    )
    box.fill("other")
    box.blur()
    visitor.press(visitor.button("page.analysis.undo"))
    visitor.page.wait_for_function("() => document.querySelector('.moves textarea').value.startsWith('two')")


def test_a_study_of_five_hundred_moves_opens_at_once(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    visitor.go("/analysis")
    game = Game("Base")
    rng = random.Random(5)
    while len(game.nodes) <= 500:
        node = rng.choice(game.nodes)
        if len(node.path()) < 40:
            actions = [str(one) for one in game.position(node).legal_actions()]
            known = {str(child.action) for child in node.children}
            if left := [one for one in actions if one not in known]:
                game.play(rng.choice(left), after=node)
    bring(visitor, game.pgn())
    visitor.page.wait_for_function("() => document.querySelectorAll('.tree .move').length === 500")
    until_state(visitor, "saved")
    visitor.page.reload()
    visitor.page.wait_for_function("() => document.querySelectorAll('.tree .move').length === 500")
