"""What UHP asks of an engine besides the rules: framing, commands, errors, the process."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import IO, Any

from ruche.rules.position import Position
from ruche.uhp.answers import EXPANSIONS
from ruche.uhp.check import Bench, Check, Failure, Skipped, quote
from ruche.uhp.client import EXIT_SECONDS, EngineError, UhpEngine

PROTOCOL: list[Check] = []
OPENING = ("wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-")


def check(area: str, grade: str = "must") -> Callable[[Callable[[Bench], None]], Callable[[Bench], None]]:
    """Make a function a check; the catalogue has its title, by its name."""

    def register(function: Callable[[Bench], None]) -> Callable[[Bench], None]:
        PROTOCOL.append(Check(function.__name__.replace("_", "-"), area, grade, function))
        return function

    return register


def begin(bench: Bench, moves: int = len(OPENING)) -> None:
    """Begin a game of Base and play `moves` moves of the opening."""
    bench.good("newgame Base")
    for action in OPENING[:moves]:
        bench.good(f"play {action}")


# -- dialogues -------------------------------------------------------------------------------------


def dialogues() -> list[Check]:
    """Return the checks of `dialogues.toml`."""
    text = files("ruche.uhp").joinpath("dialogues.toml").read_text(encoding="utf-8")
    return [
        Check(one["name"], one["area"], one.get("grade", "must"), partial(talk, dialogue=one))
        for one in tomllib.loads(text)["dialogue"]
    ]


def talk(bench: Bench, dialogue: dict[str, Any]) -> None:
    """Hold the engine to a dialogue."""
    if dialogue.get("fresh"):
        bench.fresh()
    if "opening" in dialogue:
        begin(bench, dialogue["opening"])
    for command, *answer in dialogue["steps"]:
        if not answer:
            bench.good(command)
        elif answer[0] == "!":
            bench.refused(command, *answer[1:])
        else:
            bench.expect(command, answer[0])


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
    if len(lines) == 2 and not set(lines[1].split(";")) <= {*EXPANSIONS, ""}:
        raise Failure(f"some of {';'.join(EXPANSIONS)}", lines[1])


@check("framing")
def one_ok(bench: Bench) -> None:
    for line in ("info", "newgame Base", "validmoves", "nonsense-command"):
        bench.ask(line)
        time.sleep(0.05)
        if not bench.engine.answers.empty():
            raise Failure(f"nothing after the ok that ends '{line}'", repr(bench.engine.answers.get()))


@check("framing", "should")
def letter_case(bench: Bench) -> None:
    for line in ("INFO", "Info"):
        if not bench.ask(line)[:1] == bench.ask("info")[:1]:
            raise Failure(f"'{line}' to be read as info", quote(bench.ask(line)))
    bench.good("NewGame Base")


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
    begin(bench)
    best(bench, "depth 1", 60)


@check("commands")
def best_move_time(bench: Bench) -> None:
    begin(bench)
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


# -- the process -----------------------------------------------------------------------------------


@check("process", "should")
def interrupt(bench: Bench) -> None:
    if sys.platform == "win32":
        raise Skipped("signals of POSIX")
    begin(bench)
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


@check("process", "should")
def queued_exit(bench: Bench) -> None:
    engine = bench.fresh()
    _, commands = process(engine)
    asked = ("newgame Base", "bestmove time 00:00:01", "validmoves", "bestmove depth 1", "exit")
    with suppress(OSError):
        commands.write("".join(f"{line}\n" for line in asked))
        commands.close()
    for line in asked[:-1]:
        engine.listen(line, bench.answer_seconds)
    engine.close()


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
    begin(bench)
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
