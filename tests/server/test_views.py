"""What a view shows of a position."""

import gc
import random
from collections import deque

import msgspec
import pytest

from ruche import Colour, Position
from ruche.play.playthrough import Playthrough
from ruche.server.service import calm_collector
from ruche.server.wire.match_views import frames_of
from ruche.server.wire.messages import View
from ruche.server.wire.position_views import frame, line_view


@pytest.mark.parametrize("name", ["Base", "Venom+MLP", "Ultimate", "Ultimate+Swarm"])
def test_a_view_shows_every_step_and_frame(name: str) -> None:
    rng = random.Random(name)
    game = Playthrough(Position(name, seed=rng.getrandbits(32)))
    while game.position.outcome is None and len(game.steps) < 45:
        game.play(rng.choice(game.position.legal_actions()))
    view = msgspec.json.decode(msgspec.json.encode(line_view(game, 0.0)), type=View)
    assert [move.text for move in view.moves] == [step.text for step in game.steps]
    frames = frames_of(game.copy())
    assert len(frames) == len(game.steps) + 1
    assert frames[-1] == frame(game, seq=len(game.steps))


def test_a_hand_is_not_shown_while_it_is_secret() -> None:
    game = Playthrough(Position("Base+Swarm"))
    game.play("hand wA1 wB1 wG1")
    shown = frame(game, seq=1, hidden=Colour.WHITE)
    text = msgspec.json.encode(shown).decode()
    assert "ant" not in text
    assert "beetle" not in text
    assert shown.hands["w"] == msgspec.convert({"hidden": 4}, type(shown.hands["w"]))
    assert shown.bag is None  # nothing is in it yet, whatever has been chosen
    open_hand = msgspec.json.encode(frame(game, seq=1)).decode()
    assert "beetle" in open_hand
    game.play("hand bA1 bB1 bG1")
    assert frame(game, seq=2).bag == 22 - 8


def test_messages_do_not_make_the_collector_look_at_every_game() -> None:
    """Hundreds of views are made and dropped; what stays is the same, so there is nothing to collect."""
    playthrough, rng = Playthrough(Position("Base+MLP")), random.Random(1)
    for _ in range(20):
        playthrough.play(str(rng.choice(playthrough.position.legal_actions())))
    assert not gc.is_tracked(line_view(playthrough, 0.0).stacks[0].pieces[0])

    def looks() -> int:
        """Return how often the collector looks at more than the youngest while views are made."""
        before: int = gc.get_stats()[1]["collections"]
        deque((line_view(playthrough, 0.0) for _ in range(200)), maxlen=50)
        after: int = gc.get_stats()[1]["collections"]
        return after - before

    usual, often = gc.get_threshold(), looks()
    calm_collector()
    try:
        assert gc.get_freeze_count() > 10_000
        assert 4 * looks() < often
    finally:
        gc.unfreeze()
        gc.set_threshold(*usual)
