"""Who is there, as one process sees it: by a clock that is handed in."""

import asyncio
from typing import Any

from tests.server.helpers import asynchronous

from ruche import Colour
from ruche.server.live.presence import NOBODY, Presence
from ruche.server.live.replica import PATIENCE, POLLING, WOKEN_AT_ONCE, Replica

NOW = 10_000.0


class Connection:
    """A follower that counts how often it is told to look."""

    def __init__(self, *held: Colour, visible: bool = True) -> None:
        self.held, self.visible, self.woken = frozenset(held), visible, 0
        self.sending = None

    async def send_news(self) -> None:
        self.woken += 1


def following(replica: Replica, *followers: Any) -> None:
    replica.followers = set(followers)


@asynchronous
async def test_who_is_seen_is_here_and_who_only_has_the_page_open_is_away() -> None:
    replica = Replica("game")
    following(replica, Connection(Colour.WHITE), Connection(Colour.BLACK, visible=False), Connection())
    replica.note_presence(NOW)
    assert replica.presence == Presence("here", "away", 1)
    following(replica, Connection(Colour.BLACK))
    replica.note_presence(NOW)
    assert replica.presence == Presence("gone", "here", 0)


@asynchronous
async def test_who_left_is_away_for_a_while_and_who_asks_over_http_is_here() -> None:
    replica = Replica("game")
    replica.left_at[Colour.WHITE] = NOW
    replica.asked_at[Colour.BLACK] = NOW
    replica.note_presence(NOW + PATIENCE - 1)
    assert replica.presence == Presence("away", "here", 0)
    replica.note_presence(NOW + max(PATIENCE, POLLING) + 1)
    assert replica.presence == NOBODY


@asynchronous
async def test_followers_hear_of_a_change_and_of_nothing_else() -> None:
    replica = Replica("game")
    white = Connection(Colour.WHITE)
    following(replica, white)
    for _ in range(2):
        replica.note_presence(NOW)
        await asyncio.sleep(0)
    assert (replica.changes, white.woken) == (1, 1)


@asynchronous
async def test_watchers_beyond_a_turn_are_woken_in_the_next() -> None:
    replica = Replica("game")
    watchers = [Connection() for _ in range(WOKEN_AT_ONCE + 1)]
    following(replica, *watchers)
    replica.wake()
    await asyncio.sleep(0)
    assert (sum(one.woken for one in watchers), replica.is_waking) == (WOKEN_AT_ONCE, True)
    await asyncio.sleep(0)
    assert ([one.woken for one in watchers], replica.is_waking) == ([1] * len(watchers), False)


class AgainstMachine:
    """A match of White against the machine."""

    to_move = Colour.WHITE

    def kind_of(self, colour: Colour) -> str:
        return "machine" if colour == Colour.BLACK else "person"


@asynchronous
async def test_the_machine_is_always_here_and_not_announced() -> None:
    replica = Replica("game")
    match: Any = AgainstMachine()
    replica.loaded = match
    following(replica, Connection(Colour.WHITE))
    replica.note_presence(NOW)
    assert replica.presence == Presence("here", "here", 0)
    assert replica.to_announce == Presence("here", "gone", 0)
