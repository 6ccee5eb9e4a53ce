"""The conformance check: our own engine passes, and every planted fault is found."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.uhp.helpers import RUCHE

from ruche import GameType, words
from ruche.cli import main
from ruche.notation.gamestring import read_gamestring
from ruche.uhp.check import all_checks, run
from ruche.uhp.check_rules import cases

TOY = [sys.executable, "-P", str(Path(__file__).with_name("toy.py"))]
QUICK = ("framing", "commands", "errors", "ends")


def failed(*faults: str, only: tuple[str, ...] = QUICK) -> set[str]:
    return {finding.name for finding in run([*TOY, *faults], only=only, answer_seconds=60) if finding.failed}


def test_our_own_engine_passes_everything() -> None:
    findings = list(run(RUCHE, answer_seconds=60))
    assert [f"{f.name}: {f.expected}, found {f.found}" for f in findings if f.failed] == []
    assert len(findings) == len(all_checks()) > 140


def test_a_good_toy_passes() -> None:
    assert (
        failed(only=(*QUICK, "gates", "process", "perft-base", "any-reference", "climbing-direction"))
        == set()
    )


@pytest.mark.parametrize(
    ("fault", "only", "expected"),
    [
        ("case", ("framing",), {"letter-case"}),
        ("errors", ("framing",), {"unknown-command"}),
        ("forgets", ("errors",), {"old-game-stays"}),
        ("wrong-refusal", ("errors",), {"illegal-move", "illegal-pass"}),
        ("plays-on", ("errors",), {"game-over"}),
        ("dies", ("errors",), {"no-game"}),
        ("nonsense", ("commands",), {"best-move-depth", "best-move-time"}),
        ("no-spiders", ("spider-1", "spider-2", "ant-1", "queen-bee-1"), {"spider-1", "spider-2"}),
        (
            "no-throws",
            ("throw-enemy-1", "mosquito-throws-1", "pillbug-1"),
            {"throw-enemy-1", "mosquito-throws-1"},
        ),
        ("no-climbing", ("beetle-up", "beetle-across", "ant-1"), {"beetle-up", "beetle-across"}),
        ("queen-opening", ("perft-base", "perft-base+p"), {"perft-base", "perft-base+p"}),
    ],
)
def test_planted_faults_are_found(fault: str, only: tuple[str, ...], expected: set[str]) -> None:
    assert failed(fault, only=only) == expected


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("fault", "only", "expected"),
    [
        ("dies-of-ctrl-c", ("interrupt-idle",), {"interrupt-idle"}),
        ("stays", ("leaving", "end-of-input"), {"leaving", "end-of-input"}),
        ("hasty", ("queued-exit",), {"queued-exit"}),
        ("leaves-child", ("no-children",), {"no-children"}),
    ],
)
def test_bad_manners_are_found(fault: str, only: tuple[str, ...], expected: set[str]) -> None:
    assert failed(fault, only=only) == expected


def test_an_engine_is_checked_for_what_it_knows() -> None:
    findings = list(run([*TOY, "plain-only"], only=("gates", "ends", "commands"), answer_seconds=60))
    assert {f.result for f in findings} == {"passed", "skipped"}
    assert {f.name for f in findings if f.result == "skipped"} >= {"ladybug-gate", "throw-gate-up"}
    assert {f.name for f in findings if f.result == "passed"} >= {"gap-ant", "touch-ant", "draw"}


@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["name"]))
def test_every_case_is_about_something(case: dict[str, str]) -> None:
    kind = GameType(case["game"].partition(";")[0], queen_opening="forbidden", repetition="off")
    position = read_gamestring(case["game"], game_type=kind)
    assert ";".join([str(kind), position.state, position.turn, *map(str, position.history)]) == case["game"]
    if "piece" in case:
        assert case["piece"] in {str(piece) for stack in position.stacks.values() for piece in stack}
    if case["area"] == "ends":
        assert position.outcome is not None or [str(a) for a in position.legal_actions()] == ["pass"]


def test_the_cases_cover_the_rules() -> None:
    names = {case["name"] for case in cases()}
    bugs = ("queen-bee", "spider", "beetle", "grasshopper", "ant", "mosquito", "ladybug", "pillbug")
    assert all(any(name.startswith(bug) for name in names) for bug in bugs)
    assert names >= {"pass", "draw", "white-wins-1", "black-wins-1", "queen-in-four-1", "hole-1", "tower"}


# -- the command -----------------------------------------------------------------------------------


def command(*arguments: str, language: str = "en") -> tuple[int, str]:
    answer = CliRunner(env={"RUCHE_LANG": language, "COLUMNS": "200"}).invoke(main, ["uhp-check", *arguments])
    return answer.exit_code, answer.output


def test_the_command_tells_what_fails() -> None:
    code, text = command("--only", "errors", *TOY, "forgets")
    assert code == 1
    assert "old-game-stays" in text
    assert "failed: 1" in text
    assert "bad-type" not in text


def test_what_only_should_be_does_not_fail_unless_strict() -> None:
    code, text = command("--only", "framing", *TOY, "case")
    assert (code, "letter-case" in text) == (0, True)
    code, text = command("--only", "framing", "--strict", "--all", *TOY, "case")
    assert (code, "greeting" in text) == (1, True)


def test_the_command_for_programs() -> None:
    code, text = command("--only", "framing", "--json", *TOY)
    found = [json.loads(line) for line in text.splitlines()]
    assert code == 0
    assert {one["result"] for one in found} == {"passed"}


def test_the_command_says_what_it_cannot_do() -> None:
    assert "cannot be started" in command("/nowhere/engine")[1]
    code, text = command("--only", "everything", *TOY)
    assert (code, "everything" in text) == (2, True)
    code, text = command()
    assert (code, "Give the command of an engine to check, or --list." in text) == (2, True)


def test_the_list_needs_no_engine() -> None:
    code, text = command("--list")
    assert code == 0
    assert [line.split()[1] for line in text.splitlines()] == [check.name for check in all_checks()]


def test_every_check_has_a_title_and_no_title_is_left_over() -> None:
    titles = {key for key in words.keys() if key.startswith("uhp_title.")}  # noqa: SIM118
    assert {check.title_key for check in all_checks()} == titles
    assert all(check.title("en") != check.title("fr") for check in all_checks())


def test_titles_are_in_the_users_language() -> None:
    assert "Coups de la reine en milieu de partie" in command("--list", language="fr")[1]
    code, text = command("--only", "errors", *TOY, "forgets", language="fr")
    assert (code, "l’ancienne est toujours là" in text) == (1, True)


def test_the_sum_is_in_the_users_language() -> None:
    code, text = command("--only", "errors", *TOY, "forgets", language="fr")
    assert code == 1
    assert "épreuve" in text
    assert "échouées\u202f: 1" in text
