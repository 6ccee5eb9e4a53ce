"""Write a player: it looks one action ahead and takes what fills the hexes around the enemy's queen.

python examples/one_ply.py --games 10
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable

from ruche import Action, Colour, Position

Player = Callable[[Position], Action]


class OnePly:
    """A player is anything that takes a position and gives one of its legal actions."""

    def __init__(self, seed: int = 0) -> None:
        self.chance = random.Random(seed)

    def __call__(self, position: Position) -> Action:
        """Return the action after which the position is best, any of those if there are several."""
        me = position.colour
        scored = []
        for action in position.legal_actions():
            position.play(action)
            scored.append((value(position, me), action))
            position.undo()
        best = max(score for score, _ in scored)
        return self.chance.choice([action for score, action in scored if score == best])


def value(position: Position, me: Colour) -> float:
    """Say how good a position is: the end first, then the enemy's queen hemmed in, then one's own free."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0.0 if winner is None else 100.0 if winner == me else -100.0
    return around_queen(position, me.other) - 0.9 * around_queen(position, me)


def around_queen(position: Position, colour: Colour) -> int:
    """Count the occupied neighbours of a player's queen, whichever face she shows."""
    stacks = position.stacks
    for place, pieces in stacks.items():
        if any(piece.colour == colour and piece.bug.letter in "QW" for piece in pieces):
            return sum(place.neighbour(direction) in stacks for direction in range(6))
    return 0


class AtRandom:
    """The weakest opponent there is."""

    def __init__(self, seed: int = 0) -> None:
        self.chance = random.Random(seed)

    def __call__(self, position: Position) -> Action:
        return self.chance.choice(position.legal_actions())


def play(white: Player, black: Player, game_type: str, *, seed: int = 0, most: int = 200) -> Position:
    """Let two players play; a game that lasts too long stays unfinished."""
    position = Position(game_type, seed=seed)
    while position.outcome is None and len(position.history) < most:
        # A player is shown what it may see: not the seed of the bag, nor a hand still secret.
        player = white if position.colour == Colour.WHITE else black
        position.play(str(player(position.seen_by(position.colour))))
    return position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game_type", nargs="?", default="Base")
    parser.add_argument("--games", type=int, default=10)
    arguments = parser.parse_args()
    won = 0
    for i in range(arguments.games):
        players: list[Player] = [OnePly(i), AtRandom(i)]
        mine = Colour(i % 2)
        position = play(players[mine], players[mine.other], arguments.game_type, seed=i)
        won += position.outcome is not None and position.outcome.winner == mine
    print(f"one ply ahead won {won} of {arguments.games} games against random play")


if __name__ == "__main__":
    main()
