"""Players: a level of our machine, the machine with settings, random play, or any UHP engine.

Written `level:3`, `ruche` or `ruche:threads=2,table=64,level=7`, `random`, in any letter case; anything else
is the command of an engine that speaks UHP.
"""

from __future__ import annotations

import random
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ruche.rules.action import Action
from ruche.rules.position import Position
from ruche.words.errors import LocalizedError

if TYPE_CHECKING:
    from ruche.engine import Limit

SETTINGS = {"threads": (1, 64), "table": (1, 65536), "level": (1, 8)}
DEFAULTS = {"threads": 1, "table": 16, "level": 8}


class PlayerError(LocalizedError):
    """A player or a run that cannot be had."""

    area = "arena"


class Player(Protocol):
    """Who chooses actions."""

    def new_game(self, seed: int) -> None:
        """Forget the last game."""

    def choose(self, position: Position, limit: Limit) -> Action:
        """Return the action to play."""

    def close(self) -> None:
        """Let go of everything."""


@dataclass(frozen=True)
class Spec:
    """A player as it is written, checked."""

    text: str
    kind: str  # machine, random or uhp
    settings: tuple[tuple[str, int], ...] = ()

    @staticmethod
    def read(text: str) -> Spec:
        """Read what a player is; raise `PlayerError`."""
        text = text.strip()
        ours = text.lower()
        name, _, rest = ours.partition(":")
        if name == "random" and not rest:
            return Spec(ours, "random")
        if name == "level":
            return Spec(ours, "machine", (("level", _number("level", rest)),))
        if name == "ruche":
            return Spec(ours, "machine", tuple(_settings(rest)))
        if not _command(text):
            raise PlayerError("no_player")
        return Spec(text, "uhp")

    @property
    def threads(self) -> int:
        """How many processors it keeps busy, as far as we know."""
        return dict(self.settings).get("threads", 1)

    def try_start(self) -> None:
        """Start its engine and end it again; raise `PlayerError` if that fails."""
        from ruche.uhp.client import EngineError, UhpEngine

        if self.kind != "uhp":
            return
        try:
            UhpEngine(_command(self.text)).start().close()
        except EngineError as error:
            raise PlayerError("not_started", player=self.text, error=error) from None

    def make(self) -> Player:
        """Return the player."""
        if self.kind == "random":
            return RandomPlayer()
        if self.kind == "machine":
            return MachinePlayer(**{**DEFAULTS, **dict(self.settings)})
        return UhpPlayer(self.text)


def _command(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:  # no end of a quotation, nothing after a backslash
        raise PlayerError("bad_command", text=text) from None


def _settings(text: str) -> list[tuple[str, int]]:
    found = []
    for part in filter(None, text.split(",")):
        name, _, value = part.partition("=")
        if name not in SETTINGS:
            raise PlayerError("no_setting", name=name, known=", ".join(SETTINGS))
        found.append((name, _number(name, value)))
    return found


def _number(name: str, text: str) -> int:
    least, most = SETTINGS[name]
    if not text.isdecimal() or not least <= int(text) <= most:
        raise PlayerError("bad_setting", name=name, value=text, least=least, most=most)
    return int(text)


class RandomPlayer:
    """Plays any legal action, each equally likely."""

    def __init__(self) -> None:
        self.lots = random.Random(0)

    def new_game(self, seed: int) -> None:
        """Begin anew with a seed, so that the game can be played again."""
        self.lots = random.Random(seed)

    def choose(self, position: Position, limit: Limit) -> Action:
        """Draw lots."""
        return self.lots.choice(position.legal_actions())

    def close(self) -> None:
        """Nothing to let go of."""


class MachinePlayer:
    """Our own engine."""

    def __init__(self, threads: int, table: int, level: int) -> None:
        self.threads = threads
        self.mib = table
        self.level = level
        self.seed = 0
        self.new_game(0)

    def new_game(self, seed: int) -> None:
        """Empty the table, so that a game does not depend on the one before."""
        from ruche.engine import TranspositionTable

        self.seed = seed
        self.table = TranspositionTable(self.mib)

    def choose(self, position: Position, limit: Limit) -> Action:
        """Think."""
        from ruche.engine import best_action

        return best_action(
            position,
            limit,
            level=self.level,
            threads=self.threads,
            table=self.table,
            seed=self.seed + len(position.history),
        )

    def close(self) -> None:
        """Nothing to let go of."""


class UhpPlayer:
    """An engine of any make."""

    def __init__(self, command: str) -> None:
        from ruche.uhp.client import UhpEngine

        self.engine = UhpEngine(_command(command))

    def new_game(self, seed: int) -> None:
        """The next position says which game it is."""
        self.engine.told = None

    def choose(self, position: Position, limit: Limit) -> Action:
        """Ask the engine."""
        return self.engine.choose(position, seconds=limit.seconds, depth=limit.depth)

    def close(self) -> None:
        """End the engine."""
        self.engine.close()
