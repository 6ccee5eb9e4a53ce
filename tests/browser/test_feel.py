"""How the board feels: what it marks and asks, how it lies on a phone, what it does on a slow network."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser.conftest import Visit
from tests.browser.helpers import ULTIMATE, Visitor, start_from
from tests.server.helpers import Served

from ruche.words import say

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PLAIN = """Base White[9]
wA1   wS1   wQ    bQ    bA1
"""
NEARLY = """Base Black[9]
      wA1   bA2
   bA1   bQ    wG1
      .     bS1   wQ
   .     bG1   bA3
"""
WASP = NEARLY.replace("Base", "Venom").replace("bQ", "bW")
WIDE = """Base White[9]
wA1   wS1   wQ    bQ    bA1   bS1   bG1   bB1
"""
HOLE = "-1,2"  # in NEARLY, the last free hex beside the black royal


def drag(visitor: Visitor, begin: str, end: str) -> None:
    mouse = visitor.page.mouse
    for name, then in ((begin, mouse.down), (end, mouse.up)):
        box = visitor.find(f'[data-hex="{name}"]').bounding_box()
        assert box is not None
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        then()


IN_SIGHT = """element => {
    const box = element.getBoundingClientRect()
    const seen = element.closest('.board, .side').getBoundingClientRect()
    const across = box.left >= seen.left && box.right <= seen.right
    return across && box.top >= seen.top && box.bottom <= seen.bottom
}"""
KILLING = """Base+Predators White[9]
wX    bA1   wA1   wQ    bQ
"""


# -- what is in sight ------------------------------------------------------------------------------


def test_who_died_and_who_killed_is_in_sight_on_a_phone(visit: Visit) -> None:
    visitor = visit("phone", "en")
    start_from(visitor, KILLING)
    for name in ("0,0", "1,0"):
        visitor.press(visitor.find(f'[data-hex="{name}"]'))
    visitor.find(".dead").first.wait_for(state="attached")
    for trace in (".from", ".dead"):
        assert visitor.find(trace).first.evaluate(IN_SIGHT)


@pytest.mark.parametrize("size", ["low", "desktop", "wide"])
def test_what_is_shared_is_in_sight_beside_a_question(visit: Visit, size: str) -> None:
    host, friend = visit(size, "fr"), visit("phone", "en")
    host.begin("Base+MLP", "friend")
    friend.join(host.invitation)
    host.place_first()
    friend.until_pieces(1)
    friend.open_sheet()
    friend.press(friend.button("page.game.draw"))
    host.button("page.offer.accept").wait_for()
    host.press(host.button("page.game.share"))
    host.button("page.format.diagram").wait_for()
    for what in (host.button("page.offer.accept"), host.button("page.format.diagram")):
        host.page.wait_for_function(IN_SIGHT, arg=what.element_handle())


# -- what is asked ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("diagram", "royal", "language"), [(NEARLY, "queen_bee", "en"), (WASP, "wasp", "fr")]
)
def test_losing_ones_own_royal_is_asked_first(visit: Visit, diagram: str, royal: str, language: str) -> None:
    visitor = visit("desktop", language, notation=True)
    start_from(visitor, diagram)
    asked = say("page.prompt.loses_surrounded", language, royal=say(f"bug.{royal}", language).lower())

    # by clicks, and then not
    visitor.press(visitor.find('[data-hex="0,3"]'))
    visitor.press(visitor.find(f'[data-hex="{HOLE}"]'))
    assert visitor.prompt == asked
    assert visitor.find("[aria-live=assertive]").inner_text() == asked
    visitor.page.keyboard.press("Escape")
    assert visitor.find(".ghost").count() == 0
    assert visitor.record == []

    # by dragging
    drag(visitor, "0,3", HOLE)
    assert visitor.prompt == asked
    visitor.press(visitor.button("page.choice.cancel"))
    assert visitor.record == []

    # by keys: Enter once more takes it back
    visitor.page.keyboard.press("b")
    for name in ("0,3", HOLE):
        visitor.find(f'[data-hex="{name}"]').focus()
        visitor.page.keyboard.press("Enter")
    assert visitor.prompt == asked
    assert visitor.page.evaluate("document.activeElement.matches('.prompt .cancel')")
    visitor.page.keyboard.press("Enter")
    assert visitor.record == []

    visitor.press(visitor.find('[data-hex="0,3"]'))
    visitor.press(visitor.find(f'[data-hex="{HOLE}"]'))
    visitor.press(visitor.button("page.prompt.send_anyway"))
    visitor.find(".result").wait_for()


# -- what is marked --------------------------------------------------------------------------------


def test_a_threatened_royal_is_marked_unless_one_does_not_want_it(visit: Visit) -> None:
    visitor = visit("desktop", "en", notation=False)
    start_from(visitor, NEARLY)
    named = f'[data-hex="0,1"][aria-label*="{say("page.hex.threatened", "en")}"]'
    assert visitor.find(".threat").count() == 0  # White has nothing that gets there
    start_from(visitor, NEARLY.replace("bA3", "wA3"))
    visitor.find(f"{named} .threat").wait_for()
    assert visitor.find(".threat").count() == 1
    visitor.press(visitor.button("page.settings.title"))
    visitor.page.get_by_label(say("page.settings.threats", "en")).uncheck()
    visitor.find(".threat").wait_for(state="detached")
    assert visitor.find(named).count() == 0


def test_a_rest_is_marked_only_where_it_matters(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    start_from(visitor, "Base Black[6]\n   o\nwA1   wQ    bQ    bA1\nlast: wA1 moved")
    assert visitor.find(".mark.rest").count() == 0
    start_from(visitor, "Base+P Black[6]\n   .     o\nbA1   wP    wQ\n   .     bQ\nlast: bA1 moved")
    visitor.find('.stack[data-hex="0,0"] .mark.rest').wait_for()


def test_a_refusal_looks_so_on_the_piece_that_moved_last(visit: Visit) -> None:
    visitor = visit("desktop", "en")
    start_from(visitor, PLAIN)
    visitor.press(visitor.find('[data-hex="0,0"]'))
    visitor.press(visitor.find('[data-hex="5,0"]'))
    visitor.find('.stack.last[data-hex="5,0"]').wait_for()
    visitor.press(visitor.find('[data-hex="5,0"]'))
    ring = visitor.find('.stack.last.refused[data-hex="5,0"] > .ring')
    ring.wait_for()
    wanted = "(one, name) => { one.style.stroke = name; return getComputedStyle(one).stroke }"
    assert ring.evaluate("one => getComputedStyle(one).stroke") == ring.evaluate(wanted, "var(--bad)")


@pytest.mark.parametrize(("size", "language"), [("desktop", "en"), ("phone", "fr")])
def test_the_marks_are_explained(visit: Visit, size: str, language: str) -> None:
    visitor = visit(size, language)
    start_from(visitor, PLAIN)
    visitor.press(visitor.button("page.legend.title"))
    legend = visitor.page.get_by_role("dialog", name=say("page.legend.title", language))
    legend.wait_for()
    assert legend.locator("li").count() == 18
    visitor.page.keyboard.press("Escape")
    # Closed, it has no role any more; gone it is a moment later, and then it can be opened again.
    visitor.page.locator("dialog", has_text=say("page.legend.threat", language)).wait_for(state="detached")
    visitor.page.keyboard.press("?")
    legend.get_by_text(say("page.legend.threat", language)).wait_for()


# -- a phone ---------------------------------------------------------------------------------------


def middle(visitor: Visitor, name: str) -> tuple[float, float]:
    box = visitor.find(f'[data-hex="{name}"] .ring, [data-hex="{name}"] .ground').first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_wide_hive_is_turned_on_an_upright_phone(visit: Visit) -> None:
    sizes = {}
    for notation in (True, False):  # what is written speaks of left and right
        visitor = visit("phone", "en", notation=notation, coordinates=True)
        start_from(visitor, WIDE)
        box = visitor.find('[data-hex="0,0"] .ring').bounding_box()
        assert box is not None
        sizes[notation] = box["width"]
    assert sizes[False] > 1.25 * sizes[True]
    first, last = middle(visitor, "0,0"), middle(visitor, "7,0")
    assert abs(last[1] - first[1]) > abs(last[0] - first[0])

    # keys go where they point, whatever the hexes are called
    visitor.page.keyboard.press("b")
    for key, way in (("d", (1, 0)), ("a", (-1, 0)), ("x", (1, 1)), ("w", (-1, -1))):
        visitor.find('[data-hex="3,0"]').focus()
        visitor.page.keyboard.press(key)
        name = visitor.page.evaluate("document.activeElement.dataset.hex")
        here, there = middle(visitor, "3,0"), middle(visitor, name)
        moved = tuple(round((b - a) / sizes[False]) for a, b in zip(here, there, strict=True))
        assert (moved[0], moved[1]) in {way, (0, way[1])} if way[1] else (moved == way)
    # who listens hears what is seen
    label = visitor.find('[data-hex="0,-1"]').get_attribute("aria-label")
    assert label is not None
    side = next(
        side for side in ("e", "w", "ne", "nw", "se", "sw") if say(f"page.hex.side_{side}", "en") in label
    )
    dx = middle(visitor, "0,-1")[0] - middle(visitor, "0,0")[0]
    assert ("e" in side) == (dx > 0) or abs(dx) < 2

    # and it is played on as ever
    visitor.press(visitor.find('[data-hex="0,0"]'))
    goal = visitor.find(".cell.lit").first.get_attribute("data-hex")
    visitor.press(visitor.find(f'[data-hex="{goal}"]'))
    visitor.find(f'.stack[data-hex="{goal}"]').wait_for()


SCREENS = [(1440, 900), (1280, 720), (844, 390), (390, 844), (320, 480)]


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_hands_are_large_and_empty_ones_take_no_row(visit: Visit, width: int, height: int) -> None:
    visitor = visit("phone" if width < 1000 else "desktop", "fr")
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.begin(ULTIMATE, "screen")
    visitor.find(".entry.lit").first.wait_for()
    sizes = visitor.page.evaluate(
        "() => [...document.querySelectorAll('.entry')].map((one) => one.getBoundingClientRect().width)"
    )
    assert min(sizes) >= (46 if width < 1000 else 54)
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width
    start_from(visitor, "Base+S0B0A1G0 White[9]\nwA1   wQ    bQ    bA1")
    heights = visitor.page.evaluate(
        "() => [...document.querySelectorAll('.hand')].map((one) => one.getBoundingClientRect().height)"
    )
    assert heights == [0, 0]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (320, 480)])
@pytest.mark.parametrize("game_type", ["Base+MLP+Swarm", "Venom+MLP+Fixed"])
def test_what_takes_a_choice_is_in_sight(visit: Visit, game_type: str, width: int, height: int) -> None:
    visitor = visit("phone", "fr")
    visitor.page.set_viewport_size({"width": width, "height": height})
    visitor.begin(game_type, "screen")
    take = visitor.find(".choose > .main")
    take.wait_for()
    assert take.evaluate(
        "one => { const { x, y, width, height } = one.getBoundingClientRect();"
        " return one.contains(document.elementFromPoint(x + width / 2, y + height - 4)) }"
    )


@pytest.mark.parametrize("notation", [True, False])  # without notation the hive lies askew
def test_no_swipe_throws_the_hive_off_the_screen(visit: Visit, notation: bool) -> None:
    visitor = visit("phone", "en", notation=notation)
    start_from(visitor, WIDE)
    board = visitor.find(".surface").bounding_box()
    assert board is not None
    mouse = visitor.page.mouse
    for way in ((-1, 0), (1, 0), (0, -1), (0, 1), (1, 1), (1, -1), (-1, -1), (-1, 1)):
        for _ in range(6):
            x, y = board["x"] + board["width"] / 2, board["y"] + board["height"] - 30
            mouse.move(x, y)
            mouse.down()
            mouse.move(x + way[0] * 2000, y + way[1] * 2000, steps=3)
            mouse.up()
        seen = visitor.page.evaluate(
            """() => {
                const room = document.querySelector('.surface').getBoundingClientRect()
                const rings = [...document.querySelectorAll('.stack .ring')]
                const boxes = rings.map((one) => one.getBoundingClientRect())
                return boxes.filter((box) =>
                    box.right > room.left + 20 && box.left < room.right - 20 &&
                    box.bottom > room.top + 20 && box.top < room.bottom - 20).length
            }"""
        )
        assert seen > 0


# -- what moves ------------------------------------------------------------------------------------

WATCH = """() => {
    window.flights = []
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, options) {
        if (this.closest('.flying')) window.flights.push(JSON.stringify([frames, options]))
        return animate.call(this, frames, options)
    }
}"""


def test_what_one_has_put_down_oneself_only_settles(visit: Visit) -> None:
    visitor = visit("desktop", "en", system_motion="no-preference")
    start_from(visitor, PLAIN)
    visitor.page.evaluate(WATCH)
    drag(visitor, "0,0", "1,-1")
    visitor.until_moves(1)
    visitor.find('[data-hex="4,0"]').click()
    visitor.find('[data-hex="4,-1"]').click()
    visitor.until_moves(2)
    flights = visitor.page.evaluate("window.flights")
    assert len(flights) == 2
    assert all("scale(1.07)" in flight for flight in flights)


def test_an_answer_at_once_is_seen_to_travel(visit: Visit) -> None:
    """Both actions arrive together; the second sets out after the first, and goes around the hive."""
    visitor = visit("desktop", "en", system_motion="no-preference")
    game = start_from(visitor, PLAIN)
    visitor.page.evaluate(WATCH)
    visitor.page.evaluate(
        """async ([{ id, seats }, actions]) => {
            const send = async (path, token, body) => (await fetch(`/api/games/${id}${path}`, {
                method: body ? 'POST' : 'GET', body: body && JSON.stringify(body),
                headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } })).json()
            let { seq } = await send('', seats.w)
            for (const [colour, action] of actions)
                ({ seq } = await send('/actions', seats[colour], { seq, action }))
        }""",
        [game, [["w", "wA1 \\wS1"], ["b", "bA1 -wS1"]]],
    )
    visitor.until_moves(2)
    flights = [json.loads(flight) for flight in visitor.page.evaluate("window.flights")]
    assert len(flights) == 2
    frames, options = flights[1]
    ways = {frame["transform"] for frame in frames}
    assert len(ways) >= 5  # from hex to hex, not straight through the hive
    assert options["delay"] + options["duration"] >= 400
    visitor.page.wait_for_function("() => document.querySelector('.flying') === null")  # both have arrived
    assert visitor.find('.stack[data-hex="0,0"] use[href="#bug-ant"]').count() == 1


FILLS = """() => {
    const box = (name) => document.querySelector(name).getBoundingClientRect()
    const [board, bar] = [box('.board'), box('.bar')]
    return { scrolls: document.documentElement.scrollHeight - innerHeight, foot: innerHeight - bar.bottom,
             share: board.width * board.height / (innerWidth * innerHeight) }
}"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 480), (844, 390)])
def test_boards_to_learn_on_fill_a_phone(visit: Visit, width: int, height: int) -> None:
    visitor = visit("phone", "fr")
    visitor.page.set_viewport_size({"width": width, "height": height})
    for path in ("/learn/first", "/learn/ant", "/puzzles/1", "/analysis"):
        visitor.go("/puzzles" if path == "/puzzles/1" else path)
        if path == "/puzzles/1":
            visitor.press(visitor.find("main ul a").first)
        visitor.find(".bar .more").wait_for()
        seen = visitor.page.evaluate(FILLS)
        assert seen["scrolls"] <= 0, path
        assert seen["foot"] <= 1, path  # the bar is at the foot of the screen
        assert seen["share"] > 0.4, path
    visitor.press(visitor.find(".bar .more"))
    visitor.find(".panel").wait_for()
    assert visitor.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    if height > 480 or width > 480:  # beside it the board can be played on
        visitor.press(visitor.find('.board [data-hex="0,0"]'))
        visitor.find(".prompt.bad").wait_for()
        assert visitor.find(".panel").is_visible()


