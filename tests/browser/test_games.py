"""Whole games in a real browser, in each way of playing."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.browser.conftest import Visit
from tests.browser.helpers import ULTIMATE, hunt, over, todo

from ruche import Colour, Position
from ruche.words import say

LONGEST = 40  # own actions, after which a game that will not end is given up
LANGUAGES = {"en": "fr", "fr": "en"}
SIZES = {"phone": "desktop", "desktop": "phone"}


@pytest.mark.parametrize(
    ("game_type", "size", "language", "seed"),
    [
        ("Base+MLP", "phone", "fr", 0),
        ("Venom", "desktop", "en", 0),
        (ULTIMATE, "phone", "en", 1),
    ],
)
def test_one_screen(visit: Visit, game_type: str, size: str, language: str, seed: int) -> None:
    visitor = visit(size, language)
    visitor.begin(game_type, "screen")
    position = Position(game_type)
    rng = random.Random(seed)
    while position.outcome is None:
        visitor.act(position, hunt(position, rng))
    visitor.sees(position)
    assert position.outcome.winner is not None
    over(visitor, position.outcome.winner.letter, position.outcome.why)


def test_every_kind_of_action(visit: Visit) -> None:
    """Do what was done least until all has been done."""
    visitor = visit("desktop", "fr")
    visitor.begin(ULTIMATE, "screen")
    position = Position(ULTIMATE)
    rng = random.Random(26)
    done: Counter[str] = Counter()
    wanted = {"place", "move", "flip", "turn", "sting", "swap", "kill", "pass"}
    while position.outcome is None and set(done) < wanted:
        actions = position.legal_actions()
        least = min(done[action.kind] for action in actions)
        chosen = rng.choice([action for action in actions if done[action.kind] == least])
        done[chosen.kind] += 1
        visitor.act(position, str(chosen))
    visitor.sees(position)
    assert set(done) == wanted


def test_double_turn(visit: Visit) -> None:
    """Both actions of a double turn are told (K5)."""
    visitor = visit("phone", "fr")
    visitor.begin(ULTIMATE, "screen")
    position = Position(ULTIMATE)
    for text in ("wT hc/", "bQ wT/", "wP wT\\", "hc =w", "wR -hc"):
        visitor.act(position, text)
    turn = say("page.status.b", "fr")
    assert visitor.prompt == say("page.status.double", "fr", who=turn)
    visitor.act(position, "bQ =bW")
    assert visitor.prompt == say("page.status.second", "fr", who=turn)
    visitor.act(position, "bW wP/")
    assert visitor.prompt == todo("fr", "w", "queen")


def test_swarm(visit: Visit) -> None:
    """Choose both hands, then place, draw and steal to the end."""
    visitor = visit("phone", "fr")
    visitor.begin("Base+MLP+Swarm", "screen")
    position = Position("Base+MLP+Swarm")
    rng = random.Random(4)
    done: Counter[str] = Counter()
    while position.outcome is None:
        ways: dict[str, str] = {action.kind: str(action) for action in position.legal_actions()}
        early = "hand" if "hand" in ways else "steal" if "steal" in ways else "draw"
        text = ways[early] if early in ways and not done["steal"] else hunt(position, rng)
        visitor.act(position, text)
        done[position.history[-1].kind] += 1
    visitor.sees(position)
    assert done["hand"] == 2
    assert done["steal"]
    assert done["draw"]
    winner = position.outcome.winner
    over(visitor, "draw" if winner is None else winner.letter, position.outcome.why)


@pytest.mark.parametrize(
    ("game_type", "size", "language"),
    [("Base+MLP", "desktop", "en"), ("Venom", "phone", "fr"), (ULTIMATE, "desktop", "fr")],
)
def test_against_the_machine(visit: Visit, game_type: str, size: str, language: str) -> None:
    visitor = visit(size, language)
    visitor.begin(game_type, "machine", clock="real")
    position = Position(game_type)
    rng = random.Random(1)
    for _ in range(LONGEST):
        while position.outcome is None and position.colour is Colour.WHITE:
            visitor.act(position, hunt(position, rng))
        while position.outcome is None and position.colour is Colour.BLACK:
            visitor.until_moves(len(position.history) + 1)
            position.play(visitor.record[len(position.history)])
        if position.outcome is not None:
            break
    visitor.sees(position)
    if position.outcome is None:
        visitor.resign()
        over(visitor, "b", "resignation", you="w")
    else:
        winner = position.outcome.winner
        over(visitor, "draw" if winner is None else winner.letter, position.outcome.why, you="w")


@pytest.mark.parametrize(
    ("game_type", "size", "language", "seed"),
    [("Base+MLP", "desktop", "fr", 1), ("Venom", "phone", "en", 3), (ULTIMATE, "phone", "fr", 3)],
)
def test_friend_by_link(visit: Visit, game_type: str, size: str, language: str, seed: int) -> None:
    host = visit(size, language)
    host.begin(game_type, "friend", public=True)
    link = host.invitation
    friend = visit(SIZES[size], LANGUAGES[language])
    friend.join(link)
    host.find(".copy").wait_for(state="detached")
    watcher = visit("phone", "en")
    watcher.join(link.partition("#")[0])
    assert watcher.find(".entry.lit").count() == 0
    assert watcher.find(".menu button").count() == 1  # a watcher can only share
    turn = say("page.status.w", "en")
    assert watcher.prompt == say("page.status.watching", "en", status=turn)

    position = Position(game_type)
    rng = random.Random(seed)
    while position.outcome is None:
        mover, other = (host, friend) if position.colour is Colour.WHITE else (friend, host)
        mover.until_moves(len(position.history))
        mover.act(position, hunt(position, rng))
        other.until_moves(len(position.history))
    for seen in (host, friend, watcher):
        seen.sees(position)
    assert position.outcome.winner is Colour.WHITE
    over(host, "w", position.outcome.why, you="w")
    over(friend, "w", position.outcome.why, you="b")
    over(watcher, "w", position.outcome.why)
