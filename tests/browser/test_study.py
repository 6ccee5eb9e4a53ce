"""The analysis board and the puzzles."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.browser.conftest import Visit
from tests.browser.helpers import Visitor, address, hunt, wait_for_pieces

from ruche import Colour, Game, GameType, Position, read_diagram
from ruche.notation.annotations import BetterLine, Evaluation, Judgement
from ruche.notation.gamestring import write_gamestring
from ruche.notation.pgn import read_pgn
from ruche.play.sentences import Sentence
from ruche.server.wire.refusals import refuse_for_now
from ruche.teaching.puzzles import puzzles
from ruche.words import say

if TYPE_CHECKING:
    from playwright.sync_api import Locator, WebSocketRoute

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


def test_variations_engine_lines_and_link(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    visitor.go("/analysis")
    visitor.find(".play-area").wait_for()
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
    line = visitor.find("section ol li")
    line.nth(2).wait_for()
    visitor.find(".arrows path").nth(2).wait_for()
    visitor.choice("page.engine.lines").select_option("1")
    line.nth(1).wait_for(state="detached")
    best = line.first.inner_text()
    line.first.locator("button").first.click()
    visitor.page.mouse.move(0, 0)  # the next lines come up beneath it: they would be shown on the board
    visitor.find(".variation .move").nth(1).wait_for()
    played = visitor.find(".variation [aria-current]").inner_text().split("\xa0", 1)[1]
    assert played in best or visitor.find(".variation .move").count() == 2
    position.play(played)
    wait_for_pieces(visitor, position)

    visitor.press(visitor.button("page.analysis.promote"))
    wait_for_tree(visitor, "wG1", "bS1 -wG1", "bG1 wG1-", "wQ -wG1", played)
    visitor.press(visitor.button("page.exchange.title"))
    link = line_link(visitor)
    other = visit("phone", "fr")
    other.go(link)
    other.open_sheet()
    wait_for_tree(other, *map(str, position.history))
    wait_for_pieces(other, position)


def test_arrows_step_beside_the_engine_too(visit: Visit) -> None:
    """The focus stays on the engine's switch once it is on."""
    visitor = visit("desktop", "en")
    visitor.go("/analysis")
    visitor.find(".play-area").wait_for()
    position, before = Position("Base+MLP"), Position("Base+MLP")
    for text in ("wG1", "bG1 wG1-"):
        visitor.spell(position, text)
        position.play(text)
        wait_for_tree(visitor, *map(str, position.history))
    before.play("wG1")
    visitor.find("[role=switch]").check()
    visitor.page.keyboard.press("ArrowLeft")
    wait_for_pieces(visitor, before)
    visitor.page.keyboard.press("End")
    wait_for_pieces(visitor, position)


def test_the_graph_is_walked_along(visit: Visit) -> None:
    visitor = visit("phone", "fr")
    visitor.go("/analysis")
    visitor.open_sheet()
    game = judged_game()
    bring(visitor, game.pgn())
    graph = visitor.find(".moves svg[role=slider]")
    graph.wait_for()
    drawn = graph.locator("path.line").get_attribute("d")
    assert drawn is not None
    end = len(game.actions)
    assert drawn.count("L") == end
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("End", end), ("ArrowLeft", end - 1)):
        graph.press(key)
        visitor.find(f'.moves svg[aria-valuenow="{ply}"]').wait_for()


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


def line_link(visitor: Visitor) -> str:
    """The link to the line in view."""
    name = say("page.exchange.link", visitor.language)
    return visitor.page.get_by_role("textbox", name=name).input_value()


def exchange(visitor: Visitor) -> None:
    visitor.find(".play-area").wait_for()
    if not visitor.find(".drawer textarea").count():
        visitor.press(visitor.button("page.exchange.title"))


def bring(visitor: Visitor, record: str) -> None:
    """Paste a record."""
    exchange(visitor)
    visitor.find(".drawer textarea").fill(record)
    visitor.press(visitor.button("page.exchange.read"))
    visitor.page.wait_for_function(  # until it is closed or says what is wrong
        "() => !document.querySelector('.drawer textarea') || document.querySelector('[role=alert]')"
    )


