"""Every request that changes something can be sent again: by HTTP or socket, before and after a restart."""

import asyncio
from typing import Any

import pytest
from tests.server.databases import Place, executed
from tests.server.helpers import Seat, Served, run, serving
from tests.server.sockets import live

IDS = iter(f"repeats-{i:014d}" for i in range(1_000_000))  # none that another test hits on


def twice(seat: Seat, what: str, **body: Any) -> list[Any]:
    """What is answered to a request that is sent twice."""
    body["request"] = next(IDS)
    answers = [seat.post(what, **body) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200], answers[-1].text
    return [answer.json() for answer in answers]


def entries(seat: Seat) -> int:
    seq: int = seat.look()["seq"]
    return seq


@pytest.mark.parametrize(
    "opponent", [{"kind": "friend"}, {"kind": "screen"}, {"kind": "machine", "level": 1}]
)
def test_a_game_is_made_once(server: Served, opponent: dict[str, Any]) -> None:
    body = {"type": "Base", "opponent": opponent, "request": next(IDS)}  # the colour is drawn
    first, second = (server.client.post("/api/games", json=body) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    other = server.client.post("/api/games", json={**body, "type": "Base+M"})
    assert (other.status_code, other.json()["error"]) == (409, "request_reused")
    new = server.client.post("/api/games", json={**body, "request": next(IDS)})
    assert new.json()["id"] != first.json()["id"]


def test_an_id_of_a_request_has_no_line_break(server: Served) -> None:
    """PostgreSQL has no room for it: all that was written in the same commit was refused with it."""
    body = {"type": "Base", "opponent": {"kind": "screen"}, "request": f"{'a' * 32}\n"}
    made = server.client.post("/api/games", json=body)
    assert (made.status_code, made.json()["error"]) == (400, "bad_request")


def test_a_seat_is_taken_once_and_its_token_given_again(server: Served) -> None:
    white = server.create()
    body = {"invite": white.invite, "name": "Bert", "request": next(IDS)}
    first, second = (server.client.post(f"{white.path}/join", json=body) for _ in range(2))
    assert first.json() == second.json()
    black = Seat(server, white.game, first.json()["seats"]["b"])
    assert black.look()["you"] == "b"
    stranger = server.client.post(f"{white.path}/join", json={**body, "request": next(IDS)})
    assert (stranger.status_code, stranger.json()["error"]) == (409, "taken")


def test_an_action_is_played_once(server: Served) -> None:
    white = server.create(opponent={"kind": "screen"})
    first, second = twice(white, "actions", seq=0, action="wG1")
    assert first == second == {"seq": 1}
    request = next(IDS)
    white.post("actions", seq=1, action="bG1 wG1-", request=request)
    white.play("wQ -wG1")
    late = white.post("actions", seq=1, action="bG1 wG1-", request=request)  # long after
    assert (late.status_code, late.json()) == (200, {"seq": 3})
    other = white.post("actions", seq=1, action="bA1 wG1-", request=request)
    assert (other.status_code, other.json()["error"]) == (409, "request_reused")


def test_an_action_is_one_wish_whatever_its_ids(database: Place) -> None:
    """Whoever gave up asking and asks anew is told that it is done; the log has the first request."""
    with serving(database) as server:
        white = server.create(opponent={"kind": "screen"})
        first, second = next(IDS), next(IDS)
        for request in (first, second):
            answer = white.post("actions", seq=0, action="wG1", request=request)
            assert (answer.status_code, answer.json()) == (200, {"seq": 1})
        rows = executed(database, f"SELECT seq, request FROM log WHERE game = '{white.game}' AND seq > 0")
        assert rows == [(1, first)]


def test_a_takeback_takes_back_one_turn(server: Served) -> None:
    white = server.create(opponent={"kind": "screen"})
    white.play("wG1", "bG1 wG1-", "wQ -wG1")
    twice(white, "offers", seq=3, offer="takeback")
    assert [move["text"] for move in white.look()["moves"]] == ["wG1", "bG1 wG1-"]
    assert white.post("offers", seq=3, offer="takeback").json()["error"] == "stale"  # without an id, too
    assert len(white.look()["moves"]) == 2


def test_offers_answers_names_and_new_tokens(server: Served) -> None:
    white = server.create(name="")
    black = white.join()
    before = entries(white)
    twice(white, "name", name="Anna")
    twice(white, "offers", seq=entries(white), offer="draw")
    twice(black, "offers", seq=entries(white), offer="draw", answer=False)
    twice(white, "offers", seq=entries(white), offer="resign")
    twice(white, "offers", seq=entries(white), offer="rematch")
    first, second = twice(black, "offers", seq=entries(white), offer="rematch", answer=True)
    assert first == second == {"seq": before + 6}
    following = white.look()["next"]["id"]
    assert Seat(server, following, "").look()["seq"] == 0


def test_a_revoked_token_is_void(server: Served) -> None:
    white = server.create()
    white.join()

    async def talk() -> None:
        async with live(white) as old:
            assert (await old.changed())["you"] == "w"
            answer = await asyncio.to_thread(white.post, "seats/revoke", request=next(IDS))
            new = Seat(server, white.game, answer.json()["seats"]["w"])
            await old.until("view")
            assert (old.view["you"], old.view["actions"]) == (None, [])
            refused = await old.request("play", seq=old.view["seq"], action="wG1")
            assert refused["refusal"]["error"] == "not_seated"
            assert (await asyncio.to_thread(white.post, "actions", seq=2, action="wG1")).status_code == 403
            await asyncio.to_thread(new.play, "wG1")

    run(talk())


@pytest.mark.parametrize("public", [True, False])
def test_whoever_did_not_hear_of_their_new_token_asks_again(server: Served, public: bool) -> None:
    white = server.create(public=public)
    black = white.join()
    request = next(IDS)
    first = white.post("seats/revoke", request=request)
    again = white.post("seats/revoke", request=request)
    assert (again.status_code, again.json()) == (200, first.json())
    assert first.json()["seats"]["w"] != white.token
    # A void token alone opens nothing, and neither does the request of somebody else.
    assert white.post("seats/revoke", request=next(IDS)).status_code == 403
    assert black.post("seats/revoke", request=request).status_code in (403, 409)
    Seat(server, white.game, first.json()["seats"]["w"]).play("wG1")


def test_repeats_over_both_ways_and_after_a_restart(database: Place) -> None:
    request = next(IDS)
    with serving(database) as server:
        both = server.create(opponent={"kind": "screen"})

        async def talk() -> None:
            async with live(both) as socket:
                await socket.changed()
                done = await socket.request("play", seq=0, action="wG1", request=request)
                assert done == {"event": "done", "request": request, "seq": 1}
                again = await socket.request("play", seq=0, action="wG1", request=request)
                assert again == done

        run(talk())
        assert both.post("actions", seq=0, action="wG1", request=request).json() == {"seq": 1}
        server.kill()
    with serving(database) as server:
        both = Seat(server, both.game, both.token)
        assert both.post("actions", seq=0, action="wG1", request=request).json() == {"seq": 1}
        assert len(both.look()["moves"]) == 1


@pytest.mark.parametrize("request_id", ["short", "x" * 33, "ä" * 22, "a b" * 8, "", 7])
def test_an_id_that_is_none_is_refused(server: Served, request_id: Any) -> None:
    white = server.create()
    answer = white.post("actions", seq=0, action="wG1", request=request_id)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")
