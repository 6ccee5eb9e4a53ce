"""Whole games over HTTP and WebSocket, as visitors and programs play them."""

import asyncio
import json
import random
from typing import Any

import httpx
import pytest
from tests.server.helpers import Seat, Served, choose, run
from tests.server.sockets import live
from websockets.asyncio.client import connect

from ruche.words import LANGUAGES

GAMES = ["Base+MLP", "Venom", "Ultimate", "Ultimate+Swarm"]
LENGTH = 40


@pytest.mark.parametrize("name", GAMES)
def test_a_game_over_http_by_clicks(server: Served, name: str) -> None:
    rng = random.Random(name)
    white = server.create(type=name)
    black = white.join()
    watcher = white.watch()
    seats = {"w": white, "b": black}
    view = white.look()
    assert (view["you"], black.look()["you"], watcher.look()["you"]) == ("w", "b", None)
    for _ in range(LENGTH):
        mover, other = seats[view["colour"]], seats["b" if view["colour"] == "w" else "w"]
        mine = mover.look()
        assert other.look()["actions"] == watcher.look()["actions"] == []
        assert mine["actions"] or mine["choose"]
        view = mover.act(choose(mine, rng), mine["seq"])
        if view["outcome"]:
            break
    final = watcher.look()
    assert final["stacks"] == view["stacks"]
    assert [move["text"] for move in final["moves"]] == [move["text"] for move in view["moves"]]
    if not view["outcome"]:
        view = white.offer("resign")
        assert view["outcome"] == {"winner": "b", "why": "resignation"}
    frames = server.client.get(f"{white.path}/frames").json()["frames"]
    assert len(frames) == len(view["moves"]) + 1
    assert frames[-1]["stacks"] == view["stacks"]
    assert frames[-1]["outcome"] == view["outcome"]
    record = server.client.get(f"{white.path}/record").text
    assert record.count(";") == 2 + len(view["moves"])
    pgn = server.client.get(f"{white.path}/record", params={"format": "pgn"}).text
    again = server.client.post("/api/records/read", json={"text": pgn})
    assert again.status_code == 200, again.text
    assert again.json()["result"] == view["state"]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_over_websockets(server: Served, name: str) -> None:
    white = server.create(type=name)
    black = white.join()
    rng = random.Random(name + "!")

    async def player(seat: Seat, me: str) -> dict[str, Any]:
        async with live(seat) as socket:
            while True:
                view = await socket.changed()
                if view["outcome"]:
                    return view
                if view["colour"] == me and len(view["moves"]) >= LENGTH:
                    await socket.send("offer", seq=view["seq"], offer="resign")
                elif view["colour"] == me:
                    await socket.send("play", seq=view["seq"], action=choose(view, rng))

    async def both() -> tuple[dict[str, Any], dict[str, Any]]:
        one, two = await asyncio.gather(player(white, "w"), player(black, "b"))
        return one, two

    one, two = run(both())
    whole = white.look()
    for mine, me in ((one, "w"), (two, "b")):
        for name in set(whole) - {"now", "presence", "you", "next", "watchers"}:
            assert mine[name] == whole[name], name
        assert mine["you"] == me


def test_who_reconnects_sees_all_that_was_missed(server: Served) -> None:
    white = server.create()
    black = white.join()

    async def follow() -> None:
        async with live(black) as socket:
            view = await socket.changed()
        await asyncio.to_thread(white.act, "wG1")
        await asyncio.to_thread(black.act, "bG1 wG1-")
        async with live(black, after=view["seq"], view=view) as socket:
            assert (await socket.hear())["event"] == "update"
            assert [move["text"] for move in socket.view["moves"]] == ["wG1", "bG1 wG1-"]
            await asyncio.to_thread(white.act, "wQ -wG1")
            view = await socket.changed()
            assert len(view["moves"]) == 3
        async with live(black, after=view["seq"], view=view) as socket:  # nothing missed: no view is sent
            assert (await socket.hear())["event"] == "presence"
        async with live(black, after=999) as socket:  # what the log does not have nobody knows
            assert (await socket.hear())["event"] == "view"

    run(follow())


def test_an_update_has_no_history(server: Served) -> None:
    white = server.create(opponent={"kind": "screen"})
    white.play("wG1", "bG1 wG1-")

    async def follow() -> None:
        async with live(white) as socket:
            view = await socket.changed()
            done = await socket.request("play", seq=view["seq"], action="wQ -wG1", request="a" * 22)
            assert {**done, "seq": 3} == {"event": "done", "request": "a" * 22, "seq": 3}
            (update,) = [event for event in socket.events if event["event"] == "update"]
            assert (update["moves_from"], [move["text"] for move in update["moves"]]) == (2, ["wQ -wG1"])
            await socket.request("offer", seq=done["seq"], offer="takeback")
            while len(socket.view["moves"]) != 2:
                await socket.hear()
            update = socket.events[-1]
            if update["event"] != "update":
                update = socket.events[-2]
            assert (update["moves_from"], update["moves"]) == (2, [])

    run(follow())


