"""Players: each kind chooses legal actions, repeats itself by its seed, and can be stopped."""

import sys
from collections.abc import Iterator
from functools import partial

import pytest
from tests.waiting import within_a_minute

from ruche import Position
from ruche.engine import Limit, StopFlag, TranspositionTable, best_action
from ruche.players.player import EnginePlayer, Player, RandomPlayer, UhpPlayer
from ruche.players.spec import Spec
from ruche.uhp.client import UhpEngine

OURS = [sys.executable, "-P", "-m", "ruche", "uhp"]


def played(player: Player, seed: int, plies: int) -> list[str]:
    """The first actions of a game in which the player has both sides."""
    player.new_game(seed)
    position = Position("Base")
    for _ in range(plies):
        action = player.choose(position, Limit(depth=1))
        assert action in position.legal_actions()
        position.play(action)
    return [str(action) for action in position.history]


@pytest.mark.parametrize("text", ["random", "level:1"])
def test_a_seed_repeats_a_game(text: str) -> None:
    player = Spec.read(text).make()
    first = played(player, 1, 6)
    assert played(player, 1, 6) == first
    assert played(player, 2, 6) != first


def test_a_program_plays() -> None:
    player = UhpPlayer(OURS)
    try:
        assert len(played(player, 1, 3)) == 3
        assert player.name("fr").startswith("ruche")
    finally:
        player.close()


@pytest.mark.parametrize("kind", ["engine", "program"])
def test_it_answers_when_it_is_stopped(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is stopped as soon as it has said something of its search."""
    stop, lines = StopFlag(), UhpEngine.lines

    def listening(engine: UhpEngine, command: str, seconds: float) -> Iterator[str]:
        for text in lines(engine, command, seconds):
            if command.startswith("bestmove"):
                stop.set()
            yield text

    monkeypatch.setattr(UhpEngine, "lines", listening)
    monkeypatch.setattr(
        "ruche.players.player.best_action", partial(best_action, on_info=lambda _: stop.set())
    )
    player = EnginePlayer() if kind == "engine" else UhpPlayer(OURS)
    position = Position("Base")
    try:
        action = within_a_minute(lambda: player.choose(position, Limit(seconds=300), stop))
        assert action in position.legal_actions()
    finally:
        player.close()


def test_a_shared_table_is_kept() -> None:
    table = TranspositionTable(1)
    shared, own = EnginePlayer(table=table), EnginePlayer(table=1)
    before = own.table
    for player in (shared, own):
        player.new_game(3)
    assert shared.table is table
    assert own.table is not before


def test_names() -> None:
    assert RandomPlayer().name("fr") == "random"
    assert EnginePlayer(1).name("en") != EnginePlayer(1).name("fr")
