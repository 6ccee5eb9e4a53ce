"""What UHP asks of an engine besides the rules: framing, commands, errors, the process."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from ruche.rules.position import Position
from ruche.uhp.check import Bench, Check, Failure, Skipped, quote
from ruche.uhp.client import EXIT_SECONDS, EngineError, UhpEngine

PROTOCOL: list[Check] = []
OPENING = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
WON = (  # white has surrounded black's queen
    r"Base;WhiteWins;Black[8];wA1;bB1 wA1\;wS1 -wA1;bB2 /bB1;wG1 \wA1;bG1 bB2\;wQ -wG1;bQ bB1\;wS1 \wQ;"
    r"bA1 bQ/;wS2 \wS1;bG2 bA1\;wA2 \wG1;bA1 bQ\;wA2 \bG2"
)


def check(area: str, grade: str = "must") -> Callable[[Callable[[Bench], None]], Callable[[Bench], None]]:
    """Make a function a check; its docstring is the title."""

    def register(function: Callable[[Bench], None]) -> Callable[[Bench], None]:
        title = (function.__doc__ or "").strip().rstrip(".")
        PROTOCOL.append(Check(function.__name__.replace("_", "-"), area, grade, title, function))
        return function

    return register


def begin(bench: Bench, *actions: str) -> str:
    """Begin a game of Base and play; return the last answer."""
    answer = bench.good("newgame Base")
    for action in actions:
        answer = bench.good(f"play {action}")
    return answer


# -- framing ---------------------------------------------------------------------------------------


@check("framing")
def greeting(bench: Bench) -> None:
    """At start it prints what it answers to info, unasked."""
    engine = bench.fresh()
    lines = bench.ask("info")
    if not lines or lines[0] != f"id {engine.name}":
        raise Failure(f"'id {engine.name}' as at the start", quote(lines))


@check("framing")
def info_lines(bench: Bench) -> None:
    """Info is an id line with name and version, then the expansion pieces, if any."""
    lines = bench.ask("info")
    if not 1 <= len(lines) <= 2 or not re.fullmatch(r"id \S.*", lines[0]):
        raise Failure("a line 'id NAME vVERSION' and one of expansion pieces", quote(lines))
    if len(lines) == 2 and not set(lines[1].split(";")) <= {"Mosquito", "Ladybug", "Pillbug", ""}:
        raise Failure("some of Mosquito;Ladybug;Pillbug", lines[1])


@check("framing")
def one_ok(bench: Bench) -> None:
    """Every answer ends with one ok, and nothing comes after it."""
    for line in ("info", "newgame Base", "validmoves", "nonsense-command"):
        bench.ask(line)
        time.sleep(0.05)
        if not bench.engine.answers.empty():
            raise Failure(f"nothing after the ok that ends '{line}'", repr(bench.engine.answers.get()))


@check("framing")
def unknown_command(bench: Bench) -> None:
    """A word that is no command is answered with err."""
    bench.refused("nonsense-command", "err")


@check("framing", "should")
def letter_case(bench: Bench) -> None:
    """Command words are read in any letter case."""
    for line in ("INFO", "Info"):
        if not bench.ask(line)[:1] == bench.ask("info")[:1]:
            raise Failure(f"'{line}' to be read as info", quote(bench.ask(line)))
    bench.good("NewGame Base")


@check("framing", "should")
def blanks(bench: Bench) -> None:
    """Words may be separated by tabs and by several blanks."""
    bench.good("newgame\tBase")
    bench.good("play   wS1")
    bench.good("play\tbS1 wS1-")


@check("framing", "should")
def empty_lines(bench: Bench) -> None:
    """An empty line is ignored."""
    engine = bench.ready()
    assert engine.process is not None
    assert engine.process.stdin is not None
    engine.process.stdin.write("\n")
    lines = bench.ask("info")
    time.sleep(0.05)
    if not engine.answers.empty() or not lines or not lines[0].startswith("id "):
        engine.close()
        raise Failure("no answer to an empty line", quote(lines))


# -- games -----------------------------------------------------------------------------------------


@check("commands")
def new_game(bench: Bench) -> None:
    """A new game of every type it knows answers with its GameString."""
    for name in bench.game_types:
        expected = f"{name};NotStarted;White[1]"
        if (answer := bench.one(f"newgame {name}")) != expected:
            raise Failure(expected, answer)


@check("commands")
def default_game(bench: Bench) -> None:
    """A new game without a type is Base."""
    if (answer := bench.one("newgame")) != "Base;NotStarted;White[1]":
        raise Failure("Base;NotStarted;White[1]", answer)


@check("commands")
def play_answers(bench: Bench) -> None:
    """Playing answers with the GameString: type, state, turn, moves, no semicolon at the end."""
    expected = f"Base;InProgress;White[3];{';'.join(OPENING)}"
    if (answer := begin(bench, *OPENING)) != expected:
        raise Failure(expected, answer)


@check("commands")
def load_game(bench: Bench) -> None:
    """A new game from a GameString replays it."""
    text = f"Base;InProgress;White[3];{';'.join(OPENING)}"
    if (answer := bench.one(f"newgame {text}")) != text:
        raise Failure(text, answer)


@check("commands", "should")
def load_wrong_fields(bench: Bench) -> None:
    """State and turn of a loaded GameString are computed, not believed."""
    text = f"Base;WhiteWins;Black[77];{';'.join(OPENING)}"
    answer = bench.one(f"newgame {text}")
    if answer.split(";")[1:3] != ["InProgress", "White[3]"]:
        raise Failure("InProgress;White[3]", answer)


@check("commands")
def load_finished(bench: Bench) -> None:
    """A finished game can be loaded, and its state says who won."""
    answer = bench.good(f"newgame {WON}")
    if answer.split(";")[1] != "WhiteWins":
        raise Failure("WhiteWins", answer)


@check("commands")
def undo(bench: Bench) -> None:
    """Undo takes back one move, or as many as are asked for."""
    begin(bench, *OPENING)
    if (answer := bench.one("undo")) != f"Base;InProgress;Black[2];{';'.join(OPENING[:3])}":
        raise Failure("the game without its last move", answer)
    if (answer := bench.one("undo 3")) != "Base;NotStarted;White[1]":
        raise Failure("Base;NotStarted;White[1]", answer)


@check("commands")
def undo_finished(bench: Bench) -> None:
    """A finished game can be taken back and goes on."""
    bench.good(f"newgame {WON}")
    answer = bench.good("undo")
    if answer.split(";")[1] != "InProgress":
        raise Failure("InProgress", answer)
    bench.good(r"play wA2 \bG2")


@check("commands")
def options(bench: Bench) -> None:
    """Options are lines of name, type, value, default and what they may be."""
    for line in bench.ask("options"):
        fields = line.split(";")
        if len(fields) < 4 or fields[1] not in ("bool", "int", "double", "enum"):
            raise Failure("Name;type;value;default and limits", line)
        if fields[1] in ("int", "double") and len(fields) != 6:
            raise Failure("the least and the most of a number", line)
        if bench.one(f"options get {fields[0]}") != line:
            raise Failure(line, bench.one(f"options get {fields[0]}"))


@check("commands")
def best_move_depth(bench: Bench) -> None:
    """bestmove depth ends with a legal move."""
    begin(bench, *OPENING)
    best(bench, "depth 1", 60)


@check("commands")
def best_move_time(bench: Bench) -> None:
    """bestmove time ends with a legal move, in time."""
    begin(bench, *OPENING)
    began = time.perf_counter()
    best(bench, "time 00:00:01", 60)
    if time.perf_counter() - began > 3:
        raise Failure("an answer after 1 s", f"one after {time.perf_counter() - began:.1f} s")


def best(bench: Bench, limit: str, seconds: float) -> None:
    """Ask for a move and see whether it is legal."""
    lines = bench.ask(f"bestmove {limit}", seconds)
    position = Position("Base")
    for action in OPENING:
        position.play(action)
    try:
        position.parse(lines[-1] if lines else "")
    except ValueError as error:
        raise Failure("a legal MoveString as last line", f"{quote(lines)} ({error})") from None


# -- errors ----------------------------------------------------------------------------------------


@check("errors")
def no_game(bench: Bench) -> None:
    """Before the first game, playing, listing and taking back are errors."""
    bench.fresh()
    for line in ("play wS1", "pass", "validmoves", "bestmove depth 1", "undo"):
        bench.refused(line, "err")


@check("errors")
def game_over(bench: Bench) -> None:
    """When the game is over, playing and listing are errors."""
    bench.good(f"newgame {WON}")
    for line in ("play wA3 -wQ", "pass", "validmoves", "bestmove depth 1"):
        bench.refused(line, "err", "invalidmove")


@check("errors")
def bad_type(bench: Bench) -> None:
    """A game type that does not exist is an error."""
    for name in ("Basement", "Base+X", "Base;InProgress;White[2];wS1;bS1 bS1-"):
        bench.refused(f"newgame {name}", "err", "invalidmove")


@check("errors")
def old_game_stays(bench: Bench) -> None:
    """After a new game that failed, the old one is still there."""
    begin(bench, *OPENING[:2])
    bench.refused("newgame Basement", "err")
    answer = bench.good(f"play {OPENING[2]}")
    if not answer.endswith(";".join(OPENING[:3])):
        raise Failure("the old game to go on", answer)


@check("errors")
def illegal_move(bench: Bench) -> None:
    """Moves that are unreadable or illegal are refused with invalidmove, and change nothing."""
    before = begin(bench, *OPENING)
    for text in ("nonsense", "wS1 bQ-", "bQ wQ-", "wA1 bQ-", "wA1 wS1", "wQ bQ-"):
        bench.refused(f"play {text}", "invalidmove")
    answer = bench.good(r"play wA1 -wQ")
    if not answer.endswith(";".join((*OPENING, "wA1 -wQ"))):
        raise Failure(f"the game after {before} to go on", answer)


@check("errors")
def illegal_pass(bench: Bench) -> None:
    """Passing is refused with invalidmove while there is a move."""
    begin(bench, *OPENING)
    bench.refused("pass", "invalidmove")
    bench.refused("play pass", "invalidmove")


@check("errors")
def undo_limits(bench: Bench) -> None:
    """Taking back less than one move, or more than were played, is an error."""
    begin(bench, *OPENING)
    for count in ("0", "-1", "5", "x"):
        bench.refused(f"undo {count}", "err")
    begin(bench)
    bench.refused("undo", "err")


@check("errors")
def unknown_option(bench: Bench) -> None:
    """An option that does not exist is an error."""
    bench.refused("options get NoSuchOption", "err")
    bench.refused("options set NoSuchOption 1", "err")


# -- the process -----------------------------------------------------------------------------------


@check("process", "should")
def interrupt(bench: Bench) -> None:
    """Ctrl-C ends a search with an answer, and the engine lives on."""
    if sys.platform == "win32":
        raise Skipped("signals of POSIX")
    begin(bench, *OPENING)
    bench.ask("bestmove depth 1", 60)
    engine = bench.ready()
    assert engine.process is not None
    assert engine.process.stdin is not None
    engine.process.stdin.write("bestmove time 00:00:30\n")
    engine.process.stdin.flush()
    time.sleep(0.5)
    engine.cancel()
    began = time.perf_counter()
    try:
        lines = engine.listen("validmoves", 10)  # the answer to what was just asked
    except EngineError as error:
        raise Failure("an answer within 10 s of Ctrl-C", str(error)) from None
    if not lines or time.perf_counter() - began > 5:
        raise Failure("a move soon after Ctrl-C", quote(lines))
    bench.ask("info")


@check("process", "should")
def interrupt_idle(bench: Bench) -> None:
    """Ctrl-C without a search does nothing."""
    if sys.platform == "win32":
        raise Skipped("signals of POSIX")
    engine = bench.ready()
    engine.cancel()
    time.sleep(0.3)
    if not engine.alive:
        raise Failure("the engine to live on", "it ended")
    bench.ask("info")


@check("process")
def leaving(bench: Bench) -> None:
    """After exit it ends within 3 s, without an answer."""
    engine = bench.ready()
    leave(engine)
    for reader in engine.readers:
        reader.join(EXIT_SECONDS)
    if (line := engine.answers.get()) is not None:
        raise Failure("no answer to exit", line)


@check("process")
def end_of_input(bench: Bench) -> None:
    """At the end of its input it ends."""
    engine = bench.ready()
    assert engine.process is not None
    assert engine.process.stdin is not None
    engine.process.stdin.close()
    ended(engine.process, "the end of input")


def leave(engine: UhpEngine) -> None:
    """Say exit and wait for the end."""
    assert engine.process is not None
    assert engine.process.stdin is not None
    engine.process.stdin.write("exit\n")
    engine.process.stdin.flush()
    ended(engine.process, "exit")


def ended(process: subprocess.Popen[str], what: str) -> None:
    """Wait as long as UHP allows."""
    try:
        process.wait(EXIT_SECONDS)
    except subprocess.TimeoutExpired:
        raise Failure(f"the engine to end within 3 s of {what}", "it still runs") from None


@check("process")
def no_children(bench: Bench) -> None:
    """It leaves no process behind."""
    engine = bench.ready()
    assert engine.process is not None
    tasks = Path(f"/proc/{engine.process.pid}/task")
    if not tasks.is_dir():
        raise Skipped("needs /proc")
    begin(bench, *OPENING)
    bench.ask("bestmove depth 1", 60)
    children = [child for task in tasks.iterdir() for child in (task / "children").read_text().split()]
    leave(engine)
    time.sleep(0.2)
    left = [child for child in children if alive(child)]
    if left:
        raise Failure("no process to be left", f"{len(left)} still running")


def alive(pid: str) -> bool:
    """Tell whether a process runs (and is no zombie)."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
