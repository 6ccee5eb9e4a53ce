"""What the garbage collector looks at, and when."""

import asyncio
import gc
import random
import weakref
from collections import deque
from collections.abc import Iterator

import pytest

from ruche import Position
from ruche.play.playthrough import Playthrough
from ruche.server.process.collector import POSTPONED, SIZES, SLACK, YOUNG, Collector, process_size
from ruche.server.wire.position_views import line_view


class Circle:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def started() -> Iterator[Collector]:
    one = Collector(lambda: 0)
    one.start()
    try:
        yield one
    finally:
        one.stop()


def looks(generation: int) -> int:
    """Return how often the collector has looked at a generation."""
    count: int = gc.get_stats()[generation]["collections"]
    return count


def grow(count: int) -> list[list[int]]:
    """Make objects that stay."""
    return [[i] for i in range(count)]


def test_what_stays_is_set_aside_and_not_looked_at_again(started: Collector) -> None:
    before, aside = looks(2), gc.get_freeze_count()
    kept = grow(100_000)
    assert looks(2) == before
    assert gc.get_freeze_count() - aside > 0.8 * len(kept)


def test_what_was_made_lately_is_freed(started: Collector) -> None:
    gone = weakref.ref(Circle())
    kept = grow(20_000)
    assert gone() is None
    assert len(kept) == 20_000


@pytest.mark.parametrize(("idle", "times"), [(True, 2), (False, 4)])
def test_garbage_set_aside_is_found_once_the_process_has_grown(idle: bool, times: int) -> None:
    sizes = [10**9]
    one = Collector(lambda: sizes[-1])
    one.start()
    try:
        circle = Circle()
        gone = weakref.ref(circle)
        kept = grow(20_000)  # the circle is set aside with them
        del circle
        gc.collect()
        sizes.append(times * 10**9)
        one.look_if_grown(idle=idle)
        assert gone() is not None  # it has not grown that much
        sizes.append(times * 10**9 + 2 * SLACK)
        one.look_if_grown(idle=idle)
        assert gone() is None
        assert len(kept) == 20_000
    finally:
        one.stop()


def test_the_size_of_a_process_is_known_where_it_is_asked_for() -> None:
    if not SIZES.exists():
        pytest.skip(f"{SIZES} is not there")
    assert 10**7 < process_size() < 10**11


def test_messages_are_hardly_looked_at() -> None:
    """Hundreds of views are made and dropped; what stays is the same, so there is nothing to collect."""
    playthrough, rng = Playthrough(Position("Base+MLP")), random.Random(1)
    for _ in range(20):
        playthrough.play(str(rng.choice(playthrough.position.legal_actions())))
    assert not gc.is_tracked(line_view(playthrough, 0.0).stacks[0].pieces[0])
    one = Collector(lambda: 0)
    one.start()
    try:
        before = looks(1)
        deque((line_view(playthrough, 0.0) for _ in range(200)), maxlen=50)
        assert looks(1) - before < 20
    finally:
        one.stop()


def test_the_server_looks_between_actions_before_python_would_in_the_middle_of_one() -> None:
    one = Collector(lambda: 0)
    one.start()
    try:
        before, aside = looks(0) + looks(1), gc.get_freeze_count()
        kept = grow(4 * YOUNG)
        assert looks(0) + looks(1) == before
        one.look_at_young()
        kept += grow(YOUNG)
        one.look_at_young()
        assert looks(0) + looks(1) == before + 2
        assert gc.get_freeze_count() - aside > 0.8 * len(kept)
    finally:
        one.stop()


def test_a_look_waits_for_what_is_under_way_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, looked = [0], [0]

    def is_busy() -> bool:
        asked[0] += 1
        return True

    async def tidy() -> None:
        one = Collector(lambda: 0)
        one.look_at_young = lambda: looked.append(asked[0])  # type: ignore[method-assign]
        kept = grow(4 * YOUNG)
        tidying = asyncio.create_task(one.tidy(is_busy))
        while len(looked) < 3:
            await asyncio.sleep(0)
        tidying.cancel()
        assert kept

    monkeypatch.setattr("ruche.server.process.collector.PAUSE", 0.0)
    gc.disable()
    try:
        asyncio.run(tidy())
    finally:
        gc.enable()
    assert looked[1:] == [POSTPONED + 1, 2 * (POSTPONED + 1)]
