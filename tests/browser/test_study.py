"""The analysis board and the puzzles."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import msgspec
from tests.browser.conftest import Visit
from tests.browser.helpers import Visitor, address, hunt, wait_for_pieces

from ruche import Colour, GameType, Position, read_diagram
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
    other.find(".play-area").wait_for()
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
    graph = visitor.find(".moves svg[role=slider]")
    graph.wait_for()
    visitor.button("page.analysis.judge").wait_for()  # it says something else while it looks
    visitor.find(".summary").wait_for()
    drawn = graph.locator("path.line").get_attribute("d")
    assert drawn is not None
    assert drawn.count("L") == len(position.history)
    end = len(position.history)
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("End", end), ("ArrowLeft", end - 1)):
        graph.press(key)
        visitor.find(f'.moves svg[aria-valuenow="{ply}"]').wait_for()

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
    visitor.find(".play-area").wait_for()
    if not visitor.find("textarea").count():
        visitor.press(visitor.button("page.exchange.title"))


def bring(visitor: Visitor, record: str) -> None:
    """Paste a record."""
    exchange(visitor)
    visitor.find("textarea").fill(record)
    visitor.press(visitor.button("page.exchange.read"))
    visitor.page.wait_for_function(  # until it is closed or says what is wrong
        "() => !document.querySelector('textarea') || document.querySelector('[role=alert]')"
    )


def take(visitor: Visitor, form: str) -> str:
    """Have the study written out."""
    exchange(visitor)
    visitor.find("textarea").fill("")
    visitor.choice("page.exchange.format").select_option(form)
    visitor.press(visitor.button("page.exchange.write"))
    visitor.page.wait_for_function("() => document.querySelector('textarea').value !== ''")
    return visitor.find("textarea").input_value()


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
    link = visitor.find(".copy input").input_value()
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
    assert take(visitor, "diagram").rstrip().endswith("last: bA1 moved")


def test_a_queen_may_be_late_and_a_diagram_wrong(visit: Visit) -> None:
    visitor = visit("desktop", "fr")
    visitor.go("/analysis")
    bring(visitor, "Base White[6]\nwA1   wX    bQ\nwhite: wQ")
    visitor.page.get_by_text("Ligne 2 : 'wX'").wait_for()
    assert "422" in visitor.errors.pop()
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
    link = visitor.find(".copy input").input_value()
    visitor.spell(position, "bS1 wS1-")
    wait_for_tree(visitor, "wS1", "bG1 wS1-", "bS1 wS1-")
    visitor.page.reload()
    wait_for_tree(visitor, "wS1", "bG1 wS1-", "bS1 wS1-")
    assert visitor.find(".variation [aria-current]").count() == 1

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
    assert complains("main").count() == 0


def test_a_loaded_line_is_looked_through_without_a_network(visit: Visit) -> None:
    visitor = visit("phone", "fr")
    position = wander("Base+MLP", 12)
    with visitor.page.expect_response("**/api/frames"):
        visitor.go(address(position))
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
    assert visitor.prompt == say("page.network.away", "fr")

    visitor.context.set_offline(False)
    visitor.find("p.away").wait_for(state="detached")
    visitor.find(".entry.lit").first.wait_for()
    text = str(next(iter(shown.legal_actions())))
    visitor.spell(shown, text)
    shown.play(text)
    wait_for_pieces(visitor, shown)


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

    verdict = visitor.find(".verdict")
    wrong = next(str(one) for one in position.legal_actions() if str(one) != puzzle.solution[0])
    visitor.spell(position, wrong)
    visitor.find(".verdict.wrong").wait_for()
    assert say("page.puzzle.wrong", "en") in verdict.inner_text()
    visitor.press(visitor.button("page.puzzle.again"))
    verdict.wait_for(state="detached")
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
        assert card.last.locator(".ok").count() == 1
        assert visitor.find(".ok").count() == 1
        visitor.page.reload()
