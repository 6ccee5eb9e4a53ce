"""What UHP asks of an engine besides the rules: framing, commands, errors, the process."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from ruche.rules.position import Position
from ruche.uhp.check import Bench, Check, Failure, Skipped, quote
from ruche.uhp.client import EXIT_SECONDS, EngineError, UhpEngine

PROTOCOL: list[Check] = []
OPENING = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")
NEW = "Base;NotStarted;White[1]"
OPENED = f"Base;InProgress;White[3];{';'.join(OPENING)}"
WON = (  # white has surrounded black's queen
    r"Base;WhiteWins;Black[8];wA1;bB1 wA1\;wS1 -wA1;bB2 /bB1;wG1 \wA1;bG1 bB2\;wQ -wG1;bQ bB1\;wS1 \wQ;"
    r"bA1 bQ/;wS2 \wS1;bG2 bA1\;wA2 \wG1;bA1 bQ\;wA2 \bG2"
)


def check(area: str, grade: str = "must") -> Callable[[Callable[[Bench], None]], Callable[[Bench], None]]:
    """Make a function a check; the catalogue has its title, by its name."""

    def register(function: Callable[[Bench], None]) -> Callable[[Bench], None]:
        PROTOCOL.append(Check(function.__name__.replace("_", "-"), area, grade, function))
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
    engine = bench.fresh()
    lines = bench.ask("info")
    if not lines or lines[0] != f"id {engine.name}":
        raise Failure(f"'id {engine.name}' as at the start", quote(lines))


@check("framing")
def info_lines(bench: Bench) -> None:
    lines = bench.ask("info")
    if not 1 <= len(lines) <= 2 or not re.fullmatch(r"id \S.*", lines[0]):
        raise Failure("a line 'id NAME vVERSION' and one of expansion pieces", quote(lines))
    if len(lines) == 2 and not set(lines[1].split(";")) <= {"Mosquito", "Ladybug", "Pillbug", ""}:
        raise Failure("some of Mosquito;Ladybug;Pillbug", lines[1])


@check("framing")
def one_ok(bench: Bench) -> None:
    for line in ("info", "newgame Base", "validmoves", "nonsense-command"):
        bench.ask(line)
        time.sleep(0.05)
        if not bench.engine.answers.empty():
            raise Failure(f"nothing after the ok that ends '{line}'", repr(bench.engine.answers.get()))


@check("framing")
def unknown_command(bench: Bench) -> None:
    bench.refused("nonsense-command", "err")


@check("framing", "should")
def letter_case(bench: Bench) -> None:
    for line in ("INFO", "Info"):
        if not bench.ask(line)[:1] == bench.ask("info")[:1]:
            raise Failure(f"'{line}' to be read as info", quote(bench.ask(line)))
    bench.good("NewGame Base")


@check("framing", "should")
def blanks(bench: Bench) -> None:
    bench.good("newgame\tBase")
    bench.good("play   wS1")
    bench.good("play\tbS1 wS1-")


@check("framing", "should")
def empty_lines(bench: Bench) -> None:
    engine = bench.ready()
    tell(engine, "")
    lines = bench.ask("info")
    time.sleep(0.05)
    if not engine.answers.empty() or not lines or not lines[0].startswith("id "):
        engine.close()
        raise Failure("no answer to an empty line", quote(lines))


# -- games -----------------------------------------------------------------------------------------


@check("commands")
def new_game(bench: Bench) -> None:
    for name in bench.game_types:
        bench.expect(f"newgame {name}", f"{name};NotStarted;White[1]")


@check("commands")
def default_game(bench: Bench) -> None:
    bench.expect("newgame", NEW)


@check("commands")
def play_answers(bench: Bench) -> None:
    if (answer := begin(bench, *OPENING)) != OPENED:
        raise Failure(OPENED, answer)


@check("commands")
def load_game(bench: Bench) -> None:
    bench.expect(f"newgame {OPENED}", OPENED)


@check("commands", "should")
def load_wrong_fields(bench: Bench) -> None:
    wrong = OPENED.replace("InProgress;White[3]", "WhiteWins;Black[77]")
    bench.expect(f"newgame {wrong}", "Base;InProgress;White[3]")


@check("commands")
def load_finished(bench: Bench) -> None:
    bench.expect(f"newgame {WON}", "Base;WhiteWins")


@check("commands")
def undo(bench: Bench) -> None:
    begin(bench, *OPENING)
    bench.expect("undo", f"Base;InProgress;Black[2];{';'.join(OPENING[:3])}")
    bench.expect("undo 3", NEW)


@check("commands")
def undo_finished(bench: Bench) -> None:
    bench.good(f"newgame {WON}")
    bench.expect("undo", "Base;InProgress")
    bench.good(r"play wA2 \bG2")


@check("commands")
def options(bench: Bench) -> None:
    for line in bench.ask("options"):
        fields = line.split(";")
        if len(fields) < 4 or fields[1] not in ("bool", "int", "double", "enum"):
            raise Failure("Name;type;value;default and limits", line)
        if fields[1] in ("int", "double") and len(fields) != 6:
            raise Failure("the least and the most of a number", line)
        bench.expect(f"options get {fields[0]}", line)


@check("commands")
def best_move_depth(bench: Bench) -> None:
    begin(bench, *OPENING)
    best(bench, "depth 1", 60)


@check("commands")
def best_move_time(bench: Bench) -> None:
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
    bench.fresh()
    for line in ("play wS1", "pass", "validmoves", "bestmove depth 1", "undo"):
        bench.refused(line, "err")


@check("errors")
def game_over(bench: Bench) -> None:
    bench.good(f"newgame {WON}")
    for line in ("play wA3 -wQ", "pass", "validmoves", "bestmove depth 1"):
        bench.refused(line, "err", "invalidmove")


@check("errors")
def bad_type(bench: Bench) -> None:
    for name in ("Basement", "Base+X", "Base;InProgress;White[2];wS1;bS1 bS1-"):
        bench.refused(f"newgame {name}", "err", "invalidmove")


@check("errors")
def old_game_stays(bench: Bench) -> None:
    begin(bench, *OPENING[:2])
    bench.refused("newgame Basement", "err")
    answer = bench.good(f"play {OPENING[2]}")
    if not answer.endswith(";".join(OPENING[:3])):
        raise Failure("the old game to go on", answer)


@check("errors")
def illegal_move(bench: Bench) -> None:
    before = begin(bench, *OPENING)
    for text in ("nonsense", "wS1 bQ-", "bQ wQ-", "wA1 bQ-", "wA1 wS1", "wQ bQ-"):
        bench.refused(f"play {text}", "invalidmove")
    answer = bench.good(r"play wA1 -wQ")
    if not answer.endswith(";".join((*OPENING, "wA1 -wQ"))):
        raise Failure(f"the game after {before} to go on", answer)


@check("errors")
def illegal_pass(bench: Bench) -> None:
    begin(bench, *OPENING)
    bench.refused("pass", "invalidmove")
    bench.refused("play pass", "invalidmove")


@check("errors")
def undo_limits(bench: Bench) -> None:
    begin(bench, *OPENING)
    for count in ("0", "-1", "5", "x"):
        bench.refused(f"undo {count}", "err")
    begin(bench)
    bench.refused("undo", "err")


@check("errors")
def unknown_option(bench: Bench) -> None:
    bench.refused("options get NoSuchOption", "err")
    bench.refused("options set NoSuchOption 1", "err")


# -- the process -----------------------------------------------------------------------------------


@check("process", "should")
def interrupt(bench: Bench) -> None:
    if sys.platform == "win32":
        raise Skipped("signals of POSIX")
    begin(bench, *OPENING)
    bench.ask("bestmove depth 1", 60)
    engine = bench.ready()
    tell(engine, "bestmove time 00:00:30")
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
    engine = bench.ready()
    leave(engine)
    for reader in engine.readers:
        reader.join(EXIT_SECONDS)
    if (line := engine.answers.get()) is not None:
        raise Failure("no answer to exit", line)


@check("process")
def end_of_input(bench: Bench) -> None:
    engine = bench.ready()
    process(engine)[1].close()
    await_end(engine, "the end of input")


def process(engine: UhpEngine) -> tuple[subprocess.Popen[str], IO[str]]:
    """Return the process of a running engine, and its input."""
    assert engine.process is not None
    assert engine.process.stdin is not None
    return engine.process, engine.process.stdin


def tell(engine: UhpEngine, line: str) -> None:
    """Give a command without waiting for its answer."""
    _, commands = process(engine)
    commands.write(f"{line}\n")
    commands.flush()


def leave(engine: UhpEngine) -> None:
    """Say exit and wait for the end."""
    tell(engine, "exit")
    await_end(engine, "exit")


def await_end(engine: UhpEngine, what: str) -> None:
    """Wait as long as UHP allows."""
    try:
        process(engine)[0].wait(EXIT_SECONDS)
    except subprocess.TimeoutExpired:
        raise Failure(f"the engine to end within 3 s of {what}", "it still runs") from None


@check("process")
def no_children(bench: Bench) -> None:
    engine = bench.ready()
    tasks = Path(f"/proc/{process(engine)[0].pid}/task")
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