def test_a_watcher_gets_no_actions_and_a_ping_is_answered(server: Served) -> None:
    white = server.create()
    white.join()

    async def follow() -> None:
        async with live(white) as player, live(white.watch()) as watcher:
            await player.changed()
            await watcher.changed()
            assert player.view["actions"]
            assert watcher.view["actions"] == []
            assert watcher.view["you"] is None
            await player.send("ping")
            assert (await player.until("pong"))["now"] >= player.view["now"]
            while player.view["watchers"] != 1:
                await player.hear()
            assert player.view["presence"]["w"] == "here"
            await player.send("presence", visible=False)
            while watcher.view["presence"]["w"] != "away":
                await watcher.hear()

    run(follow())


def test_a_websocket_refuses_with_a_reason(server: Served) -> None:
    white = server.create()

    async def talk() -> None:
        async with live(white) as socket:
            await socket.changed()
            for nonsense in ("{", "[]", '{"do":"dance"}', '{"do":"play","seq":0,"action":"bA1"}'):
                await socket.socket.send(nonsense)
                event = await socket.until("refused")
                assert event["refusal"]["reason"]["text"]["fr"]
            event = await socket.request("play", seq=0, action="bA1", request="b" * 32)
            assert event["request"] == "b" * 32
        async with live(Seat(server, "nothere", "")) as socket:
            assert (await socket.hear())["refusal"]["error"] == "no_game"
        address = f"{server.url.replace('http', 'ws')}{white.path}/live"
        async with connect(address) as mute:
            await mute.send('{"do":"ping"}')
            assert json.loads(await mute.recv())["refusal"]["error"] == "no_hello"

    run(talk())


def test_the_limits_of_an_action_are_those_of_the_call(server: Served) -> None:
    """A message over the WebSocket is measured as the body of the call is."""
    white = server.create()
    long = {"seq": 0, "action": "w" * 81}
    called = server.client.post(f"{white.path}/actions", json=long, headers=white.headers)

    async def talk() -> dict[str, Any]:
        async with live(white) as socket:
            await socket.changed()
            await socket.send("play", **long)
            return await socket.until("refused")

    assert called.json()["error"] == "bad_request"
    assert run(talk())["refusal"] == called.json()


def test_a_large_frame_is_not_taken(server: Served) -> None:
    white = server.create()

    async def talk() -> int | None:
        async with live(white) as socket:
            await socket.changed()
            await socket.socket.send("x" * 9000)
            with pytest.raises(Exception, match="1009"):
                await socket.until("never")
            return socket.socket.close_code

    assert run(talk()) == 1009
    assert server.client.get("/healthz").status_code == 200


# -- who may do what ---------------------------------------------------------------------------------


