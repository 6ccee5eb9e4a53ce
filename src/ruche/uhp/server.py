"""Our own engine as a UHP program: levels, threads, a table that lasts a game, pondering."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, TextIO

from ruche.rules.position import Position
from ruche.stop_flag import StopFlag
from ruche.uhp.bot import Refused, UhpBot
from ruche.uhp.options import Option, engine_options
from ruche.version import VERSION

if TYPE_CHECKING:
    from ruche.engine import Info, Limit, TranspositionTable
    from ruche.rules.action import Action


class UhpServer(UhpBot):
    """The engine at the end of two streams."""

    name, version = "ruche", VERSION

    def __init__(self, out: TextIO, notes: TextIO = sys.stderr) -> None:
        super().__init__(out, notes)
        self.table: tuple[int, TranspositionTable] | None = None  # its size in MiB, and the table
        self.line: tuple[Action, ...] = ()  # the best of the last search
        self.commands["pv"] = self.pv

    def settings(self) -> list[Option]:
        """Return the options of the rules and of the engine."""
        return [*super().settings(), *engine_options()]

    def begin(self) -> None:
        """Forget what was found in another game."""
        self.table = None
        self.line = ()

    def choose(self, position: Position, limit: Limit) -> Action:
        """Search under the options in force, with a line for each depth."""
        from ruche.engine import best_action

        return best_action(
            position,
            limit,
            level=self.number("Level"),
            threads=self.number("Threads"),
            table=self.ready_table(),
            stop=self.stop,
            on_info=self.report,
            # A weak level overlooks by the seed: with one for all of a game it would never see some actions.
            seed=self.number("Seed") + len(position.history),
        )

    def ready_table(self) -> TranspositionTable:
        """Return the table, of the size that is asked for."""
        from ruche.engine import TranspositionTable

        size = self.number("TableSizeMiB")
        if self.table is None or self.table[0] != size:
            self.table = None  # let go of the old one first
            self.table = (size, TranspositionTable(size))
        return self.table[1]

    def report(self, info: Info) -> None:
        """Say what a depth has found."""
        self.line = info.lines[0].actions
        self.say(str(info))

    def pv(self, _: str) -> Iterator[str]:
        """Print the best line of the last search."""
        if not self.line:
            raise Refused("err no line: ask for bestmove first")
        yield ";".join(map(str, self.line))

    def wait(self) -> str:
        """Wait for the next command, thinking on about the position if the option Ponder says so."""
        if not self.flag("Ponder") or self.position is None or self.position.outcome or not self.table:
            return super().wait()
        stop = StopFlag()
        thinking = threading.Thread(target=self.ponder, args=(self.position.copy(), stop), daemon=True)
        thinking.start()
        try:
            return super().wait()
        finally:
            stop.set()
            thinking.join()

    def ponder(self, position: Position, stop: StopFlag) -> None:
        """Fill the table until a command comes; the next search uses what was found."""
        from ruche.engine import Limit, best_action

        best_action(position, Limit(), threads=self.number("Threads"), table=self.ready_table(), stop=stop)
