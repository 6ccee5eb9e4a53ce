"""What a player is, and the three kinds there are."""

from __future__ import annotations

import random
from typing import Protocol

from ruche.engine import Limit, StopFlag, TranspositionTable, best_action, level_of
from ruche.rules.action import Action
from ruche.rules.position import Position
from ruche.uhp.client import UhpEngine


class Player(Protocol):
    """Chooses actions."""

    def name(self, language: str) -> str:
        """Return what the player is called."""

    def new_game(self, seed: int) -> None:
        """Forget the last game."""

    def choose(self, position: Position, limit: Limit, stop: StopFlag | None = None) -> Action:
        """Return the action to play; once stopped, the best one so far."""

    def close(self) -> None:
        """Release everything the player holds; most hold nothing."""
        return


class RandomPlayer(Player):
    """Plays any legal action, each equally likely."""

    def __init__(self) -> None:
        self.random = random.Random(0)

    def name(self, language: str) -> str:
        """Return the word by which it is asked for, the same in every language."""
        return "random"

    def new_game(self, seed: int) -> None:
        """Begin again with a seed, so that the game can be repeated."""
        self.random = random.Random(seed)

    def choose(self, position: Position, limit: Limit, stop: StopFlag | None = None) -> Action:
        return self.random.choice(position.legal_actions())


class EnginePlayer(Player):
    """A level of our own engine."""

    def __init__(self, level: int = 8, *, threads: int = 1, table: TranspositionTable | int = 16) -> None:
        self.level = level_of(level)
        self.threads = threads
        self.mib = table if isinstance(table, int) else None
        self.table = TranspositionTable(table) if isinstance(table, int) else table
        self.seed = 0

    def name(self, language: str) -> str:
        return self.level.name(language)

    def new_game(self, seed: int) -> None:
        """Empty the table, unless it is shared, so that a game does not depend on the one before."""
        self.seed = seed
        if self.mib is not None:
            self.table = TranspositionTable(self.mib)

    def choose(self, position: Position, limit: Limit, stop: StopFlag | None = None) -> Action:
        # A weak level overlooks actions by the seed: with one for the whole game, some would never be seen.
        seed = self.seed + len(position.history)
        level, threads = self.level.number, self.threads
        return best_action(
            position, limit, level=level, threads=threads, table=self.table, stop=stop, seed=seed
        )


class UhpPlayer(Player):
    """Any program that speaks UHP; it is started when it is first asked."""

    def __init__(self, command: str | list[str]) -> None:
        self.engine = UhpEngine(command)

    def name(self, language: str) -> str:
        """Return what the program calls itself, the same in every language."""
        return self.engine.name

    def new_game(self, seed: int) -> None:
        """The next position says which game it is."""
        self.engine.forget_game()

    def choose(self, position: Position, limit: Limit, stop: StopFlag | None = None) -> Action:
        """Ask the program; the protocol does not hide a Swarm hand (S1)."""
        with (stop or StopFlag()).notifying(self.engine.cancel):
            return self.engine.choose(position, limit)

    def close(self) -> None:
        self.engine.close()