def refusal(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    body = answer.json()
    assert set(body["reason"]["text"]) == set(LANGUAGES)
    key: str = body["error"]
    return key


def test_only_whose_turn_it_is_may_play(server: Served) -> None:
    white = server.create()
    black = white.join()
    assert refusal(black.post("actions", seq=99, action="wG1"), 409) == "stale"
    seq = white.look()["seq"]
    assert refusal(black.post("actions", seq=seq, action="wG1"), 409) == "not_your_turn"
    assert refusal(white.watch().post("actions", seq=seq, action="wG1"), 403) == "not_seated"
    forged = Seat(server, white.game, "x" * 24)
    assert refusal(forged.post("actions", seq=seq, action="wG1"), 403) == "not_seated"
    assert refusal(Seat(server, "nothere", "").post("actions", seq=0, action="wG1"), 404) == "no_game"


def test_the_same_action_sent_twice_is_played_once(server: Served) -> None:
    white = server.create()
    white.join()
    seq = white.look()["seq"]
    first = white.post("actions", seq=seq, action="wG1")
    again = white.post("actions", seq=seq, action="wG1")
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json() == {"seq": seq + 1}  # views go to all who follow
    assert len(white.look()["moves"]) == 1
    other = white.post("actions", seq=seq, action="wB1")
    assert refusal(other, 409) == "stale"
    assert white.look()["moves"][0]["text"] == "wG1"


def test_an_offer_does_not_make_an_action_stale(server: Served) -> None:
    white = server.create()
    black = white.join()
    white.play("wG1")
    seq = black.look()["seq"]
    assert white.propose("draw").status_code == 200
    assert black.post("actions", seq=seq, action="bG1 wG1-").status_code == 200
    assert black.look()["offers"]["draw"] is None  # who plays on declines


def test_offers_are_declined_or_withdrawn(server: Served) -> None:
    white = server.create()
    black = white.join()
    white.play("wG1")
    for no, mover, action in ((white, black, "bG1 wG1-"), (black, white, "wQ -wG1")):
        assert refusal(no.propose("draw", answer=False), 409) == "no_offer"
        white.propose("takeback")
        view = no.offer("takeback", answer=False)
        assert view["offers"]["takeback"] is None
        assert refusal(white.propose("takeback"), 409) == "offered_already"
        assert refusal(black.propose("takeback", answer=True), 409) == "no_offer"
        mover.play(action)


def test_illegal_and_unreadable_actions_have_reasons(server: Served) -> None:
    white = server.create()
    seq = white.look()["seq"]
    assert refusal(white.post("actions", seq=seq, action="wA2"), 422) == "illegal"
    assert refusal(white.post("actions", seq=seq, action="hello there all"), 422) == "unreadable"
    assert refusal(white.post("actions", seq=seq, action="bA1"), 422) == "illegal"
    why = white.post("why", clicks=["hand:b:ant", "hex:0,0"]).json()["reason"]
    assert why["kind"] == "not_yours"
    assert white.watch().post("why", clicks=["hex:0,0"]).json()["reason"]["kind"] == "not_seated"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"seq":-1,"action":"wG1"}',
        b'{"seq":0}',
        b'{"seq":0,"action":5}',
        b'{"seq":0,"action":"',
    ],
)
def test_malformed_requests_are_refused(server: Served, body: bytes) -> None:
    white = server.create()
    answer = server.client.post(f"{white.path}/actions", content=body, headers=white.headers)
    assert refusal(answer, 400) == "bad_request"


def test_large_requests_are_refused(server: Served) -> None:
    answer = server.client.post("/api/games", content=b" " * 70_000)
    assert refusal(answer, 413) == "too_large"

    def drip() -> Any:
        for _ in range(100):
            yield b" " * 1000

    assert refusal(server.client.post("/api/games", content=drip()), 413) == "too_large"


def test_the_invitation_gives_the_seat_once(server: Served) -> None:
    white = server.create()
    assert white.look()["invite"] == white.invite
    assert white.watch().look()["invite"] is None
    body: dict[str, str | None] = {"invite": "wrong", "name": "Eve"}
    assert refusal(server.client.post(f"{white.path}/join", json=body), 403) == "bad_invite"
    black = white.join()
    body = {"invite": white.invite, "name": "Eve"}
    assert refusal(server.client.post(f"{white.path}/join", json=body), 409) == "taken"
    assert black.look()["players"]["b"] == {"name": "Bert", "kind": "person"}
    assert white.look()["invite"] is None


def test_who_sat_down_without_a_name_gives_one_later(server: Served) -> None:
    white = server.create()
    black = white.join(name=" ")
    seen = white.look()["seq"]
    assert refusal(white.watch().post("name", name="Eve"), 403) == "not_seated"
    assert refusal(white.post("name", name="Eve"), 409) == "named_already"
    assert refusal(black.post("name", name=""), 400) == "bad_request"
    assert black.post("name", name="  ").json() == {"seq": seen}
    assert black.post("name", name=" Zoé ").json() == {"seq": seen + 1}
    assert black.look()["players"]["b"]["name"] == "Zoé"
    assert refusal(black.post("name", name="Eve"), 409) == "named_already"
    view = white.act("wA1", seen)  # a name does not make an action stale
    assert view["players"]["b"] == {"name": "Zoé", "kind": "person"}
    found = server.client.get("/api/games", params={"player": "Zoé"}).json()["games"]
    assert [row["id"] for row in found] == [white.game]


def test_swarm_hides_the_first_hand(server: Served) -> None:
    white = server.create(type="Base+Swarm")
    black = white.join()
    white.play("hand wA1 wB1 wG1")
    assert any(entry["bug"] == "beetle" for entry in white.look()["hands"]["w"])
    for other in (black, white.watch()):
        view = other.look()
        assert view["hands"]["w"] == {"hidden": 4}
        assert view["moves"][0]["text"] == view["last"]["text"] == "hand"
        shown = server.client.get(f"{white.path}/frames", headers=other.headers)
        assert "beetle" not in json.dumps([view["moves"], view["hands"]["w"]])
        assert shown.json()["frames"][1]["hands"]["w"] == {"hidden": 4}
        assert refusal(server.client.get(f"{white.path}/record", headers=other.headers), 409) == "hidden"
    assert black.look()["choose"]["count"] == 3
    view = black.play("hand bA1 bB1 bG1")
    assert view["moves"][0]["text"] == "hand wA1 wB1 wG1"
    assert refusal(white.post("actions", seq=view["seq"], action="wA1 +bG2"), 422) == "names_the_draw"
    view = white.play("wA1")
    assert view["moves"][-1]["text"].startswith("wA1 +")
    assert view["bag"] == 22 - 8 - 1


