"""Matches: players, openings, files that survive, pools, the command."""

import json
import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from ruche import GameType, Position
from ruche.arena.games import GameRunner, Job, Result
from ruche.arena.openings import arena_type, openings_of_file, random_opening
from ruche.arena.pools import LocalPool, LostWorker, RayPool, import_ray, play_alone
from ruche.arena.results_file import ResultsFile, read_results
from ruche.arena.run import ArenaPlan, ArenaScore, play
from ruche.arena.stats import Sprt, Tally
from ruche.cli import main
from ruche.cli.arena import rating
from ruche.engine import Limit
from ruche.players.spec import PlayerError, Spec

TOY = f"{sys.executable} -P {Path(__file__).parent.parent / 'uhp' / 'toy.py'}"


def job(number: int = 0, white: str = "random", black: str = "random", **changes: Any) -> Job:
    values: dict[str, Any] = {
        "game_type": "Base",
        "opening": (),
        "limit": Limit(depth=1),
        "plies": 30,
        "seed": number,
    }
    return Job(number, white, black, **{**values, **changes})


class Table:
    """A pool that plays in this process, in order."""

    size = 2

    def __init__(self) -> None:
        self.runner = GameRunner()
        self.jobs: list[Job] = []

    def submit(self, job: Job) -> None:
        self.jobs.append(job)

    def next(self) -> Result:
        return self.runner.play(self.jobs.pop(0))

    def close(self) -> None:
        self.runner.close()


# -- players ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "settings"),
    [
        ("level:3", "engine", {"level": 3}),
        ("ruche", "engine", {}),
        ("ruche:threads=2,table=64", "engine", {"threads": 2, "table": 64}),
        ("random", "random", {}),
        ("Level:3", "engine", {"level": 3}),
        (" RUCHE:Threads=2 ", "engine", {"threads": 2}),
        ("Random", "random", {}),
        ("nokamute --uhp", "uhp", {}),
        ("C:\\engines\\hive.exe", "uhp", {}),
    ],
)
def test_players_are_read(text: str, kind: str, settings: dict[str, int]) -> None:
    spec = Spec.read(text)
    assert (spec.kind, dict(spec.settings)) == (kind, settings)


@pytest.mark.parametrize(
    "text",
    [
        "level:9",
        "level:0",
        "level:",
        "level:x",
        "Level:9",
        "ruche:speed=9",
        "ruche:threads=0",
        "",
        'a "b',
        "a 'b",
        "a\\",
    ],
)
def test_players_that_cannot_be(text: str) -> None:
    with pytest.raises(PlayerError) as caught:
        Spec.read(text)
    assert caught.value.say("fr") != str(caught.value)


def test_players_are_the_same_in_any_letter_case() -> None:
    assert Spec.read("Level:2") == Spec.read("level:2")
    assert Spec.read("Engine --Fast").text == "Engine --Fast"


@pytest.mark.parametrize("text", ["level:1", "random", TOY])
def test_players_that_can_be_started(text: str) -> None:
    Spec.read(text).try_start()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("no-such-engine --uhp", "No such file"),
        (f"{sys.executable} -c 0", "ended"),
        ("lvl:3", "No such file"),
    ],
)
def test_players_that_cannot_be_started(text: str, why: str) -> None:
    with pytest.raises(PlayerError, match=why) as caught:
        Spec.read(text).try_start()
    assert text in str(caught.value)
    assert "Le moteur" in caught.value.say("fr")
    assert "The engine" not in caught.value.say("fr")


def test_faults_of_players_come_whole_from_other_processes() -> None:
    with pytest.raises(PlayerError) as caught:
        Spec.read("no-such-engine").try_start()
    again = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(again, PlayerError)
    assert (str(again), again.say("fr")) == (str(caught.value), caught.value.say("fr"))


@pytest.mark.parametrize("text", ["level:1", "ruche:table=1", "random", TOY])
def test_every_player_plays(text: str) -> None:
    player = Spec.read(text).make()
    player.new_game(1)
    position = Position(arena_type("Base+M"))
    for _ in range(3):
        position.play(player.choose(position, Limit(depth=1)))
    player.close()


