"""Games by invitation: private unless the maker says otherwise, cancelled until accepted, no engine."""

import json
import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import URL
from tests.positions import played
from tests.server.helpers import Seat, Served, open_registry, run, serving
from websockets.asyncio.client import connect

from ruche import Colour, GameType, Position
from ruche.server.admission.settings import AdmissionSettings
from ruche.server.api import address
from ruche.server.match import decisions
from ruche.server.match.events import Cancelled, Created, Entry, Joined, SeatHolder
from ruche.server.match.live_position import line_keys, position_key
from ruche.server.match.match import Match
from ruche.server.match.refusals import MatchRefusalError, RefusalKind
from ruche.server.store.index import row_of

SAVED = Path(__file__).parents[1] / "data" / "saved-0.1" / "games.db"
OPENING = ("wS1", "bS1 wS1-", "wQ /wS1", "bQ bS1/")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("friend") / "games.sqlite") as served:
        yield served


def error_of(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.text
    error: str = answer.json()["error"]
    return error


def invited(server: Served, **body: Any) -> Seat:
    """A game by invitation as the page makes it: it says nothing about who may watch."""
    return server.create(public=None, **body)


def begun(server: Served, *actions: str, **body: Any) -> tuple[Seat, Seat]:
    """A game between two people with some actions played."""
    white = invited(server, **body)
    black = white.join()
    for number, action in enumerate(actions):
        (white, black)[number % 2].play(action)
    return white, black


def ask_engine(server: Served, **question: Any) -> dict[str, Any]:
    """The first answer of the engine."""

    async def ask() -> dict[str, Any]:
        async with connect(server.url.replace("http", "ws") + "/api/analyse") as socket:
            await socket.send(json.dumps({"do": "lines", "type": "Base+MLP", **question}))
            heard: dict[str, Any] = json.loads(await socket.recv())
            return heard

    answer: dict[str, Any] = run(ask())
    return answer


def refused_by_engine(server: Served, **question: Any) -> bool:
    heard = ask_engine(server, **question)
    assert heard["event"] in ("lines", "refused"), heard
    return bool(heard.get("refusal", {}).get("error") == "engine_forbidden")


# -- private -----------------------------------------------------------------------------------------


def test_a_game_by_invitation_is_seen_by_its_players_only(server: Served) -> None:
    white, black = begun(server, *OPENING)
    assert white.look()["public"] is False
    assert black.look()["public"] is False
    stranger = white.watch()
    for path in ("", "/frames", "/record"):
        assert error_of(server.client.get(stranger.path + path), 403) == "private"
    assert error_of(stranger.post("why", clicks=["hex:0,0"]), 403) == "private"

    async def follow(seats: str) -> dict[str, Any]:
        async with connect(server.url.replace("http", "ws") + f"{white.path}/live") as socket:
            await socket.send(json.dumps({"do": "hello", "seats": seats}))
            heard: dict[str, Any] = json.loads(await socket.recv())
            return heard

    assert run(follow(""))["refusal"]["error"] == "private"
    assert run(follow(black.token))["event"] == "view"


def test_a_private_game_is_in_no_archive(server: Served) -> None:
    hidden, _ = begun(server, *OPENING, name="Wilhelmine")
    hidden.offer("resign")
    shown, _ = begun(server, *OPENING, name="Theodora")[0], None
    assert hidden.look()["outcome"]
    public = server.create(name="Ottilie")
    public.join()
    public.play("wS1")
    for name, found in (("Wilhelmine", 0), ("Theodora", 0), ("Ottilie", 1)):
        assert server.client.get("/api/games", params={"player": name}).json()["total"] == found
    records = server.client.get("/api/archive.pgn").text
    assert "Ottilie" in records
    assert "Wilhelmine" not in records
    assert shown.game not in records


def test_the_maker_may_let_everybody_watch(server: Served) -> None:
    white = server.create(public=True)
    assert white.watch().look()["public"] is True
    alone = server.create(public=False, opponent={"kind": "machine", "level": 1})
    assert error_of(server.client.get(alone.path), 403) == "private"


def test_a_rematch_is_as_private_as_the_game_before(server: Served) -> None:
    white, black = begun(server, *OPENING)
    white.offer("resign")
    white.offer("rematch")
    following = black.offer("rematch", True)["next"]
    assert error_of(server.client.get(f"/api/games/{following['id']}"), 403) == "private"


def test_who_comes_too_late_is_told_so(server: Served) -> None:
    white, _ = begun(server)
    late = server.client.post(f"{white.path}/join", json={"invite": white.invite, "name": "Carl"})
    assert error_of(late, 409) == "taken"


# -- cancelled ---------------------------------------------------------------------------------------


def test_an_invitation_can_be_withdrawn_until_it_is_accepted(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as server:
        white = server.create(name="Wilhelmine")
        assert error_of(white.watch().post("cancel"), 403) == "not_seated"
        assert white.post("cancel").status_code == 200
        assert white.post("cancel").status_code == 200  # sent twice
        other = server.create()
        other.join()
        assert error_of(other.post("cancel"), 409) == "begun"
    with serving(database) as server:  # it holds after a restart
        white.server = server
        assert error_of(server.client.get(white.path, headers=white.headers), 410) == "cancelled"
        assert error_of(white.post("join", invite=white.invite, name="Bert"), 410) == "cancelled"
        assert server.client.get("/api/games", params={"player": "Wilhelmine"}).json()["total"] == 0
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("SELECT event FROM log WHERE game = ? ORDER BY seq", (white.game,))
        assert [json.loads(event)["kind"] for (event,) in rows] == ["created", "cancelled"]


def open_match() -> Match:
    players = {Colour.WHITE: SeatHolder("Anna", "person"), Colour.BLACK: SeatHolder("", "open")}
    return Match(Entry("game", 0, 0.0, Created(GameType("Base"), players, is_public=False)))


def test_of_cancelling_and_joining_the_first_counts() -> None:
    match, held = open_match(), frozenset({Colour.WHITE})
    assert decisions.cancel(match, held) == [Cancelled()]
    match.apply(Entry("game", 1, 1.0, Cancelled()))
    with pytest.raises(MatchRefusalError) as refused:
        decisions.join(match, "Bert")
    assert refused.value.kind == RefusalKind.CANCELLED
    assert match.to_move is None
    match = open_match()
    match.apply(Entry("game", 1, 1.0, Joined(Colour.BLACK, "Bert")))
    with pytest.raises(MatchRefusalError) as refused:
        decisions.cancel(match, held)
    assert refused.value.kind == RefusalKind.BEGUN


def test_cancelled_games_are_deleted_after_a_day(tmp_path: Path) -> None:
    async def expire() -> tuple[int, list[str]]:
        async with open_registry(tmp_path / "games.sqlite") as registry:
            match = await registry.create(open_match().created, registry.own_request())
            async with registry.replicas.hold(match.id) as replica:
                await registry.submit(
                    replica, lambda match: decisions.cancel(match, frozenset({Colour.WHITE}))
                )
            gone = await registry.database.expire(registry.time_source.now() + 1, ())
            return gone, [game async for game in registry.database.game_ids(())]

    assert run(expire()) == (1, [])


# -- no engine ---------------------------------------------------------------------------------------


def test_no_engine_helps_with_a_game_between_people(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    with serving(database) as server:
        white, black = begun(server, *OPENING)
        assert white.look()["no_engine"] is True
        line = {"actions": list(OPENING)}
        assert refused_by_engine(server, **line)
        assert refused_by_engine(server, actions=[], game=white.game)
        assert refused_by_engine(server, do="scores", **line)
        assert not refused_by_engine(server, actions=list(OPENING[:2]))  # where the game no longer stands
        machine = {"opponent": {"kind": "machine", "level": 8}, "type": "Base+MLP", **line}
        assert error_of(server.client.post("/api/games", json=machine), 409) == "engine_forbidden"
    with serving(database) as server:  # it holds after a restart
        assert refused_by_engine(server, **line)
        white.server = black.server = server
        white.offer("resign")
        assert white.look()["no_engine"] is False
        assert not refused_by_engine(server, **line, game=white.game)
        assert server.client.post("/api/games", json=machine).status_code == 201


def test_other_games_may_be_analysed(server: Served) -> None:
    """Against the machine, at one screen, or as long as nobody sits opposite."""
    start = ("wG1", "bB1 wG1-", "wQ \\wG1")
    for opponent in ({"kind": "screen"}, {"kind": "friend"}):
        seat = server.create(opponent=opponent, actions=list(start))
        assert not refused_by_engine(server, actions=list(start), game=seat.game)


def test_a_position_is_known_however_it_is_turned() -> None:
    plain = Position("Base+MLP")
    turned = Position("Base+MLP")
    for one, other in zip(
        ("wS1", "bS1 wS1-", "wQ /wS1", "bG2 bS1/"), ("wS1", "bS1 wS1\\", "wQ -wS1", "bG2 bS1-"), strict=True
    ):
        plain.play(one.replace("G2", "G1"))
        turned.play(other.replace("G2", "G1"))
    assert position_key(plain) == position_key(turned)
    mirrored = played("Base", "wS1", "bS1 wS1-", "wQ \\wS1", "bG1 bS1\\")
    assert position_key(plain) == position_key(mirrored)
    mirrored.play("wG1 -wQ")
    assert position_key(plain) != position_key(mirrored)


def test_keys_stay_as_they_are_on_record() -> None:
    position = played("Base+MLP", "wS1", "bS1 wS1-", "wQ /wS1", "bG1 bS1/", "wB1 -wQ", "bQ bG1/", "wB1 wQ")
    assert position_key(position) == "c3943876e8f98468b05428e3a6840da6"


def test_keys_tell_positions_apart() -> None:
    position = Position("Base")
    assert position_key(position) is None
    position.play("wS1")
    assert position_key(position) is None  # every game begins with one piece
    keys = set()
    for action in position.legal_actions():
        position.play(action)
        keys.add(position_key(position))
        position.undo()
    assert len(keys) == len({str(action).split()[0] for action in position.legal_actions()})


def test_a_longer_line_must_not_lead_through_a_running_game() -> None:
    position = Position("Base")
    seen: list[str | None] = []
    rng = random.Random(7)

    def walk() -> Iterator[Position]:
        yield position
        for _ in range(12):
            position.play(rng.choice(position.legal_actions()))
            seen.append(position_key(position))
            yield position

    assert line_keys(walk()) == set(seen[7:])


def test_an_abandoned_game_keeps_its_position_for_some_days_only(tmp_path: Path) -> None:
    match = open_match()
    match.apply(Entry("game", 1, 1000.0, Joined(Colour.BLACK, "Bert")))
    row = row_of(match, "", 0.0)
    assert row["live_key"] is None  # nothing lies there yet
    assert row["live_until"] == 1000.0 + 3 * 86_400


# -- databases of earlier versions -------------------------------------------------------------------


def test_games_saved_before_stay_public(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    shutil.copy(SAVED, database)
    with closing(sqlite3.connect(SAVED)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM games WHERE moves > 0").fetchone()
    with serving(database) as server:
        assert server.client.get("/api/games").json()["total"] == count
        game = server.client.get("/api/games").json()["games"][0]["id"]
        assert server.client.get(f"/api/games/{game}").json()["public"] is True


# -- where a friend finds the server -----------------------------------------------------------------


def test_a_server_for_this_machine_alone_says_so(server: Served) -> None:
    assert server.client.get("/api/address").json() == {"url": None}


def test_a_server_for_the_network_gives_its_address_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(address, "network_address", lambda: "192.0.2.7")
    everywhere, here = AdmissionSettings(any_address=True), AdmissionSettings()
    asked = URL("http://localhost:8460/api/address")
    assert address.reachable(asked, everywhere) == "http://192.0.2.7:8460"
    assert address.reachable(asked, here) is None
    assert address.reachable(URL("https://hive.example/api/address"), here) == "https://hive.example"
    monkeypatch.setattr(address, "network_address", lambda: None)  # a machine without a network
    assert address.reachable(asked, everywhere) is None
