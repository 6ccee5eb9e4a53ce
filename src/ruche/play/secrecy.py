"""What a seat may see: faces (V0d) and Swarm's hands (S1) are secret until both players have chosen."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from ruche import Colour, Position
from ruche.play.playthrough import Playthrough, Step
from ruche.play.sentences import Sentence


def hidden_choice(position: Position, seats: Set[Colour]) -> Colour | None:
    """Return whose choice is hidden from the holder of these seats; a shared screen shows neither."""
    secret = position.secret_choice
    return None if secret is None or seats == {secret} else secret


def visible_steps(playthrough: Playthrough, hidden: Colour | None) -> list[Step]:
    """Return the steps; while a choice is hidden, the last step does not tell what was chosen."""
    choosing = playthrough.position.choosing
    if hidden is None or choosing is None:
        return playthrough.steps
    *open_steps, secret = playthrough.steps
    sentence = Sentence(f"secret_{choosing}", hidden)
    return [*open_steps, replace(secret, text=choosing, sentence=sentence)]


def open_choices(playthrough: Playthrough) -> int:
    """Return how many choices both players have seen: none of them is taken back (V0d)."""
    chosen = sum(step.turn.endswith("[0]") for step in playthrough.steps)
    return chosen - chosen % 2