def test_random_play_can_be_repeated() -> None:
    runner = GameRunner()
    assert runner.play(job(7)).record == runner.play(job(7)).record != runner.play(job(8)).record


# -- openings --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Base", "Venom+MLP", "Base+Swarm"])
def test_openings_are_short_legal_and_the_same_again(name: str) -> None:
    kind = arena_type(name)
    found = [random_opening(kind, 4, seed) for seed in range(3)]
    assert found == [random_opening(kind, 4, seed) for seed in range(3)]
    assert len({tuple(opening) for opening in found}) > 1
    for seed, opening in enumerate(found):
        position = Position(kind, seed=seed)
        for text in opening:
            position.play(text)
        assert len(position.history) == 4


def test_plain_types_are_played_without_the_queen_opening() -> None:
    assert arena_type("Base").queen_opening == "forbidden"
    assert arena_type("Venom").queen_opening == "allowed"


def test_openings_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("Base;;;wA1;bA1 wA1-\nBase+M;;;wM\nBase;;;wG1\n")
    assert list(openings_of_file(path, GameType("Base"))) == [["wA1", "bA1 wA1-"], ["wG1"]]


def test_who_plays_himself_does_not_play_the_same_game_twice() -> None:
    openings = [job.opening for job in ArenaPlan("ruche", "ruche", ("Base",), games=6).jobs()]
    assert len(set(openings)) == 6
    others = [job.opening for job in ArenaPlan("ruche", "random", ("Base",), games=6).jobs()]
    assert others[::2] == others[1::2]


# -- games -----------------------------------------------------------------------------------------


def test_a_long_game_is_a_draw() -> None:
    result = GameRunner().play(job(plies=6))
    assert (result.state, result.why, result.plies) == ("Draw", "length", 6)
    assert result.score(True) == result.score(False) == 0.5


def test_the_opening_is_played() -> None:
    result = GameRunner().play(job(opening=("wA1", "bA1 wA1-"), plies=4))
    assert result.record.split(";")[3:5] == ["wA1", "bA1 wA1-"]


def test_who_talks_nonsense_loses() -> None:
    runner = GameRunner()
    result = runner.play(job(white=f"{TOY} nonsense"))
    runner.close()
    assert (result.state, result.why) == ("BlackWins", "fault")
    assert "a good move" in result.fault
    assert result.score(True) == 0


def test_who_dies_in_a_game_loses_it() -> None:
    runner = GameRunner()
    result = runner.play(job(white=f"{sys.executable} -c 'print(\"id x\\n\\nok\")'"))
    runner.close()
    assert (result.state, result.why) == ("BlackWins", "fault")


def test_an_engine_that_is_not_there_loses_nothing() -> None:
    with pytest.raises(PlayerError, match="'no-such-engine'"):
        GameRunner().play(job(black="no-such-engine"))


def test_pairs_swap_colours_and_keep_the_opening() -> None:
    plan = ArenaPlan("level:2", "random", ("Base", "Base+M"), games=8)
    jobs = list(plan.jobs())
    assert [(one.white, one.black) for one in jobs[:2]] == [("level:2", "random"), ("random", "level:2")]
    for one, two in zip(jobs[::2], jobs[1::2], strict=True):
        assert (one.opening, one.game_type, one.seed, one.pair) == (
            two.opening,
            two.game_type,
            two.seed,
            two.pair,
        )
    assert [one.game_type for one in jobs[::2]] == ["Base", "Base+M", "Base", "Base+M"]


# -- runs ------------------------------------------------------------------------------------------


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    plan = ArenaPlan("random", "random", ("Base",), games=3, depth=1, plies=12)
    store = ResultsFile(path, plan.header())
    play(plan, store, Table())
    store.close()
    with path.open("a") as file:
        file.write('{"number": 3, "white": "torn')  # a crash in the middle of a line
    more = ArenaPlan("random", "random", ("Base",), games=6, depth=1, plies=12)
    store = ResultsFile(path, more.header())
    assert set(store.results) == {0, 1, 2}
    played: list[int] = []
    play(more, store, Table(), on_result=lambda result: played.append(result.number))
    store.close()
    assert played == [3, 4, 5]
    assert [result.number for result in read_results(path)] == [0, 1, 2, 3, 4, 5]