def test_sounds_are_prepared_before_the_first_action(visit: Visit) -> None:
    """Making a context takes some 50 ms, which the first piece that travels must not wait for."""
    visitor = visit("desktop", "en", sound=True)
    visitor.page.add_init_script("""
        const Context = AudioContext
        window.contexts = 0
        window.AudioContext = class extends Context { constructor() { super(); window.contexts++ } }
    """)
    start_from(visitor, PLAIN)
    visitor.press(visitor.find('[data-hex="0,0"]'))  # a piece is chosen, nothing played
    visitor.page.wait_for_function("() => window.contexts > 0")
    assert visitor.record == []
    visitor.press(visitor.find(".lit[data-hex]").first)
    visitor.page.wait_for_function("() => document.querySelector('.stack.last')")
    assert visitor.page.evaluate("window.contexts") == 1


# -- a network that is slow, or away ---------------------------------------------------------------


def test_two_seconds_of_latency_are_not_felt(visit: Visit) -> None:
    """Everything takes two seconds there and back; what the board does by itself takes none."""
    visitor = visit("desktop", "en", notation=False)
    start_from(visitor, PLAIN)
    page = visitor.page
    # The page itself holds back what it hears and says, by a timer of its own.
    page.add_init_script(
        """
        const Socket = window.WebSocket
        window.WebSocket = class extends Socket {
            send(text) { setTimeout(() => super.send(text), 1000) }
            set onmessage(hear) { super.onmessage = hear && ((event) => setTimeout(() => hear(event), 1000)) }
        }
        const ask = window.fetch
        window.fetch = async (...call) => {
            await new Promise((then) => setTimeout(then, 1000))
            const answer = await ask(...call)
            await new Promise((then) => setTimeout(then, 1000))
            return answer
        }
        """
    )
    page.reload()
    visitor.find(".stack.pickable").first.wait_for()
    took = page.evaluate(
        """() => new Promise((done) => {
            const begun = performance.now()
            const until = (selector, then) => {
                const look = () => document.querySelector(selector) ? then() : setTimeout(look)
                look()
            }
            const click = (hex) => document.querySelector(`[data-hex="${hex}"]`)
                .dispatchEvent(new MouseEvent('click', { bubbles: true }))
            click('0,0')
            until('.cell.lit[data-hex="5,0"]', () => {
                const lit = performance.now() - begun
                click('5,0')
                until('.stack[data-hex="5,0"] .onway', () => done([lit, performance.now() - begun]))
            })
        })"""
    )
    assert took[1] < 1500, took  # nothing of it has waited for an answer, which takes 2000
    assert visitor.prompt == say("page.status.sending", "en")
    visitor.find(".onway").wait_for(state="detached")
    visitor.until_moves(1)


