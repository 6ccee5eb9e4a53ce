"""Two numbers that change if the engine plays otherwise: `python -m ruche.engine.bench`.

One thread, a seed and a limit of nodes make the search repeatable, compiled or not. A refactoring leaves the
numbers as they are; a change of the evaluation, the search or the order of actions does not. The first is of
a short search, which plain Python can do too; the second reaches what happens only deeper in the tree.
"""

from __future__ import annotations

import random
import zlib

from ruche.engine import Info, Limit, TranspositionTable, best_action
from ruche.rules.position import Position

NODES = 1000
DEEP = 100_000
# Game types, and after how many random actions.
GAMES = (
    ("Base", 14),
    ("Base+MLP", 4),
    ("Base+MLP", 18),
    ("Base+MLP", 30),
    ("Venom+MLP", 20),
    ("Base+Guardians", 20),
    ("Base+MLP+Honeycombo", 16),
    ("Venom+Predators+Swarm", 18),
    ("Ultimate", 24),
)


def sample(game_type: str, actions: int, seed: int = 1) -> Position:
    """Return a position after some random actions; a game that ends before is begun anew."""
    chance = random.Random(seed)
    position = Position(game_type, seed=seed)
    while len(position.history) < actions:
        if position.outcome is not None:
            return sample(game_type, actions, seed + 1)
        position.play(chance.choice(sorted(position.legal_actions(), key=str)))
    return position if position.outcome is None else sample(game_type, actions, seed + 1)


def signature(nodes: int = NODES) -> int:
    """Return a checksum of what the engine does and thinks in some positions."""
    lines = []
    for game_type, actions in GAMES:
        position = sample(game_type, actions)
        infos: list[str] = []
        action = best_action(
            position,
            Limit(nodes=nodes),
            table=TranspositionTable(1),
            on_info=lambda info, infos=infos: infos.append(describe(info)),  # type: ignore[misc]
        )
        lines.append(f"{game_type} {action} {infos}")
    return zlib.crc32("\n".join(lines).encode())


def describe(info: Info) -> str:
    """Return everything repeatable that a search reported at a depth."""
    actions = info.lines[0].actions
    return f"{info.nodes} " + ";".join(map(str, [actions[0], info.depth, info.score, *actions]))


if __name__ == "__main__":
    print(signature(), signature(DEEP))
