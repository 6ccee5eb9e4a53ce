"""What a seat may see: Swarm's hands are chosen in secret, and open once both are chosen (S1)."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from ruche import Colour, Position
from ruche.play.playthrough import Playthrough, Step
from ruche.play.sentences import Sentence

SECRET = "hand"  # what is shown of a choice that is still secret


def hidden_hand(position: Position, seats: Set[Colour]) -> Colour | None:
    """Return whose hand is hidden from the holder of these seats; a shared screen shows neither."""
    secret = position.secret_hand
    return None if secret is None or seats == {secret} else secret


def visible_steps(playthrough: Playthrough, hidden: Colour | None) -> list[Step]:
    """Return the steps; while a hand is hidden, its choice is the only step, and is left out."""
    if hidden is None:
        return playthrough.steps
    sentence = Sentence("secret_hand", hidden)
    return [replace(step, text=SECRET, sentence=sentence) for step in playthrough.steps]