def test_the_next_click_counts_before_the_answer_has_come(visit: Visit) -> None:
    """What was played is seen before the server says that it has taken it; one may go on at once."""
    visitor = visit("desktop", "en")
    visitor.page.add_init_script(
        """
        const Socket = window.WebSocket
        window.held = []
        window.WebSocket = class extends Socket {
            set onmessage(hear) {
                super.onmessage = hear && ((event) => {
                    if (JSON.parse(event.data).event !== 'done') hear(event)
                    else window.held.push(() => hear(event))
                })
            }
        }
        """
    )
    start_from(visitor, PLAIN)
    visitor.find('[data-hex="0,0"]').click()
    visitor.find('[data-hex="1,-1"]').click()
    visitor.until_moves(1)
    visitor.page.wait_for_function("() => window.held.length > 0")
    assert visitor.prompt != say("page.status.sending", "en")
    visitor.find('[data-hex="4,0"]').click()
    visitor.find(".cell.lit").first.wait_for()
    lit = visitor.hexes(".lit[data-hex]")
    visitor.page.evaluate("() => window.held.splice(0).forEach((hear) => hear())")
    visitor.page.wait_for_function("() => localStorage['ruche.unsent'] === '{}'")  # the answer was heard
    assert visitor.hexes(".lit[data-hex]") == lit


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[list[Served]]:
    """A server that the test may stop and start again."""
    served = [Served(tmp_path / "games.sqlite")]
    yield served
    served[-1].stop()