def test_another_run_is_not_continued(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    ResultsFile(path, ArenaPlan("random", "random").header()).close()
    with pytest.raises(PlayerError, match="first differs"):
        ResultsFile(path, ArenaPlan("level:1", "random").header())
    ResultsFile(path, ArenaPlan("level:1", "random").header(), fresh=True).close()


@pytest.mark.parametrize("damage", ["", "{", "[]", "7", "{}", '{"number": 1}', "\udcff"])
def test_a_damaged_line_is_named_and_left_alone(damage: str, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    plan = ArenaPlan("random", "random", ("Base",), games=3, depth=1, plies=12)
    store = ResultsFile(path, plan.header())
    play(plan, store, Table())
    store.close()
    lines = path.read_text().split("\n")
    lines[2] = damage
    content = "\n".join([*lines, '{"torn']).encode(errors="surrogateescape")
    path.write_bytes(content)
    for read in (lambda: ResultsFile(path, plan.header()), lambda: read_results(path)):
        with pytest.raises(PlayerError, match=r"[Ll]ine 3 of .*run\.jsonl"):
            read()
    assert path.read_bytes() == content


def test_strange_letters_in_a_fault_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    store = ResultsFile(path, {})
    store.add(Result(0, "a", "b", "Draw", "fault", 1, "", 0.0, fault="\u2028é\x85\r"))
    store.close()
    store = ResultsFile(path, {})
    store.close()
    assert [result.fault for result in store.results.values()] == ["\u2028é\x85\r"]


@pytest.mark.skipif(sys.platform == "win32", reason="locks of POSIX")
@pytest.mark.parametrize("fresh", [False, True])
def test_two_runs_do_not_write_to_one_file(fresh: bool, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    store = ResultsFile(path, {"a": 1})
    content = path.read_bytes()
    with pytest.raises(PlayerError, match="Another run"):
        ResultsFile(path, {"a": 1}, fresh=fresh)
    assert path.read_bytes() == content
    store.close()
    ResultsFile(path, {"a": 1}, fresh=fresh).close()


def test_the_test_stops_the_run(tmp_path: Path) -> None:
    plan = ArenaPlan("level:4", "random", ("Base",), games=200, depth=2, plies=80)
    store = ResultsFile(tmp_path / "run.jsonl", plan.header())
    pool = Decided()
    verdict = play(plan, store, pool, Sprt(0, 100))
    store.close()
    assert verdict == "elo1"
    assert len(store.results) < 60


class Decided(Table):
    """The first player wins whatever it plays."""

    def next(self) -> Result:
        one = self.jobs.pop(0)
        state = "WhiteWins" if one.number % 2 == 0 else "BlackWins"
        return Result(one.number, one.white, one.black, state, "surrounded", 20, "Base;;", 0.1)


def test_scores_are_the_first_players() -> None:
    states = ["WhiteWins", "BlackWins", "Draw", "WhiteWins", "BlackWins"]
    results = {n: Result(n, "a", "b", state, "", 1, "", 0.0) for n, state in enumerate(states)}
    score = ArenaScore(results)
    assert [score.points(n) for n in range(6)] == [1, 1, 0.5, 0, 0, None]
    assert score.games.boxes == (2, 1, 2)
    assert score.pairs.boxes == (0, 1, 0, 0, 1)


def test_few_pairs_are_judged_as_games() -> None:
    def score(games: int) -> ArenaScore:
        return ArenaScore({n: Result(n, "a", "b", "WhiteWins", "", 1, "", 0.0) for n in range(games)})

    assert score(6).best == score(6).games
    assert score(40).best == score(40).pairs


# -- pools -----------------------------------------------------------------------------------------


def test_games_in_processes(tmp_path: Path) -> None:
    plan = ArenaPlan("random", "level:1", ("Base",), games=4, depth=1, plies=16)
    store = ResultsFile(tmp_path / "run.jsonl", plan.header())
    pool = LocalPool(2)
    try:
        play(plan, store, pool)
    finally:
        pool.close()
        store.close()
    assert set(store.results) == {0, 1, 2, 3}
    assert {n: r.record for n, r in store.results.items()} == {
        n: GameRunner().play(one).record for n, one in enumerate(plan.jobs())
    }


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_worker_that_dies_loses_no_finished_game(tmp_path: Path) -> None:
    pool = LocalPool(1)
    try:
        pool.submit(job(0, plies=10))
        first = pool.next()
        asked = tmp_path / "asked"
        pool.submit(job(1, white=f"{TOY} hangs-once={asked}", black="level:3", plies=60))
        wait_until(asked.exists)  # the second game is being played
        for process in list((pool.pool._processes or {}).values()):
            os.kill(process.pid or 0, signal.SIGKILL)
        second = pool.next()
    finally:
        pool.close()
    assert (first.number, second.number) == (0, 1)
    assert second.plies > 0


class RayError(Exception):
    """What all errors of Ray are."""


class RayTaskError(RayError):
    """An error of the task itself."""

    def __init__(self, cause: Exception) -> None:
        self.cause = cause


class OutOfMemoryError(RayError):
    """One of the many errors of a cluster."""


def fake_ray(crashes: int) -> Any:
    """What we use of Ray, in this process; the first tasks take their worker with them."""
    state: dict[str, Any] = {"crashes": crashes, "cancelled": 0, "options": {}}

    def remote(**options: object) -> Any:
        state["options"] = options
        return lambda function: SimpleNamespace(remote=lambda one: (function, one, object()))

    def get(reference: Any) -> Result:
        if state["crashes"]:
            state["crashes"] -= 1
            raise OutOfMemoryError
        try:
            result: Result = reference[0](reference[1])
        except Exception as error:
            raise RayTaskError(error) from None
        return result

    return SimpleNamespace(
        is_initialized=lambda: True,
        cluster_resources=lambda: {"CPU": 3.0},
        remote=remote,
        wait=lambda references, num_returns: (references[:num_returns], references[num_returns:]),
        get=get,
        cancel=lambda *_, force: state.__setitem__("cancelled", state["cancelled"] + 1),
        exceptions=SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError),
        state=state,
    )


def test_a_cluster_plays_the_same_games(tmp_path: Path) -> None:
    plan = ArenaPlan("random", "random", ("Base",), games=4, depth=1, plies=10)
    store = ResultsFile(tmp_path / "run.jsonl", plan.header())
    pool = RayPool(None, fake_ray(crashes=2))
    assert pool.size == 3
    play(plan, store, pool)
    store.close()
    assert {n: r.record for n, r in store.results.items()} == {
        one.number: play_alone(one).record for one in plan.jobs()
    }


def test_a_cluster_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def init(**_: object) -> None:
        raise ConnectionError("no answer\n  within 5 s")

    ray = fake_ray(0)
    ray.is_initialized, ray.init = lambda: False, init
    monkeypatch.setenv("RAY_ADDRESS", "auto")
    with pytest.raises(PlayerError, match=r"auto.*no answer within 5 s"):
        RayPool(1, ray)
    with socket.socket() as unheard:  # bound, so that nobody else listens there
        unheard.bind(("127.0.0.1", 0))
        address = f"ray://127.0.0.1:{unheard.getsockname()[1]}"
        monkeypatch.setenv("RAY_ADDRESS", address)
        ray.init = lambda **_: pytest.fail("it would ask for minutes")
        with pytest.raises(PlayerError, match=f"{address}.*refused"):
            RayPool(1, ray)


def test_a_game_that_kills_every_worker_ends_the_run(tmp_path: Path) -> None:
    plan = ArenaPlan("random", "random", ("Base",), games=1, depth=1, plies=10)
    store = ResultsFile(tmp_path / "run.jsonl", plan.header())
    pool = RayPool(1, fake_ray(crashes=99))
    with pytest.raises(LostWorker, match=r"run\.jsonl"):
        play(plan, store, pool)
    pool.submit(job())
    pool.close()
    store.close()
    assert pool.ray.state["cancelled"] == 1


@pytest.mark.parametrize(("threads", "size"), [(1, 3), (2, 1), (8, 1)])
def test_a_cluster_is_asked_for_the_processors_of_the_players(threads: int, size: int) -> None:
    plan = ArenaPlan(f"ruche:threads={threads}", "level:1")
    pool = RayPool(None, fake_ray(0), threads=plan.threads)
    assert pool.size == size
    assert pool.ray.state["options"] == {"max_retries": 0, "num_cpus": threads}


def test_our_own_mistakes_are_not_the_clusters() -> None:
    pool = RayPool(1, fake_ray(0))
    pool.submit(job(black="no-such-engine"))
    with pytest.raises(PlayerError, match="no-such-engine"):
        pool.next()
    pool.submit(job(game_type="Basement"))
    with pytest.raises(RayTaskError):
        pool.next()
    assert not pool.losses


def test_an_engine_that_vanishes_ends_a_run_in_processes() -> None:
    pool = LocalPool(1)
    try:
        pool.submit(job(white="no-such-engine"))
        with pytest.raises(PlayerError, match="no-such-engine"):
            pool.next()
    finally:
        pool.close()


def test_without_ray_we_say_so() -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    with pytest.raises(PlayerError, match=r"ruche\[ray\]"):
        import_ray(missing)


# -- the command -----------------------------------------------------------------------------------


def test_the_command(tmp_path: Path) -> None:
    out, pgn = tmp_path / "out.jsonl", tmp_path / "out.pgn"
    arguments = [
        "arena",
        "level:3",
        "random",
        "--type",
        "Base",
        "--games",
        "4",
        "--depth",
        "2",
        "--jobs",
        "1",
    ]
    arguments += ["-o", str(out), "--plies", "60"]
    answer = CliRunner().invoke(main, [*arguments, "--pgn", str(pgn), "--json"])
    assert answer.exit_code == 0, answer.output
    facts = json.loads(answer.output)
    assert facts["games"] == 4
    assert facts["won"] + facts["drawn"] + facts["lost"] == 4
    assert facts["score"] > 0.5
    assert pgn.read_text().count('[Event "ruche arena"]') == 4
    again = CliRunner().invoke(main, arguments)  # everything is there already
    assert again.exit_code == 0
    assert "level:3 against random: +" in again.output
    french = CliRunner(env={"RUCHE_LANG": "fr"}).invoke(main, arguments)
    assert "level:3 contre random\u202f: +" in french.output


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["level:9", "random"], "level"),
        (["random", "random", "--type", "Basement"], "Basement"),
        (["random", "some-engine", "--nodes", "100"], "nodes"),
        (["random", "random", "--sprt", "10", "0"], "elo0"),
        (["random", "random", "--sprt", "0", "10", "--alpha", "1"], "alpha"),
        (["random", "random", "--seconds", "nan"], "nan"),
        (["random", "random", "--seconds", "inf"], "inf"),
        (["no-such-engine", "random"], "no-such-engine"),
        (["random", 'foo "bar'], "'foo \"bar'"),
    ],
)
def test_the_command_says_what_it_cannot_do(arguments: list[str], expected: str, tmp_path: Path) -> None:
    answer = CliRunner(env={"RUCHE_LANG": "en"}).invoke(
        main, ["arena", *arguments, "-o", str(tmp_path / "x.jsonl")]
    )
    assert answer.exit_code == 2
    assert expected in answer.output
    assert "Traceback" not in answer.output
    assert not any(tmp_path.iterdir())


