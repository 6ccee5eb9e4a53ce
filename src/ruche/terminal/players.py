"""Who sits opposite: a level of the machine, or any engine that speaks UHP. They think in threads."""

from __future__ import annotations

from typing import Protocol

from ruche import Position
from ruche.engine import LEVELS, Limit, StopFlag, TranspositionTable, best_action
from ruche.uhp.client import UhpEngine


class Opponent(Protocol):
    """Chooses actions; asked in a thread of its own."""

    def name(self, language: str) -> str:
        """Return what it is called."""
        ...

    def choose(self, position: Position) -> str:
        """Return an action, in notation; the position is the opponent's own copy."""
        ...

    def stop(self) -> None:
        """End its thinking early; what it answers then is not used."""
        ...

    def close(self) -> None:
        """End its thinking and free what it holds."""
        ...


class Machine:
    """A level of our own engine."""

    def __init__(self, number: int, *, seconds: float = 2.0, seed: int = 0) -> None:
        self.level = LEVELS[number - 1]
        self.seconds = seconds
        self.seed = seed
        self.table = TranspositionTable(16)
        self.stop_flag = StopFlag()

    def name(self, language: str) -> str:
        """Return the level's name."""
        return self.level.name(language)

    def choose(self, position: Position) -> str:
        """Think for the level's time, at most `seconds`."""
        self.stop_flag = StopFlag()
        limit = Limit(seconds=self.seconds)
        chosen = best_action(
            position,
            limit,
            level=self.level.number,
            table=self.table,
            stop=self.stop_flag,
            seed=self.seed + len(position.history),
        )
        return str(chosen)

    def stop(self) -> None:
        """Stop the search."""
        self.stop_flag.set()

    def close(self) -> None:
        """Stop the search for good."""
        self.stop_flag.set()


class Program:
    """Any program that speaks UHP."""

    def __init__(self, command: str, *, seconds: float = 2.0) -> None:
        self.engine = UhpEngine(command).start()
        self.seconds = seconds

    def name(self, language: str) -> str:
        """Return what the program calls itself, the same in every language."""
        return self.engine.name

    def choose(self, position: Position) -> str:
        """Ask for its best action; the protocol does not hide a Swarm hand (S1)."""
        return str(self.engine.choose(position, seconds=self.seconds))

    def stop(self) -> None:
        """Interrupt its search."""
        self.engine.cancel()

    def close(self) -> None:
        """End the program."""
        self.engine.close()
