"""The page without its server, which is really stopped: what works then, and what says that it does not."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser.helpers import Visitor, address, is_away, wait_for_pieces
from tests.browser.studies import bring, comment, judged_game, open_line, until_state, wait_for_tree, wander
from tests.browser.test_learn import exercise, expect_message, play
from tests.server.helpers import Served, wait_until

from ruche import Position
from ruche.teaching.puzzles import puzzles
from ruche.words import say

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Served]:
    """A server of one's own, to be stopped."""
    served = Served(tmp_path / "games.sqlite")
    yield served
    served.stop()


@pytest.fixture
def visitor(browser: Browser, server: Served) -> Iterator[Visitor]:
    """A visitor whose browser keeps what it has loaded."""
    one = Visitor(browser, server.url, "desktop", "en", service_worker="allow")
    one.dropped = True
    one.go("/learn")
    one.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    one.page.reload()
    one.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    yield one
    one.close()
    # What was on its way when the server stopped is refused.
    known = ("Failed to fetch", "status of 500", "status of 503")
    assert not [text for text in one.errors if not is_away(text) and not any(one in text for one in known)]


def wait_until_true(visitor: Visitor, script: str, argument: object) -> None:
    """Wait until an asynchronous function says yes. (Playwright's own way takes its promise for a yes.)"""
    wait_until(lambda: visitor.page.evaluate(script, argument))


def wait_until_kept(visitor: Visitor, address: str, count: int) -> None:
    """Wait until so many answers of an address are kept."""
    wait_until_true(
        visitor,
        """async ([address, count]) => {
            const cache = await caches.open('ruche-answers')
            return (await cache.keys()).filter(({ url }) => url.includes(address)).length >= count
        }""",
        [address, count],
    )


def wait_until_stored(visitor: Visitor, database: str, store: str, key: str, condition: str) -> None:
    """Wait until the browser's database has something, as it should be."""
    wait_until_true(
        visitor,
        f"""async ([database, store, key]) => {{
            // To open what is not there would make it.
            if (!(await indexedDB.databases()).some(({{ name }}) => name === database)) return false
            const opened = await new Promise((resolve) => {{
                const request = indexedDB.open(database)
                request.onsuccess = () => resolve(request.result)
            }})
            const kept = await new Promise((resolve) => {{
                const request = opened.transaction(store).objectStore(store).get(key)
                request.onsuccess = () => resolve(request.result)
            }})
            opened.close()
            return kept !== undefined && {condition}
        }}""",
        [database, store, key],
    )


def restart(server: Served) -> Served:
    """Start a server again, where it was."""
    return Served(server.database, options=("--port", server.url.rpartition(":")[2]))


def comment_on(visitor: Visitor, game: Position, text: str) -> str:
    """Make a study of a game with a comment; return its address once the server has it."""
    visitor.go(address(game))
    wait_for_pieces(visitor, game)
    comment(visitor, text)
    until_state(visitor, "saved")
    return visitor.page.url


def test_lessons_that_were_opened_are_done(server: Served, visitor: Visitor) -> None:
    visitor.go("/learn/ant")
    exercise(visitor, "ant", 0)
    lesson = server.client.get("/api/lessons/ant").json()
    answers = sum(len(one["answers"]) for one in lesson["exercises"])
    wait_until_kept(visitor, "/api/lessons/ant/try", answers)  # they come with it
    server.stop()
    visitor.go("/learn")
    visitor.press(visitor.find('a[href="/learn/ant"]'))
    for number, text in enumerate(("wA1 bS1/", "wA1 bA1-", "wA2 bQ/")):
        play(visitor, exercise(visitor, "ant", number), text)
        expect_message(visitor, f"lesson.ant.right{number + 1}", "right")
        if number < 2:
            visitor.press(visitor.button("page.learn.next_exercise"))


def test_puzzles_that_were_opened_are_solved(server: Served, visitor: Visitor) -> None:
    puzzle = next(one for one in puzzles().values() if one.wins_in == 2)
    visitor.go("/puzzles")
    visitor.find("main ul a").first.wait_for()
    visitor.go(f"/puzzles/{puzzle.id}")
    position = puzzle.position()
    wait_for_pieces(visitor, position)
    wait_until_kept(visitor, f"/api/puzzles/{puzzle.id}/try", 4)  # two moves, each with its hint
    server.stop()
    visitor.go("/puzzles")
    visitor.find("main ul a").first.wait_for()
    visitor.go(f"/puzzles/{puzzle.id}")
    wait_for_pieces(visitor, position)
    visitor.spell(position, puzzle.solution[0])
    for text in puzzle.solution[:2]:
        position.play(text)
    wait_for_pieces(visitor, position)
    visitor.spell(position, puzzle.solution[2])
    visitor.find(".verdict.solved").wait_for()


