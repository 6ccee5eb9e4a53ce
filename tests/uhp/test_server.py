"""The UHP server as a real process, spoken to as viewers do."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TextIO

import pytest
from click.testing import CliRunner
from tests.uhp.games import FORCED_PASS, WHITE_WINS
from tests.uhp.helpers import RUCHE, Dialogue
from tests.uhp.test_perft import MIDDLE
from tests.waiting import PATIENCE

import ruche
from ruche import Action, Game, GameType, Position, __version__, engine
from ruche.cli.convert import command as convert
from ruche.notation.gamestring import read_gamestring
from ruche.rules import perft
from ruche.uhp import bot
from ruche.uhp.server import UhpServer

PLAIN = ["Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP"]
OTHERS = [
    "Venom",
    "Venom+MLP+Locked",
    "Venom+MLP+Fixed",
    "Ultimate+Swarm+Fixed",
    "Base+Predators",
    "Base+Guardians",
    "Base+Honeycombo",
    "Base+Swarm",
    "Base+ML+O1",
    "Venom+MLP+Predators+Guardians+Honeycombo",
    "Venom+MLP+Predators+Guardians+Honeycombo+Swarm",
]
INFO = [f"id ruche v{__version__}", "Mosquito;Ladybug;Pillbug"]

# The server, saying on standard error what it has heard: each time it asks for a line, and each Ctrl-C.
NOTING = """
import sys
from ruche.uhp.server import UhpServer
def note(text):
    print(text, file=sys.stderr, flush=True)
class Lines:
    def readline(self):
        note("asks for a line")
        return sys.stdin.readline()
class Noting(UhpServer):
    def interrupt(self):
        super().interrupt()
        note("interrupted")
Noting(sys.stdout).serve(Lines())
"""
# The server, with an engine that is not loaded before Ctrl-C was heard, as if it came from a cold disk.
SLOW_TO_LOAD = """
import os, sys
from ruche.uhp.bot import UhpBot
waiting, telling = os.pipe()
interrupt = UhpBot.interrupt
def tell(bot):
    interrupt(bot)
    os.write(telling, b"!")
UhpBot.interrupt = tell
class Slow:
    def find_spec(self, name, path, target=None):
        if name == "ruche.engine":
            print("loading", file=sys.stderr, flush=True)
            os.read(waiting, 1)
sys.meta_path.insert(0, Slow())
from ruche.cli import main
main(["uhp"])
"""


@pytest.fixture
def noting() -> Iterator[Dialogue]:
    """An engine of one's own that says what it has heard."""
    dialogue = Dialogue((sys.executable, "-P", "-c", NOTING))
    yield dialogue
    dialogue.process.kill()
    dialogue.end()


# -- framing ---------------------------------------------------------------------------------------


def test_it_introduces_itself_unasked_and_when_asked(shared: Dialogue) -> None:
    assert shared.greeting == INFO
    assert shared.ask("info") == INFO


@pytest.mark.parametrize("line", ["INFO", "  info  ", "\tInfo\t", "info\r"])
def test_words_are_separated_by_blanks_or_tabs_in_any_case(shared: Dialogue, line: str) -> None:
    assert shared.ask(line) == INFO


def test_tabs_inside_a_command(shared: Dialogue) -> None:
    assert shared.one("NewGame\t Base") == "Base;NotStarted;White[1]"
    assert shared.one("play\twA1") == "Base;InProgress;Black[1];wA1"
    assert shared.one("play\t bA1 \t wA1-") == "Base;InProgress;White[2];wA1;bA1 wA1-"


def test_empty_lines_are_ignored(shared: Dialogue) -> None:
    shared.say("")
    shared.say("   \t ")
    assert shared.ask("info") == INFO
    assert shared.lines.empty()


@pytest.mark.parametrize("line", ["fly", "newgamee", "ok", "exit now", "é∂", "play;wA1"])
def test_what_is_no_command_is_an_error(shared: Dialogue, line: str) -> None:
    assert shared.one(line).startswith("err ")


