"""A program that speaks UHP: it reads commands, answers each with lines that end in `ok`, and lives on.

    class Cautious(UhpBot):
        name, version = "cautious", "1.0"

        def choose(self, position, limit):
            return position.legal_actions()[0]

    if __name__ == "__main__":
        Cautious.run()

`UhpBot` knows the protocol and the rules of every game type; a bot only chooses. Our own engine is one.
"""

from __future__ import annotations

import os
import queue
import re
import signal
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from io import TextIOWrapper
from typing import TYPE_CHECKING, TextIO, TypeVar

from ruche.notation.errors import Remark
from ruche.notation.gamestring import read_gamestring, write_gamestring
from ruche.rules.errors import IllegalAction
from ruche.rules.facts.game_type import GameType
from ruche.rules.perft import Stopped, count
from ruche.rules.position import Position
from ruche.stop_flag import StopFlag
from ruche.uhp.answers import EXPANSIONS
from ruche.uhp.options import Option, rule_options
from ruche.words.errors import shorten

if TYPE_CHECKING:
    from ruche.engine.limits import Limit
    from ruche.rules.action import Action

Made = TypeVar("Made")

DEFAULT_SECONDS = 5.0
# How long a search may still run after `exit` was said to it: UHP gives an engine 3 seconds to leave.
PATIENCE = 1.0

HELP = {
    "info": "info: who this engine is and which expansion pieces it knows",
    "newgame": "newgame [GameType or GameString]: begin a game, Base if nothing is said",
    "play": "play MoveString: play an action",
    "pass": "pass: play a pass",
    "validmoves": "validmoves: every legal action, separated by ;",
    "bestmove": "bestmove [time hh:mm:ss | seconds x.y | depth N | depthorseconds N x.y]: what it would play",
    "undo": "undo [N]: take back the last action, or the last N",
    "options": "options | options get Name | options set Name Value: see or change settings",
    "pv": "pv: the best line of the last search",
    "hash": "hash: a number that is equal for equal positions",
    "perft": "perft [depth]: count the sequences of actions of each length",
    "help": "help [command]: this list, or one line of it",
    "exit": "exit: end the engine",
}


class Refused(Exception):
    """An answer that says no: its text begins with `err` or `invalidmove`."""


