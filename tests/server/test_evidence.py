"""What `bench/promises.py` takes for a loss: its check must not explain one away."""

import asyncio

import pytest
from bench.harness.client import DivergenceError, Follower, Player
from bench.harness.evidence import Claims, Log, check_claims
from tests.server.helpers import game

from ruche import Action, Colour
from ruche.server.match.events import Entry, Played, Request


def log_with(*requests: str) -> Log:
    """A game in which each request has played something."""
    first = Entry("g", 0, 0.0, game(), Request("make", ""))
    played = [
        Entry("g", seq, 0.0, Played(Colour.WHITE, Action("wG1"), seq - 1, "wG1"), Request(request, ""))
        for seq, request in enumerate(requests, 1)
    ]
    return {"g": [first, *played]}


@pytest.mark.parametrize(
    ("claims", "kept"),
    [
        (Claims(done={"one": ("g", 1)}), [True, True, True]),
        (Claims(done={"two": ("g", 1)}), [False, True, True]),  # though the same action is there
        (Claims(done={"one": ("other", 1)}), [True, False, True]),
        (Claims(done={"one": ("g", 0)}), [True, False, True]),
        (Claims(refused={"one": ("g", "stale")}), [True, True, False]),
    ],
)
def test_claims_are_held_against_the_log(claims: Claims, kept: list[bool]) -> None:
    assert [figure.kept for figure in check_claims(log_with("one"), claims)] == kept


def test_a_request_in_the_log_twice_is_found() -> None:
    assert [figure.kept for figure in check_claims(log_with("one", "one"), Claims())] == [True, False, True]


def test_a_wish_keeps_its_id_until_it_is_refused() -> None:
    player = Player("", "g", "")
    first = player.request_for("play", seq=0, action="wG1")
    assert player.request_for("play", seq=0, action="wG1") == first
    assert player.request_for("play", seq=1, action="wG1") != first
    player.refused[first] = "stale"
    assert player.request_for("play", seq=0, action="wG1") != first


def test_a_follower_that_was_told_what_cannot_be_says_so() -> None:
    async def scene() -> None:
        follower = Follower("", "g")

        async def diverge() -> None:
            raise DivergenceError("a view of 3 after 5")

        assert not follower.fault
        follower.task = asyncio.create_task(diverge())
        await asyncio.wait({follower.task})
        assert "3 after 5" in follower.fault
        follower.start()
        await follower.stop()
        assert not follower.fault

    asyncio.run(scene())