def take(visitor: Visitor, form: str) -> str:
    """Have the study written out."""
    exchange(visitor)
    visitor.find(".drawer textarea").fill("")
    visitor.choice("page.exchange.format").select_option(form)
    visitor.press(visitor.button("page.exchange.write"))
    visitor.page.wait_for_function("() => document.querySelector('.drawer textarea').value !== ''")
    return visitor.find(".drawer textarea").input_value()


def wander(game_type: str, plies: int) -> Position:
    """Play at random, with a long game in mind."""
    position = Position(game_type)
    rng = random.Random(3)
    while len(position.history) < plies:
        position.play(rng.choice(list(position.legal_actions())))
    assert position.outcome is None
    return position


def test_a_position_is_composed(visit: Visit) -> None:
    visitor = visit("desktop", "fr", notation=False)
    position = wander("Base+MLP", 18)
    visitor.go(address(position))
    wait_for_pieces(visitor, position)
    names = [text.strip() for text in visitor.find(".stack").all_text_contents()]
    assert "A1" in names  # in an analysis tiles are named whatever the settings say

    editor = visitor.find(".setup")
    visitor.press(visitor.button("page.setup.title"))
    visitor.press(visitor.button("page.setup.use"))  # unchanged
    wait_for_tree(visitor, *map(str, position.history))

    visitor.press(visitor.button("page.setup.title"))
    pick = editor.locator(".palette button")
    pick.first.wait_for()
    assert pick.count() == 2 * len(position.game_type.bugs)
    turn = editor.locator("input[type=number]")
    assert turn.input_value() == str(position.turn_number)
    turn.fill(str(position.turn_number + 1))
    visitor.press(visitor.button("page.setup.use"))
    editor.wait_for(state="detached")
    wait_for_tree(visitor)
    wait_for_pieces(visitor, position)

    visitor.press(visitor.button("page.setup.title"))
    visitor.press(visitor.button("page.setup.clear"))
    visitor.press(visitor.button("page.setup.use"))
    visitor.find("[role=alert]").wait_for()  # so late in a game something has been placed
    assert "422" in visitor.errors.pop()
    visitor.choice("page.setup.colour").select_option("w")
    turn.fill("1")
    visitor.press(visitor.button("page.setup.use"))
    editor.wait_for(state="detached")
    visitor.press(visitor.button("page.analysis.play_on"))
    visitor.page.wait_for_url("**/game/*")


ALL = """
Base+P+Predators+Honeycombo+Swarm Black[7]
   .     o
bA1   wP    wQ    hc
   .     bQ
white: wG1 bS1
black: wG2
removed: wX bB1
double: black
last: bA1 moved
"""