def restart(servers: list[Served]) -> None:
    port = servers[0].url.rpartition(":")[2]
    servers.append(Served(servers[0].database, options=("--port", port)))


@pytest.mark.parametrize("becomes_illegal", [False, True])
def test_a_waiting_move_survives_a_reload(
    browser: Browser, own_server: list[Served], becomes_illegal: bool
) -> None:
    visitor = Visitor(browser, own_server[0].url, "desktop", "en", "allow")
    game = start_from(visitor, PLAIN)
    visitor.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    visitor.page.reload()  # from now on the page comes without the server, too
    visitor.find(".stack.pickable").first.wait_for()
    own_server[0].stop()
    visitor.find("p.away").wait_for()
    visitor.press(visitor.find('[data-hex="0,0"]'))
    visitor.press(visitor.find('[data-hex="5,0"]'))
    visitor.find('.stack[data-hex="5,0"] .onway').wait_for()
    assert visitor.prompt == say("page.status.unsent", "en")
    visitor.page.reload()

    if becomes_illegal:  # somebody else, at the same screen elsewhere, has played meanwhile
        visitor.page.goto("about:blank")
    restart(own_server)
    server = own_server[-1]
    path = f"/api/games/{game['id']}"
    headers = {"authorization": "Bearer " + ",".join(game["seats"].values())}
    if becomes_illegal:
        seq = server.client.get(path, headers=headers).json()["seq"]
        other = {"seq": seq, "action": "wA1 bA1/"}
        answer = server.client.post(f"{path}/actions", json=other, headers=headers)
        assert answer.status_code == 200, answer.text
        visitor.page.goto(f"{server.url}/game/{game['id']}")
        visitor.find('.stack[data-hex="5,-1"]').wait_for()
        visitor.find(".prompt.bad").wait_for()
        assert visitor.find(".onway").count() == 0
    else:
        visitor.find('.stack[data-hex="5,0"]').wait_for()
        visitor.until_moves(1)
        visitor.find(".onway").wait_for(state="detached")
    moves = [move["text"] for move in server.client.get(path, headers=headers).json()["moves"]]
    assert len(moves) == 1
    # The move may be seen by all before its sender has the answer.
    visitor.page.wait_for_function("() => (localStorage['ruche.unsent'] ?? '{}') === '{}'")
    visitor.close()