def test_bytes_that_are_no_text_are_an_error() -> None:
    answer = subprocess.run(
        RUCHE, input=b"\xef\xbb\xbfinfo\n\xff\xfe\x00\ninfo\n", capture_output=True, check=True
    )
    assert answer.stdout.decode().count(INFO[0]) == 3
    assert b"\nerr " in answer.stdout


def test_the_end_of_input_ends_it() -> None:
    answer = subprocess.run(
        RUCHE, input="newgame\n", capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert answer.stdout.splitlines() == [*INFO, "ok", "Base;NotStarted;White[1]", "ok"]
    assert answer.stderr == ""


def test_exit_has_no_answer_and_any_case(alone: Dialogue) -> None:
    alone.say("EXIT")
    assert alone.process.wait(PATIENCE) == 0
    assert alone.lines.get(timeout=5) is None


def test_it_ends_quietly_when_nobody_listens(alone: Dialogue) -> None:
    assert alone.process.stdout is not None
    alone.ask("newgame")
    process = subprocess.run(
        ["sh", "-c", '( for i in 1 2 3 4 5 6 7 8 9; do echo options; done ) | "$@" | true', "sh", *RUCHE],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert process.stderr == ""


def test_the_working_directory_does_not_matter(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    program = f"import os, sys; os.rmdir({str(folder)!r}); os.execv(sys.executable, {list(RUCHE)!r})"
    answer = subprocess.run(
        [sys.executable, "-P", "-c", program],
        input="newgame\nbestmove depth 1\n",
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(str(ruche.__file__)).parent.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.splitlines()[-1] == "ok"
    assert "err" not in answer.stdout


# -- games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAIN + OTHERS)
def test_every_command_in_every_kind_of_game(shared: Dialogue, name: str) -> None:
    kind = GameType(name)
    if kind.is_plain:
        kind = kind.with_options(queen_opening="forbidden")
    position = Position(kind)
    assert shared.one(f"newgame {name}") == f"{kind};NotStarted;{position.turn}"
    for i in range(8):
        legal = position.legal_actions()
        assert shared.moves() == set(map(str, legal))
        action = legal[(i * 7) % len(legal)]
        position.play(action)
        now = ";".join([str(kind), position.state, position.turn, *map(str, position.history)])
        assert shared.one(f"play {action}") == now
    assert shared.ask("bestmove depth 1")[-1] in shared.moves()
    assert shared.one("undo 3") == ";".join(now.split(";")[:1] + now_after_undo(position, 3))
    assert shared.one(f"newgame {now}") == now


def now_after_undo(position: Position, count: int) -> list[str]:
    for _ in range(count):
        position.undo()
    return [position.state, position.turn, *map(str, position.history)]


def test_the_default_is_base(shared: Dialogue) -> None:
    assert shared.one("newgame") == "Base;NotStarted;White[1]"


def test_names_for_several_sets(shared: Dialogue) -> None:
    assert shared.one("newgame Carbon") == "Base+ML;NotStarted;White[1]"
    assert shared.one("newgame Ultimate").startswith("Venom+MLP+Predators+Guardians+Honeycombo;NotStarted;")


@pytest.mark.parametrize("name", [*PLAIN, "Carbon"])
def test_plain_types_forbid_the_queen_opening_in_tournaments(shared: Dialogue, name: str) -> None:
    shared.one("options set QueenOpening True")
    shared.one(f"newgame {name}")
    assert not any(move.startswith("wQ") for move in shared.moves())
    assert shared.one("play wQ").startswith("invalidmove ")


@pytest.mark.parametrize("name", PLAIN)
def test_plain_types_allow_the_queen_opening_outside_tournaments(shared: Dialogue, name: str) -> None:
    shared.one("options set TournamentOpening False")
    shared.one(f"newgame {name}")
    assert "wQ" in shared.moves()
    played = f"{name};InProgress;White[2];wQ;bQ wQ-"
    assert shared.one(f"newgame {played}") == played
    shared.one("options set TournamentOpening True")
    assert shared.one(f"newgame {played}").startswith("err ")


def test_what_convert_writes_can_be_loaded(alone: Dialogue, tmp_path: Path) -> None:  # T4
    game = Game("Base+P")
    for text in ("wQ", "bQ wQ-", "wP -wQ", "bA1 bQ-"):
        game.play(text)
    source, target = tmp_path / "game.pgn", tmp_path / "game.uhp"
    source.write_text(game.pgn())
    assert CliRunner().invoke(convert, [str(source), str(target)]).exit_code == 0
    alone.one("options set TournamentOpening False")
    (written,) = target.read_text().split("\n")[:-1]
    assert alone.one(f"newgame {written}") == written == game.gamestring()


def test_other_types_forbid_the_queen_opening_as_the_option_says(shared: Dialogue) -> None:
    shared.one("newgame Venom")
    assert "wQ" in shared.moves()
    shared.one("options set QueenOpening False")
    assert "wQ" in shared.moves()  # it takes effect at the next game
    shared.one("newgame Venom")
    assert "wQ" not in shared.moves()
    shared.one("options set QueenOpening True")


@pytest.mark.parametrize(
    "text",
    [
        "Basement",
        "base",
        "Base+LM",
        "Base+MLP+Q2",
        "Base;InProgress;White[2];wA1;bA1 wA1-;wA1 bA1-",
        "Base;InProgress;White[2];wA1;nonsense",
        "Base;NotStarted;White[1];wQ",
        ";",
    ],
)
def test_a_newgame_that_fails_keeps_the_old_game(shared: Dialogue, text: str) -> None:
    shared.one("newgame Base+M")
    shared.one("play wM")
    assert shared.one(f"newgame {text}").startswith("err ")
    assert shared.one("play bM wM-") == "Base+M;InProgress;White[2];wM;bM wM-"


def test_state_and_turn_of_a_gamestring_are_computed(shared: Dialogue) -> None:
    right = "Base;InProgress;White[2];wA1;bA1 wA1-"
    assert shared.one("newgame Base;WhiteWins;Black[77];wA1;bA1 wA1-") == right
    assert shared.one("newgame Base;;;wA1;bA1 wA1-;") == right


def test_renumbering_is_told_on_stderr(alone: Dialogue) -> None:
    assert alone.one("newgame Base;InProgress;White[2];wA3;bS2 wA3-;wQ -wA3") == (
        "Base;InProgress;Black[2];wA1;bS1 wA1-;wQ -wA1"
    )
    assert alone.wait_for_note("wA3 = wA1")


def test_swarm_keeps_its_numbers(shared: Dialogue) -> None:
    hands = "hand wG1 wG2 wG3;hand bG1 bG2 bG3"
    text = f"Base+Swarm;InProgress;White[3];{hands};wQ +wA1;bQ wQ- +wA2;wG1 -wQ +wS1;wA2 -wG1 +wS2"
    assert shared.one(f"newgame {text}") == text  # black enters wA2 before white enters wA1


# -- playing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["play wA1", "pass", "validmoves", "bestmove depth 1", "undo", "perft 1"])
def test_without_a_game_there_is_an_error(line: str) -> None:
    answer = subprocess.run(RUCHE, input=f"{line}\n", capture_output=True, text=True, check=True)
    assert answer.stdout.splitlines()[3].startswith("err ")


@pytest.mark.parametrize(
    "text", ["nonsense", "wZ1", "bA1 wA1-", "wA2", "wA1 wA1-", "", "pass", "wA1 -wA1 extra", "hc =w", "draw"]
)
def test_unreadable_and_illegal_moves_are_invalid(shared: Dialogue, text: str) -> None:
    shared.one("newgame")
    shared.one("play wA1")
    shared.one("play bA1 wA1-")
    before = shared.one("undo")
    answer = shared.one(f"play {text}")
    if text == "bA1 wA1-":
        assert answer.startswith("Base;InProgress")
        return
    assert answer.startswith("invalidmove "), answer
    assert len(answer) > len("invalidmove ")
    assert shared.one("play bA1 wA1-").startswith(before.replace("Black[1]", "White[2]"))


def test_a_refused_move_says_which_rule(shared: Dialogue) -> None:
    shared.one("newgame Base;InProgress;White[3];wA1;bA1 wA1-;wQ -wA1;bQ bA1-")
    assert "H2" in shared.one("play wA1 bQ-")


def test_other_references_are_accepted_and_written_our_way(shared: Dialogue) -> None:
    shared.one("newgame Base;InProgress;White[3];wA1;bA1 wA1-;wQ -wA1;bQ bA1-")
    canonical = shared.one("play wQ /wA1").rpartition(";")[2]
    shared.one("undo")
    assert shared.one("play wQ wQ\\").rpartition(";")[2] == canonical  # its own old place


def test_pass_is_refused_while_there_is_an_action(shared: Dialogue) -> None:
    shared.one("newgame")
    assert shared.one("pass").startswith("invalidmove ")
    assert shared.one("play pass").startswith("invalidmove ")


def test_after_the_end_there_are_errors_but_undo_works(shared: Dialogue) -> None:
    text = f"Base;WhiteWins;Black[1];{';'.join(WHITE_WINS)}"
    assert shared.one(f"newgame {text}").split(";")[1] == "WhiteWins"
    for line in ("validmoves", "play wA1 bQ-", "pass", "bestmove depth 1"):
        assert shared.one(line).startswith("err "), line
    assert shared.one("undo").split(";")[1] == "InProgress"
    assert WHITE_WINS[-1] in shared.moves()
    best = shared.ask("bestmove depth 2")
    assert shared.one(f"play {best[-1]}").split(";")[1] == "WhiteWins"


def test_a_forced_pass_is_the_only_move(shared: Dialogue) -> None:
    shared.one(f"newgame {FORCED_PASS}")
    assert shared.one("validmoves") == "pass"
    assert shared.ask("bestmove depth 2")[-1] == "pass"
    assert shared.one("pass").endswith(";pass")


def test_undo_has_limits_and_all_or_nothing(shared: Dialogue) -> None:
    shared.one("newgame")
    assert shared.one("undo").startswith("err ")
    now = shared.one("play wA1")
    for bad in ("0", "2", "-1", "x", "1.0", "99999999999999999999"):
        assert shared.one(f"undo {bad}").startswith("err "), bad
    assert shared.one("play bA1 wA1-").startswith(now.replace("Black[1]", "White[2]"))
    assert shared.one("undo 2") == "Base;NotStarted;White[1]"


# -- chance, double turns --------------------------------------------------------------------------


def test_swarm_hands_draws_and_steals(shared: Dialogue) -> None:
    shared.one("newgame Base+Swarm")
    assert all(move.startswith("hand ") for move in shared.moves())
    assert shared.one("play hand wA1 wA2 wG1").startswith("Base+Swarm;InProgress;Black[0];")
    shared.one("play hand bA1 bA2 bG1")
    drawn = shared.one("play wQ").rpartition(";")[2]
    assert drawn.startswith("wQ +")
    shared.one("undo")
    assert shared.one("play wQ +bB1").rpartition(";")[2] == "wQ +bB1"  # the other side forces it
    assert shared.one("play bQ wQ- +bB1").startswith("invalidmove ")  # it is no longer in the bag
    assert shared.one("play bQ wQ- +bG3").startswith("invalidmove ")  # not the lowest of its kind
    assert shared.one("play bQ wQ- +bG2").rpartition(";")[2] == "bQ wQ- +bG2"
    assert {"draw", "steal wA1"} & shared.moves() == {"draw"}
    assert shared.one("play draw +wS1").rpartition(";")[2] == "draw +wS1"
    assert shared.one("play draw").rpartition(";")[2].startswith("draw +")


def test_steal(shared: Dialogue) -> None:
    text = "Base+Swarm;;;hand wA1 wA2 wG1;hand bA1 bA2 bG1;wQ +bB1;bQ wQ- +bG2;draw +wS1"
    shared.one(f"newgame {text}")
    assert "steal bB1" in shared.moves()
    assert shared.one("play steal bB1").rpartition(";")[2] == "steal bB1"


def test_the_seed_decides_the_draws(shared: Dialogue) -> None:
    def draws(seed: int) -> str:
        shared.one(f"options set Seed {seed}")
        shared.one("newgame Base+Swarm")
        for move in ("hand wA1 wA2 wG1", "hand bA1 bA2 bG1", "wQ", "bQ wQ-", "draw", "draw"):
            answer = shared.one(f"play {move}")
        return answer

    assert draws(1) == draws(1)
    assert len({draws(seed) for seed in range(5)}) > 1
    shared.one("options set Seed 0")


def test_a_double_turn(shared: Dialogue) -> None:
    shared.one("newgame Base+Honeycombo")
    for move in ("wQ -hc", "bQ hc-", "wA1 -wQ", "hc =w", "wA2 -wA1"):
        assert not shared.one(f"play {move}").startswith("invalid"), move
    first = shared.one(f"play {sorted(shared.moves())[0]}")
    assert first.split(";")[2] == "Black[3]"
    assert "pass" in shared.moves()
    assert shared.one("pass").split(";")[2] == "White[4]"


# -- the machine -----------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", ["depth 2", "time 00:00:01", "seconds 0.2", "SECONDS .2", "Depth 1"])
def test_bestmove_ends_with_a_legal_move(shared: Dialogue, limit: str) -> None:
    shared.one("newgame Base+MLP")
    lines = shared.ask(f"bestmove {limit}")
    assert lines[-1] in shared.moves()
    for line in lines[:-1]:
        move, depth, score, *rest = line.split(";")
        assert move == rest[0]
        assert int(depth) > 0
        float(score)
    assert shared.one("play " + lines[-1]).startswith("Base+MLP;InProgress")


@pytest.mark.parametrize(
    "limit", ["depth 0", "depth x", "depth", "time 5", "time 00:00", "seconds", "seconds -1", "soon"]
)
def test_a_limit_that_cannot_be_read_is_an_error(shared: Dialogue, limit: str) -> None:
    shared.one("newgame")
    assert shared.one(f"bestmove {limit}").startswith("err ")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_a_search_not_the_engine(alone: Dialogue) -> None:
    alone.one("newgame Base+MLP")
    alone.ask("bestmove depth 1")  # loads the engine
    alone.say("bestmove time 01:00:00")
    alone.line()  # what the first depth has found
    alone.interrupt()
    assert alone.answer()[-1] in alone.moves()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_is_heard_while_the_engine_loads() -> None:
    slow = Dialogue((sys.executable, "-P", "-c", SLOW_TO_LOAD))
    try:
        slow.one("newgame Base+MLP")
        slow.say("bestmove time 01:00:00")
        assert slow.wait_for_note("loading")
        slow.interrupt()
        assert slow.answer()[-1] in slow.moves()
    finally:
        slow.process.kill()
        slow.end()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_stops_a_search_that_waits_its_turn(noting: Dialogue) -> None:
    noting.one("newgame Base+MLP")
    noting.say("perft 12")
    noting.say("bestmove time 01:00:00")
    assert noting.line().startswith("perft(0)")  # it counts
    assert noting.wait_for_note("asks for a line", 4)  # and has heard the third line
    noting.interrupt()
    noting.answer()
    assert noting.answer()[-1] in noting.moves()
    assert noting.ask("bestmove depth 2")[-2].split(";")[1] == "2"  # and none that is asked for later


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_is_ignored_when_idle(noting: Dialogue) -> None:
    noting.interrupt()
    assert noting.wait_for_note("interrupted")
    noting.one("newgame")
    noting.interrupt()
    assert noting.wait_for_note("interrupted", 2)
    lines = noting.ask("bestmove depth 3")
    assert lines[-2].split(";")[1] == "3"  # nothing was left over for the next search


def test_a_queued_exit_leaves_every_answer_whole() -> None:
    script = "newgame Base+MLP\nbestmove time 00:00:02\nperft 3\nbestmove depth 3\nexit\ninfo\n"
    done = subprocess.run(RUCHE, input=script, capture_output=True, text=True, check=True, timeout=PATIENCE)
    greeting, _, search, count, deep, *rest = done.stdout.split("ok\n")
    assert greeting.startswith("id ")
    assert rest == [""]  # nothing is answered after exit
    assert int(search.splitlines()[-2].split(";")[1]) > 1
    assert count.splitlines()[-1].startswith("perft(3) = ")
    assert deep.splitlines()[-2].split(";")[1] == "3"


class Unhurried(UhpServer):
    """Takes ten seconds for an action, by a clock of its own; meanwhile `exit` and the end are read."""

    def __init__(self, out: StringIO) -> None:
        self.clock = 0.0
        self.began, self.ended, self.asked = (threading.Event() for _ in range(3))
        self.was_stopped: bool | None = None
        super().__init__(out)

    def listen(self, lines: TextIO) -> None:
        super().listen(lines)
        self.ended.set()

    def nobody_waits(self) -> bool:
        late = self.clock > 0
        answer = super().nobody_waits()
        if late:
            self.asked.set()
        return answer

    def choose(self, position: Position, limit: engine.Limit) -> Action:
        self.began.set()
        assert self.ended.wait(PATIENCE)
        self.clock = 10.0
        for _ in range(2):  # after the second time, what came of the first is known
            self.asked.clear()
            assert self.asked.wait(PATIENCE)
        self.was_stopped = self.stop.is_set()
        return position.legal_actions()[0]


class LinesInTime(StringIO):
    """Lines of input, of which the last comes when something has begun."""

    def __init__(self, first: str, last: str, began: threading.Event) -> None:
        super().__init__(first)
        self.last, self.began = last, began

    def readline(self, *_: object) -> str:  # type: ignore[override]
        if line := super().readline():
            return line
        assert self.began.wait(PATIENCE)
        line, self.last = self.last, ""
        return line


def test_a_search_is_whole_though_exit_and_the_end_follow_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It used to be cut short after a second."""
    out = StringIO()
    server = Unhurried(out)
    monkeypatch.setattr(bot, "time", SimpleNamespace(monotonic=lambda: server.clock))
    handler = signal.getsignal(signal.SIGINT)
    try:
        server.serve(LinesInTime("newgame Base+MLP\nbestmove time 00:00:03\n", "exit\n", server.began))
    finally:
        signal.signal(signal.SIGINT, handler)
    assert server.was_stopped is False
    assert out.getvalue().count("ok\n") == 3


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
def test_a_search_ends_when_nobody_is_left_to_read() -> None:
    process = subprocess.Popen(RUCHE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"newgame {MIDDLE}\nbestmove time 01:00:00\n")
    process.stdin.close()
    while process.stdout.readline().strip() != "ok":
        pass
    process.stdout.close()
    process.wait(PATIENCE)


def test_exit_ends_a_search(alone: Dialogue) -> None:
    alone.one("newgame Base+MLP")
    alone.ask("bestmove depth 1")
    alone.say("bestmove time 01:00:00")
    alone.say("exit")
    assert alone.process.wait(PATIENCE) == 0


def test_exit_ends_a_count(alone: Dialogue) -> None:
    alone.one(f"newgame {MIDDLE}")
    alone.say("perft 12")
    while not alone.line().startswith("perft(2)"):
        pass
    alone.say("exit")
    assert alone.process.wait(PATIENCE) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_a_count_and_keeps_the_depths_before(alone: Dialogue) -> None:
    now = alone.one(f"newgame {MIDDLE}")
    alone.say("perft 12")
    while not (line := alone.lines.get(timeout=PATIENCE) or "").startswith("perft(2)"):
        pass
    assert line == "perft(2) = 12814"
    alone.interrupt()
    assert all(line.startswith("perft(") for line in alone.answer())
    assert alone.one("newgame " + now) == now


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at /proc")
def test_it_has_no_children(alone: Dialogue) -> None:
    alone.one("options set Threads 2")
    alone.one("newgame")
    alone.ask("bestmove seconds 0.3")
    children = [
        Path(f"/proc/{alone.process.pid}/task/{task.name}/children").read_text().strip()
        for task in Path(f"/proc/{alone.process.pid}/task").iterdir()
    ]
    assert not any(children)


def test_levels_threads_and_tables_are_heard(shared: Dialogue) -> None:
    shared.one("newgame")
    shared.one("options set Level 1")
    lines = shared.ask("bestmove seconds 1")
    assert max(int(line.split(";")[1]) for line in lines[:-1]) == 1
    shared.one("options set Level 8")
    shared.one("options set Threads 2")
    shared.one("options set TableSizeMiB 1")
    assert shared.ask("bestmove seconds 0.2")[-1] in shared.moves()
    shared.one("options set Threads 1")
    shared.one("options set TableSizeMiB 64")


def test_weak_levels_err_by_seed_and_position(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = []

    def choose(position: Position, *_: Any, seed: int, **__: Any) -> Action:
        seeds.append(seed)
        return position.legal_actions()[0]

    monkeypatch.setattr(engine, "best_action", choose)
    server = UhpServer(StringIO())
    for line in ("options set Seed 40", "newgame", "bestmove", "play wA1", "bestmove", "undo", "bestmove"):
        server.answer(line)
    assert seeds == [40, 41, 40]


@pytest.mark.parametrize(
    "game",
    [
        "Base;;;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;" + ";".join([r"wQ \wS1;bQ bS1/;wQ -wS1;bQ bS1-"] * 2),
        "Base+Swarm;;;hand wA1 wA2 wG1;hand bA1 bA2 bG1;wQ +bB1",
        "Base+Honeycombo;;;wQ -hc;bQ hc-;wA1 -wQ",
        f"Base;;;{';'.join(WHITE_WINS)}",
    ],
)
def test_counting_in_pieces_is_counting(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perft, "PIECE", 1)
    position = read_gamestring(game)
    assert perft.count(position, 2) == position.perft(2)


def test_perft(shared: Dialogue) -> None:
    shared.one("newgame Base+MLP")
    assert [line.rpartition(" ")[2] for line in shared.ask("perft 3")] == ["1", "7", "294", "6678"]
    assert shared.one("perft many").startswith("err ")


# -- settings --------------------------------------------------------------------------------------


def test_options_are_listed_read_and_set(shared: Dialogue) -> None:
    lines = shared.ask("options")
    assert {line.split(";")[0] for line in lines} >= {
        "TournamentOpening",
        "QueenOpening",
        "Repetition",
        "WaspReach",
        "Seed",
        "Threads",
    }
    for line in lines:
        name, kind, value, default, *rest = line.split(";")
        assert value == default
        assert len(rest) == {"bool": 0, "int": 2}.get(kind, len(rest))
        assert shared.one(f"options get {name}") == line
        assert shared.one(f"options set {name} {value}") == line
    assert shared.one("OPTIONS GET waspreach") == "WaspReach;enum;any;any;any;adjacent"
    assert shared.one("options set waspreach ADJACENT") == "WaspReach;enum;adjacent;any;any;adjacent"
    assert shared.one("options set WaspReach any") == "WaspReach;enum;any;any;any;adjacent"


@pytest.mark.parametrize(
    "line",
    [
        "options get Nothing",
        "options get",
        "options set Threads",
        "options set Threads 0",
        "options set Threads many",
        "options set Threads 65",
        "options set Threads 1 2",
        "options set Repetition maybe",
        "options set WaspReach far",
        "options set Nothing 1",
        "options change",
    ],
)
def test_options_that_cannot_be_are_errors(shared: Dialogue, line: str) -> None:
    assert shared.one(line).startswith("err ")


@pytest.mark.parametrize("value", ["--5", "-", "1_0", "9" * 5000, "٣"])
def test_what_is_no_number_is_quoted(shared: Dialogue, value: str) -> None:
    expected = f"err Threads cannot be {value!r}: expected a whole number from 1 to 64"
    assert shared.one(f"options set Threads {value}") == expected


def test_repetition_is_an_option(shared: Dialogue) -> None:
    moves = ["wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-"]
    dance = ["wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-"]
    for setting, state in (("True", "Draw"), ("False", "InProgress")):
        shared.one(f"options set Repetition {setting}")
        shared.one("newgame")
        for move in moves + dance + dance:
            now = shared.one(f"play {move}")
        assert now.split(";")[1] == state
    shared.one("options set Repetition True")


def test_help(shared: Dialogue) -> None:
    names = {line.split(":")[0].split()[0] for line in shared.ask("help")}
    assert names >= {"info", "newgame", "play", "pass", "validmoves", "bestmove", "undo", "options", "exit"}
    assert shared.one("help PLAY").startswith("play")
    assert shared.one("help fly").startswith("err ")


def test_signals_have_their_usual_meaning_afterwards() -> None:
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
