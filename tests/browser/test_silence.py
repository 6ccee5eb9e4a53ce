"""A connection that dies without a word: the page notices by itself, and comes back by itself.

How soon is tried with a clock of the test's own (`frontend/tests/net`) and measured by `bench/promises.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from bench.harness.dead_wire import DeadWire
from tests.browser.conftest import Visit
from tests.browser.helpers import Visitor
from tests.server.helpers import Seat, Served

from ruche.words import say


@pytest.fixture
def wire(server: Served) -> Iterator[DeadWire]:
    made = DeadWire(server.url)
    yield made
    made.close()


def invite_by_wire(visit: Visit, wire: DeadWire, size: str, language: str) -> tuple[Visitor, str, str]:
    """Let somebody come by the wire and invite a friend; return the game and the invitation, too."""
    visitor = visit(size, language, server=wire.url)
    visitor.dropped = True
    visitor.begin("Base", "friend")
    return visitor, visitor.page.url.rpartition("/")[2], visitor.invitation.partition("#join=")[2]


def join(server: Served, game: str, invite: str) -> Seat:
    """Take the free seat, past the wire."""
    answer = server.client.post(f"/api/games/{game}/join", json={"invite": invite, "name": "Bert"})
    return Seat(server, game, answer.json()["seats"]["b"])


def test_a_game_goes_on_after_a_silence(visit: Visit, wire: DeadWire, server: Served) -> None:
    visitor, game, invite = invite_by_wire(visit, wire, "desktop", "en")
    friend = join(server, game, invite)
    visitor.place_first()
    for silence in (1, 2):
        wire.cut()
        visitor.find(".offline").wait_for()
        view = friend.look()
        if silence == 1:
            friend.act(view["actions"][0]["text"], view["seq"])
        wire.mend()
        visitor.find(".offline").wait_for(state="detached")
        visitor.until_pieces(2)
    visitor.place_first()
    friend.until(lambda view: len(view["moves"]) == 3)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_who_waits_for_a_friend_sees_him_come_after_a_silence(
    visit: Visit, wire: DeadWire, server: Served, language: str
) -> None:
    visitor, game, invite = invite_by_wire(visit, wire, "phone", language)
    wire.cut()
    visitor.find(".offline").wait_for()
    join(server, game, invite)
    wire.mend()
    visitor.find(".offline").wait_for(state="detached")
    visitor.find(".seat").get_by_text("Bert").wait_for()
    visitor.find(".prompt p").filter(has_text=say("page.status.yours", language)).wait_for()