def test_all_of_a_position_is_composed_kept_and_played(visit: Visit) -> None:
    visitor = visit("desktop", "fr")
    visitor.go("/analysis")
    bring(visitor, ALL)
    wait_until_resting(visitor, "0,0")

    visitor.press(visitor.button("page.setup.title"))
    trays = [visitor.page.get_by_role("group", name=say(f"page.{key}", "fr"), exact=True) for key in TRAYS]
    trays[0].wait_for()
    assert [tray.locator("button").count() - 1 for tray in trays] == [2, 1, 2]
    assert visitor.choice("page.setup.honeycombo").input_value() == "w"
    assert visitor.choice("page.setup.double").input_value() == "b"
    assert visitor.choice("page.setup.last_w").input_value() == "moved"
    visitor.press(visitor.find(".palette").first.get_by_role("button", name="Fourmi", exact=False))
    visitor.press(trays[0].locator(".add"))
    visitor.press(trays[1].locator("button").first)
    visitor.press(visitor.button("page.setup.use"))
    visitor.find(".setup").wait_for(state="detached")
    wait_until_resting(visitor, "0,0")

    drawn = take(visitor, "diagram")
    position = read_diagram(drawn).position
    assert {str(piece) for piece in position.hand(Colour.WHITE)} == {"wA1", "wG1", "bS1"}
    assert position.hand(Colour.BLACK) == []
    assert {str(piece) for piece in position.removed} == {"wR", "bB1"}
    assert (position.honeycombo, position.actions_left) == (Colour.WHITE, 2)
    assert {str(piece) for piece in position.resting} == {"bA1"}
    link = line_link(visitor)
    written = take(visitor, "pgn")
    visitor.go("/")
    visitor.go(link)
    wait_until_resting(visitor, "0,0")
    assert take(visitor, "diagram") == drawn
    bring(visitor, "Base;NotStarted;White[1]")
    visitor.find(".stack").first.wait_for(state="detached")
    bring(visitor, written)
    wait_until_resting(visitor, "0,0")
    assert take(visitor, "diagram") == drawn

    visitor.press(visitor.button("page.analysis.play_on"))
    visitor.page.wait_for_url("**/game/*")
    wait_until_resting(visitor, "0,0")
    visitor.press(visitor.button("page.game.share"))
    with visitor.page.expect_download() as saved:
        visitor.press(visitor.button("page.format.diagram"))
    assert saved.value.suggested_filename.endswith(".hive")
    assert saved.value.path().read_text(encoding="utf-8") == drawn
    visitor.press(visitor.button("page.format.sgf"))
    visitor.find(".menu + .card [role=alert]").wait_for()  # BoardSpace knows no such game
    assert "422" in visitor.errors.pop()


TRAYS = ("hand.of_w", "hand.of_b", "setup.removed")


def wait_until_resting(visitor: Visitor, place: str) -> None:
    """Wait until the piece on a hex rests, as who listens to the page is announcement."""
    resting = say("page.hex.resting", visitor.language)
    visitor.find(f'.stack[data-hex="{place}"][aria-label*="{resting}"]').wait_for()


def test_the_last_turn_is_told_on_the_board(visit: Visit) -> None:
    visitor = visit("phone", "en")
    visitor.go("/analysis")
    visitor.open_sheet()
    bring(visitor, "Base+P Black[6]\nbA1   wP    wQ\n         bQ")
    wait_for_tree(visitor)
    visitor.press(visitor.button("page.setup.title"))
    last = visitor.choice("page.setup.last_w")
    last.select_option("moved")
    visitor.page.get_by_text(say("page.setup.choose_which", "en")).wait_for()
    visitor.press(visitor.button("page.setup.use"))
    visitor.page.get_by_text(say("page.setup.last_unfinished", "en")).wait_for()
    # by the keyboard as well
    visitor.find('.setup [data-hex="0,0"]').press("Enter")
    visitor.page.get_by_text(say("page.setup.choose_whence", "en")).wait_for()
    visitor.find('.setup [data-hex="3,0"]').press("Enter")
    visitor.press(visitor.button("page.setup.use"))
    visitor.page.get_by_text("cannot have been moved like that").wait_for()
    assert "422" in visitor.errors.pop()
    visitor.press(visitor.page.get_by_role("button", name=say("page.setup.whence", "en")))
    visitor.press(visitor.find('.setup [data-hex="2,-1"]'))
    visitor.press(visitor.button("page.setup.use"))
    wait_until_resting(visitor, "0,0")
    visitor.open_sheet()
    assert take(visitor, "diagram").rstrip().endswith("last: bA1 moved")


