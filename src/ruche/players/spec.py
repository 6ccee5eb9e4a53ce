"""Players as they are written: a level of our engine, the engine with settings, random play, any UHP program.

Written `level:3`, `ruche` or `ruche:threads=2,table=64,level=7`, `random`, in any letter case; anything else
is the command of an engine that speaks UHP.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ruche.words.errors import LocalizedError

if TYPE_CHECKING:
    from ruche.players.player import Player

SETTINGS = {"threads": (1, 64), "table": (1, 65536), "level": (1, 8)}


class PlayerError(LocalizedError):
    """A player or a run that is not possible."""

    area = "arena"


@dataclass(frozen=True)
class Spec:
    """A player as it is written, checked."""

    text: str
    kind: str  # engine, random or uhp
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
            return Spec(ours, "engine", (("level", _number("level", rest)),))
        if name == "ruche":
            return Spec(ours, "engine", tuple(_settings(rest)))
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
        from ruche.players.player import EnginePlayer, RandomPlayer, UhpPlayer

        if self.kind == "random":
            return RandomPlayer()
        if self.kind == "engine":
            return EnginePlayer(**dict(self.settings))
        return UhpPlayer(_command(self.text))


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