class UhpBot(ABC):
    """A program at the end of two streams; a subclass gives it a name and chooses actions."""

    name = "bot"
    version = "1.0"

    def __init__(self, out: TextIO, notes: TextIO = sys.stderr) -> None:
        self.out = out
        self.notes = notes
        self.options = {option.name.lower(): option for option in self.settings()}
        self.position: Position | None = None
        self.stop = StopFlag()  # of the command that is carried out
        self.heard = 0  # lines read so far
        self.taken = 0  # of these, how many were taken up
        self.interrupted = 0  # how many had been read at the last Ctrl-C
        self.waiting: queue.SimpleQueue[str] = queue.SimpleQueue()  # lines, "" at the end
        self.last = time.monotonic()  # when the last line was taken up
        self.leave: float | None = None  # when `exit` was read, if it was said to a running command
        self.input_ended = False
        self.commands: dict[str, Callable[[str], Iterator[str]]] = {
            "info": self.info,
            "newgame": self.newgame,
            "play": self.play,
            "pass": lambda _: self.play("pass"),
            "validmoves": self.validmoves,
            "bestmove": self.bestmove,
            "undo": self.undo,
            "options": self.change_options,
            "perft": self.perft,
            "hash": self.hash,
            "help": self.help,
        }

    @abstractmethod
    def choose(self, position: Position, limit: Limit) -> Action | str:
        """Return the action to play; soon after `self.stop` is set, the best one so far."""

    def settings(self) -> list[Option]:
        """Return the options; a subclass adds its own to those of the rules."""
        return rule_options()

    @classmethod
    def run(cls) -> None:
        """Serve on standard input and output until `exit` or the end of the input."""
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(encoding="utf-8", errors="replace")
        try:
            cls(sys.stdout).serve(sys.stdin)
        except BrokenPipeError:  # nobody listens any more
            os._exit(0)

    # -- framing -----------------------------------------------------------------------------------

    def serve(self, lines: TextIO) -> None:
        """Answer commands until `exit` or the end of the input."""
        signal.signal(signal.SIGINT, lambda *_: self.interrupt())
        # Lines are read beside, so that a search is not deaf to `exit`.
        threading.Thread(target=self.listen, args=(lines,), daemon=True).start()
        self.answer("info")
        while line := self.wait():
            self.taken += 1
            self.stop = StopFlag()
            if self.taken <= self.interrupted:  # Ctrl-C came after the line, though before its turn
                self.stop.set()
            self.answer(line)

    def wait(self) -> str:
        """Return the next command; nothing at the end."""
        return self.waiting.get()

    def listen(self, lines: TextIO) -> None:
        """Read the input to its end; what comes after `exit` is ignored."""
        for line in iter(lines.readline, ""):
            words = " ".join(line.lstrip("\ufeff").split())
            if words.lower() == "exit":
                if self.taken >= self.heard - 1:  # nothing else waits before it
                    self.leave = time.monotonic()
                self.waiting.put("")
            elif words:
                self.heard += 1
                self.waiting.put(words)
        self.input_ended = True
        self.waiting.put("")

    def interrupt(self) -> None:
        """Stop the search or count that runs or waits; later commands are not affected."""
        self.interrupted = self.heard
        self.stop.set()

    def answer(self, line: str) -> None:
        """Carry out one command and print its answer."""
        word, _, rest = line.partition(" ")
        self.last = time.monotonic()
        command = self.commands.get(word.lower())
        try:
            if command is None:
                known = ", ".join([*self.commands, "exit"])
                raise Refused(f"err {shorten(word)!r} is no command: expected one of {known}")
            for text in command(rest):
                self.say(text)
        except Refused as refusal:
            self.say(" ".join(str(refusal).split()))
        except BrokenPipeError:
            raise
        except Exception as fault:  # the protocol wants an answer whatever happens
            self.say(" ".join(f"err {type(fault).__name__}: {fault}".split()))
        self.say("ok")

    def say(self, text: str) -> None:
        """Print a line at once."""
        self.out.write(text + "\n")
        self.out.flush()

    # -- the game ----------------------------------------------------------------------------------

    def info(self, _: str) -> Iterator[str]:
        """Say who we are; the expansion pieces are those of plain UHP."""
        yield f"id {self.name} v{self.version}"
        yield ";".join(EXPANSIONS)

    def newgame(self, text: str) -> Iterator[str]:
        """Begin a game; a type or record that cannot be read leaves the old game as it is."""
        try:
            position = self.read_game(text or "Base")
        except ValueError as fault:
            raise Refused(f"err {fault}") from None
        self.position = position
        self.begin()
        yield write_gamestring(position)

    def begin(self) -> None:
        """Forget what was learnt in another game; most bots have nothing to forget."""
        return

    def read_game(self, text: str) -> Position:
        """Read a game type or a GameString under the options in force."""
        game_type = GameType(text.partition(";")[0].strip())
        queen_first = not self.flag("TournamentOpening") if game_type.is_plain else self.flag("QueenOpening")
        game_type = game_type.with_options(
            queen_opening="allowed" if queen_first else "forbidden",  # T4
            repetition="draw" if self.flag("Repetition") else "off",
            wasp_reach=self.options["waspreach"].value,
        )
        remarks: list[Remark] = []
        position = read_gamestring(text, game_type=game_type, seed=self.number("Seed"), remarks=remarks)
        for remark in remarks:
            print(remark.say("en"), file=self.notes, flush=True)
        return position

    def flag(self, name: str) -> bool:
        """Return the value of a bool option."""
        return self.options[name.lower()].value == "True"

    def number(self, name: str) -> int:
        """Return the value of an int option."""
        return int(self.options[name.lower()].value)

    def game(self, *, running: bool = True) -> Position:
        """Return the position, or refuse if there is none or, where it matters, the game is over."""
        if self.position is None:
            raise Refused("err no game: begin one with newgame")
        if running and self.position.outcome is not None:
            raise Refused(f"err the game is over: {self.position.state}")
        return self.position

    def play(self, text: str) -> Iterator[str]:
        """Play an action."""
        position = self.game()
        try:
            position.play(text)
        except IllegalAction as fault:
            raise Refused(f"invalidmove {fault.reason.say('en')} ({fault.reason.rule})") from None
        except ValueError as fault:
            raise Refused(f"invalidmove {fault}") from None
        yield write_gamestring(position)

    def validmoves(self, _: str) -> Iterator[str]:
        """List the legal actions."""
        yield ";".join(map(str, self.game().legal_actions()))

    def undo(self, text: str) -> Iterator[str]:
        """Take actions back, all that are asked for or none."""
        position = self.game(running=False)
        played = len(position.history)
        if not re.fullmatch(r"\d{0,9}", text) or not 1 <= int(text or 1) <= played:
            raise Refused(f"err cannot undo {shorten(text) or 1}: expected a number from 1 to {played}")
        for _ in range(int(text or 1)):
            position.undo()
        yield write_gamestring(position)

    # -- the machine -------------------------------------------------------------------------------

    def bestmove(self, text: str) -> Iterator[str]:
        """Search until the limit or Ctrl-C, with a line for each depth, the action last."""
        position = self.game()
        seconds, depth = read_limit(text)
        from ruche.engine.limits import Limit

        if seconds is not None:  # loading the engine is on our own time
            seconds = max(0.01, seconds - (time.monotonic() - self.last))
        limit = Limit(seconds, depth)
        yield str(self.beside(lambda: self.choose(position.copy(), limit)))

    def beside(self, work: Callable[[], Made]) -> Made:
        """Do something slow in a thread, so that this one can react to Ctrl-C and `exit` at once."""
        made: list[Made] = []
        faults: list[Exception] = []

        def run() -> None:
            try:
                made.append(work())
            except Exception as fault:
                faults.append(fault)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        while thread.is_alive():
            thread.join(0.02)
            if self.nobody_waits():
                self.stop.set()
        if faults:
            raise faults[0]
        return made[0]

    def nobody_waits(self) -> bool:
        """Tell whether the answer is wanted no more.

        Whose input has ended is a script, which gets whole answers as long as somebody reads them. A viewer
        that says `exit` keeps the input open, and ends us by force if we do not leave soon.
        """
        if self.input_ended:
            return not has_reader(self.out)
        return self.leave is not None and time.monotonic() > self.leave + PATIENCE

    def perft(self, text: str) -> Iterator[str]:
        """Count the sequences of actions up to a depth, or up to where Ctrl-C stops it."""
        if text and not text.isdecimal():
            raise Refused(f"err perft {shorten(text)!r}: expected a whole number")
        position = self.game(running=False)
        with suppress(Stopped):
            for depth in range(int(text or 3) + 1):
                number = self.beside(partial(count, position, depth, stop=self.stop))
                yield f"perft({depth}) = {number}"

    def hash(self, _: str) -> Iterator[str]:
        """Print a number that is the same where the rule of repetition sees the same position (E4)."""
        yield f"{self.game(running=False).repetition_key & 0xFFFF_FFFF_FFFF_FFFF:016x}"

    # -- settings ----------------------------------------------------------------------------------

    def change_options(self, text: str) -> Iterator[str]:
        """Show or set options; those of the rules take effect at the next game."""
        verb, *words = text.split() or ["all"]
        match verb.lower(), words:
            case "all", []:
                yield from map(str, self.options.values())
            case "get", [name]:
                yield str(self.options[self.known(name)])
            case "set", [name, value]:
                option = self.options[self.known(name)]
                try:
                    option.set(value)
                except ValueError as fault:
                    raise Refused(f"err {fault}") from None
                yield str(option)
            case _:
                raise Refused(
                    f"err options {shorten(text)!r}: expected options, "
                    "options get Name or options set Name Value"
                )

    def known(self, name: str) -> str:
        """Return the key of an option, or refuse."""
        if name.lower() not in self.options:
            names = ", ".join(option.name for option in self.options.values())
            raise Refused(f"err no option {shorten(name)!r}: expected one of {names}")
        return name.lower()

    def help(self, text: str) -> Iterator[str]:
        """List the commands, or explain one."""
        if not text:
            yield from (HELP[word] for word in [*self.commands, "exit"])
        elif text.lower() in (*self.commands, "exit"):
            yield HELP[text.lower()]
        else:
            known = ", ".join([*self.commands, "exit"])
            raise Refused(f"err no command {shorten(text)!r}: expected one of {known}")


