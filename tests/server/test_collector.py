"""What the garbage collector looks at, and when."""

import gc
import random
import weakref
from collections import deque
from collections.abc import Iterator

import pytest

from ruche import Position
from ruche.play.playthrough import Playthrough
from ruche.server import collector
from ruche.server.collector import Collector
from ruche.server.wire.position_views import line_view


class Circle:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def started() -> Iterator[Collector]:
    one = Collector()
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


@pytest.mark.parametrize("idle", [True, False])
def test_garbage_set_aside_is_found_when_there_is_much_more(
    started: Collector, idle: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collector, "SLACK", 0)
    circle = Circle()
    gone = weakref.ref(circle)
    kept = grow(20_000)  # the circle is set aside with them
    del circle
    started.look_if_grown(idle=idle)
    assert gone() is not None  # there is not much more than there was
    kept += grow(started.kept * (1 if idle else 3))
    started.look_if_grown(idle=idle)
    assert gone() is None
    assert started.kept > len(kept)


def test_while_people_play_everything_is_looked_through_less_often(
    started: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collector, "SLACK", 0)
    before = looks(2)
    kept = grow(2 * started.kept)
    started.look_if_grown(idle=False)
    assert looks(2) == before
    started.look_if_grown(idle=True)
    assert looks(2) == before + 1
    assert kept


def test_messages_are_hardly_looked_at() -> None:
    """Hundreds of views are made and dropped; what stays is the same, so there is nothing to collect."""
    playthrough, rng = Playthrough(Position("Base+MLP")), random.Random(1)
    for _ in range(20):
        playthrough.play(str(rng.choice(playthrough.position.legal_actions())))
    assert not gc.is_tracked(line_view(playthrough, 0.0).stacks[0].pieces[0])
    one = Collector()
    one.start()
    try:
        before = looks(1)
        deque((line_view(playthrough, 0.0) for _ in range(200)), maxlen=50)
        assert looks(1) - before < 20
    finally:
        one.stop()
