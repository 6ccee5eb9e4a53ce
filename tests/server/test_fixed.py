"""Faces that are fixed before the game (V0d): a secret until both have chosen, then for good."""

import json
from typing import Any

import pytest
from tests.server.databases import Place
from tests.server.helpers import Seat, Served, serving

CHOICES = ("faces", "faces wF1 wO1 wO2 wY1 wY2")
HANDS = ("hand wA1 wA2 wA3", "hand wB2 wG1 wS1")  # with the faces below
HIDING = "Hiding"  # who plays no game in which there is nothing to hide
OWN = {"id", "now", "at", "started", "ended", "invite", "seats", "watchers", "presence"}  # of one game only


def without_own(data: Any) -> Any:
    """What was sent, without what differs from one game to the next anyway."""
    if isinstance(data, dict):
        return {key: without_own(value) for key, value in data.items() if key not in OWN}
    return [without_own(one) for one in data] if isinstance(data, list) else data


def seen_by(seat: Seat) -> list[Any]:
    """All that a visitor can learn of a game."""
    client = seat.server.client
    get = [client.get(f"{seat.path}{rest}", headers=seat.headers) for rest in ("", "/frames", "/record")]
    tried = ["wB1", "wF1", "wS1 -wQ", "steal wS1", "steal wO1", "hand wA1 wS1 wB1", "draw +wA1", "faces wF1"]
    asked = [seat.post("why", action=text) for text in tried]
    played = [seat.post("actions", seq=get[0].json()["seq"], action=text) for text in tried]
    rows = [row for row in client.get("/api/games").json()["games"] if row["id"] == seat.game]
    assert client.get("/api/games", params={"player": HIDING}).json()["total"] > 0
    archive = client.get("/api/archive.pgn", params={"player": HIDING})
    assert (archive.status_code, archive.text) == (200, "")
    answers = [(one.status_code, without_own(one.json())) for one in (*get, *asked, *played)]
    picture = client.get(f"{seat.path}/thumbnail", headers=seat.headers)
    assert picture.status_code == 200
    return [*answers, without_own(rows), picture.text]


def audiences(server: Served, game: str, actions: tuple[str, ...]) -> list[list[Any]]:
    """What black, a watcher and two at one screen see after some actions, the last of them white's secret."""
    white = server.create(type=game, name=HIDING, public=True)
    black = white.join()
    screen = server.create(type=game, name=HIDING, opponent={"kind": "screen"})
    for i, action in enumerate(actions):
        (black if i % 2 else white).play(action)
        screen.play(action)
    mine = json.dumps(white.look())
    assert all(name in mine for name in actions[-1].split()[1:])
    return [seen_by(seat) for seat in (black, white.watch(), screen)]


@pytest.mark.parametrize(
    ("game", "before", "secrets"),
    [
        ("Venom+MLP+Fixed", (), CHOICES),
        ("Venom+Swarm+Fixed", (), CHOICES),
        ("Venom+Swarm+Fixed", ("faces wF1", "faces bD1"), HANDS),
    ],
)
def test_nobody_can_tell_what_white_has_chosen(
    database: Place, game: str, before: tuple[str, ...], secrets: tuple[str, ...]
) -> None:
    with serving(database, "--address-budget", "1000000") as server:  # downloads cost much
        one, other = (audiences(server, game, (*before, secret)) for secret in secrets)
    assert one == other


def test_both_see_both_once_both_have_chosen(server: Served) -> None:
    white = server.create(type="Venom+MLP+Fixed")
    black = white.join()
    white.play(CHOICES[1])
    view = black.play("faces bT")
    assert [move["text"] for move in view["moves"]] == [CHOICES[1], "faces bT"]
    assert {entry["bug"] for entry in view["hands"]["w"]} >= {"firefly", "beetle", "scorpion", "fly", "ant"}
    assert all(len(entry["faces"]) == 1 for entry in view["hands"]["w"])
    assert view["turn"] == "White[1]"