def test_a_study_is_written_in_and_sent_later(server: Served, visitor: Visitor) -> None:
    game = wander("Base+MLP", 8)
    study = comment_on(visitor, game, "with the server")
    wait_until_kept(visitor, "/api/frames", 1)
    open_line(visitor, "wA1")
    server.stop()

    visitor.go("/studies")
    visitor.press(visitor.find("main li a").first)
    wait_for_tree(visitor, *map(str, game.history))
    visitor.find("p.away").wait_for()
    assert visitor.page.url == study
    for ply in (0, 3, 6):  # positions of which nobody has asked what may be played
        if ply:
            visitor.press(visitor.find(".tree .move").nth(ply - 1))
        else:
            visitor.press(visitor.button("page.step.first"))
        shown = Position("Base+MLP")
        for action in game.history[:ply]:
            shown.play(action)
        wait_for_pieces(visitor, shown)
    comment(visitor, "without the server")
    visitor.press(visitor.button("page.analysis.draw"))
    for name in ("0,0", "1,0"):
        visitor.find(f'[data-hex="{name}"]').first.click()
    visitor.find(".arrows path.green").wait_for()
    visitor.press(visitor.button("page.analysis.draw"))
    until_state(visitor, "device")
    visitor.press(visitor.find(".stack").first)  # a move is no more to be had, and that is said
    visitor.find(".prompt.bad").wait_for()
    assert visitor.prompt == say("page.network.move", "en")

    visitor.page.reload()
    visitor.page.get_by_text("without the server", exact=True).first.wait_for()
    visitor.find(".arrows path.green").wait_for()
    visitor.go("/studies")
    visitor.page.get_by_text(say("page.studies.state_device", "en"), exact=True).wait_for()

    again = restart(server)
    try:
        unsent = visitor.page.get_by_text(say("page.studies.state_device", "en"), exact=True)
        unsent.wait_for(state="detached")
        told = again.client.get(f"/api/studies/{study.rpartition('/')[2]}").json()
        nodes = told["versions"][-1]["study"]["chapters"][0]["nodes"]
        assert nodes[5]["comment"] == "without the server"
        assert nodes[5]["arrows"]
    finally:
        again.stop()


def test_a_summary_is_read_without_the_server(server: Served, visitor: Visitor) -> None:
    visitor.go("/analysis")
    bring(visitor, judged_game().pgn())
    until_state(visitor, "saved")
    wait_until_kept(visitor, "/api/frames", 1)
    visitor.press(visitor.find(".summary a"))
    visitor.find("tbody td").first.wait_for()
    server.stop()
    visitor.page.reload()
    visitor.find("li.turning").wait_for()
    visitor.press(visitor.find("li.turning a"))
    visitor.find(".tree .move[aria-current]").wait_for()


def test_a_game_that_was_opened_is_looked_through(server: Served, visitor: Visitor) -> None:
    game = wander("Base+MLP", 9)
    seat = server.create(opponent={"kind": "screen"})
    for action in game.history:
        seat.act(str(action))
    visitor.go(f"/game/{seat.game}")
    wait_for_pieces(visitor, game)
    wait_until_stored(visitor, "ruche-games", "games", seat.game, "kept.frames.filter(Boolean).length === 10")
    visitor.go("/archive")
    visitor.find(f'a[href="/game/{seat.game}"]').wait_for()
    wait_until_kept(visitor, "/api/games", 1)
    server.stop()

    visitor.page.reload()
    visitor.press(visitor.find(f'a[href="/game/{seat.game}"]'))
    wait_for_pieces(visitor, game)
    visitor.find("p.away").wait_for()
    for ply in (0, 4, 8):
        visitor.page.keyboard.press("Home")
        for _ in range(ply):
            visitor.page.keyboard.press("ArrowRight")
        shown = Position("Base+MLP")
        for action in game.history[:ply]:
            shown.play(action)
        wait_for_pieces(visitor, shown)

    again = restart(server)
    try:
        visitor.find("p.away").wait_for(state="detached")
        seat.server = again
        seat.act(str(next(iter(game.legal_actions()))))
        visitor.until_moves(10)  # what was kept has given way to the game as it is
        game.play(visitor.record[9])
        visitor.page.keyboard.press("End")
        wait_for_pieces(visitor, game)
    finally:
        again.stop()


def test_a_study_of_others_that_was_opened_is_read(
    browser: Browser, server: Served, visitor: Visitor
) -> None:
    maker = Visitor(browser, server.url, "desktop", "en")
    game = wander("Base+MLP", 6)
    link = comment_on(maker, game, "to be read")
    maker.close()
    visitor.go(link)
    until_state(visitor, "reader")
    wait_for_tree(visitor, *map(str, game.history))
    study = link.rpartition("/")[2]
    wait_until_stored(visitor, "ruche-read", "studies", study, "kept.rights === 'reader'")
    wait_until_kept(visitor, "/api/frames", 1)
    server.stop()
    visitor.page.reload()
    wait_for_tree(visitor, *map(str, game.history))
    until_state(visitor, "reader")
    visitor.page.get_by_text("to be read", exact=True).first.wait_for()
    visitor.go("/studies")
    visitor.page.get_by_text(say("page.studies.none", "en")).wait_for()  # it is not one's own


def test_what_needs_the_server_says_so(server: Served, visitor: Visitor) -> None:
    visitor.go("/")
    server.stop()
    visitor.go("/")
    visitor.press(visitor.find(".hero button.main"))
    visitor.page.get_by_text(say("page.network.failed", "en")).first.wait_for()
    visitor.page.goto("/learn/beetle")  # was never opened
    visitor.page.get_by_text(say("page.network.failed", "en")).first.wait_for()
