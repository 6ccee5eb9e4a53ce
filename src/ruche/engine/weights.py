"""What the evaluation's weights are called, where they lie in one list, and how their file is read.

The weights are data (`weights.toml`), in hundredths of a point; a point is about one more filled neighbour
of a royal. Each says how good something is for the player who has it. The evaluation is a sum of weights,
so that a program can tune them from games.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ruche.rules.facts.bugs import BUGS

FILE = Path(__file__).with_name("weights.toml")

# Tables and single weights that belong to no bug, each with its length.
COMMON = {
    "ring": 14,  # by filled neighbours of one's royal, 0 to 6; first while waiting, then if to move
    "siege": 16,  # the same with Guardians (E7): filled neighbours, plus one if covered, 0 to 7
    "royal_in_hand": 1,
    "royal_pinned": 1,
    "royal_stuck": 1,  # free to leave, but nowhere to slide
    "royal_wasp": 1,
    "royal_under_enemy": 1,
    "royal_under_friend": 1,
    "closed": 1,  # an empty neighbour of the royal into which nothing slides
    "drop": 1,  # an empty neighbour of the royal on which the enemy could place
    "rescue": 1,  # a thrower of one's own beside the royal, with room to throw
    "rescue_free": 1,  # the same, and the royal is not pinned
    "menace": 1,  # a thrower of the enemy's beside the royal
    "shielded": 1,  # the royal is shielded (V7)
    "strike": 1,  # enemies that a predator beside them could remove (P1)
    "strike_royal": 1,
    "holds": 1,  # enemies that a scorpion keeps from being flipped (V3)
    "flips": 1,  # pieces of one's own that could be flipped
    "resting": 1,  # a piece of one's own that rests in one's own turn (R1)
    "stung": 1,  # a piece of one's own that is stung (V1)
    "captive": 1,  # a piece of one's own in the enemy's hand (S3)
    "turn_ready": 1,  # the Honeycombo shows one's colour
    "double_coming": 1,
    "double_now": 1,
    "tempo": 1,
}

# What a piece is worth, by bug and by how it stands; the royal's row holds nothing.
STATES = (
    "hand",
    "covered",
    "pinned",  # kept by the hive (H2)
    "blocked",  # could leave, but finds no slide
    "free_1",  # free, by distance from the enemy's royal, 4 or more alike
    "free_2",
    "free_3",
    "free_4",
    "above_0",  # on top of a stack, by distance from the enemy's royal, 2 or more alike
    "above_1",
    "above_2",
    "stuck_1",  # pinned or blocked beside the enemy's royal
    "home_stuck",  # pinned or blocked beside one's own royal, besides the above
    "home_free",  # free beside one's own royal, besides the above
)
ROW = 16  # room for the states of a bug

OFFSETS = {name: sum(list(COMMON.values())[:i]) for i, name in enumerate(COMMON)}
PIECES = sum(COMMON.values())
SIZE = PIECES + ROW * len(BUGS)


def index(bug: str, state: str) -> int:
    """Return the place of a bug's weight in the list."""
    return PIECES + ROW * [b.name for b in BUGS].index(bug) + STATES.index(state)


def by_place(row: Sequence[int]) -> list[int]:
    """Return a bug's weights by where the evaluation looks for them, the small sums made.

    Nothing; then pinned, blocked, free, each by distance from the enemy's royal, 1 to 4, and again beside
    one's own; on a stack, by distance, 0 to 4; covered; in hand.
    """
    hand, covered, pinned, blocked, *rest = row
    free, above, (stuck, home_stuck, home_free) = rest[:4], rest[4:7], rest[7:10]
    held = [[stuck, how, how, how] for how in (pinned, blocked)]
    return [
        0,
        *(worth + home for how in held for home in (0, home_stuck) for worth in how),
        *(worth + home for home in (0, home_free) for worth in free),
        *(above[min(distance, 2)] for distance in range(5)),
        covered,
        hand,
    ]


def flatten(data: dict[str, Any]) -> list[int]:
    """Turn the content of a weights file into one list; raise `ValueError` if something is missing."""
    weights = [0] * SIZE
    for name, length in COMMON.items():
        given = data["common"][name]
        values = [given] if isinstance(given, int) else given
        if len(values) != length:
            raise ValueError(f"weights: {name} has {len(values)} numbers, expected {length}")
        weights[OFFSETS[name] : OFFSETS[name] + length] = values
    for bug, values in data["pieces"].items():
        if len(values) != len(STATES):
            raise ValueError(f"weights: {bug} has {len(values)} numbers, expected {len(STATES)}")
        begin = index(bug, STATES[0])
        weights[begin : begin + len(STATES)] = values
    return weights


def unflatten(weights: list[int]) -> dict[str, Any]:
    """Turn one list back into the content of a weights file."""
    common = {
        name: weights[OFFSETS[name]] if length == 1 else weights[OFFSETS[name] : OFFSETS[name] + length]
        for name, length in COMMON.items()
    }
    pieces = {}
    for bug in BUGS[1:]:
        begin = index(bug.name, STATES[0])
        pieces[bug.name] = weights[begin : begin + len(STATES)]
    return {"common": common, "pieces": pieces}


def write(weights: list[int], about: str) -> str:
    """Return the text of a weights file; `about` says where the numbers come from."""
    data = unflatten(weights)
    lines = [f"# {line}" for line in about.splitlines()]
    lines += ["# weights.py says what each weight means.", "", "[common]"]
    lines += [f"{name} = {value}" for name, value in data["common"].items()]
    lines += ["", "[pieces]", f"# {', '.join(STATES)}"]
    lines += [f"{name} = {values}" for name, values in data["pieces"].items()]
    return "\n".join(lines) + "\n"


def read(path: Path) -> list[int]:
    with path.open("rb") as file:
        return flatten(tomllib.load(file))


@cache
def default() -> tuple[int, ...]:
    """Return the weights that ship with the program."""
    return tuple(read(FILE))
