"""How a game stands, in words: what a share of the points to expect means to a player."""

from __future__ import annotations

from typing import Literal, cast

from ruche import words

Standing = Literal[
    "equal",
    "white_slightly_better",
    "white_better",
    "white_winning",
    "black_slightly_better",
    "black_better",
    "black_winning",
]
# From which share of the points on the favourite stands so.
LEADS = (("winning", 0.9), ("better", 0.7), ("slightly_better", 0.57))


def standing_of(chance: float) -> Standing:
    """Return how a game stands by the share of the points that White may expect."""
    leader = leader_of(chance)
    if leader is None:
        return "equal"
    share = max(chance, 1 - chance)
    lead = next(lead for lead, least in LEADS if share >= least)
    return cast(Standing, f"{leader}_{lead}")


def leader_of(chance: float) -> Literal["white", "black"] | None:
    """Return who is ahead, if anybody is."""
    least = LEADS[-1][1]
    if chance >= least:
        return "white"
    return "black" if 1 - chance >= least else None


def say_standing(chance: float, language: str) -> str:
    """Say how a game stands."""
    return words.say(f"page.standing.{standing_of(chance)}", language)