def test_an_engine_may_be_on_the_cluster_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "x.jsonl"
    monkeypatch.setattr("ruche.arena.pools.import_ray", lambda: fake_ray(0))
    answer = CliRunner().invoke(main, ["arena", "--ray", "random", "no-such-engine", "-o", str(out)])
    assert answer.exit_code == 1  # it was looked for where it plays, and is not there either
    assert "'no-such-engine'" in answer.output
    assert read_results(out) == []


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["no-such-engine", "random"], "'no-such-engine'"),
        (["random", "random", "--openings", "empty.uhp"], "empty.uhp holds no unfinished game"),
        (["random", "random", "--openings", "queen.uhp"], "Game 2 of queen.uhp"),
        (["random", "random", "--openings", "garbage.uhp"], "nothing like a game"),
        (["random", "random", "--pgn", "nowhere/x.pgn"], "nowhere"),
    ],
)
def test_a_run_that_cannot_be_played_destroys_nothing(
    given: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.uhp").touch()
    Path("queen.uhp").write_text("Base;;;wA1\nBase;;;wQ\n")
    Path("garbage.uhp").write_text("nothing like a game\n")
    out = tmp_path / "x.jsonl"
    out.write_text("dear to somebody\n")
    answer = CliRunner().invoke(main, ["arena", *given, "--type", "Base", "--fresh", "-o", str(out)])
    assert answer.exit_code in (1, 2)
    assert message in answer.output
    assert out.read_text() == "dear to somebody\n"


def test_results_that_cannot_be_written_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    answer = CliRunner().invoke(main, ["arena", "random", "random", "-o", str(tmp_path / "file" / "x.jsonl")])
    assert answer.exit_code == 2
    assert "cannot be written" in answer.output


@pytest.mark.parametrize(
    ("boxes", "english", "french"),
    [
        ((2, 0, 4), "Elo +120 (-196 to +657)", "Elo +120 (-196 à +657)"),
        ((0, 0, 2), "Elo at least -307", "Elo au moins -307"),
        ((6, 0, 0), "Elo at most -47", "Elo au plus -47"),
        ((0, 0, 0), "Elo unknown", "Elo inconnu"),
    ],
)
def test_ratings_are_told_as_far_as_they_are_known(
    boxes: tuple[int, ...], english: str, french: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for language, text in (("en", english), ("fr", french)):
        monkeypatch.setenv("RUCHE_LANG", language)
        assert rating(Tally(boxes)) == text


@pytest.mark.parametrize("content", ["not JSON\n", "{}\n", "[]\n", '{"run": 7}\n', "no line"])
def test_a_file_of_something_else_is_left_alone(content: str, tmp_path: Path) -> None:
    out = tmp_path / "x.jsonl"
    out.write_text(content)
    answer = CliRunner().invoke(main, ["arena", "random", "random", "-o", str(out)])
    assert answer.exit_code == 2
    assert "is not a file of results" in answer.output
    assert out.read_text() == content


def started(*given: str) -> subprocess.Popen[str]:
    """Start a run of one game at a time in a process of its own."""
    command = [sys.executable, "-P", "-m", "ruche", "arena", *given, "--jobs", "1"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for something, a minute at most."""
    until = time.monotonic() + 60
    while not true():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_keeps_what_there_is(how: signal.Signals, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    short = ("--type", "Base", "--plies", "12", "--opening-plies", "0", "--depth", "1")
    process = started("random", "random", "--games", "100000", *short, "-o", str(out))
    wait_until(lambda: out.exists() and out.read_text().count("\n") >= 4)
    process.send_signal(how)
    _, notes = process.communicate(timeout=60)  # all who could write are gone: no worker stays behind
    assert process.returncode == 130, notes
    assert "Traceback" not in notes
    assert str(out) in notes
    assert len(read_results(out)) >= 3


def running(words: bytes) -> list[Path]:
    """Ask Linux which processes have some words in their command."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has just ended
            if words in path.read_bytes():
                found.append(path)
    return found


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="asks Linux who is running")
def test_no_engine_stays_behind(tmp_path: Path) -> None:
    """Told to end while an engine thinks, a run takes it along."""
    words = b"slow\0" + str(tmp_path).encode()
    out = tmp_path / "out.jsonl"  # it is made after the engine was tried
    process = started(f"{TOY} slow {tmp_path}", "random", "--seconds", "60", "-o", str(out))
    wait_until(lambda: out.exists() and bool(running(words)))
    assert running(words)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=60)
    wait_until(lambda: not running(words))
    assert running(words) == []