def test_kinds_and_counts_go_over_the_wire_not_a_list(server: Served) -> None:
    white = server.create(type="Ultimate+Fixed")
    white.join()
    view = white.look()
    chosen = view["choose"]
    assert (chosen["what"], chosen["count"], view["actions"]) == ("faces", 15, [])
    assert [(entry["name"], entry["count"], entry["faces"]) for entry in chosen["from"]] == [
        ("wO1", 2, ["spider", "scorpion"]),
        ("wF1", 2, ["beetle", "firefly"]),
        ("wY1", 3, ["ant", "fly"]),
        ("wD1", 3, ["grasshopper", "dragonfly"]),
        ("wT", 1, ["mosquito", "tick"]),
        ("wH", 1, ["ladybug", "shield_bug"]),
        ("wC", 1, ["pillbug", "centipede"]),
        ("wN", 1, ["butterfly", "moth"]),
        ("wX", 1, ["praying_mantis", "assassin_bug"]),
    ]


@pytest.mark.parametrize("text", ["faces wY1 wF1", "faces wF2", "faces wB1", "faces wQ", "faces bF1", "wA1"])
def test_a_bad_choice_has_a_reason_and_changes_nothing(server: Served, text: str) -> None:
    white = server.create(type="Venom+Fixed")
    white.join()
    before = white.look()
    answer = white.post("actions", seq=before["seq"], action=text)
    assert answer.status_code == 422
    assert {"en", "fr"} <= set(answer.json()["reason"]["text"])
    assert without_own(white.look()) == without_own(before)


def test_a_choice_that_was_shown_is_not_taken_back(server: Served) -> None:
    both = server.create(type="Venom+Swarm+Fixed", opponent={"kind": "screen"})
    both.play("faces wF1")
    assert both.offer("takeback")["moves"] == []  # nobody has seen it yet
    both.play("faces wF1", "faces")
    assert both.propose("takeback").status_code == 409
    both.play("hand wA1 wA2 wA3", "hand bA1 bA2 bA3")
    assert both.propose("takeback").status_code == 409
    both.play("wA1")
    assert len(both.offer("takeback")["moves"]) == 4


def test_against_the_machine_neither_is_a_choice_taken_back(server: Served) -> None:
    mine = server.create(type="Venom+MLP+Fixed", opponent={"kind": "machine", "level": 1})
    mine.play("faces wF1")
    view = mine.until(lambda view: view["turn"] == "White[1]")
    assert view["moves"][1]["text"].startswith("faces")
    assert mine.propose("takeback").status_code == 409


def test_the_machine_chooses_first_in_secret(server: Served) -> None:
    mine = server.create(type="Venom+Swarm+Fixed", opponent={"kind": "machine", "level": 2}, colour="b")
    view = mine.until(lambda view: view["turn"] == "Black[0]")
    assert [move["text"] for move in view["moves"]] == ["faces"]
    mine.play("faces bF1")
    view = mine.until(lambda view: len(view["moves"]) == 3)
    assert view["moves"][2]["text"] == "hand"
    mine.play("hand bA1 bA2 bA3")
    mine.until(lambda view: view["turn"] == "Black[1]")


def test_no_clock_runs_before_both_have_chosen(server: Served) -> None:
    clock = {"kind": "real", "seconds": 60, "increment": 0}
    white = server.create(type="Venom+Swarm+Fixed", clock=clock)
    black = white.join()
    for seat, action in (
        (white, "faces wF1"),
        (black, "faces"),
        (white, "hand wA1 wA2 wA3"),
    ):
        view = seat.play(action)
        assert (view["clock"]["running"], view["clock"]["w"], view["clock"]["b"]) == (None, 60, 60)
    assert black.play("hand bA1 bA2 bA3")["clock"]["running"] == "w"


def test_a_game_left_while_choosing_goes_on_there(database: Place) -> None:
    with serving(database) as first:
        white = first.create(type="Venom+MLP+Fixed")
        black = white.join()
        white.play("faces wF1 wT")
    with serving(database) as second:
        again = [Seat(second, seat.game, seat.token) for seat in (white, black)]
        view = again[1].look()
        assert (view["turn"], view["choose"]["what"], view["moves"][0]["text"]) == (
            "Black[0]",
            "faces",
            "faces",
        )
        again[1].play("faces bY1")
        assert again[0].look()["moves"][0]["text"] == "faces wF1 wT"