def test_one_screen_hides_the_first_hand_too(server: Served) -> None:
    both = server.create(type="Base+Swarm", opponent={"kind": "screen"})
    view = both.play("hand wA1 wB1 wG1")
    assert view["you"] == "both"
    assert view["hands"]["w"] == {"hidden": 4}
    view = both.play("hand bA1 bB1 bG1")
    assert view["actions"]


# -- offers ------------------------------------------------------------------------------------------


def test_takeback_by_agreement(server: Served) -> None:
    white = server.create()
    black = white.join()
    assert refusal(white.propose("takeback"), 409) == "nothing_to_take_back"
    white.play("wG1")
    black.play("bG1 wG1-")
    view = white.offer("takeback")
    assert view["offers"]["takeback"] == "w"
    assert refusal(white.propose("takeback"), 409) == "offered_already"
    assert refusal(white.propose("takeback", answer=True), 409) == "no_offer"
    view = black.offer("takeback", answer=False)
    assert (view["offers"]["takeback"], len(view["moves"])) == (None, 2)
    assert refusal(white.propose("takeback"), 409) == "offered_already"
    view = black.offer("takeback")
    view = white.offer("takeback", answer=True)
    assert [move["text"] for move in view["moves"]] == ["wG1"]
    assert view["colour"] == "b"
    black.play("bB1 wG1-")


def test_draw_by_agreement(server: Served) -> None:
    white = server.create()
    assert refusal(white.propose("draw"), 409) == "seat_open"
    black = white.join()
    white.propose("draw")
    assert refusal(white.propose("draw", answer=True), 409) == "no_offer"
    view = black.offer("draw", answer=True)
    assert (view["state"], view["outcome"]) == ("Draw", {"winner": None, "why": "agreement"})
    assert refusal(white.post("actions", seq=view["seq"], action="wG1"), 409) == "over"
    assert refusal(white.propose("resign"), 409) == "over"


def test_rematch_swaps_the_colours(server: Served) -> None:
    white = server.create()
    black = white.join()
    assert refusal(white.propose("rematch"), 409) == "not_over"
    white.propose("resign")
    white.propose("rematch")
    assert black.look()["next"] is None
    following = black.offer("rematch", answer=True)["next"]
    assert list(following["seats"]) == ["w"]
    mine = white.look()["next"]
    assert mine["id"] == following["id"]
    assert list(mine["seats"]) == ["b"]
    assert white.watch().look()["next"]["seats"] == {}
    again = Seat(server, following["id"], following["seats"]["w"])
    view = again.play("wG1")
    assert view["players"]["w"]["name"] == "Bert"


def test_one_screen_needs_nobody_else(server: Served) -> None:
    both = server.create(opponent={"kind": "screen"})
    both.play("wG1", "bG1 wG1-")
    view = both.offer("takeback")
    assert [move["text"] for move in view["moves"]] == ["wG1"]
    view = both.offer("draw")
    assert view["outcome"]["why"] == "agreement"
    view = both.offer("rematch")
    assert set(view["next"]["seats"]) == {"w", "b"}


def test_playing_on_from_a_position(server: Served) -> None:
    both = server.create(opponent={"kind": "screen"}, actions=["wG1", "bG1 wG1-"])
    view = both.look()
    assert len(view["moves"]) == 2
    assert refusal(both.propose("takeback"), 409) == "nothing_to_take_back"
    body = {"type": "Base", "opponent": {"kind": "screen"}, "actions": ["wG1", "bG1 -bG1"]}
    assert server.client.post("/api/games", json=body).status_code == 422
    setup = {"stacks": [{"q": 0, "r": 0, "pieces": ["wQ"]}, {"q": 1, "r": 0, "pieces": ["bQ"]}], "turn": 2}
    both = server.create(type="Base", opponent={"kind": "screen"}, setup=setup)
    assert both.look()["turn"] == "White[2]"
    assert "SetUp" in server.client.get(f"{both.path}/record", params={"format": "pgn"}).text
    assert refusal(server.client.get(f"{both.path}/record"), 422) == "record"