def test_a_queen_may_be_late_and_a_diagram_wrong(visit: Visit) -> None:
    visitor = visit("desktop", "fr")
    visitor.go("/analysis")
    bring(visitor, "Base White[6]\nwA1   wX    bQ\nwhite: wQ")
    visitor.page.get_by_text("Ligne 2 : 'wX'").wait_for()
    accepted = visitor.find("input[type=file]").get_attribute("accept")
    assert accepted == ".pgn,.uhp,.txt,.sgf,.hive"
    bring(visitor, "Base White[6]\nwA1   bQ\nwhite: wQ")
    visitor.find(".stack").nth(1).wait_for()
    visitor.press(visitor.button("page.setup.title"))
    queen = visitor.page.get_by_role("checkbox", name=say("page.setup.queen_w", "fr"))
    queen.wait_for()
    assert queen.is_checked()
    assert visitor.page.get_by_role("checkbox", name=say("page.setup.queen_b", "fr")).count() == 0
    assert visitor.find(".tray").count() == visitor.find("fieldset").count() == 0  # Base has nothing of it
    queen.uncheck()
    visitor.press(visitor.button("page.setup.use"))
    visitor.find("[role=alert]").wait_for()
    assert "422" in visitor.errors.pop()
    queen.check()
    visitor.find("input[type=number]").fill("7")
    visitor.press(visitor.button("page.setup.use"))
    visitor.find(".setup").wait_for(state="detached")
    assert "white: wQ" in take(visitor, "diagram").splitlines()


