"""The analysis board: variations, the engine beside them, and what is in sight."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.browser.conftest import Visit
from tests.browser.helpers import Visitor, address, wait_for_pieces
from tests.browser.studies import (
    bring,
    exchange,
    judged_game,
    line_link,
    take,
    until_state,
    wait_for_tree,
    wander,
)

from ruche import GameType, Position
from ruche.play.clicks import spell
from ruche.server.wire.refusals import refuse_for_now
from ruche.words import say

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload, Locator, Route, WebSocketRoute


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
    played = visitor.find(".variation [aria-current] .move-text").inner_text().strip()
    assert played in best or visitor.find(".variation .move").count() == 2
    position.play(played)
    # The next lines have come up beneath the pointer, which rests: they are shown only if it moves.
    line.first.locator("button").first.wait_for()
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
    box = graph.bounding_box()
    assert box is not None
    for across, ply in ((1, end), (0, 0), (0.5, end // 2)):  # clicked at its edges and in the middle
        graph.click(position={"x": min(box["width"] - 2, max(2, across * box["width"])), "y": 10})
        visitor.find(f'.moves svg[aria-valuenow="{ply}"]').wait_for()
    outside = graph.evaluate(
        """graph => {
            const room = graph.getBoundingClientRect()
            return [...graph.querySelectorAll('.dot')].filter((dot) => {
                const at = dot.getBoundingClientRect()
                const radius = parseFloat(getComputedStyle(dot).strokeWidth) / 2
                return at.left - radius < room.left || at.right + radius > room.right
                    || at.top - radius < room.top || at.bottom + radius > room.bottom
            }).length
        }"""
    )
    assert graph.locator(".dot").count()
    assert outside == 0  # no dot is cut


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
    asked: list[tuple[str, int | None]] = []  # what, and the number of the question

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def ask(message: str | bytes) -> None:
            command = json.loads(message)
            asked.append((command["do"], command.get("question")))
            if crowded and command["do"] != "stop":
                refusal = msgspec.to_builtins(refuse_for_now("crowded", 2).body())
                socket.send(json.dumps({"event": "refused", "refusal": refusal}))
            else:
                server.send(message)

        socket.on_message(ask)

    def complains(within: str) -> Locator:
        return visitor.find(within).get_by_text(say("page.engine.crowded", "en"))

    visitor.page.route_web_socket("**/api/analyse", connect)
    position = Position("Base")
    for action in ("wS1", "bG1 wS1-"):
        position.play(action)
    visitor.go(address(position))
    wait_for_pieces(visitor, position)  # the start was in view before, and has its own lines
    visitor.find("[role=switch]").check()
    complains("section:has([role=switch])").wait_for()
    crowded = False
    visitor.find("section ol li").first.wait_for()
    # The same question, by itself: as often as the server was crowded, until somebody saw the complaint.
    assert len(asked) > 1
    assert set(asked) == {asked[0]}
    assert asked[0][0] == "lines"
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


@pytest.mark.parametrize("language", ["en", "fr"])
def test_who_has_notation_switched_off_sees_none(visit: Visit, language: str) -> None:
    visitor = visit("wide", language, notation=False)
    visitor.go("/analysis")
    bring(visitor, judged_game().pgn())
    visitor.find("[role=switch]").check()
    visitor.press(visitor.find(".tree .move.mistake"))
    visitor.find(".judgement .move-text").first.wait_for()
    visitor.find("section ol li .move-text").first.wait_for()
    assert visitor.find(".tree .move-text svg").count() > 1  # pictures in its place
    visitor.press(visitor.find(".summary a"))
    visitor.find("li .move-text").first.wait_for()
    assert not written(visitor)
    visitor.go("/learn/rules/centipede")
    visitor.find("figcaption b").first.wait_for()
    assert not written(visitor, "figcaption")


def written(visitor: Visitor, where: str = "main") -> list[str]:
    """The names of pieces in notation that can be read or heard somewhere."""
    text = " ".join(visitor.find(where).all_text_contents())
    return re.findall(r"\b[wb][A-Z]\d?\b", text)


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


def test_what_is_at_hand_is_stepped_to_without_the_server(visit: Visit) -> None:
    """Nothing is answered any more: positions that were loaded ahead are shown all the same."""
    position = Position("Base+MLP")
    for text in ("wG1", "bS1 wG1-", "wQ -wG1"):
        position.play(text)
    visitor = visit("desktop", "en")
    with visitor.page.expect_response("**/api/frames"):
        visitor.go(address(position))
    wait_for_pieces(visitor, position)
    visitor.page.route("**/api/view", lambda route: None)
    visitor.page.keyboard.press("ArrowLeft")
    position.undo()
    wait_for_pieces(visitor, position)
    visitor.page.keyboard.press("Home")
    visitor.find(".stack").first.wait_for(state="detached")
    visitor.find(".tree [aria-current]").wait_for(state="detached")


def test_keys_pressed_while_an_analysis_opens_count_once_it_is_there(visit: Visit) -> None:
    """The start is in view before the last position; a step leads back from the latter."""
    position = Position("Base+MLP")
    for text in ("wG1", "bS1 wG1-", "wQ -wG1", "bQ bS1-"):
        position.play(text)
    visitor = visit("desktop", "en")
    held: list[Route] = []
    slow = True

    def hold(route: Route) -> None:
        is_start = not json.loads(route.request.post_data or "{}")["actions"]
        if slow and not is_start:
            held.append(route)
        else:
            route.continue_()

    visitor.page.route("**/api/view", hold)
    visitor.page.route("**/api/frames", hold)
    with visitor.page.expect_request("**/api/frames"):
        visitor.go(address(position))
    visitor.find(".play-area").wait_for()
    for _ in range(2):
        visitor.page.keyboard.press("ArrowLeft")
        position.undo()
    assert not visitor.hexes(".stack")
    slow = False
    for route in held:
        route.continue_()
    wait_for_pieces(visitor, position)
    visitor.page.keyboard.press("End")
    visitor.until_pieces(4)


def test_a_click_counts_once_it_is_known_what_may_be_played(visit: Visit) -> None:
    """A position loaded ahead is in view before the server has said what may be played in it."""
    position = Position("Base")
    for text in ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"):
        position.play(text)
    token = next(one.clicks[0] for one in spell(position) if one.clicks[0].startswith("hex:"))
    goals = {one.clicks[1].removeprefix("hex:") for one in spell(position) if one.clicks[0] == token}
    visitor = visit("desktop", "en")
    with visitor.page.expect_response("**/api/frames"):
        visitor.go(address(position, ply=0))
    visitor.find(".play-area").wait_for()
    held: list[Route] = []
    asked: list[Route] = []
    visitor.page.route("**/api/view", lambda route: held.append(route))
    visitor.page.route("**/api/why", lambda route: asked.append(route))
    with visitor.page.expect_request("**/api/view"):
        visitor.page.keyboard.press("End")
    wait_for_pieces(visitor, position)
    visitor.click(token)
    visitor.page.wait_for_function("() => new Promise((done) => requestAnimationFrame(() => done(true)))")
    assert len(held) == 1
    held.pop().continue_()
    visitor.until_lit(goals)
    assert not asked
    assert not visitor.find(".prompt.bad").count()


def test_a_button_that_is_held_stays_where_it_is(visit: Visit) -> None:
    """The formats come late, and a button that moves between press and release is not pressed."""
    visitor = visit("desktop", "en")
    held: list[Route] = []
    visitor.page.route("**/api/formats", lambda route: held.append(route))
    visitor.go("/analysis")
    with visitor.page.expect_request("**/api/formats"):
        exchange(visitor)
    visitor.find(".drawer textarea").fill("Base;InProgress;White[2];wS1;bG1 -wS1")
    visitor.button("page.exchange.read").hover()
    visitor.page.mouse.down()
    held.pop().continue_()
    visitor.find(".drawer select option").first.wait_for(state="attached")
    visitor.page.mouse.up()
    wait_for_tree(visitor, "wS1", "bG1 -wS1")
    visitor.find(".drawer").wait_for(state="detached")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_file_that_is_no_record_is_refused_in_one_sentence(visit: Visit, language: str) -> None:
    visitor = visit("desktop", language)
    visitor.go("/analysis")
    visitor.find(".play-area").wait_for()
    visitor.press(visitor.button("page.exchange.title"))
    picture: FilePayload = {"name": "hive.jpg", "mimeType": "image/jpeg", "buffer": bytes(range(256))}
    visitor.find("input[type=file]").set_input_files(picture)
    alarm = visitor.find(".drawer [role=alert]")
    alarm.wait_for()
    assert alarm.inner_text() == say("page.exchange.unreadable", language, file="hive.jpg")
    assert visitor.find(".drawer textarea").input_value() == ""
