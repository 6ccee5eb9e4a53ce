"""One game of a run: a job says what is played, a result how it went."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

from ruche import words
from ruche.arena.openings import arena_type
from ruche.engine.limits import Limit
from ruche.notation.gamestring import write_gamestring
from ruche.players.player import Player
from ruche.players.spec import PlayerError, Spec
from ruche.rules.position import Position
from ruche.uhp.client import EngineError


@dataclass(frozen=True)
class Job:
    """A game to be played. Two games are a pair: one opening, colours swapped."""

    number: int
    white: str
    black: str
    game_type: str
    opening: tuple[str, ...]
    limit: Limit
    plies: int  # after this number of actions it is a draw
    seed: int

    @property
    def pair(self) -> int:
        return self.number // 2

    def player(self, side: int) -> str:
        return (self.white, self.black)[side]


@dataclass(frozen=True)
class Result:
    """How a game went."""

    number: int
    white: str
    black: str
    state: str  # WhiteWins, BlackWins or Draw
    why: str  # surrounded, both, removed, repetition; length: too long; fault: a player broke the rules
    plies: int
    record: str  # GameString
    seconds: float
    slowest: tuple[float, float] = (0.0, 0.0)  # longest thought of white and of black
    fault: str = ""

    def score(self, player_is_white: bool) -> float:
        if self.state == "Draw":
            return 0.5
        return float((self.state == "WhiteWins") == player_is_white)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @staticmethod
    def of(data: dict[str, Any]) -> Result:
        return Result(**{**data, "slowest": tuple(data["slowest"])})


class GameRunner:
    """Plays the games of a process; its players are kept from game to game."""

    def __init__(self) -> None:
        self.players: dict[str, Player] = {}

    def player(self, text: str, side: int) -> Player:
        """Return the player of a side; one that meets itself has an object for each side."""
        key = f"{side} {text}"
        if key not in self.players:
            self.players[key] = Spec.read(text).make()
        return self.players[key]

    def close(self) -> None:
        for player in self.players.values():
            player.close()
        self.players.clear()

    def play(self, job: Job) -> Result:
        """Play a game. A player whose engine fails or cheats loses it; one without an engine ends the run."""
        position = Position(arena_type(job.game_type), seed=job.seed)
        for text in job.opening:
            position.play(text)
        sides = [self.player(job.player(side), side) for side in (0, 1)]
        for side, player in enumerate(sides):
            player.new_game(2 * job.seed + side)
        slowest = [0.0, 0.0]
        began = time.perf_counter()
        fault, loser = "", 0
        while position.outcome is None and len(position.history) < job.plies:
            side = int(position.colour)
            start = time.perf_counter()
            try:
                action = sides[side].choose(position, job.limit)
            except EngineError as error:
                sides[side].close()
                if error.kind == "not_found":  # says nothing of its strength
                    raise PlayerError("not_started", player=job.player(side), error=error) from None
                fault, loser = error.say(words.language()), side
                break
            slowest[side] = max(slowest[side], time.perf_counter() - start)
            position.play(action)
        state, why = verdict(position, fault, loser)
        return Result(
            job.number,
            job.white,
            job.black,
            state,
            why,
            len(position.history),
            write_gamestring(position),
            round(time.perf_counter() - began, 3),
            (round(slowest[0], 4), round(slowest[1], 4)),
            fault,
        )


def verdict(position: Position, fault: str, loser: int) -> tuple[str, str]:
    """Return how a game ended: on the board, by a player's fault, or by its length."""
    if fault:
        return ("BlackWins" if loser == 0 else "WhiteWins"), "fault"
    if position.outcome is not None:
        return position.state, position.outcome.why
    return "Draw", "length"
