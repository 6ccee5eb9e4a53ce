"""Telling a search to stop: it is told, it does not ask."""

import threading
import time

import pytest
from tests.waiting import PATIENCE, within_a_minute

from ruche.engine import Limit, StopFlag, TranspositionTable, best_action, thread_pool
from ruche.engine.bench import sample


def test_who_listens_is_told_once_and_no_longer_than_it_listens() -> None:
    stop, heard = StopFlag(), list[str]()
    with stop.notifying(lambda: heard.append("early")):
        assert heard == []
        stop.set()
        assert heard == ["early"]
    with stop.notifying(lambda: heard.append("late")):  # it was told to stop before
        assert heard == ["early", "late"]
    stop.set()
    assert heard == ["early", "late"]


def test_a_search_that_reports_nothing_hears_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the wait for a report may be, a stop ends it."""

    began, stop, position = threading.Event(), StopFlag(), sample("Base", 10)

    def ponder(pool: thread_pool.ThreadPool, _: object) -> None:
        began.set()
        while not pool.current.is_stopped():
            time.sleep(0.01)

    def tell() -> None:
        began.wait(PATIENCE)
        stop.set()

    monkeypatch.setattr(thread_pool, "LONGEST_WAIT", 600.0)
    monkeypatch.setattr(thread_pool.ThreadPool, "work", ponder)
    threading.Thread(target=tell).start()
    action = within_a_minute(lambda: best_action(position, Limit(), stop=stop, table=TranspositionTable(1)))
    assert action in position.legal_actions()