def test_an_analysis_of_any_type_is_kept(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    visitor.go("/analysis")
    visitor.press(visitor.button("page.analysis.new"))
    assert visitor.find("form input[type=text]").count() == 0, "no type to be spelled"
    visitor.choice("page.archive.type").select_option("Venom+MLP")
    visitor.page.get_by_label(say("page.option.queen_opening", "en")).check()
    visitor.press(visitor.button("page.analysis.begin"))
    visitor.page.get_by_text("Venom+MLP", exact=True).wait_for()
    position = Position(GameType("Venom+MLP", queen_opening="forbidden"))
    for text in ("wS1", "bG1 wS1-"):
        visitor.spell(position, text)
        position.play(text)
        wait_for_tree(visitor, *map(str, position.history))
    visitor.find(".tree .move").first.click()
    position.undo()
    wait_for_pieces(visitor, position)
    visitor.press(visitor.button("page.exchange.title"))
    link = line_link(visitor)
    visitor.spell(position, "bS1 wS1-")
    wait_for_tree(visitor, "wS1", "bG1 wS1-", "bS1 wS1-")
    visitor.page.reload()
    wait_for_tree(visitor, "wS1", "bG1 wS1-", "bS1 wS1-")
    visitor.find(".variation [aria-current]").wait_for()

    visitor.go("/")
    visitor.go(link)  # holds the whole line, and where one stood in it
    wait_for_tree(visitor, "wS1", "bG1 wS1-")
    wait_for_pieces(visitor, position)


def test_the_engine_is_asked_again_after_the_connection_broke(visit: Visit) -> None:
    visitor = visit("phone", "fr")
    sockets: list[WebSocketRoute] = []
    broken = False

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if broken:
            socket.close()
        else:
            socket.connect_to_server()

    visitor.page.route_web_socket("**/api/analyse", connect)
    visitor.go("/analysis")
    visitor.open_sheet()
    visitor.find("[role=switch]").check()
    line = visitor.find("section ol li")
    line.nth(2).wait_for()
    broken = True
    sockets[-1].close()
    visitor.find(".away").wait_for()
    visitor.choice("page.engine.lines").select_option("1")
    line.nth(1).wait_for(state="detached")
    line.first.wait_for()  # what was found stays while nobody can be asked
    broken = False
    visitor.find(".away").wait_for(state="detached")
    move = line.first.locator("button").nth(1)
    move.wait_for()
    move.tap()  # plays the line as far as there
    visitor.find(".tree .move").nth(1).wait_for()


def test_a_crowded_server_is_asked_again(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    crowded = True
    asked: list[str] = []

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def ask(message: str | bytes) -> None:
            asked.append(json.loads(message)["do"])
            if crowded and asked[-1] != "stop":
                refusal = msgspec.to_builtins(refuse_for_now("crowded", 2).body())
                socket.send(json.dumps({"event": "refused", "refusal": refusal}))
            else:
                server.send(message)

        socket.on_message(ask)

    def complains(within: str) -> Locator:
        return visitor.find(within).get_by_text(say("page.engine.crowded", "en"))

    visitor.page.route_web_socket("**/api/analyse", connect)
    visitor.go("/analysis#type=Base&actions=wS1;bG1 wS1-")
    visitor.find("[role=switch]").check()
    complains("section:has([role=switch])").wait_for()
    crowded = False
    visitor.find("section ol li").first.wait_for()
    assert asked == ["lines", "lines"]  # the second by itself
    assert complains("main").count() == 0

    crowded = True
    visitor.press(visitor.button("page.analysis.judge"))
    complains("section:has([role=switch])").wait_for()
    crowded = False
    visitor.find(".moves svg[role=slider]").wait_for()
    visitor.button("page.analysis.judge").wait_for()  # it says something else while it looks
    visitor.find(".summary").wait_for()
    assert complains("main").count() == 0


def test_a_loaded_line_is_looked_through_without_a_network(visit: Visit) -> None:
    visitor = visit("phone", "fr")
    position = wander("Base+MLP", 12)
    with visitor.page.expect_response("**/api/frames"):
        visitor.go(address(position))
    visitor.open_sheet()
    wait_for_pieces(visitor, position)
    visitor.dropped = True
    visitor.context.set_offline(True)
    visitor.find("p.away").wait_for()
    for ply in (11, 4, 0, 5):
        if ply in (4, 5):
            visitor.press(visitor.find(".tree .move").nth(ply - 1))
        else:
            visitor.press(visitor.button("page.step.first" if ply == 0 else "page.step.back"))
        shown = Position("Base+MLP")
        for action in position.history[:ply]:
            shown.play(action)
        wait_for_pieces(visitor, shown)
    assert visitor.find("[role=alert]").count() == 0
    visitor.press(visitor.find(".stack").first)  # only it cannot be played on
    visitor.find(".prompt.bad").wait_for()
    assert visitor.prompt == say("page.network.move", "fr")

    visitor.context.set_offline(False)
    visitor.find("p.away").wait_for(state="detached")
    visitor.find(".entry.lit").first.wait_for()
    text = str(next(iter(shown.legal_actions())))
    visitor.spell(shown, text)
    shown.play(text)
    wait_for_pieces(visitor, shown)


# -- studies ---------------------------------------------------------------------------------------


def until_state(visitor: Visitor, state: str) -> None:
    """Wait until a study is said to be kept so."""
    visitor.find(f'[data-state="{state}"]').wait_for()


def comment(visitor: Visitor, text: str) -> None:
    visitor.find(".moves textarea").fill(text)
    visitor.find(".moves textarea").blur()


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
    visitor.go("/analysis#type=Base&actions=wA1;bA1 wA1-")
    wait_for_tree(visitor, "wA1", "bA1 wA1-")
    comment(visitor, "of the first")
    until_state(visitor, "saved")
    first = visitor.page.url
    visitor.go("/analysis#type=Base&actions=wG1")
    wait_for_tree(visitor, "wG1")
    comment(visitor, "of the second")
    until_state(visitor, "saved")
    assert visitor.page.url != first
    visitor.go(first)
    visitor.page.get_by_text("of the first", exact=True).wait_for()
    visitor.go("/studies")
    assert visitor.find("main li").count() == 2


def test_two_versions_of_a_study_are_both_kept_and_shown(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    visitor.go("/analysis#type=Base&actions=wA1;bA1 wA1-")
    wait_for_tree(visitor, "wA1", "bA1 wA1-")
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
    assert "mine, without a network" in visitor.find(".tree em").all_text_contents()
    friend.page.reload()
    friend.find(".versions").wait_for()
    visitor.press(visitor.button("page.studies.keep_all"))
    visitor.find(".versions").wait_for(state="detached")
    until_state(visitor, "saved")
    visitor.choice("page.studies.chapters").select_option(index=1)
    visitor.page.get_by_text("the friend's", exact=True).wait_for()


def judged_game(position: Position | None = None) -> Game:
    """Return a game that was looked through: White made a mistake in his third turn, and was slow there."""
    position = position or wander("Base+MLP", 8)
    before = Position(position.game_type)
    for action in position.history[:4]:
        before.play(action)
    best = next(str(one) for one in before.legal_actions() if one != position.history[4])
    game = Game("Base+MLP")
    for action in position.history:
        game.play(str(action))
    game.tags.update(White="Anna", Black="Berta", Date="2026.11.17")
    for number, node in enumerate(game.nodes):
        bad = number == 5
        node.evaluation = Evaluation(points=-2.0 if bad else 0.1)
        better = BetterLine(Evaluation(points=0.1), 0.52, (best,)) if bad else None
        node.judgement = Judgement(
            0.2 if bad else 0.52,
            None if number < 5 else 0.3 if bad else 1.0,
            "mistake" if bad else None,
            bad,
            better,
        )
        node.elapsed = 75.0 if bad else 10.0 if number else None
    return game


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
    assert rows[say("page.summary.accuracy", "fr").lower()] == ["65 %", "100 %"]  # of two moves each
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
    visitor.go("/analysis#type=Base&actions=wA1")
    wait_for_tree(visitor, "wA1")
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


def test_arrows_are_drawn_kept_and_undone(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    position = wander("Base", 6)
    visitor.go(address(position))
    wait_for_pieces(visitor, position)
    visitor.press(visitor.button("page.analysis.draw"))
    for name in ("0,0", "1,0", "0,0", "0,0"):
        visitor.find(f'[data-hex="{name}"]').first.click()
    drawn = visitor.find(".arrows path.green")
    drawn.nth(1).wait_for()
    until_state(visitor, "saved")
    visitor.page.reload()
    drawn.nth(1).wait_for()
    assert "[%cal G0:0>1:0] [%csl G0:0]" in take(visitor, "pgn")
    visitor.press(visitor.button("page.analysis.draw"))
    visitor.find('[data-hex="0,0"]').first.click()
    visitor.find('[data-hex="1,0"]').first.click()
    drawn.nth(1).wait_for(state="detached")
    visitor.press(visitor.button("page.analysis.undo"))
    drawn.nth(1).wait_for()


@pytest.mark.parametrize("size", ["low", "wide"])
def test_nothing_of_the_panel_is_out_of_sight(visit: Visit, size: str) -> None:
    visitor = visit(size, "fr")
    visitor.go("/analysis")
    position = Position("Base+MLP")  # of every kind there is still one in hand
    for text in ("wA1", "bA1 -wA1", "wA2 wA1-", "bA2 -bA1", "wA3 wA2-", "bQ -bA2"):
        position.play(text)
    bring(visitor, f"{judged_game(position).pgn()}\n\n{judged_game().pgn()}")
    visitor.find("[role=switch]").check()
    visitor.press(visitor.find(".tree .move.mistake"))
    visitor.find(".judgement").wait_for()
    visitor.find("section ol li").nth(2).wait_for()
    height = visitor.page.viewport_size["height"] if visitor.page.viewport_size else 0
    for part in (".head", ".moves .stepper", ".moves textarea", ".panel > .tools"):
        box = visitor.find(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0, part
        assert box["y"] + box["height"] <= height, part
    for part in (".play-area > .side", "section:has([role=switch])"):
        assert visitor.find(part).evaluate("one => one.scrollHeight <= one.clientHeight + 1"), part

    # Whatever is in the hands, the panel stays where it is: also under a pointer that shows another position.
    tools = visitor.find(".panel > .tools")
    before = tools.bounding_box()
    shown = sorted(visitor.hexes(".stack"))
    visitor.find(".judgement button").hover()
    visitor.page.wait_for_function(
        "shown => shown != [...document.querySelectorAll('.stack')].map(s => s.dataset.hex).sort().join()",
        arg=",".join(shown),
    )
    assert tools.bounding_box() == before
    for key, count in (("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("End", 6)):
        visitor.page.keyboard.press(key)
        visitor.page.wait_for_function("n => document.querySelectorAll('.stack').length === n", arg=count)
        assert tools.bounding_box() == before, key


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


# -- puzzles ---------------------------------------------------------------------------------------


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
        assert card.last.locator(".ok").count() == 1
        assert visitor.find(".ok").count() == 1
        visitor.page.reload()