def has_reader(out: TextIO) -> bool:
    """Tell whether somebody is at the other end of a pipe; True where that cannot be known."""
    try:
        import select

        poll = select.poll()  # not on Windows
        poll.register(out.fileno(), 0)  # errors are reported unasked
        return not poll.poll(0)
    except (AttributeError, OSError, ValueError):
        return True


def read_limit(text: str) -> tuple[float | None, int | None]:
    """Read what bestmove is limited by: seconds or a depth."""
    if not text:
        return DEFAULT_SECONDS, None
    if found := re.fullmatch(r"(?i)time (\d+):(\d\d):(\d\d(?:\.\d+)?)", text):
        return int(found[1]) * 3600 + int(found[2]) * 60 + float(found[3]), None
    if found := re.fullmatch(r"(?i)seconds (\d+(?:\.\d*)?|\.\d+)", text):
        return float(found[1]), None
    if (found := re.fullmatch(r"(?i)depth (\d+)", text)) and int(found[1]) > 0:
        return None, int(found[1])
    if (found := re.fullmatch(r"(?i)depthorseconds (\d+) (\d+(?:\.\d*)?|\.\d+)", text)) and int(found[1]) > 0:
        return float(found[2]), int(found[1])
    raise Refused(
        f"err bestmove {shorten(text)!r}: expected time hh:mm:ss, seconds x.y, depth N "
        "or depthorseconds N x.y"
    )
