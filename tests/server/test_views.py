"""What a view shows of a position."""

import random

import msgspec
import pytest

from ruche import Colour, Position
from ruche.play.playthrough import Playthrough
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
