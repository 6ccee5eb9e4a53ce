"""Clocks: none, real time with increment, days a move."""

import time
from pathlib import Path

import pytest
from tests.server.helpers import Seat, Served, serving

from ruche import Colour
from ruche.server.match.clock import Clock, DaysPerTurn, RealTime

WHITE, BLACK = Colour.WHITE, Colour.BLACK


def test_real_time_with_increment() -> None:
    clock = Clock(RealTime(seconds=60, increment=5))
    assert clock.deadline() is None
    clock.turn_to(BLACK, 100.0)
    assert clock.deadline() == 160.0
    assert clock.time_of(BLACK, 110.0) == 50.0
    clock.turn_to(WHITE, 110.0, completed=True)
    assert (clock.left[BLACK], clock.time_of(WHITE, 130.0)) == (55.0, 40.0)
    clock.turn_to(BLACK, 130.0)  # taken back: no increment for what was not completed
    assert clock.left[WHITE] == 40.0
    assert clock.time_of(BLACK, 1000.0) == 0.0
    clock.turn_to(None, 140.0)
    assert clock.deadline() is None
    assert clock.left == [40.0, 45.0]


def test_days_a_turn() -> None:
    clock = Clock(DaysPerTurn(days=2))
    clock.turn_to(BLACK, 0.0)
    assert clock.deadline() == 2 * 86_400
    clock.turn_to(WHITE, 86_400.0, completed=True)
    assert clock.deadline() == 3 * 86_400
    assert clock.left == [2 * 86_400, 2 * 86_400]
    clock.skip(1000.0)
    assert clock.deadline() == 3 * 86_400 + 1000


def test_a_clock_runs_from_the_first_action_on(server: Served) -> None:
    white = server.create(clock={"kind": "real", "seconds": 600, "increment": 5})
    white.play("wG1")
    assert white.look()["clock"]["running"] is None  # nobody sits there yet
    black = white.join()
    view = black.look()
    assert view["clock"]["running"] == "b"
    time.sleep(0.3)
    view = black.play("bG1 wG1-")
    assert view["clock"]["running"] == "w"
    assert 590 < view["clock"]["b"] < 604.8
    assert view["clock"]["w"] == pytest.approx(600, abs=0.5)


def test_who_runs_out_of_time_loses_though_nobody_looks(server: Served) -> None:
    white = server.create(clock={"kind": "real", "seconds": 1, "increment": 0})
    black = white.join()
    white.play("wG1")
    time.sleep(1.3)
    found = server.client.get("/api/games", params={"state": "finished", "result": "white"}).json()["games"]
    assert white.game in [game["id"] for game in found]
    view = black.look()
    assert view["outcome"] == {"winner": "w", "why": "time"}
    assert view["clock"]["b"] == 0
    assert black.post("actions", seq=view["seq"], action="bG1 wG1-").status_code == 409


def test_no_clock_runs_while_the_server_is_away(database: Path) -> None:
    with serving(database) as server:
        white = server.create(clock={"kind": "real", "seconds": 200, "increment": 0})
        white.join()
        white.play("wG1")
        before = white.look()["clock"]["b"]
        looked = time.monotonic()
    left = time.monotonic()
    time.sleep(2.5)
    away = time.monotonic() - left
    with serving(database) as server:
        view = Seat(server, white.game, white.token).look()
        assert view["outcome"] is None
        assert view["clock"]["running"] == "b"
        assert before - view["clock"]["b"] < time.monotonic() - looked - away + 0.5
