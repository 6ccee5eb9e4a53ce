"""Counting in pieces: the same numbers as in one go, and it stops when it is told to."""

import threading

import pytest
from tests.positions import played

from ruche import COMPILED, Position
from ruche.rules import perft
from ruche.rules.perft import Stopped, count


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("game_type", ["Base", "Base+MLP", "Base+Honeycombo", "Base+P+Guardians"])
def test_pieces_add_up(monkeypatch: pytest.MonkeyPatch, game_type: str, threads: int) -> None:
    monkeypatch.setattr(perft, "PIECE", 1)
    position = Position(game_type)
    depth = 4 if COMPILED and game_type == "Base" else 3
    for leaves in (False, True):
        assert count(position, depth, threads=threads, leaves=leaves) == position.perft(depth)
    assert not position.history


@pytest.mark.parametrize("threads", [1, 2])
def test_every_draw_counts(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:  # S2
    monkeypatch.setattr(perft, "PIECE", 1)
    position = played("Base+Swarm", "hand wA1 wA2 wG1", "hand bA1 bA2 bG1")
    assert count(position, 3, threads=threads) == position.perft(3)


def test_repetition_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:  # E4
    monkeypatch.setattr(perft, "PIECE", 1)
    position = played("Base+S0B0A0G1", "wG", "bQ /wG", "wQ wG/", "bQ wG\\", "wQ bQ/", "bQ wQ\\")
    assert count(position, 9) == position.perft(9)


@pytest.mark.parametrize("threads", [1, 2])
def test_it_stops_and_says_how_far_it_is(threads: int) -> None:
    stop, reports = threading.Event(), list[tuple[int, int]]()

    def on_progress(done: int, total: int) -> None:
        reports.append((done, total))
        stop.set()

    depth = 5 if COMPILED else 3
    with pytest.raises(Stopped):
        count(Position("Base+MLP"), depth, threads=threads, stop=stop, on_progress=on_progress)
    assert 1 <= len(reports) <= threads
    assert all(1 <= done <= threads < total for done, total in reports)


def test_what_interrupts_one_thread_ends_all() -> None:
    def on_progress(done: int, total: int) -> None:
        raise KeyboardInterrupt

    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        count(Position("Base+MLP"), 5 if COMPILED else 3, threads=2, on_progress=on_progress)
    assert threading.active_count() == before
